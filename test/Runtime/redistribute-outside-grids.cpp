// What a rank hands over for a side whose grid it is not in is its own affair:
// the storage of the other side, one storage for everything, one container for
// several objects, null pointers. Random grids and sections; what the grids
// hold is compared element by element.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 3 %t 200
// RUN: timeout 60 %mpirun 5 %t 200
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 4 %t 100
#include "Inputs/Check.h"

#include <random>

using namespace redist;

/// The same numbers on all ranks.
static int below(int bound) {
  static std::mt19937 engine(7);
  return static_cast<int>(engine() % static_cast<unsigned>(bound));
}

/// CYCLIC(block) on `ranks` ranks from `first` on, of which elements lower ...
/// are meant.
struct Side {
  int block, ranks, first, lower;

  static Side random() {
    const int ranks = 1 + below(sizeOf());
    return {1 + below(4), ranks, below(sizeOf() - ranks + 1), below(5)};
  }
  layout told() const { return cyclic_layout(block, ranks, first); }
  int coordinate() const { return rankOf() - first; }
  bool isMember() const { return coordinate() >= 0 && coordinate() < ranks; }
  std::size_t size(int length) const {
    return static_cast<std::size_t>(
        isMember() ? local_extent(lower + length, block, ranks, coordinate())
                   : 0);
  }
  /// visit(index of the section, local index)
  template <typename Visit> void forOwn(int length, Visit visit) const {
    for (int i = 0; isMember() && i < length; ++i) {
      const int at = lower + i;
      if (at / block % ranks == coordinate())
        visit(i, static_cast<std::size_t>(at / (block * ranks) * block +
                                          at % block));
    }
  }
};

static void runCase(int number) {
  const Side from = Side::random(), to = Side::random();
  const int length = below(20);
  std::vector<int> a(from.size(length), -1), b(to.size(length), -2);
  std::vector<int> scratch(64, -3);
  from.forOwn(length, [&](int i, std::size_t at) { a[at] = 100 + i; });
  const std::vector<int> kept = a, untouched = scratch;
  std::vector<int> wanted = b;
  to.forOwn(length, [&](int i, std::size_t at) { wanted[at] = 100 + i; });

  // Outside one grid the other side's storage, outside both one for all.
  const bool isNull = rankOf() % 2 == number % 3;
  int *const other = isNull ? nullptr : scratch.data();
  int *const source = from.isMember() ? a.data()
                      : to.isMember() ? b.data()
                                      : other;
  int *const target = to.isMember()     ? b.data()
                      : from.isMember() ? a.data()
                                        : other;
  const auto what = redistribution({slice(from.lower, length)})
                        .from(from.told())
                        .into({slice(to.lower, length)})
                        .to(to.told());
  if (number % 2 == 0) {
    redistribute_into(at(1), what, MPI_COMM_WORLD, objects(source),
                      objects(target));
  } else {
    request pending = start_redistribute_into(at(2), what, MPI_COMM_WORLD,
                                              objects(source), objects(target));
    wait(pending);
  }
  require(b == wanted, "case " + std::to_string(number) + ": wrong elements");
  require(a == kept && scratch == untouched,
          "case " + std::to_string(number) + ": something else has changed");
}

/// Two objects into one container where there is nothing to be written.
static void oneContainer() {
  std::vector<double> a(4, rankOf()), b(4, 10 + rankOf()), first(2), second(2);
  std::vector<double> &other = rankOf() < 2 ? second : first;
  redistribute_into(at(3),
                    redistribution({whole(4)})
                        .from(cyclic_layout(4, 1, 0))
                        .to(cyclic_layout(2, 2, 0)),
                    MPI_COMM_WORLD, objects(a, b), objects(first, other));
  require(rankOf() >= 2 || (first == std::vector<double>(2, 0) &&
                            second == std::vector<double>(2, 10)),
          "one container");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int number = 0; number < std::atoi(argv[1]); ++number)
    runCase(number);
  oneContainer();
  MPI_Finalize();
}
