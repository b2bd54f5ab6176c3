#include "parts.h"
#include "sizes.h"
#include <cstdio>
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int sum = summed(dealt(100));
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::size_t here = dealtOnce(100).size();
  if (rank == 0)
    std::printf("blocks of %d, sum %d, %zu here\n", targetBlock, sum, here);
  MPI_Finalize();
}
