// A directive on arrays that is executed again allocates nothing: each array
// has two stretches of storage, which change places.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 4 %t
#include "Inputs/ArrayCheck.h"
#include "Inputs/CountAllocations.h"

using namespace redist;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int size = sizeOf();
  const std::int64_t n = 400, m = 300;
  const layout rows = layout({block(), undistributed()}).onto({size});
  const layout dealt = layout({cyclic(3), cyclic(5)}).onto({1, size});
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(size), m);
  const layout uneven =
      layout({gen_block(sizes), undistributed()}).onto({size});
  redist::array<double, 2> a({n, m}, rows);
  redist::array<char, 2> b({n, m}, rows);
  const layout blocks = layout({block(), block()}).onto({size, 1});
  redist::array<double, 2> c({n, m}, blocks.room({1, 2}));
  fillByIndex(a);
  fillByIndex(b);
  int position = 0;
  const auto round = [&] {
    const auto what = redistribution({whole(n), whole(m)});
    redistribute(at(1), what.to(dealt), MPI_COMM_WORLD, a, b);
    redistribute(at(2), what.to(dealt).permute({1, 0}), MPI_COMM_WORLD, a, b);
    const auto turned = redistribution({whole(m), whole(n)});
    redistribute(at(3), turned.to(uneven), MPI_COMM_WORLD, a);
    redistribute(at(4), turned.to(rows).relabel(position), MPI_COMM_WORLD, a);
    request pending = start_redistribute(at(5), turned.to(rows).permute({1, 0}),
                                         MPI_COMM_WORLD, a);
    redistribute(at(6), turned.to(rows).permute({1, 0}), MPI_COMM_WORLD, b);
    wait(pending);
    redistribute(at(7), what.to(blocks.halo({1, 2})), MPI_COMM_WORLD, c);
  };
  round();
  round();
  const long before = allocations;
  for (int i = 0; i < 5; ++i)
    round();
  const long made = allocations - before;
  require(made == 0, std::to_string(made) + " allocations in 5 rounds");
  checkByIndex(a, "steady state");
  checkByIndex(b, "steady state of characters");
  // What is given back is there again when it is needed.
  a.shrink_to_fit();
  round();
  const bool hasAllocated = allocations > before;
  require(hasAllocated, "no allocation after shrink_to_fit");
  // Both stretches must have been the new storage of every directive.
  round();
  round();
  const long again = allocations;
  round();
  const bool isSteady = allocations == again; // before the text allocates
  require(isSteady, "allocations in a steady state again");
  checkByIndex(a, "after shrink_to_fit");
  MPI_Finalize();
}
