// Reductions in memory that ranks share, on one node and on several: random
// values of fixed size under built-in operators and others, to all and to a
// root, on the world and on a part of it, beside a serial fold; the same bits
// in each run, and of small built-in sums without shared memory, too; nothing
// is allocated again. A combine that throws, and ranks that differ, are errors
// on all ranks that change nothing, however many calls went before.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 100 %mpirun 2 %t
// RUN: timeout 100 %mpirun 3 %t > %t.first
// RUN: timeout 100 %mpirun 3 %t > %t.second
// RUN: diff %t.first %t.second
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 3 %t | grep small > %t.messages
// RUN: grep small %t.first | diff - %t.messages
// Statistics let ranks agree on the way to a root, too: these have other
// brackets.
// RUN: env REDIST_STATS=1 timeout 100 %mpirun 3 %t > %t.counted
// RUN: grep small %t.counted | grep -v last > %t.first
// RUN: grep -v last %t.messages | diff %t.first -
// RUN: env REDIST_NODES=0,0,1,1 timeout 100 %mpirun 4 %t > %t.nodes
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 4 %t > %t.verified
// RUN: grep small %t.nodes > %t.first
// RUN: grep small %t.verified | diff %t.first -
// Large values go in stripes inside nodes and between them; where ranks of
// nodes do not follow one another, ordered ones do not.
// RUN: env REDIST_NODES=0,0,1,1 timeout 100 %mpirun 4 %t | diff %t.nodes -
// RUN: env REDIST_NODES=0,1,0,1 timeout 100 %mpirun 4 %t
// RUN: env REDIST_NODES=0,0,1,1,1 timeout 100 %mpirun 5 %t
// RUN: env REDIST_NODES=0,0,0,1,1,2,2 timeout 100 %mpirun 7 %t
// RUN: env REDIST_NODES=0,0,1,1 REDIST_VERIFY=1 REDIST_STATS=1 \
// RUN:   timeout 100 %mpirun 4 %t
#include "Inputs/CountAllocations.h"
#include "Inputs/ReduceCheck.h"

#include <algorithm>
#include <cstring>
#include <random>

using namespace redist;

/// x -> a x + b, first the left one: sides matter.
struct Affine {
  unsigned a, b;
};
static bool operator==(const Affine &f, const Affine &g) {
  return f.a == g.a && f.b == g.b;
}
static Affine then(const Affine &f, const Affine &g) {
  return {g.a * f.a, g.a * f.b + g.b};
}

template <typename T> T valueOf(int rank, int index);
template <> Affine valueOf<Affine>(int rank, int index) {
  return {static_cast<unsigned>(index + 3 * rank + 1),
          static_cast<unsigned>(index * rank + 7)};
}
template <> long valueOf<long>(int rank, int index) {
  return (index % 100 - 3) * (rank + 2);
}
template <> unsigned char valueOf<unsigned char>(int rank, int index) {
  return static_cast<unsigned char>(index * 31 + rank * 101);
}

static int rankIn(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}
static int sizeIn(MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  return size;
}

template <typename T, typename Operator, typename Serial>
static void randomCall(MPI_Comm comm, std::mt19937 &random, Operator op,
                       Serial serial) {
  const int rank = rankIn(comm), size = sizeIn(comm);
  constexpr int most[] = {4, 60, 700, 40000, 300000};
  const int count = static_cast<int>(random() % unsigned(most[random() % 5]));
  const int stride = random() % 4 == 0 ? 2 : 1;
  reduction what;
  const int root = static_cast<int>(random() % unsigned(2 * size)) - size;
  if (root >= 0)
    what = what.root(root);
  if (random() % 2 || std::is_same<T, Affine>::value)
    what = what.ordered();
  std::vector<T> values(static_cast<std::size_t>(count * stride + 1));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = valueOf<T>(rank, static_cast<int>(i));
  reduce(reduceAt(1), what, comm, op, elements(values, 0, count, stride));
  for (int i = 0; i <= count * stride; ++i) {
    T expected = valueOf<T>(rank, i);
    const bool isTaken = i < count * stride && i % stride == 0;
    if (isTaken && (root < 0 || root == rank)) {
      expected = valueOf<T>(0, i);
      for (int other = 1; other < size; ++other)
        expected = serial(expected, valueOf<T>(other, i));
    }
    require(values[static_cast<std::size_t>(i)] == expected,
            "element " + std::to_string(i) + " of " + std::to_string(count));
  }
}

