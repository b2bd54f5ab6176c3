// The ocean of a coupled model: it sends the temperature of its surface to the
// atmosphere at each step, and receives the wind. Its rows are dealt to any
// number of ranks. It does not know the layout of the atmosphere.
#include "couple.h"

#include <redist/redist.h>

#include <cstdio>
#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm own, air = couple(own);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(own, &rank);
  MPI_Comm_size(own, &ranks);

  const long n = 45, m = 32;
  const long rows =
      redist::local_extent(n, (n + ranks - 1) / ranks, ranks, rank);
  std::vector<double> temperature(rows * m, 16), wind;
  double depth = 0;
  // clang-format off: it would take the * of a layout for a pointer's
  for (int step = 0; step < 6; ++step) {
#pragma redistribute temperature[n][m] from(block, * onto(ranks)) to(remote)   \
    comm(air) nowait(sent)
    depth += 1; // the temperature is being sent and must not change here
#pragma redistribute wind[n][m] from(remote) to(block, * onto(ranks)) comm(air)
#pragma redistribute wait(sent)
    // clang-format on
    for (long i = 0; i < rows * m; ++i)
      temperature[i] -= wind[i] / 4;
  }

  double sum = 0;
  for (const double one : temperature)
    sum += one;
#pragma reduce(+ : sum) root(0) comm(own)
  if (rank == 0)
    std::printf("ocean: mean temperature %.4f after %.0f steps\n",
                sum / (n * m), depth);
  MPI_Comm_free(&air);
  MPI_Comm_free(&own);
  MPI_Finalize();
}
