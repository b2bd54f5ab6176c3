// What goes wrong in a reduction is thrown on every rank, the same text
// everywhere, and no item has changed: operators that throw (on any rank, in
// any form, whatever they throw), items that do not fit each other, clauses
// that make no sense or differ. Nothing hangs; the next reduction works.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 2 %t
// RUN: timeout 60 %mpirun 4 %t
// RUN: timeout 60 %mpirun 7 %t
// RUN: env REDIST_RANKS_PER_NODE=2 timeout 60 %mpirun 5 %t
// RUN: env REDIST_COMBINE_THREAD=0 timeout 60 %mpirun 3 %t
#include "Inputs/ReduceCheck.h"

#include <array>
#include <cmath>

using namespace redist;

static int ownRank; // combines must not call MPI

/// Every rank has thrown `text`; a throwing combine may not have been needed.
static void expectAlike(const std::string &found) {
  int length = static_cast<int>(found.size());
  MPI_Bcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD);
  std::string first = found;
  first.resize(static_cast<std::size_t>(length));
  MPI_Bcast(first.data(), length, MPI_CHAR, 0, MPI_COMM_WORLD);
  require(first == found,
          "rank 0 got '" + first + "', this one '" + found + "'");
}

struct Thrown {
  std::string text;
  int rank = -1;
};

template <typename Call> static Thrown thrownBy(Call call) {
  try {
    call();
  } catch (const reduce_error &e) {
    return {e.what(), e.rank()};
  }
  return {};
}

/// An operator that throws on one rank; whether it has.
template <typename Item, typename Operator>
static bool throwsOn(int bad, const reduction &what, const char *strategy,
                     const Item &own, Operator op) {
  Item item = own;
  const Thrown thrown = thrownBy([&] {
    reduce(
        reduceAt(1, strategy), what, MPI_COMM_WORLD,
        [&](const auto &a, const auto &b) {
          if (ownRank == bad)
            throw std::runtime_error("cannot combine on " +
                                     std::to_string(bad));
          return op(a, b);
        },
        item);
  });
  expectAlike(thrown.text);
  if (thrown.rank < 0)
    return false;
  expectText("app.cpp:1: error: rank " + std::to_string(bad) +
                 ": cannot combine on " + std::to_string(bad),
             thrown.text, "throwing");
  require(thrown.rank == bad, "another rank");
  require(item == own, "the item has changed");
  return true;
}

static void throwingOperators() {
  const int size = sizeOf();
  int count = 0;
  for (int bad = 0; bad < size; ++bad)
    for (int root = -1; root < size; ++root)
      for (const char *strategy : {"auto", "greedy", "binomial"})
        for (const bool isOrdered : {false, true})
          for (const double cost : {1e-4, 1e-3}) {
            reduction what = reduction().cost(1e-3, cost);
            if (root >= 0)
              what = what.root(root);
            if (isOrdered)
              what = what.ordered();
            count += throwsOn(bad, what, strategy, nameOf(ownRank), joined);
            count += throwsOn(bad, what, strategy, 3 * ownRank,
                              [](int a, int b) { return a + b; });
          }
  require(count > 0, "nobody has thrown");
  // Ranks that take no part hear of it, too.
  for (int ranks = 2; ranks < size; ++ranks)
    require(throwsOn(0, reduction().onto(ranks).root(0), "auto",
                     nameOf(ownRank), joined),
            "rank 0 combines");
}

static void otherExceptions() {
  int item = ownRank;
  expectText("app.cpp:2: error: rank 0: unknown exception", errorOf([&] {
               reduce(
                   reduceAt(2), reduction().root(0), MPI_COMM_WORLD,
                   [](int, int) -> int { throw 7; }, item);
             }),
             "an int");
  // Values in pieces of which a later one fails.
  std::vector<double> values(300000, ownRank);
  const Thrown thrown = thrownBy([&] {
    reduce(
        reduceAt(3, "greedy"), reduction(), MPI_COMM_WORLD,
        [](double a, double b) {
          if (a + b < 0)
            throw std::runtime_error("negative");
          return a + b;
        },
        elements(values, 0, 300000, 1));
  });
  require(thrown.rank == -1, "thrown for nothing");
  values.assign(values.size(), ownRank);
  values[299999] = -1000;
  const Thrown late = thrownBy([&] {
    reduce(
        reduceAt(4, "greedy"), reduction(), MPI_COMM_WORLD,
        [](double a, double b) {
          if (a + b < 0)
            throw std::runtime_error("negative");
          return a + b;
        },
        elements(values, 0, 300000, 1));
  });
  expectAlike(late.text);
  require(late.text.find(": negative") != std::string::npos, "not thrown");
  require(values[0] == ownRank && values[299999] == -1000, "changed");
  // A long message; one that is as long as the value would be.
  for (const int length : {0, 1, 8, 100, 3000}) {
    const std::string text(static_cast<std::size_t>(length), 'x');
    std::array<char, 24> bytes{};
    expectText("app.cpp:5: error: rank 0: " + text,
               thrownBy([&] {
                 reduce(
                     reduceAt(5), reduction().root(0), MPI_COMM_WORLD,
                     [&](const std::array<char, 24> &,
                         const std::array<char, 24> &) -> std::array<char, 24> {
                       throw std::runtime_error(text);
                     },
                     bytes);
               }).text,
               "a message of " + std::to_string(length));
  }
}

