//===- comm.cpp - comm: ranks of a communicator of one's own -------------===//
//
// Two halves of the world, each with an array of its own. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int colour = worldRank() / 2;
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, colour, worldRank(), &half);
  int rank = 0;
  MPI_Comm_rank(half, &rank);

  const long n = 6;
  std::vector<int> a(redist::local_extent(n, 3, 2, rank));
  for (int i = 0; i < static_cast<int>(a.size()); ++i)
    a[i] = 10 * colour + 3 * rank + i;
#pragma redistribute a[n] from(block onto(2)) to(cyclic onto(2)) comm(half)
  show("two halves", a);

  MPI_Comm_free(&half);
  MPI_Finalize();
}
