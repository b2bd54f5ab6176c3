//===- PointsToTest.cpp - Which objects an address may be of --------------===//
//
// The solver against a plain fixed point over the same random program.
//
//===----------------------------------------------------------------------===//
#include "PointsTo.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

using namespace redistc::effects;

namespace {
struct Statement {
  int kind = 0; ///< 0 copy, 1 load, 2 store, 3 offset
  unsigned from = 0, to = 0;
  std::int64_t amount = 0;
};

constexpr unsigned valueCount = 12, objectCount = 5;
constexpr std::int64_t size = 24;

using Spot = std::pair<unsigned, std::int64_t>; ///< object, offset

/// All addresses of values, and of what is stored, by going over all statements
/// until nothing is new.
class PlainSolver {
public:
  std::vector<std::set<Spot>> values{valueCount};

  void run(const std::vector<Statement> &statements) {
    for (unsigned i = 0; i < objectCount; ++i)
      values[i].insert({i, 0});
    bool isChanged = true;
    while (isChanged) {
      isChanged = false;
      for (const Statement &one : statements)
        isChanged |= apply(one);
    }
  }

private:
  static Spot moved(const Spot &place, std::int64_t amount) {
    const bool isKnown = place.second != anywhere && amount != anywhere &&
                         place.second + amount >= 0 &&
                         place.second + amount < size;
    return {place.first, isKnown ? place.second + amount : anywhere};
  }
  static bool mayBeOne(const Spot &a, const Spot &b) {
    return a.first == b.first && (a.second == b.second ||
                                  a.second == anywhere || b.second == anywhere);
  }
  bool apply(const Statement &one) {
    std::set<Spot> &to = values[one.to];
    const std::size_t before = to.size();
    if (one.kind == 0)
      to.insert(values[one.from].begin(), values[one.from].end());
    else if (one.kind == 3)
      for (const Spot &place : std::set<Spot>(values[one.from]))
        to.insert(moved(place, one.amount));
    else if (one.kind == 1)
      for (const Spot &place : std::set<Spot>(values[one.from]))
        for (const auto &[where, stored] : memory)
          if (mayBeOne(where, place))
            to.insert(stored.begin(), stored.end());
    bool isChanged = to.size() != before;
    if (one.kind == 2)
      for (const Spot &place : values[one.to])
        for (const Spot &value : values[one.from])
          isChanged |= memory[place].insert(value).second;
    return isChanged;
  }

  std::map<Spot, std::set<Spot>> memory;
};

std::vector<Statement> randomProgram(std::mt19937 &random) {
  std::vector<Statement> statements(8 + random() % 25);
  for (Statement &one : statements) {
    one.kind = static_cast<int>(random() % 4);
    one.from = random() % valueCount;
    one.to = random() % valueCount;
    one.amount = random() % 3 == 0 ? anywhere : std::int64_t(random() % 4) * 8;
  }
  return statements;
}
} // namespace

TEST(PointsTo, FindsWhatAPlainFixedPointFinds) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    std::mt19937 random(seed);
    const std::vector<Statement> statements = randomProgram(random);
    PlainSolver plain;
    plain.run(statements);

    PointsTo points;
    std::vector<NodeId> values;
    for (unsigned i = 0; i < valueCount; ++i)
      values.push_back(points.makeNode());
    for (unsigned i = 0; i < objectCount; ++i) {
      Object object;
      object.kind = ObjectKind::Heap;
      object.isPlain = true;
      object.size = size;
      points.add(values[i], points.placeOf(points.makeObject(object), 0));
    }
    // Some of the program is found while the rest is solved.
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const Statement &one = statements[i];
      if (one.kind == 0)
        points.copy(values[one.from], values[one.to]);
      else if (one.kind == 1)
        points.load(values[one.from], values[one.to]);
      else if (one.kind == 2)
        points.store(values[one.from], values[one.to]);
      else
        points.offset(values[one.from], values[one.to], one.amount);
      if (i % 7 == 3)
        points.solve();
    }
    points.solve();
    for (unsigned i = 0; i < valueCount; ++i) {
      std::set<Spot> found;
      for (const PlaceId id : points[values[i]])
        found.insert({points.place(id).object, points.place(id).offset});
      EXPECT_EQ(found, plain.values[i]) << "seed " << seed << ", value " << i;
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
