// Small sections are reduced while the ranks agree on the call. Whatever one
// rank alone has otherwise (a shorter section, a longer one, one too long to
// travel so, one beyond its object, other clauses, another operator), every
// rank throws the same, nothing hangs, no item has changed, and the next
// reduction works.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 2 %t
// RUN: timeout 60 %mpirun 3 %t
// RUN: timeout 60 %mpirun 4 %t
// RUN: timeout 60 %mpirun 6 %t
// RUN: env REDIST_VERIFY=1 REDIST_STATS=1 timeout 60 %mpirun 3 %t
#include "Inputs/ReduceCheck.h"

#include <numeric>

using namespace redist;

static int ownRank, rankCount;

/// Every rank has thrown the same, which has `part` in it.
static void expectAlike(const std::string &part, const std::string &found) {
  int length = static_cast<int>(found.size());
  MPI_Bcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD);
  std::string first = found;
  first.resize(static_cast<std::size_t>(length));
  MPI_Bcast(first.data(), length, MPI_CHAR, 0, MPI_COMM_WORLD);
  expectText(first, found, "rank " + std::to_string(ownRank));
  require(found.find(part) != std::string::npos,
          "expected '" + part + "', got '" + found + "'");
}

/// One call, at once or by a request.
template <typename Operator, typename... Items>
static void call(bool isStarted, const reduction &what, Operator op,
                 Items &&...items) {
  if (!isStarted) {
    reduce(reduceAt(1), what, MPI_COMM_WORLD, op, items...);
    return;
  }
  request pending = start_reduce(reduceAt(1), what, MPI_COMM_WORLD, op,
                                 std::forward<Items>(items)...);
  wait(pending);
}

struct Way {
  reduction what;
  bool isStarted;
};

/// With and without order, waiting and not, to all and to each root.
static std::vector<Way> allWays() {
  std::vector<Way> ways;
  for (int root = -1; root < rankCount; ++root)
    for (const bool isOrdered : {false, true})
      for (const bool isStarted : {false, true}) {
        reduction what = root < 0 ? reduction() : reduction().root(root);
        if (isOrdered)
          what = what.ordered();
        ways.push_back({what.uniform(), isStarted});
      }
  return ways;
}

static std::vector<double> ownValues() {
  std::vector<double> x(600);
  std::iota(x.begin(), x.end(), 1000.0 * ownRank);
  return x;
}

/// `count` numbers on all ranks.
static void reduceWell(const Way &way, std::int64_t count) {
  std::vector<double> x = ownValues();
  std::vector<double> expected = x;
  const bool hasResult = !way.what.has_root || way.what.root_rank == ownRank;
  for (std::size_t i = 0; hasResult && i < static_cast<std::size_t>(count); ++i)
    expected[i] = 500.0 * rankCount * (rankCount - 1) +
                  static_cast<double>(i) * rankCount;
  call(way.isStarted, way.what, plus{}, elements(x, 0, count));
  require(x == expected, std::to_string(count) + " numbers");
}

/// Where rank `bad` alone has `other` instead of `count`.
static void reduceOthers(const Way &way, int bad, std::int64_t count,
                         std::int64_t other) {
  std::vector<double> x = ownValues();
  const std::string found = errorOf([&] {
    call(way.isStarted, way.what, plus{},
         elements(x, 0, ownRank == bad ? other : count));
  });
  const bool isBeyond = other > 600;
  expectAlike(
      isBeyond ? "app.cpp:1: error: the section [0 : " + std::to_string(other) +
                     "] of item 1"
      : rankCount > 1
          ? "app.cpp:1: error: the number of elements differs between "
            "ranks: it is " +
                std::to_string(bad == 0 ? other : count) + " on rank 0 and " +
                std::to_string(bad == 0 ? count : other) + " on rank "
          : "",
      found);
  require(rankCount == 1 || x == ownValues(), "the items have changed");
}