template <typename Call>
static void expectError(const std::string &message, Call call) {
  const std::string found = errorOf(call);
  expectAlike(found);
  require(found.find(message) != std::string::npos,
          "expected '" + message + "', got '" + found + "'");
}

static auto plusOf = [](double a, double b) { return a + b; };

template <typename Clauses>
static void expectClauseError(const std::string &message, Clauses clauses,
                              const char *strategy = "auto") {
  double x = ownRank;
  expectError("app.cpp:6: error: " + message, [&] {
    reduce(reduceAt(6, strategy), clauses, MPI_COMM_WORLD, plusOf, x);
  });
  expectError("app.cpp:6: error: " + message, [&] {
    request id =
        start_reduce(reduceAt(6, strategy), clauses, MPI_COMM_WORLD, plusOf, x);
    wait(id);
  });
  require(x == ownRank, "changed");
}

static void wrongClauses() {
  const int size = sizeOf();
  const std::string all = std::to_string(size) + " ranks";
  const reduction none;
  expectClauseError("root(): rank " + std::to_string(size) +
                        " is not in the communicator of " + all,
                    none.root(size));
  expectClauseError("root(): rank -1 is not in the communicator of " + all,
                    none.root(-1));
  expectClauseError("root(): rank 1 is not among the 1 rank that take part",
                    none.onto(1).root(1));
  expectClauseError("onto(): " + std::to_string(size + 1) +
                        " ranks do not fit a communicator of " +
                        std::to_string(size),
                    none.onto(size + 1));
  expectClauseError("onto(): 0 ranks cannot reduce, at least 1 is needed",
                    none.onto(0));
  expectClauseError("cost(): transfer is 0, but a number of seconds above 0 is "
                    "needed",
                    none.cost(0, 1));
  expectClauseError("cost(): combine is -2.5, but", none.cost(1, -2.5));
  expectClauseError("cost(): combine is ", none.cost(1, std::nan("")));
  expectClauseError("transfers(): the limit is 0, but at least 1 is needed",
                    none.transfers(0));
  expectClauseError("reducers(): the limit is -3, but at least 1 is needed",
                    none.reducers(-3));
  expectClauseError("unknown strategy 'clever'", none, "clever");
}

static void differentCalls() {
  const reduction none;
  expectClauseError("root() differs between ranks: it is 0 on rank 0 and 1 on "
                    "rank 1 of the communicator",
                    none.root(ownRank == 0 ? 0 : 1));
  expectClauseError("cost() differs between ranks: it is not there on rank 0 "
                    "and there on rank 1",
                    ownRank == 0 ? none : none.cost(1, 1));
  expectClauseError("ordered differs between ranks",
                    ownRank == 0 ? none.ordered() : none);
  expectClauseError("the cost of a combine differs between ranks: it is 0.5 on "
                    "rank 0 and 1.5 on rank 1",
                    none.cost(1, 0.5 + (ownRank > 0)));
}

static void itemsThatDoNotFit() {
  std::vector<double> x(5, 1);
  const auto reduceSome = [&](std::int64_t count) {
    reduce(reduceAt(7), reduction(), MPI_COMM_WORLD, plusOf,
           elements(x, 0, count, 1));
  };
  const int last = sizeOf() - 1;
  const std::string text =
      "app.cpp:7: error: the number of elements differs between ranks: it is 3 "
      "on rank 0 and 4 on rank " +
      std::to_string(last) + " of the communicator";
  const Thrown thrown = thrownBy([&] { reduceSome(ownRank == last ? 4 : 3); });
  expectText(text, thrown.text, "sizes");
  require(thrown.rank == last, "another rank");
  // Which is found out on one rank alone.
  expectError("app.cpp:7: error: ", [&] { reduceSome(ownRank == 1 ? 6 : 5); });
  require(x == std::vector<double>(5, 1), "changed");
  reduceSome(5);
  require(x == std::vector<double>(5, sizeOf()), "not reduced");
}

int main(int argc, char **argv) {
  int early = 1;
  const std::string before = errorOf(
      [&] { reduce(reduceAt(8), reduction(), MPI_COMM_WORLD, plusOf, early); });
  MPI_Init(&argc, &argv);
  expectText("app.cpp:8: error: MPI is not initialized: call MPI_Init before "
             "the directive",
             before, "before");
  ownRank = rankOf();
  expectText("app.cpp:8: error: the communicator is MPI_COMM_NULL",
             errorOf([&] {
               reduce(reduceAt(8), reduction(), MPI_COMM_NULL, plusOf, early);
             }),
             "null");
  throwingOperators();
  otherExceptions();
  wrongClauses();
  differentCalls();
  itemsThatDoNotFit();
  std::string item = nameOf(ownRank);
  reduce(reduceAt(9), reduction().ordered(), MPI_COMM_WORLD, joined, item);
  expectText(namesOf(sizeOf()), item, "after all errors");
  MPI_Finalize();
}
