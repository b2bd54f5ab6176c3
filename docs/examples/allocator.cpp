//===- allocator.cpp - Vectors in memory that a node shares ---------------===//
//
// A vector is dealt anew; the ranks of the node copy it from each other's
// memory. Runs on 2 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int rank = worldRank();
  const long n = 100000;

  std::vector<int, redist::allocator<int>> a;
  for (long i = 0; i < n / 2; ++i)
    a.push_back(static_cast<int>(rank * n / 2 + i));
#pragma redistribute a[n] from(block onto(2)) to(cyclic onto(2))
  show("from the 10th on", std::vector<int>(a.begin() + 10, a.begin() + 13));

  MPI_Finalize();
}
