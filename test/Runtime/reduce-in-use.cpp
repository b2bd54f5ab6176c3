// Items of a reduction that nobody has waited for may not be reduced again, nor
// redistributed, and what a redistribution still needs may not be reduced: the
// same error on every rank, also where one rank alone uses an item twice.
// Elements that have no byte in common may be under way at once.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 3 %t
// RUN: timeout 60 %mpirun 4 %t
#include "Inputs/ReduceCheck.h"

using namespace redist;

static int ownRank, rankCount;
static const reduction none;
static const std::string inUse =
    "the storage is in use: nobody has waited yet for the ";

template <typename Call>
static void expectError(const std::string &text, Call callOf) {
  expectText(text, errorOf(callOf), "rank " + std::to_string(ownRank));
}

static void sameItem() {
  const std::string text = "app.cpp:2: error: " + inUse +
                           "reduction at "
                           "app.cpp:1";
  std::string name = nameOf(ownRank);
  request first =
      start_reduce(reduceAt(1), none.ordered(), MPI_COMM_WORLD, joined, name);
  expectError(text, [&] {
    reduce(reduceAt(2), none.ordered(), MPI_COMM_WORLD, joined, name);
  });
  expectError(text, [&] {
    request second =
        start_reduce(reduceAt(2), none.ordered(), MPI_COMM_WORLD, joined, name);
    wait(second);
  });
  wait(first);
  expectText(namesOf(rankCount), name, "after the errors");
  // Numbers that go without an agreement, and those that do not.
  for (const bool isUniform : {false, true}) {
    const reduction what = isUniform ? none.uniform() : none;
    long n = ownRank;
    request pending =
        start_reduce(reduceAt(1), what, MPI_COMM_WORLD, plus{}, n);
    for (const reduction &other : {what, what.root(rankCount - 1)})
      if (!isUniform || !other.has_root)
        expectError(text, [&] {
          reduce(reduceAt(2), other, MPI_COMM_WORLD, plus{}, n);
        });
    wait(pending);
    require(n == rankCount * (rankCount - 1) / 2, "the sum");
  }
}

/// Rank `bad` alone reduces what is under way.
static void oneRankAlone() {
  for (int bad = 0; bad < rankCount; ++bad)
    for (const bool isUniform : {false, true}) {
      const reduction what = isUniform ? none.uniform() : none;
      long a = ownRank, b = 1;
      request pending =
          start_reduce(reduceAt(1), what, MPI_COMM_WORLD, plus{}, a);
      expectError("app.cpp:2: error: " + inUse + "reduction at app.cpp:1", [&] {
        reduce(reduceAt(2), what, MPI_COMM_WORLD, plus{},
               ownRank == bad ? a : b);
      });
      require(b == 1, "changed");
      wait(pending);
      require(a == rankCount * (rankCount - 1) / 2, "the sum");
    }
}

static void sections() {
  std::vector<int> x(20, 1);
  request even = start_reduce(reduceAt(1), none, MPI_COMM_WORLD, plus{},
                              elements(x, 0, 10, 2));
  request odd = start_reduce(reduceAt(1), none, MPI_COMM_WORLD, plus{},
                             elements(x, 19, 5, -4));
  reduce(reduceAt(2), none, MPI_COMM_WORLD, plus{}, elements(x, 1, 5, 4));
  for (const auto &[lower, count, stride] :
       {std::array<int, 3>{0, 1, 1}, {3, 2, 1}, {1, 2, 3}, {0, 2, 19}})
    expectError("app.cpp:2: error: " + inUse + "reduction at app.cpp:1",
                [&, at = lower, n = count, step = stride] {
                  reduce(reduceAt(2), none, MPI_COMM_WORLD, plus{},
                         elements(x, at, n, step));
                });
  wait(even);
  wait(odd);
  require(x == std::vector<int>(20, rankCount), "sections");
}

static void redistributions() {
  constexpr std::int64_t n = 1000;
  const layout from = cyclic_layout(7, rankCount, 0);
  const layout to = block_layout(rankCount, 0);
  const redistribution what = redistribution({whole(n)}).from(from).to(to);
  auto a = filled<double>(n, from, ownRank);
  std::vector<double> b;
  b.reserve(n);
  request moving = start_redistribute_into(at(1), what, MPI_COMM_WORLD,
                                           objects(a), objects(b));
  expectError(
      "app.cpp:2: error: " + inUse + "redistribution at app.cpp:1", [&] {
        reduce(reduceAt(2), none, MPI_COMM_WORLD, plus{}, elements(a, 0, 1));
      });
  wait(moving);
  request reducing = start_reduce(reduceAt(1), none, MPI_COMM_WORLD, plus{},
                                  elements(a, 0, 1));
  expectError("app.cpp:2: error: " + inUse + "reduction at app.cpp:1", [&] {
    redistribute_into(at(2), what, MPI_COMM_WORLD, objects(a), objects(b));
  });
  wait(reducing);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  ownRank = rankOf();
  rankCount = sizeOf();
  sameItem();
  oneRankAlone();
  sections();
  redistributions();
  MPI_Finalize();
}
