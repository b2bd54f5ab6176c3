//===- errors.cpp - What a program can catch -----------------------------===//
//
// An error is the same exception on every rank, whichever rank found it, and
// nothing has moved. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <cstring>
#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 8;
  // Only rank 3 has made a mistake: it brings one element, not two.
  std::vector<int> a(worldRank() == 3 ? 1 : 2, worldRank());
  int caught = 0;
  try {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
  } catch (const redist::error &problem) {
    caught = std::strstr(problem.what(), "errors.cpp:21: error: ") != nullptr;
  }
  show("caught", &caught, 1);
  show("unchanged", a);
  MPI_Finalize();
}
