//===- reduce_onto.cpp - onto: how many ranks take part -------------------===//
//
// Ranks 0, 1 and 2 reduce; rank 3 calls, and keeps its item. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int sum = worldRank() + 1;
#pragma reduce(+ : sum) onto(3)
  show("of three", sum);

  sum = worldRank() + 1;
#pragma reduce(+ : sum) onto(3) root(1)
  show("of three, for one", sum);
  MPI_Finalize();
}
