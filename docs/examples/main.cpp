//===- main.cpp - A program that ends in order ---------------------------===//
//
// An error that nobody catches aborts the program. Since it reaches every
// rank, one try in main() is enough to say it once and to end with
// MPI_Finalize. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <cstdio>
#include <vector>

static void run(int ranks) {
  const long n = 8;
  std::vector<int> a(2, worldRank());
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(ranks))
  show("redistributed", a);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int status = 0;
  try {
    run(4);
    run(5); // there are 4
  } catch (const redist::error &problem) {
    if (worldRank() == 0)
      std::fprintf(stderr, "%s\n", problem.what());
    status = 1;
  }
  MPI_Finalize();
  return status;
}
