// Named operators in all forms that fit, on trees of ours and, for items of
// fixed size, as operators of MPI; what throws there reaches every rank.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -pthread -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 2 %t
// RUN: timeout 60 %mpirun 3 %t
// RUN: timeout 60 %mpirun 6 %t
// RUN: env REDIST_RANKS_PER_NODE=3 timeout 60 %mpirun 6 %t
#include "Inputs/FoldCheck.h"

#include <functional>
#include <map>
#include <memory>
#include <stdexcept>

using namespace redist;

/// A row of ranks: its product is defined where `a` ends at `b`'s begin, so
/// that a wrong order shows.
struct Range {
  int first = 0, last = 0;
  bool isRight = true;
  double pad[40] = {};
  bool operator==(const Range &o) const {
    return first == o.first && last == o.last && isRight == o.isRight;
  }
};

static Range product(const Range &a, const Range &b) {
  return {a.first, b.last, a.isRight && b.isRight && a.last + 1 == b.first, {}};
}
static void productInto(Range &into, const Range &from) {
  into = product(into, from);
}
static Range productByValue(Range a, Range b) { return product(a, b); }
static Range productMoved(Range &&a, Range &&b) { return product(a, b); }
static Range &productReference(Range &into, const Range &from) {
  return into = product(into, from);
}
static Range productLax(Range &a, Range &b) { return product(a, b); }
static Range productQuiet(const Range &a, const Range &b) noexcept {
  return product(a, b);
}
template <typename T> static T productOfAny(const T &a, const T &b) {
  return product(a, b);
}
[[maybe_unused]] static int productOverloaded(int a, int b) { return a * b; }
static void productOverloaded(Range &into, const Range &from) {
  productInto(into, from);
}
struct Functor {
  int calls = 0;
  Range operator()(const Range &a, const Range &b) {
    ++calls;
    return product(a, b);
  }
};
struct ConstFunctor {
  void operator()(Range &a, const Range &b) const { productInto(a, b); }
};

template <typename Operator>
static void check(const std::string &name, Operator op) {
  const auto make = [](int rank) { return Range{rank, rank, true, {}}; };
  for (const char *strategy : {"auto", "greedy", "mpi"})
    checkReduction<Range>(name, strategy, reduction().ordered(), op, make,
                          productInto);
}

static void checkForms() {
  check("value", product);
  check("in place", productInto);
  check("by value", productByValue);
  check("moved", productMoved);
  check("reference", productReference);
  check("not const", productLax);
  check("noexcept", productQuiet);
  check("template", productOfAny<Range>);
  check("pointer", &product);
  check("functor", Functor());
  check("const functor", ConstFunctor());
  check("std::function", std::function<Range(Range, Range)>(product));
  check("generic lambda",
        [](auto &into, const auto &from) { productInto(into, from); });
  int calls = 0;
  check("mutable lambda", [calls](const Range &a, const Range &b) mutable {
    ++calls;
    return product(a, b);
  });
  // As generated code calls a name.
  check("name",
        [](auto &&...operands) -> decltype(productOverloaded(operands...)) {
          return productOverloaded(operands...);
        });
  // It is called itself, not a copy.
  Functor counted;
  Range item{rankOf(), rankOf(), true, {}};
  reduce(reduceAt(1), reduction().ordered(), MPI_COMM_WORLD, counted, item);
  int calledSum = 0;
  MPI_Allreduce(&counted.calls, &calledSum, 1, MPI_INT, MPI_SUM,
                MPI_COMM_WORLD);
  require(sizeOf() == 1 || calledSum >= sizeOf() - 1, "calls of a functor");
  checkReduction<double>(
      "std::plus<>", "auto", reduction(), std::plus<>(),
      [](int rank) { return rank * 0.5; }, [](double &a, double b) { a += b; });
  checkReduction<short>(
      "of a wider type", "mpi", reduction(),
      [](long a, long b) { return a + b; },
      [](int rank) { return static_cast<short>(rank); },
      [](short &a, short b) { a = static_cast<short>(a + b); });
  checkReduction<std::unique_ptr<int>>(
      "only moved", "auto", reduction(),
      [](std::unique_ptr<int> a, std::unique_ptr<int> b) {
        *a += *b;
        return a;
      },
      [](int rank) { return std::make_unique<int>(rank); },
      [](std::unique_ptr<int> &a, std::unique_ptr<int> &b) { *a += *b; },
      [](const auto &a, const auto &b) { return *a == *b; });
}

