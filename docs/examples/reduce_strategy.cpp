//===- reduce_strategy.cpp - strategy: how the tree is made ---------------===//
//
// The result is the same with each, but for rounding. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int first = worldRank(), second = worldRank(), third = worldRank();
#pragma reduce(+ : first) strategy(binomial)
#pragma reduce(+ : second) strategy(fibonacci) root(1)
#pragma reduce(+ : third) strategy(mpi)
  show("binomial", first);
  show("fibonacci", second);
  show("mpi", third);
  MPI_Finalize();
}
