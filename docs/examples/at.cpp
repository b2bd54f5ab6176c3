//===- at.cpp - at: the first rank of a grid -----------------------------===//
//
// Ranks 0 and 1 hand their array over to ranks 2 and 3; then three ranks share
// it, of which two had it. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <numeric>
#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 6;
  std::vector<int> a(redist::local_extent(n, 3, 2, worldRank()));
  std::iota(a.begin(), a.end(), 3 * worldRank());
  show("at the start", a);

#pragma redistribute a[n] from(block onto(2)) to(cyclic onto(2) at(2))
  show("disjoint", a);

#pragma redistribute a[n] from(cyclic onto(2) at(2)) to(block onto(3) at(1))
  show("overlapping", a);

  MPI_Finalize();
}
