// Random redistributions that combine what arrives with what is there, against
// the operator applied element by element: all built-in operators on numbers of
// all sizes, named ones of both forms that do not commute, on what is no
// number; two types in one call, sections, permutations, storage orders, nowait
// with two requests, all strategies; containers, storage at many places of a
// cache line, storage that the ranks of a node see; every way that elements
// travel. An element that is combined twice, or not at all, has another value.
// Arguments: seed, number of cases, small or large, one case alone.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 100 %mpirun 1 %t 1 30
// RUN: timeout 100 %mpirun 2 %t 2 40
// RUN: timeout 100 %mpirun 3 %t 3 40
// RUN: timeout 100 %mpirun 4 %t 4 60
// RUN: timeout 100 %mpirun 6 %t 5 40
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 4 %t 7 20
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 4 %t 8 40
// RUN: timeout 200 %mpirun 2 %t 9 30 large
// RUN: timeout 200 %mpirun 4 %t 10 30 large
// RUN: env REDIST_SHARED_MEMORY=0 timeout 200 %mpirun 3 %t 11 20 large
// RUN: env REDIST_RANKS_PER_NODE=2 timeout 200 %mpirun 4 %t 12 20 large
// RUN: env REDIST_RANKS_PER_NODE=2 timeout 200 %mpirun 5 %t 14 20
// A profile that would choose derived types, which cannot combine; all at once;
// MPI_Alltoallv.
// RUN: echo '{"alpha": 1e-6, "beta": 1e-10, "combine": 0, "ways": [{"sources": 1, "targets": 1, "run": 1, "piece": 1, "message": 1, "steps": 1, "at_once": 1, "collective": 1, "types": 0.01}]}' > %t.types
// RUN: sed 's/"at_once": 1/"at_once": 0.01/; s/"types": 0.01/"types": 1/' %t.types > %t.once
// RUN: sed 's/"collective": 1/"collective": 0.01/; s/"types": 0.01/"types": 1/' %t.types > %t.collective
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_PROFILE=%t.types timeout 100 %mpirun 4 %t 15 40
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_PROFILE=%t.once timeout 100 %mpirun 4 %t 18 40
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_PROFILE=%t.collective timeout 100 %mpirun 5 %t 19 40
// RUN: env REDIST_TWO_LEVELS=1 REDIST_NODES=0,1,1,2,2 timeout 100 %mpirun 5 %t 20 40
#include "Inputs/StoragePart.h"

#include "redist/Accumulate.h"

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

template <typename T>
static std::vector<T> filledSource(const Case &one, int object) {
  const Index own = one.source.coordinates(rankOf());
  std::vector<T> part(static_cast<std::size_t>(one.source.localSize(rankOf())));
  forAll(one.source.extents, [&](const Index &index) {
    const std::int64_t at = one.source.offset(index, own);
    if (at >= 0)
      part[static_cast<std::size_t>(at)] =
          valueFrom<T>(3 * numberOf(index, one.source.extents) + object);
  });
  return part;
}

/// combine(own, arriving) is what an element becomes.
template <typename T, typename Combine>
static void checkTarget(const Case &one, int object, const std::vector<T> &got,
                        Combine combine) {
  const Index own = one.target.coordinates(rankOf());
  std::vector<T> wanted = filledTarget<T>(one, object);
  forAssigned(one, [&](const Index &from, const Index &to) {
    const std::int64_t at = one.target.offset(to, own);
    if (at < 0)
      return;
    T &value = wanted[static_cast<std::size_t>(at)];
    value = combine(
        value, valueFrom<T>(3 * numberOf(from, one.source.extents) + object));
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

template <typename Operator, typename From, typename To>
static void move(const Case &one, const directive &where, Operator &op,
                 From &from, To &to) {
  if (!one.isNowait) {
    accumulate_into(where, one.what, MPI_COMM_WORLD, op,
                    objects(from.a, from.b), objects(to.a, to.b));
    accumulate_into(where, one.what, MPI_COMM_WORLD, op, objects(from.a),
                    objects(to.c));
    return;
  }
  request first =
      start_accumulate_into(where, one.what, MPI_COMM_WORLD, Operator(op),
                            objects(from.a, from.b), objects(to.a, to.b));
  request second = start_accumulate_into(where, one.what, MPI_COMM_WORLD, op,
                                         objects(from.a), objects(to.c));
  if (rankOf() % 2 == 0) { // in any order
    wait(first);
    wait(second);
  } else {
    wait(second);
    wait(first);
  }
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
  state(one);
  const directive where = at(17, one.strategy);
  using Rows = Objects<std::vector<A>, std::vector<B>>;
  Rows from{filledSource<A>(one, 0), filledSource<B>(one, 1), {}};
  Rows to{filledTarget<A>(one, 0), filledTarget<B>(one, 1),
          filledTarget<A>(one, 0)};
  const Rows before = from;
  if (one.storage == Storage::Container) {
    move(one, where, op, from, to);
  } else {
    auto sources = partsOf(one, from, one.source.largestPart(), one.shift);
    auto targets = partsOf(one, to, one.target.largestPart(), 63 - one.shift);
    move(one, where, op, sources, targets);
    from = {sources.a.content(), sources.b.content(), {}};
    to = {targets.a.content(), targets.b.content(), targets.c.content()};
  }
  require(from.a == before.a && from.b == before.b,
          one.text + ": the source changed");
  checkTarget(one, 0, to.a, combine);
  checkTarget(one, 1, to.b, combine);
  checkTarget(one, 0, to.c, combine);
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
    Case one = pickCase(sizeOf(), number, isLarge, chosen.bytes);
    one.inPlace = one.relabels = false;
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
