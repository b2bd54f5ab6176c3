// The atmosphere of a coupled model: it receives the temperature of the ocean's
// surface and sends the wind that is made by it. A redist::array knows its
// layout, so that remote is all that its directives say.
#include "couple.h"

#include <redist/redist.h>

#include <cstdio>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm own, ocean = couple(own);
  int ranks = 0;
  MPI_Comm_size(own, &ranks);

  const long n = 45, m = 32;
  const auto columns =
      redist::layout({redist::undistributed(), redist::cyclic(5)})
          .onto({ranks});
  redist::array<double, 2> surface({n, m}, columns, own);
  redist::array<double, 2> wind({n, m}, columns, own);
  double strongest = 0;
  for (int step = 0; step < 6; ++step) {
#pragma redistribute surface[n][m] from(remote) comm(ocean)
    wind.for_each([&](const auto &index, double &value) {
      value = surface.at(index) * static_cast<double>(1 + index[1] % 4) / 16;
      strongest = value > strongest ? value : strongest;
    });
#pragma redistribute wind[n][m] to(remote) comm(ocean)
  }

#pragma reduce(max : strongest) root(0) comm(own)
  if (wind.position() == 0)
    std::printf("air: strongest wind %.4f\n", strongest);
  MPI_Comm_free(&ocean);
  MPI_Comm_free(&own);
  MPI_Finalize();
}
