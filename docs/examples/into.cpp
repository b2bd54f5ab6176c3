//===- into.cpp - into: the source stays as it is ------------------------===//
//
// A pointer says nothing of its size, so its new contents go elsewhere. Runs
// on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <numeric>
#include <vector>

static void deal(const int *a, long n, std::vector<int> &b) {
#pragma redistribute a[n] from(block onto(2)) to(cyclic onto(4)) into(b)
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 8;
  std::vector<int> a(redist::local_extent(n, 4, 2, worldRank()));
  std::iota(a.begin(), a.end(), 4 * worldRank());
  std::vector<int> b;
  deal(a.data(), n, b);
  show("source", a);
  show("target", b);
  MPI_Finalize();
}
