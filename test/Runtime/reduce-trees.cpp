// Reductions over the trees of the runtime: every number of ranks and every
// root, with and without one, ordered and not, all strategies, limits, costs
// and shapes of values (of fixed size, cut in segments, of sizes that differ,
// longer than a first message). The result is right where it belongs, and other
// ranks keep their items.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 2 %t
// RUN: timeout 60 %mpirun 3 %t
// RUN: timeout 60 %mpirun 4 %t
// RUN: timeout 60 %mpirun 5 %t
// RUN: timeout 60 %mpirun 6 %t
// RUN: timeout 60 %mpirun 7 %t
// RUN: timeout 60 %mpirun 8 %t
// RUN: timeout 60 %mpirun 9 %t
// RUN: env REDIST_COMBINE_THREAD=0 timeout 60 %mpirun 5 %t
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 6 %t
#include "Inputs/ReduceCheck.h"

#include <algorithm>

using namespace redist;

struct Case {
  const char *strategy;
  reduction clauses;
};

static std::vector<Case> cases() {
  const reduction none;
  return {{"auto", none},
          {"greedy", none.cost(1e-3, 1e-3)},
          {"greedy", none.cost(1e-3, 5e-3)},
          {"auto", none.cost(4e-3, 1e-3)},
          {"binomial", none},
          {"fibonacci", none},
          {"auto", none.transfers(1)},
          {"auto", none.transfers(2).cost(2e-3, 1e-3)},
          {"greedy", none.reducers(1)},
          {"greedy", none.reducers(2).cost(1e-3, 2e-3)}};
}

/// Long: beyond the first message.
static std::string longNameOf(int rank) {
  return std::string(static_cast<std::size_t>(9000 + 777 * rank),
                     static_cast<char>('a' + rank % 26));
}

static void strings(const Case &one, int root, bool isLong) {
  const int rank = rankOf();
  const int size = sizeOf();
  const std::string own = isLong ? longNameOf(rank) : nameOf(rank);
  std::string all;
  for (int other = 0; other < size; ++other)
    all += isLong ? longNameOf(other) : nameOf(other);
  for (const bool isOrdered : {true, false}) {
    std::string item = own;
    reduction what = isOrdered ? one.clauses.ordered() : one.clauses;
    if (root >= 0)
      what = what.root(root);
    reduce(reduceAt(1, one.strategy), what, MPI_COMM_WORLD, joined, item);
    const bool hasResult = root < 0 || root == rank;
    std::string expected = hasResult ? all : own;
    if (!isOrdered) { // of which the characters are the same
      std::sort(item.begin(), item.end());
      std::sort(expected.begin(), expected.end());
    }
    expectText(expected, item,
               std::string(one.strategy) + ", root " + std::to_string(root));
  }
}

/// Products of matrices over the integers modulo a prime: of fixed size.
struct Matrix {
  std::int64_t a, b, c, d;
};

static Matrix product(const Matrix &x, const Matrix &y) {
  constexpr std::int64_t p = 1000003;
  return {(x.a * y.a + x.b * y.c) % p, (x.a * y.b + x.b * y.d) % p,
          (x.c * y.a + x.d * y.c) % p, (x.c * y.b + x.d * y.d) % p};
}

static Matrix matrixOf(int rank, int index) {
  return {rank + 2, index + 1, 3 * rank + index, 7};
}

static bool isSame(const Matrix &x, const Matrix &y) {
  return x.a == y.a && x.b == y.b && x.c == y.c && x.d == y.d;
}

static Matrix productOfAll(int size, int index) {
  Matrix all = matrixOf(0, index);
  for (int rank = 1; rank < size; ++rank)
    all = product(all, matrixOf(rank, index));
  return all;
}

static void matrices(const Case &one, int root) {
  Matrix item = matrixOf(rankOf(), 5);
  reduction what = one.clauses.ordered();
  if (root >= 0)
    what = what.root(root);
  reduce(reduceAt(2, one.strategy), what, MPI_COMM_WORLD, product, item);
  const bool hasResult = root < 0 || root == rankOf();
  require(isSame(item,
                 hasResult ? productOfAll(sizeOf(), 5) : matrixOf(rankOf(), 5)),
          "matrix to root " + std::to_string(root));
}

/// Long enough to be cut.
static void segments(const Case &one, int root) {
  constexpr int count = 60000;
  std::vector<Matrix> items;
  for (int i = 0; i < count; ++i)
    items.push_back(matrixOf(rankOf(), i % 100));
  reduction what = one.clauses.ordered();
  if (root >= 0)
    what = what.root(root);
  reduce(reduceAt(3, one.strategy), what, MPI_COMM_WORLD, product,
         elements(items, 0, count, 1));
  const bool hasResult = root < 0 || root == rankOf();
  for (int i = 0; i < 100; ++i) {
    const Matrix expected =
        hasResult ? productOfAll(sizeOf(), i) : matrixOf(rankOf(), i);
    for (int k = i; k < count; k += 100)
      require(isSame(items[static_cast<std::size_t>(k)], expected),
              "element " + std::to_string(k) + " to root " +
                  std::to_string(root));
  }
}

/// The first ranks alone; others only call, with whatever they have.
static void someRanks() {
  for (int ranks = 1; ranks <= sizeOf(); ++ranks)
    for (int root = -1; root < ranks; ++root) {
      std::string item = nameOf(rankOf());
      reduction what = reduction().onto(ranks).ordered();
      if (root >= 0)
        what = what.root(root);
      reduce(reduceAt(4), what, MPI_COMM_WORLD, joined, item);
      const bool hasResult = rankOf() < ranks && (root < 0 || root == rankOf());
      expectText(hasResult ? namesOf(ranks) : nameOf(rankOf()), item, "onto");
    }
}

static void otherCommunicators() {
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rankOf() % 2, -rankOf(), &half);
  std::string item = nameOf(rankOf());
  reduce(reduceAt(5), reduction().ordered(), half, joined, item);
  std::string expected;
  for (int rank = sizeOf() - 1; rank >= 0; --rank)
    if (rank % 2 == rankOf() % 2)
      expected += nameOf(rank);
  expectText(expected, item, "half");
  MPI_Comm_free(&half);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (const Case &one : cases())
    for (int root = -1; root < sizeOf(); ++root) {
      strings(one, root, false);
      strings(one, root, true);
      matrices(one, root);
    }
  for (const Case &one : {cases()[0], cases()[2], cases()[4]})
    for (int root = -1; root < sizeOf(); root += 3)
      segments(one, root);
  someRanks();
  otherCommunicators();
  MPI_Finalize();
}
