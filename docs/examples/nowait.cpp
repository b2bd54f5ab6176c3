//===- nowait.cpp - nowait, wait: computing meanwhile --------------------===//
//
// Two redistributions are under way at once while the program goes on with
// something else. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <numeric>
#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 8;
  std::vector<int> a = {2 * worldRank(), 2 * worldRank() + 1}, b = a, c;

#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(first)
#pragma redistribute b[n] from(block onto(4)) to(cyclic onto(2)) into(c)       \
    nowait(second)

  // Until then both may be read, and are as they were.
  const int sum = std::accumulate(a.begin(), a.end(), 0) +
                  std::accumulate(b.begin(), b.end(), 0);

#pragma redistribute wait(second)
  show("second", c);
#pragma redistribute wait(first)
  show("first", a);
  show("sum", &sum, 1);

  MPI_Finalize();
}
