// Random redistributions of parts of values, against the operator applied
// element by element, part by part in the order of ranks: all built-in
// operators on numbers of all sizes, named ones of both forms that do not
// commute; values that replace, and that are combined with, what is there; in
// place, sections, permutations, storage orders, nowait with two requests, all
// strategies; containers, storage at many places of a cache line, storage that
// the ranks of a node see. A part that is missed, taken twice, or combined out
// of turn gives another value.
// Arguments: seed, number of cases, small or large, one case alone.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 100 %mpirun 1 %t 1 20
// RUN: timeout 100 %mpirun 2 %t 2 40
// RUN: timeout 100 %mpirun 3 %t 3 40
// RUN: timeout 100 %mpirun 4 %t 4 60
// RUN: timeout 100 %mpirun 6 %t 5 60
// RUN: timeout 100 %mpirun 8 %t 6 40
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 4 %t 7 30
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 6 %t 8 40
// RUN: timeout 200 %mpirun 2 %t 9 20 large
// RUN: timeout 200 %mpirun 4 %t 10 30 large
// RUN: env REDIST_SHARED_MEMORY=0 timeout 200 %mpirun 4 %t 11 20 large
// RUN: env REDIST_RANKS_PER_NODE=2 timeout 200 %mpirun 4 %t 12 20 large
// RUN: env REDIST_RANKS_PER_NODE=2 timeout 200 %mpirun 6 %t 14 30
// A profile that would choose derived types, which cannot combine; all at once;
// MPI_Alltoallv.
// RUN: echo '{"alpha": 1e-6, "beta": 1e-10, "combine": 0, "ways": [{"sources": 1, "targets": 1, "run": 1, "piece": 1, "message": 1, "steps": 1, "at_once": 1, "collective": 1, "types": 0.01}]}' > %t.types
// RUN: sed 's/"at_once": 1/"at_once": 0.01/; s/"types": 0.01/"types": 1/' %t.types > %t.once
// RUN: sed 's/"collective": 1/"collective": 0.01/; s/"types": 0.01/"types": 1/' %t.types > %t.collective
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_PROFILE=%t.types timeout 100 %mpirun 4 %t 15 40
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_PROFILE=%t.once timeout 100 %mpirun 4 %t 18 40
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_PROFILE=%t.collective timeout 100 %mpirun 5 %t 19 40
#include "Inputs/StoragePart.h"

#include "redist/Parts.h"

#include <complex>

/// What no operator is built in for.
struct Pair {
  std::int32_t first;
  std::int16_t second;

  bool operator==(const Pair &other) const {
    return first == other.first && second == other.second;
  }
};

template <typename T> static T valueFrom(std::int64_t number) {
  return static_cast<T>(number % 97); // sums and products of few are exact
}
template <>
std::complex<double> valueFrom<std::complex<double>>(std::int64_t number) {
  return {valueFrom<double>(number), valueFrom<double>(number + 31)};
}
template <> Pair valueFrom<Pair>(std::int64_t number) {
  return {valueFrom<std::int32_t>(number), valueFrom<std::int16_t>(number + 5)};
}

/// Neither commutes nor is associative.
struct Append {
  std::int32_t factor;

  Pair operator()(const Pair &a, const Pair &b) const {
    return {factor * a.first - b.first,
            static_cast<std::int16_t>(a.second - 2 * b.second)};
  }
  void operator()(double &a, const double &b) const { a = factor * a - b; }
};

/// What a target has before.
template <typename T>
static std::vector<T> filledTarget(const Case &one, int object) {
  std::vector<T> part(static_cast<std::size_t>(one.target.localSize(rankOf())));
  for (std::size_t i = 0; i < part.size(); ++i)
    part[i] = valueFrom<T>(static_cast<std::int64_t>(5 * i) + object);
  return part;
}

/// Of the source: how many parts elements have, and which one a rank holds,
/// counted by the digits of its position; -1: none.
struct PartNumbers {
  std::int64_t count = 1;
  std::vector<std::int64_t> ofRank;

  explicit PartNumbers(const Side &side) : ofRank(sizeOf(), -1) {
    std::vector<std::pair<std::int64_t, bool>> entries; // and whether parts
    std::size_t next = 0;
    for (std::size_t i = 0; i <= side.told.grid_count; ++i) {
      for (;
           next < side.told.holder_count && side.told.holders[next].place == i;
           ++next)
        entries.push_back(
            {side.told.holders[next].ranks,
             side.told.holders[next].role == redist::grid_role::parts});
      if (i < side.told.grid_count)
        entries.push_back({side.told.grid[i], false});
    }
    for (const auto &[ranks, areParts] : entries)
      count *= areParts ? ranks : 1;
    for (std::size_t p = 0; p < side.rankAt.size(); ++p) {
      std::int64_t rest = static_cast<std::int64_t>(p), number = 0, unit = 1;
      for (std::size_t i = entries.size(); i-- > 0;) {
        const auto [ranks, areParts] = entries[i];
        if (areParts) {
          number += rest % ranks * unit;
          unit *= ranks;
        }
        rest /= ranks;
      }
      ofRank[static_cast<std::size_t>(side.rankAt[p])] = number;
    }
  }
};

