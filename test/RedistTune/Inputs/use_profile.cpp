// Reduces an exact item by a tree; prints what is wrong, on rank 0.
#define REDIST_REWRITTEN 1
#include "redist/Reduce.h"

#include <cstdio>

static long sum(long a, long b) { return a + b; }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const redist::directive where = {"app.cpp", 1,       "reduce(sum : x)",
                                   "auto",    nullptr, 0};
  try {
    for (int i = 0; i < 3; ++i) {
      long x = rank;
      redist::reduce(where, redist::reduction(), MPI_COMM_WORLD, sum, x);
      if (x != size * (size - 1) / 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
  } catch (const redist::error &e) {
    if (rank == 0)
      std::printf("%s\n", e.what());
  }
  MPI_Finalize();
}
