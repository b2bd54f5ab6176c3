//===- constants.cpp - At compile time or at run time --------------------===//
//
// The compiler embeds the schedule of each directive whose ranks and blocks
// are constants there; the runtime plans the others, once. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <numeric>
#include <vector>

constexpr int ranks = 4;
enum { smallBlock = 1, largeBlock = 2 };

/// Each instantiation that the compiler sees has its own embedded schedule.
template <int Block> static void deal(std::vector<int> &a, long n) {
#pragma redistribute a[n] from(cyclic(largeBlock) onto(ranks))                 \
    to(cyclic(Block) onto(ranks / 2))
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 8;
  std::vector<int> a(redist::local_extent(n, largeBlock, ranks, worldRank()));
  std::iota(a.begin(), a.end(), 2 * worldRank());

  deal<smallBlock>(a, n);
  show("template", a);

  int size = 0; // known when the program runs
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#pragma redistribute a[n] from(cyclic onto(size / 2)) to(block onto(size))
  show("run time", a);

  MPI_Finalize();
}
