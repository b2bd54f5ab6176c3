//===- first.cpp - One directive -----------------------------------------===//
//
// 24 numbers in blocks of 3 on four ranks become blocks of 5 on two. Example
// of README.md.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int n = 24, rank = worldRank();

  // This rank's part of A, CYCLIC(3) over 4 ranks: element i of A is 100 + i.
  std::vector<int> a(redist::local_extent(n, 3, 4, rank));
  for (int i = 0; i < static_cast<int>(a.size()); ++i)
    a[i] = 100 + redist::global_index(i, 3, 4, rank);
  show("cyclic(3) onto(4)", a);

#pragma redistribute a[n] from(cyclic(3) onto(4)) to(cyclic(5) onto(2))
  // a now holds this rank's part of A, CYCLIC(5) over 2 ranks.
  show("cyclic(5) onto(2)", a);

  MPI_Finalize();
}
