//===- partial.cpp - partial: ranks that hold parts of values -------------===//
//
// What MPI programs write as a reduce-scatter and as an allreduce; parts of
// blocks; and an operator that does not commute. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <vector>

/// Digits side by side: the order shows.
static int join(int left, int right) {
  int shift = 1;
  while (shift <= right)
    shift *= 10;
  return left * shift + right;
}

// clang-format off
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 6;
  const int me = worldRank() + 1;
  const std::vector<int> mine = {me, me, me, 10 * me, 10 * me, 10 * me};
  show("parts", mine);

  std::vector<int> a = mine;
#pragma redistribute a[n] from(* onto(partial(+, 4))) to(block onto(4))
  show("reduce-scatter", a);

  a = mine;
#pragma redistribute a[n] from(* onto(partial(+, 4))) to(* onto(copies(4)))
  show("allreduce", a);

  std::vector<int> joined;
#pragma redistribute mine[n] from(* onto(partial(join, 4)))                    \
    to(* onto(1)) into(joined)
  show("in order", joined);

  // Ranks 0 and 1 have parts of the first half, 2 and 3 of the second.
  a = {me, 10 * me, 100 * me};
#pragma redistribute a[n] from(block onto(2, partial(+, 2)))                   \
    to(cyclic onto(4))
  show("halves", a);

  MPI_Finalize();
}
