//===- strategy.cpp - strategy: how the schedule is made -----------------===//
//
// The same result, by other schedules. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <numeric>
#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 12;
  std::vector<int> a(redist::local_extent(n, 3, 4, worldRank()));
  std::iota(a.begin(), a.end(), 3 * worldRank());

  // Least total cost at the fewest steps, proved by the compiler.
#pragma redistribute a[n] from(cyclic(3) onto(4)) to(cyclic(2) onto(3))        \
    strategy(exact)
  show("exact", a);

  // The order that ScaLAPACK uses, to compare with.
#pragma redistribute a[n] from(cyclic(2) onto(3)) to(cyclic(3) onto(4))        \
    strategy(caterpillar)
  show("caterpillar", a);

  MPI_Finalize();
}
