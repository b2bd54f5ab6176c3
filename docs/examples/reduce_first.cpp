//===- reduce_first.cpp - A sum that every rank has -----------------------===//
//
// The shortest reduction there is. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int sum = worldRank() + 1; // 1, 2, 3 and 4
#pragma reduce(+ : sum)
  show("sum", sum);
  MPI_Finalize();
}
