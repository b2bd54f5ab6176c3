//===- reduce_limits.cpp - transfers, reducers: a tree within limits ------===//
//
// For networks and machines that others need, too. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

static int larger(int a, int b) { return a > b ? a : b; }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int peak = 10 - worldRank();
#pragma reduce(larger : peak) transfers(1) // one message at a time
  show("one transfer at once", peak);

  peak = 10 + worldRank();
#pragma reduce(larger : peak) root(0) reducers(1) // rank 0 combines all
  show("one reducer", peak);
  MPI_Finalize();
}
