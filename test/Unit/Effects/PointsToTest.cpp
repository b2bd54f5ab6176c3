//===- PointsToTest.cpp - Which objects an address may be of --------------===//
//
// The solver against a plain fixed point over the same random program.
//
//===----------------------------------------------------------------------===//
#include "PointsTo/PointsTo.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/LLVMContext.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <compare>
#include <map>
#include <random>
#include <set>

using namespace redistc::effects;

namespace {
enum class Kind { Copy, Load, Store, Offset, Move };
struct Statement {
  Kind kind = Kind::Copy;
  unsigned from = 0, to = 0;
  std::int64_t amount = 0;
};

constexpr unsigned valueCount = 12, objectCount = 5;
/// Of struct Job { long id, data[2]; struct { long first, second; } pair; }.
constexpr std::int64_t size = 40;

struct Spot {
  unsigned object = 0;
  std::int64_t offset = anywhere, extent = 0;
  auto operator<=>(const Spot &) const = default;
};
using Spots = std::set<Spot>;

Spot spotAt(unsigned object, std::int64_t offset) {
  return {object, offset >= 0 && offset < size ? offset : anywhere, 0};
}

/// The array, or the pair, that the spot is in.
Spot extentOf(const Spot &spot) {
  if (spot.extent > 0 || spot.offset == anywhere)
    return spot;
  if (spot.offset == 0)
    return {spot.object, anywhere, 0};
  return {spot.object, spot.offset < 24 ? 8 : 24, 16};
}

bool meet(const Spot &a, const Spot &b) {
  const auto end = [](const Spot &spot) {
    return spot.offset + std::max<std::int64_t>(spot.extent, 1);
  };
  return a.object == b.object &&
         (a.offset == anywhere || b.offset == anywhere ||
          (a.offset < end(b) && b.offset < end(a)));
}

/// All addresses of values, and of what is stored, by going over all statements
/// until nothing is new.
class PlainSolver {
public:
  std::vector<Spots> values{valueCount};

  void run(const std::vector<Statement> &statements) {
    for (unsigned i = 0; i < objectCount; ++i)
      values[i].insert({i, 0, 0});
    for (isChanged = true; isChanged;) {
      isChanged = false;
      for (const Statement &one : statements)
        apply(one);
    }
  }

private:
  static Spot moved(const Spot &spot, std::int64_t amount) {
    if (amount == inArray)
      return extentOf(spot);
    if (amount == anywhere || spot.offset == anywhere)
      return {spot.object, anywhere, 0};
    return spot.extent > 0 ? spot : spotAt(spot.object, spot.offset + amount);
  }
  Spots found(const Spot &spot, bool isVagueFound = true) const {
    Spots all;
    for (const auto &[where, stored] : memory)
      if (meet(where, spot) &&
          (isVagueFound || where == spot || where.offset != anywhere))
        all.insert(stored.begin(), stored.end());
    return all;
  }
  void put(Spots &to, const Spots &given) {
    const std::size_t before = to.size();
    to.insert(given.begin(), given.end());
    isChanged |= to.size() != before;
  }
  void move(const Spot &from, const Spot &to, std::int64_t length) {
    const auto whole = [&](const Spot &spot) {
      const Spot extent = extentOf(spot);
      return length > extent.extent ? Spot{spot.object, anywhere, 0} : extent;
    };
    const auto isExact = [](const Spot &spot) {
      return spot.offset != anywhere && spot.extent == 0;
    };
    if (length == 0 || !isExact(from) || !isExact(to))
      return put(memory[whole(to)], found(whole(from)));
    for (std::int64_t at = 0; at < length; at += 8) {
      const Spot source = spotAt(from.object, from.offset + at);
      put(memory[spotAt(to.object, to.offset + at)],
          source.offset == anywhere ? memory[source] : found(source, false));
    }
    put(memory[{to.object, anywhere, 0}], memory[{from.object, anywhere, 0}]);
  }
  void apply(const Statement &one) {
    const Spots from = values[one.from], to = values[one.to];
    switch (one.kind) {
    case Kind::Copy:
      return put(values[one.to], from);
    case Kind::Offset:
      for (const Spot &spot : from)
        put(values[one.to], {moved(spot, one.amount)});
      return;
    case Kind::Load:
      for (const Spot &spot : from)
        put(values[one.to], found(spot));
      return;
    case Kind::Store:
      for (const Spot &spot : to)
        put(memory[spot], from);
      return;
    case Kind::Move:
      for (const Spot &source : from)
        for (const Spot &target : to)
          move(source, target, one.amount);
      return;
    }
  }