template <typename T>
static T partFrom(std::int64_t element, std::int64_t part, int object) {
  return valueFrom<T>(3 * element + 11 * part + object);
}

template <typename T>
static std::vector<T> filledSource(const Case &one, int object) {
  const Index own = one.source.coordinates(rankOf());
  const PartNumbers parts(one.source);
  std::vector<T> part(static_cast<std::size_t>(one.source.localSize(rankOf())));
  forAll(one.source.extents, [&](const Index &index) {
    const std::int64_t at = one.source.offset(index, own);
    if (at >= 0)
      part[static_cast<std::size_t>(at)] =
          partFrom<T>(numberOf(index, one.source.extents),
                      parts.ofRank[static_cast<std::size_t>(rankOf())], object);
  });
  return part;
}

/// combine(own, arriving) is what an element becomes.
template <typename T, typename Combine>
static void checkTarget(const Case &one, bool accumulates, int object,
                        const std::vector<T> &got, Combine combine) {
  const Index own = one.target.coordinates(rankOf());
  std::vector<T> wanted = filledTarget<T>(one, object);
  const PartNumbers parts(one.source);
  forAssigned(one, [&](const Index &from, const Index &to) {
    const std::int64_t at = one.target.offset(to, own);
    if (at < 0)
      return;
    const std::int64_t element = numberOf(from, one.source.extents);
    T value = partFrom<T>(element, 0, object);
    for (std::int64_t part = 1; part < parts.count; ++part)
      value = combine(value, partFrom<T>(element, part, object));
    T &place = wanted[static_cast<std::size_t>(at)];
    place = accumulates ? combine(place, value) : value;
  });
  require(got == wanted,
          one.text + ": wrong elements of object " + std::to_string(object));
}

/// The storage of two objects, and of one more for a second request.
template <typename A, typename B> struct Objects {
  A a;
  B b;
  A c;
};

/// Starts both requests, or makes both calls.
template <typename Call, typename Start>
static void move(const Case &one, Call call, Start start) {
  if (!one.isNowait) {
    call();
    return;
  }
  auto [first, second] = start();
  if (rankOf() % 2 == 0) { // in any order
    wait(first);
    wait(second);
  } else {
    wait(second);
    wait(first);
  }
}

template <typename Operator, typename From, typename To>
static void moveParts(const Case &one, bool accumulates, const directive &where,
                      Operator &op, From &from, To &to) {
  const MPI_Comm world = MPI_COMM_WORLD;
  const auto sources = objects(from.a, from.b);
  const auto targets = objects(to.a, to.b);
  const auto source = objects(from.a);
  const auto target = objects(to.c);
  if (accumulates)
    move(
        one,
        [&] {
          accumulate_parts_into(where, one.what, world, op, op, sources,
                                targets);
          accumulate_parts_into(where, one.what, world, op, op, source, target);
        },
        [&] {
          return std::pair(start_accumulate_parts_into(where, one.what, world,
                                                       Operator(op), op,
                                                       sources, targets),
                           start_accumulate_parts_into(where, one.what, world,
                                                       op, op, source, target));
        });
  else
    move(
        one,
        [&] {
          redistribute_parts_into(where, one.what, world, op, sources, targets);
          redistribute_parts_into(where, one.what, world, op, source, target);
        },
        [&] {
          return std::pair(start_redistribute_parts_into(where, one.what, world,
                                                         Operator(op), sources,
                                                         targets),
                           start_redistribute_parts_into(where, one.what, world,
                                                         op, source, target));
        });
}

/// In place: containers have exactly their new parts.
template <typename Operator, typename Rows>
static Rows movedInPlace(const Case &one, const directive &where, Operator &op,
                         const Rows &from) {
  const MPI_Comm world = MPI_COMM_WORLD;
  Rows now = from;
  now.c = from.a;
  move(
      one,
      [&] {
        redistribute_parts(where, one.what, world, op, now.a, now.b);
        redistribute_parts(where, one.what, world, op, now.c);
      },
      [&] {
        return std::pair(
            start_redistribute_parts(where, one.what, world, Operator(op),
                                     now.a, now.b),
            start_redistribute_parts(where, one.what, world, op, now.c));
      });
  return now;
}

template <typename A, typename B>
static Objects<Part<A>, Part<B>>
partsOf(const Case &one, const Objects<std::vector<A>, std::vector<B>> &rows,
        std::int64_t most, std::int64_t shift) {
  shift = shift / 16 * 16; // where the types may lie
  return {Part<A>(one.storage, rows.a, most, shift),
          Part<B>(one.storage, rows.b, most, (shift + 32) % 64),
          Part<A>(one.storage, rows.c, most, (shift + 16) % 64)};
}

