//===- distributions.cpp - from and to -----------------------------------===//
//
// The four ways to deal ten elements onto ranks. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <numeric>
#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 10;
  std::vector<int> a;
  if (worldRank() == 0) { // all on one rank
    a.resize(n);
    std::iota(a.begin(), a.end(), 0);
  }

#pragma redistribute a[n] from(block onto(1)) to(block onto(4))
  show("block", a); // blocks of ceil(10 / 4)

#pragma redistribute a[n] from(block onto(4)) to(block(4) onto(3))
  show("block(4)", a); // 4 * 3 elements have room

#pragma redistribute a[n] from(block(4) onto(3)) to(cyclic onto(4))
  show("cyclic", a); // one element at a time

#pragma redistribute a[n] from(cyclic onto(4)) to(cyclic(2) onto(4))
  show("cyclic(2)", a); // two at a time

  MPI_Finalize();
}
