//===- reduce_comm.cpp - comm: a reduction in each half -------------------===//
//
// Even and odd ranks have a communicator each. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, worldRank() % 2, worldRank(), &half);
  int sum = worldRank() + 1;
#pragma reduce(+ : sum) comm(half)
  show("two halves", sum);
  MPI_Comm_free(&half);
  MPI_Finalize();
}
