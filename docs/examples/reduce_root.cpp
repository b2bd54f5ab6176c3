//===- reduce_root.cpp - root: the result for one rank --------------------===//
//
// The other ranks keep what they have. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int sum = worldRank() + 1;
  const int last = 3;
#pragma reduce(+ : sum) root(last)
  show("sum", sum);
  MPI_Finalize();
}
