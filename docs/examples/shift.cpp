//===- shift.cpp - shift: a distribution with an offset ------------------===//
//
// Blocks that begin short, on another rank, or behind places without an
// element. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <numeric>
#include <vector>

// clang-format off
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 12;
  std::vector<int> a(redist::local_extent(n, 3, 4, worldRank()));
  std::iota(a.begin(), a.end(), 3 * worldRank());

#pragma redistribute a[n] from(block onto(4)) to(cyclic(3) shift(1) onto(4))
  show("a short first block", a); // of 2 elements

#pragma redistribute a[n] from(cyclic(3) shift(1) onto(4))                     \
    to(cyclic(3) shift(-3) onto(4))
  show("from the last rank on", a);

#pragma redistribute a[n] from(cyclic(3) shift(-3) onto(4))                    \
    to(block(4) shift(2) onto(4))
  show("block(4)", a); // of 4 * 4 places, the first two are empty

  MPI_Finalize();
}
