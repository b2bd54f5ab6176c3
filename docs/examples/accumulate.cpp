//===- accumulate.cpp - accumulate: what arrives is combined -------------===//
//
// Numbers in blocks are added to others that are dealt one by one, then put
// behind them by a function. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <numeric>
#include <vector>

/// The digit that arrives goes behind the number that is there.
static int append(const int &number, const int &digit) {
  return 10 * number + digit;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 8;
  std::vector<int> a(redist::local_extent(n, 2, 4, worldRank()));
  std::iota(a.begin(), a.end(), 2 * worldRank()); // A[i] = i
  std::vector<int> b(redist::local_extent(n, 1, 2, worldRank()), 100);

#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(2)) into(b)       \
    accumulate(+)
  show("sums", b);

#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(2)) into(b)       \
    accumulate(append)
  show("appended", b);

  MPI_Finalize();
}