static void randomCalls(MPI_Comm comm) {
  std::mt19937 random(11); // alike on all ranks
  for (int i = 0; i < 120; ++i)
    switch (random() % 3) {
    case 0:
      randomCall<Affine>(comm, random, then, then);
      break;
    case 1:
      randomCall<long>(comm, random, plus{}, std::plus<long>());
      break;
    default:
      randomCall<unsigned char>(
          comm, random, redist::bit_xor{},
          [](unsigned char a, unsigned char b) -> unsigned char {
            return a ^ b;
          });
    }
}

static void several() {
  const int rank = rankOf(), size = sizeOf();
  for (int i = 0; i < 8; ++i) {
    int count = 1, row[3] = {rank, 1, 2};
    double sum = rank;
    reduce(reduceAt(2), reduction(), MPI_COMM_WORLD, plus{}, count, sum, row);
    require(count == size && row[2] == 2 * size, "counts");
    require(sum == size * (size - 1) / 2 && row[0] == sum, "sums");
  }
}

static void show(const char *what, double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  std::uint64_t ends[2] = {bits, ~bits};
  MPI_Allreduce(MPI_IN_PLACE, ends, 2, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
  require(ends[0] == ~ends[1], "not the same bits on all ranks");
  if (rankOf() == 0)
    std::printf("%s %016llx\n", what, static_cast<unsigned long long>(bits));
}

/// The same at each execution, of which the first may go by messages.
static void bits() {
  const auto start = [](int i) { return 1.0 / (3 * rankOf() + i + 1.5); };
  const auto add = [](double a, double b) { return a + b; };
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  double first[4] = {};
  for (int i = 0; i < 8; ++i) {
    double one = start(0);
    reduce(reduceAt(3), reduction().uniform(), comm, plus{}, one);
    show("small", one);
    std::vector<double> some(100, start(1)), many(3000, start(2)),
        named(50, start(3));
    reduce(reduceAt(4), reduction(), comm, plus{}, elements(some, 0, 100));
    show("small", some[99]);
    reduce(reduceAt(5), reduction(), comm, plus{}, elements(many, 0, 3000));
    show("large", many[2999]);
    reduce(reduceAt(6), reduction(), comm, add, elements(named, 0, 50));
    show("named", named[49]);
    const double now[4] = {one, some[99], many[2999], named[49]};
    require(i == 0 || std::equal(now, now + 4, first), "other bits");
    std::copy_n(now, 4, first);
    double toLast = start(4);
    reduce(reduceAt(7), reduction().uniform().root(sizeOf() - 1), comm, plus{},
           toLast);
    MPI_Bcast(&toLast, 1, MPI_DOUBLE, sizeOf() - 1, MPI_COMM_WORLD);
    show("small to the last", toLast);
  }
  MPI_Comm_free(&comm);
}

static void allocatesNothing() {
  double one = 0;
  Affine affine{1, 0};
  std::vector<double> some(100), many(100000);
  const reduction none;
  for (const reduction &what : {none, none.root(0), none.ordered()}) {
    requireAllocations("one", 0, [&] {
      reduce(reduceAt(8), what.uniform(), MPI_COMM_WORLD, plus{}, one);
    });
    requireAllocations("affine", 0, [&] {
      reduce(reduceAt(9), what, MPI_COMM_WORLD, then, affine);
    });
    requireAllocations("some", 0, [&] {
      reduce(reduceAt(10), what, MPI_COMM_WORLD, plus{},
             elements(some, 0, 100));
    });
    requireAllocations("many", 0, [&] {
      reduce(reduceAt(14), what, MPI_COMM_WORLD, plus{},
             elements(many, 0, 100000));
    });
  }
}

static bool mayShareMemory() { return !std::getenv("REDIST_SHARED_MEMORY"); }

/// Whether all ranks share memory.
static bool isOnNode() {
  MPI_Comm node;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                      &node);
  const bool areTogether = sizeIn(node) == sizeOf();
  MPI_Comm_free(&node);
  return areTogether && mayShareMemory();
}

/// Of each rank of the world, as REDIST_NODES has it; none where it is not set.
static std::vector<int> pretendedNodes() {
  std::vector<int> nodes;
  const char *at = std::getenv("REDIST_NODES");
  for (int rank = 0; at && rank < sizeOf(); ++rank, at += 2)
    nodes.push_back(*at - '0');
  return nodes;
}