template <typename A, typename B, typename Operator, typename Combine>
static void runWith(Case &one, Operator op, Combine combine) {
  const bool accumulates = !one.inPlace && chance(30);
  one.relabels = one.relabels && one.inPlace; // else targets have sizes
  state(one);
  const directive where = at(17, one.strategy);
  using Rows = Objects<std::vector<A>, std::vector<B>>;
  Rows from{filledSource<A>(one, 0), filledSource<B>(one, 1), {}};
  Rows to{filledTarget<A>(one, 0), filledTarget<B>(one, 1),
          filledTarget<A>(one, 0)};
  const Rows before = from;
  if (one.inPlace) {
    to = movedInPlace(one, where, op, from);
  } else if (one.storage == Storage::Container) {
    moveParts(one, accumulates, where, op, from, to);
  } else {
    auto sources = partsOf(one, from, one.source.largestPart(), one.shift);
    auto targets = partsOf(one, to, one.target.largestPart(), 63 - one.shift);
    moveParts(one, accumulates, where, op, sources, targets);
    from = {sources.a.content(), sources.b.content(), {}};
    to = {targets.a.content(), targets.b.content(), targets.c.content()};
  }
  require(from.a == before.a && from.b == before.b,
          one.text + ": the source changed");
  if (one.relabels)
    applyPositions(one);
  checkTarget(one, accumulates, 0, to.a, combine);
  checkTarget(one, accumulates, 1, to.b, combine);
  checkTarget(one, accumulates, 0, to.c, combine);
}

/// A built-in operator.
template <typename A, typename B, typename Operator>
static void run(Case &one) {
  runWith<A, B>(one, Operator(), [](auto own, auto arriving) {
    return static_cast<decltype(own)>(Operator()(own, arriving));
  });
}
static void runNamed(Case &one) {
  const Append op{3};
  runWith<Pair, double>(one, op, [&](auto own, auto arriving) {
    if constexpr (std::is_same<decltype(own), double>::value) {
      op(own, arriving);
      return own;
    } else {
      return op(own, arriving);
    }
  });
}
/// The first bytes decide: of equal ones, the one that is there stays.
static void runLambda(Case &one) {
  const auto first = [](auto &own, const auto &arriving) {
    if (own < arriving)
      own = arriving;
  };
  runWith<std::int8_t, float>(one, first, [&](auto own, auto arriving) {
    first(own, arriving);
    return own;
  });
}

/// Some of the copies of the source are parts; in place, containers make room.
/// Whether there are parts on several ranks.
static bool makeParts(Case &one) {
  Side &side = one.source;
  bool hasParts = false;
  for (std::size_t i = 0; i < side.told.holder_count; ++i)
    if (chance(70)) {
      side.told.holders[i].role = grid_role::parts;
      hasParts |= side.told.holders[i].ranks > 1;
      one.text += ", parts " + std::to_string(side.told.holders[i].ranks);
    }
  if (one.inPlace)
    one.storage = Storage::Container;
  return hasParts;
}

/// Bytes of an element of both objects, and what runs a case with them.
struct Kind {
  std::int64_t bytes;
  void (*run)(Case &);
};
template <typename A, typename B, typename Operator>
static constexpr Kind kind = {sizeof(A) + sizeof(B), run<A, B, Operator>};
static constexpr Kind kinds[] = {kind<double, std::int32_t, plus>,
                                 kind<std::int16_t, float, multiplies>,
                                 kind<std::uint8_t, std::uint64_t, bit_and>,
                                 kind<std::int32_t, std::uint16_t, bit_or>,
                                 kind<std::int64_t, std::int8_t, bit_xor>,
                                 kind<std::int16_t, double, logical_and>,
                                 kind<std::uint32_t, float, logical_or>,
                                 kind<double, std::int8_t, minimum>,
                                 kind<std::uint16_t, long double, maximum>,
                                 kind<std::complex<double>, std::int64_t, plus>,
                                 kind<std::complex<double>, double, multiplies>,
                                 {sizeof(Pair) + sizeof(double), runNamed},
                                 {5, runLambda}};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  generator.seed(static_cast<std::uint64_t>(std::atoll(argv[1])));
  const int count = std::atoi(argv[2]);
  const bool isLarge = argc > 3 && std::string(argv[3]) == "large";
  const int only = argc > 4 ? std::atoi(argv[4]) : -1;
  int unknown = 0;
  for (int number = 0; number < count; ++number) {
    const Kind &chosen =
        kinds[pick(0, static_cast<std::int64_t>(std::size(kinds)) - 1)];
    Case one;
    bool hasParts = sizeOf() == 1; // which cannot have any
    for (int i = 0; i < 100 && (i == 0 || !hasParts); ++i) {
      one = pickCase(sizeOf(), number, isLarge, chosen.bytes);
      hasParts |= makeParts(one);
    }
    require(hasParts, "no parts in 100 cases: " + one.text);
    one.text += ", operator " + std::to_string(&chosen - kinds);
    if (only >= 0 && number != only)
      continue;
    try {
      chosen.run(one);
    } catch (const redist::error &e) {
      // Where several extents fit sections and storage, none is taken.
      require(one.asksStorage && std::string(e.what()).find("whole extents") !=
                                     std::string::npos,
              one.text + ": " + e.what());
      ++unknown;
    }
  }
  if (rankOf() == 0)
    std::printf("%d cases, %d of them with unknown extents\n", count, unknown);
  MPI_Finalize();
}
