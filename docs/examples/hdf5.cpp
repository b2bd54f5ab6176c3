// Distributed arrays in a file of HDF5: redistc++ hdf5.cpp -lredistHdf5
// -lhdf5_openmpi
#include "show.h"

#include <redist/hdf5.h>
#include <redist/redist.h>

#include <mpi.h>

// clang-format off: it would take the * of a layout for a pointer's

struct particle {
  double place[3];
  int kind;
};
template <> struct redist::hdf5::structure<particle> {
  static std::vector<redist::hdf5::field> fields() {
    return {redist::hdf5::member("place", &particle::place),
            redist::hdf5::member("kind", &particle::kind)};
  }
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  using redist::block, redist::cyclic, redist::layout;
  redist::array<int, 2> table({4, 6},
                                 layout({cyclic(), cyclic(2)}).onto({2, 2}));
  for (auto [index, value] : table.owned())
    value = static_cast<int>(10 * index[0] + index[1]);
  redist::hdf5::write(table, "state.h5", "fluid/density");

  redist::array<int, 2> rows(
      {4, 6}, layout({block(), redist::undistributed()}).onto({3}));
  redist::hdf5::read(rows, "state.h5", "fluid/density");
  show("rows", rows.data(), static_cast<int>(rows.size()));

  redist::array<particle, 1> all({5}, layout({block()}).onto({4}));
  for (auto [index, one] : all.owned())
    one = {{0.5 * static_cast<double>(index[0]), 0, 1},
           static_cast<int>(index[0])};
  redist::hdf5::write(all, "state.h5", "particles"); // fluid/density stays

  // The layout is as it was: known to redistc.
  const long n = 4, m = 6;
#pragma redistribute rows[n][m] to(*, block onto(4))
  show("columns", rows.data(), static_cast<int>(rows.size()));
  MPI_Finalize();
}