/// The last rank that combines a stripe of large values, where there are any:
/// each node has as many as the smallest one. Else 0.
static int lastWithStripe() {
  if (!mayShareMemory())
    return 0;
  std::vector<int> nodes = pretendedNodes();
  if (nodes.empty())
    return isOnNode() ? sizeOf() - 1 : 0;
  int last = 0;
  const auto ranksOf = [&](int node, int end) {
    return std::count(nodes.begin(), nodes.begin() + end, node);
  };
  std::ptrdiff_t stripes = sizeOf();
  for (const int node : nodes)
    stripes = std::min(stripes, ranksOf(node, sizeOf()));
  for (int rank = 0; rank < sizeOf(); ++rank)
    if (ranksOf(nodes[static_cast<std::size_t>(rank)], rank) < stripes)
      last = rank;
  return last;
}

/// Of stripes each rank combines one, of trees the first rank does in any case.
static void failures() {
  const int rank = rankOf(), last = sizeOf() - 1;
  for (const int count : {1, 500, 50000})
    for (int call = 0; call < 3; ++call) {
      std::vector<int> values(static_cast<std::size_t>(count), rank);
      const int bad = count > 10000 ? lastWithStripe() : 0;
      const std::string found = errorOf([&] {
        reduce(
            reduceAt(11), reduction(), MPI_COMM_WORLD,
            [&](int a, int b) -> int {
              if (rank == bad)
                throw std::runtime_error("not on this rank");
              return a + b;
            },
            elements(values, 0, count));
      });
      expectText("app.cpp:11: error: rank " + std::to_string(bad) +
                     ": not on this rank",
                 found, "a combine that throws");
      require(values.back() == rank, "the items have changed");
      const std::string differs = errorOf([&] {
        reduce(reduceAt(12), reduction(), MPI_COMM_WORLD, plus{},
               elements(values, 0, count - (rank == last)));
      });
      require(differs.find("the number of elements differs between ranks") !=
                  std::string::npos,
              "not '" + differs + "'");
      const std::string roots = errorOf([&] {
        reduce(reduceAt(13), reduction().root(rank == last), MPI_COMM_WORLD,
               plus{}, elements(values, 0, count));
      });
      require(roots.find("root() differs between ranks: it is 0 on rank 0") !=
                  std::string::npos,
              "not '" + roots + "'");
      require(values.back() == rank, "the items have changed");
    }
}

/// A number, and twice that: combined from nothing else.
struct Twice {
  int once, twice;
};

/// A combine that throws on one rank: the others still combine values of ranks.
static void failuresGiveNoOtherValues() {
  constexpr std::size_t count = 300000;
  const int rank = rankOf(), bad = lastWithStripe();
  long calls = 0, wrong = 0;
  std::vector<double> before(count, -1.5);
  reduce(reduceAt(15), reduction(), MPI_COMM_WORLD, plus{},
         elements(before, 0, count));
  std::vector<Twice> values(count, Twice{rank, 2 * rank});
  const std::string found = errorOf([&] {
    reduce(
        reduceAt(16), reduction(), MPI_COMM_WORLD,
        [&](Twice &into, const Twice &from) {
          wrong += into.twice != 2 * into.once || from.twice != 2 * from.once;
          if (++calls > 5000 && rank == bad)
            throw std::runtime_error("not on this rank");
          into = {into.once + from.once, into.twice + from.twice};
        },
        elements(values, 0, count));
  });
  expectText("app.cpp:16: error: rank " + std::to_string(bad) +
                 ": not on this rank",
             found, "a combine that throws late");
  require(wrong == 0, std::to_string(wrong) + " wrong values");
  require(values.back().once == rank, "the items have changed");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  randomCalls(MPI_COMM_WORLD);
  MPI_Comm part;
  MPI_Comm_split(MPI_COMM_WORLD, rankOf() > 0, -rankOf(), &part);
  randomCalls(part);
  MPI_Comm_free(&part);
  several();
  bits();
  if (mayShareMemory() && !std::getenv("REDIST_STATS") &&
      (isOnNode() || !pretendedNodes().empty()))
    allocatesNothing();
  failures();
  failuresGiveNoOtherValues();
  MPI_Finalize();
}