/// strategy(mpi) on fewer ranks than there are, and element by element.
static void checkMpi() {
  const int rank = rankOf();
  for (int ranks = 1; ranks <= sizeOf(); ++ranks)
    for (int root = -1; root < ranks; ++root) {
      reduction what = reduction().ordered().onto(ranks);
      if (root >= 0)
        what = what.root(root);
      Range item{rank, rank, true, {}};
      long sum = rank;
      reduce(reduceAt(2, "mpi"), what, MPI_COMM_WORLD, product, item);
      reduce(reduceAt(3, "mpi"), what, MPI_COMM_WORLD, plus{}, sum);
      const bool hasResult = rank < ranks && (root < 0 || rank == root);
      require(item == (hasResult ? Range{0, ranks - 1, true, {}}
                                 : Range{rank, rank, true, {}}) &&
                  sum == (hasResult ? ranks * (ranks - 1L) / 2 : rank),
              "onto " + std::to_string(ranks));
    }
}

static void checkFailures() {
  const int size = sizeOf();
  const auto refuse = [](const Range &a, const Range &b) {
    if (b.last >= 1)
      throw std::runtime_error("no range beyond 1");
    return product(a, b);
  };
  for (int root = -1; root < size; ++root)
    for (int ranks = size; ranks > std::max(root, 1); --ranks) {
      reduction what = reduction().ordered().onto(ranks);
      if (root >= 0)
        what = what.root(root);
      Range item{rankOf(), rankOf(), true, {}};
      std::string waited, started;
      try {
        reduce(reduceAt(4, "mpi"), what, MPI_COMM_WORLD, refuse, item);
      } catch (const reduce_error &e) {
        waited = e.what();
      }
      try {
        request pending = start_reduce(reduceAt(5, "mpi"), what, MPI_COMM_WORLD,
                                       refuse, item);
        wait(pending);
      } catch (const reduce_error &e) {
        started = e.what();
      }
      require(waited.find("app.cpp:4: error: rank ") == 0 &&
                  waited.find(": no range beyond 1") != std::string::npos,
              "failure: '" + waited + "'");
      require(started.find("app.cpp:5: error: rank ") == 0,
              "failure of a request: '" + started + "'");
      require(item == Range{rankOf(), rankOf(), true, {}},
              "a failure changed the item");
    }
}

static void checkErrors() {
  std::string text = "a";
  int number = 1;
  std::vector<int> v(10);
  const auto of = [&](const char *strategy, const reduction &what, auto op,
                      auto &&item) {
    return [=, &item]() mutable {
      reduce(reduceAt(9, strategy), what, MPI_COMM_WORLD, op, item);
    };
  };
  expectError("app.cpp:9: error: strategy 'mpi' needs items of a fixed size",
              of("mpi", reduction(), plus{}, text));
  expectError("strategy 'mpi' cannot limit transfers",
              of("mpi", reduction().transfers(1), plus{}, number));
  const auto section = [&](std::int64_t lower, std::int64_t length,
                           std::int64_t stride, int wrongRank) {
    return [=, &v] {
      const bool isWrong = rankOf() == wrongRank % sizeOf();
      reduce(reduceAt(9), reduction(), MPI_COMM_WORLD, plus{},
             elements(v, isWrong ? lower : 0, length, stride));
    };
  };
  expectError("the section [6 : 5] of item 1 does not lie inside an object of "
              "10 elements",
              section(6, 5, 1, 1));
  expectError("the section [-1 : 2] of item 1", section(-1, 2, 1, 2));
  expectError("the section [8 : 3 : 2] of item 1", section(8, 3, 2, 0));
  expectError("has a negative length", section(0, -1, 1, 0));
  expectError("has stride 0", section(0, 2, 0, 0));
  int *const nothing = nullptr;
  expectError("is one of a null pointer", [&] {
    reduce(reduceAt(9), reduction(), MPI_COMM_WORLD, plus{},
           elements(nothing, 0, 3));
  });
  if (sizeOf() > 1) {
    require(!errorOf([&] {
               reduce(reduceAt(9), reduction(), MPI_COMM_WORLD, plus{},
                      elements(v, 0, 3 + rankOf() % 2));
             }).empty(),
            "sections of different lengths");
  }
  require(v == std::vector<int>(10), "an error changed the items");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  checkForms();
  checkMpi();
  checkErrors();
  if (sizeOf() > 1)
    checkFailures();
  MPI_Finalize();
}