static void differentSizes() {
  for (const Way &way : allWays()) {
    for (const std::int64_t count : {0, 1, 16, 255, 256, 257, 600})
      reduceWell(way, count);
    for (int bad = 0; bad < rankCount; ++bad)
      for (const auto &[count, other] : {std::pair{16, 15},
                                         {16, 17},
                                         {16, 0},
                                         {0, 16},
                                         {256, 257},
                                         {257, 256},
                                         {16, 600},
                                         {600, 16},
                                         {16, 601},
                                         {600, 601}})
        reduceOthers(way, bad, count, other);
    reduceWell(way, 16);
  }
}

/// Rank `bad` says something else, of few numbers and of many.
template <typename Call>
static void expectDifference(const std::string &what, Call callOf) {
  if (rankCount == 1)
    return;
  for (int bad = 0; bad < rankCount; ++bad)
    for (const std::int64_t count : {16, 300}) {
      std::vector<double> x = ownValues();
      const auto section = elements(x, 0, count);
      expectAlike("app.cpp:1: error: " + what + " differs between ranks",
                  errorOf([&] { callOf(ownRank == bad, section); }));
      require(x == ownValues(), what + ": the items have changed");
    }
}

static void differentClauses() {
  const reduction none;
  expectDifference("root()", [&](bool isBad, auto section) {
    call(false, isBad ? none.root(0) : none, plus{}, section);
  });
  expectDifference("root()", [&](bool isBad, auto section) {
    call(false, none.root(isBad ? 0 : 1), plus{}, section);
  });
  expectDifference("ordered", [&](bool isBad, auto section) {
    call(false, isBad ? none.ordered() : none, plus{}, section);
  });
  expectDifference("cost()", [&](bool isBad, auto section) {
    call(false, isBad ? none.cost(1, 1) : none, plus{}, section);
  });
  expectDifference("nowait()", [&](bool isBad, auto section) {
    call(isBad, none, plus{}, section);
  });
  expectDifference("the operator", [&](bool isBad, auto section) {
    if (isBad)
      call(false, none, multiplies{}, section);
    else
      call(false, none, plus{}, section);
  });
  expectDifference("the strategy", [&](bool isBad, auto section) {
    reduce(reduceAt(1, isBad ? "mpi" : "auto"), none, MPI_COMM_WORLD, plus{},
           section);
  });
  // Of one length in bytes.
  if (rankCount == 1)
    return;
  std::vector<unsigned long> x(16, 1);
  std::vector<long> n(16, 1);
  expectAlike(
      "the type of the items differs between ranks: it is uint64_t on rank 0 "
      "and int64_t on rank 1",
      errorOf([&] {
        if (ownRank == 0)
          call(false, none, plus{}, elements(x, 0, 16));
        else
          call(false, none, plus{}, elements(n, 0, 16));
      }));
}

/// Values that do not lie side by side, beside another that is under way.
static void severalItems() {
  for (const Way &way : allWays()) {
    std::vector<long> x(40, 1), before = x;
    long y[3] = {ownRank, 1, 2};
    std::string name = nameOf(ownRank);
    request pending = start_reduce(reduceAt(2), reduction().ordered(),
                                   MPI_COMM_WORLD, joined, name);
    call(way.isStarted, way.what, plus{}, elements(x, 39, 20, -2), y);
    wait(pending);
    expectText(namesOf(rankCount), name, "beside others");
    const bool hasResult = !way.what.has_root || way.what.root_rank == ownRank;
    if (hasResult)
      for (std::size_t i = 1; i < 40; i += 2)
        before[i] = rankCount;
    require(x == before && y[1] == (hasResult ? rankCount : 1) &&
                y[0] == (hasResult ? rankCount * (rankCount - 1) / 2 : ownRank),
            "several items");
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  ownRank = rankOf();
  rankCount = sizeOf();
  differentSizes();
  differentClauses();
  severalItems();
  MPI_Finalize();
}
