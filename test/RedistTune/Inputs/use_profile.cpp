// Reduces an exact item by a tree, too large for the messages in which ranks
// agree; prints what is wrong, on rank 0.
#define REDIST_REWRITTEN 1
#include "redist/Reduce.h"

#include <cstdio>

struct Row {
  long values[2000];
};

static Row sum(const Row &a, const Row &b) {
  Row both;
  for (int i = 0; i < 2000; ++i)
    both.values[i] = a.values[i] + b.values[i];
  return both;
}

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
      Row x;
      for (long &value : x.values)
        value = rank;
      redist::reduce(where, redist::reduction(), MPI_COMM_WORLD, sum, x);
      for (const long value : x.values)
        if (value != size * (size - 1) / 2)
          MPI_Abort(MPI_COMM_WORLD, 1);
    }
  } catch (const redist::error &e) {
    if (rank == 0)
      std::printf("%s\n", e.what());
  }
  MPI_Finalize();
}