  std::map<Spot, Spots> memory;
  bool isChanged = false;
};

std::vector<Statement> randomProgram(std::mt19937 &random) {
  std::vector<Statement> statements(8 + random() % 25);
  for (Statement &one : statements) {
    one.kind = static_cast<Kind>(random() % 5);
    one.from = random() % valueCount;
    one.to = random() % valueCount;
    one.amount = std::int64_t(random() % 4) * 8;
    if (one.kind == Kind::Offset && random() % 2 == 0)
      one.amount = random() % 3 == 0 ? anywhere : inArray;
  }
  return statements;
}
} // namespace

TEST(PointsTo, FindsWhatAPlainFixedPointFinds) {
  llvm::LLVMContext context;
  const llvm::DataLayout layout("e-i64:64");
  llvm::Type *number = llvm::Type::getInt64Ty(context);
  llvm::Type *job = llvm::StructType::create(
      {number, llvm::ArrayType::get(number, 2),
       llvm::StructType::create({number, number}, "struct.Pair")},
      "struct.Job");
  for (unsigned seed = 0; seed < 3000; ++seed) {
    std::mt19937 random(seed);
    const std::vector<Statement> statements = randomProgram(random);
    PlainSolver plain;
    plain.run(statements);

    PointsTo points(&layout);
    std::vector<NodeId> values;
    for (unsigned i = 0; i < valueCount; ++i)
      values.push_back(points.makeNode());
    for (unsigned i = 0; i < objectCount; ++i) {
      Object object;
      object.kind = ObjectKind::Local;
      object.isPlain = true;
      object.size = size;
      object.type = job;
      points.add(values[i], points.placeOf(points.makeObject(object), 0));
    }
    // Some of the program is found while the rest is solved.
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const Statement &one = statements[i];
      const NodeId from = values[one.from], to = values[one.to];
      switch (one.kind) {
      case Kind::Copy:
        points.copy(from, to);
        break;
      case Kind::Load:
        points.load(from, to);
        break;
      case Kind::Store:
        points.store(from, to);
        break;
      case Kind::Offset:
        points.offset(from, to, one.amount);
        break;
      case Kind::Move:
        points.move(from, to, static_cast<std::uint64_t>(one.amount));
        break;
      }
      if (i % 7 == 3)
        points.solve();
    }
    points.solve();
    for (unsigned i = 0; i < valueCount; ++i) {
      Spots found;
      for (const PlaceId id : points[values[i]]) {
        const Place &place = points.place(id);
        found.insert({place.object, place.offset, place.extent});
      }
      EXPECT_TRUE(found == plain.values[i])
          << "seed " << seed << ", value " << i;
    }
  }
}

TEST(PointsTo, TellsItemsFromWhatEarlierOnesLeft) {
  PointsTo points;
  Object object;
  object.kind = ObjectKind::Heap;
  const ObjectId outer = points.makeObject(object);
  object.loop = 0;
  const ObjectId inner = points.makeObject(object);
  const NodeId address = points.makeNode(), value = points.makeNode(),
               read = points.makeNode();
  points.add(address, points.placeOf(outer, anywhere));
  points.add(value, points.placeOf(inner, anywhere));
  points.store(value, address);
  points.load(address, read);
  points.solve();
  std::set<ObjectId> found;
  for (const PlaceId id : points[read])
    found.insert(points.place(id).object);
  EXPECT_EQ(found, (std::set<ObjectId>{inner, points.olderOf(inner)}));
  EXPECT_EQ(points.object(points.olderOf(inner)).loop, none);
}

TEST(PointsTo, FindsInItemsWhatEarlierStagesStored) {
  PointsTo points;
  Object object;
  object.kind = ObjectKind::Heap;
  const ObjectId kept = points.makeObject(object),
                 made = points.makeObject(object);
  object.loop = 0;
  object.isStaged = true;
  const ObjectId item = points.makeObject(object);
  const NodeId address = points.makeNode();
  points.add(address, points.placeOf(item, anywhere));
  const auto valueOf = [&](ObjectId id) {
    const NodeId value = points.makeNode();
    points.add(value, points.placeOf(id, anywhere));
    return value;
  };
  const auto foundAt = [&](When when) {
    const NodeId read = points.makeNode();
    points.load(address, read, when);
    points.solve();
    std::set<ObjectId> found;
    for (const PlaceId id : points[read])
      found.insert(points.place(id).object);
    return found;
  };
  const When first{0, 1, 1}, second{0, 2, 2}, other{1, 1, 1};
  EXPECT_TRUE(foundAt(second).empty());
  points.store(valueOf(made), address, first);
  points.store(valueOf(kept), address, second);
  EXPECT_EQ(foundAt(first), std::set<ObjectId>{made});
  EXPECT_EQ(foundAt(second), (std::set<ObjectId>{made, kept}));
  EXPECT_EQ(foundAt(other), (std::set<ObjectId>{made, kept}));
  EXPECT_EQ(foundAt({}), (std::set<ObjectId>{made, kept}));
  EXPECT_TRUE(foundAt({0, 0, 0}).empty());
  points.addAt(points.placeOf(item, anywhere), points.placeOf(item, anywhere));
  EXPECT_EQ(foundAt({0, 0, 0}), std::set<ObjectId>{item});
  points.forgetStages();
  EXPECT_EQ(foundAt(first), (std::set<ObjectId>{made, kept, item}));
}

TEST(PointsTo, FindsNoPointerThatWasReplacedBeforeTheStage) {
  PointsTo points;
  Object object;
  object.kind = ObjectKind::Heap;
  const ObjectId original = points.makeObject(object),
                 copy = points.makeObject(object),
                 other = points.makeObject(object);
  object.loop = 0;
  object.isStaged = object.isPlain = true;
  object.replaced = {{8, 2}};
  const ObjectId item = points.makeObject(object);
  const auto addressOf = [&](ObjectId id, std::int64_t offset) {
    const NodeId address = points.makeNode();
    points.add(address, points.placeOf(id, offset));
    return address;
  };
  const auto foundAt = [&](std::int64_t offset, When when) {
    const NodeId read = points.makeNode();
    points.load(addressOf(item, offset), read, when);
    points.solve();
    std::set<ObjectId> found;
    for (const PlaceId id : points[read])
      found.insert(points.place(id).object);
    return found;
  };
  const When first{0, 1, 1}, second{0, 2, 2};
  points.store(addressOf(original, anywhere), addressOf(item, 8), first);
  points.store(addressOf(other, anywhere), addressOf(item, 16), first);
  points.store(addressOf(copy, anywhere), addressOf(item, 8), second);
  EXPECT_EQ(foundAt(8, first), std::set<ObjectId>{original});
  EXPECT_EQ(foundAt(8, second), std::set<ObjectId>{copy});
  EXPECT_EQ(foundAt(8, {}), std::set<ObjectId>{copy});
  EXPECT_EQ(foundAt(16, second), std::set<ObjectId>{other});
  points.forgetStages();
  EXPECT_EQ(foundAt(8, second), (std::set<ObjectId>{original, copy}));
}

/// Whether the solver gives up: each of the 100 values of a layer is a copy of
/// all values of the layer before, and the first value has 2000 addresses.
static bool isGivenUp(unsigned layers) {
  constexpr unsigned width = 100, addresses = 2000;
  PointsTo points;
  std::vector<NodeId> last;
  for (unsigned i = 0; i < width; ++i)
    last.push_back(points.makeNode());
  for (unsigned layer = 1; layer < layers; ++layer) {
    std::vector<NodeId> next;
    for (unsigned i = 0; i < width; ++i) {
      next.push_back(points.makeNode());
      for (const NodeId from : last)
        points.copy(from, next.back());
    }
    last = next;
  }
  Object object;
  object.kind = ObjectKind::Heap;
  for (unsigned i = 0; i < addresses; ++i)
    points.add(0, points.placeOf(points.makeObject(object), anywhere));
  points.solve();
  return points.isStopped();
}

TEST(PointsTo, GivesUpWhatWouldTakeMinutes) {
  EXPECT_FALSE(isGivenUp(20));
  EXPECT_TRUE(isGivenUp(150));
}
