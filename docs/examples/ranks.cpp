//===- ranks.cpp - ranks: a grid of any ranks ----------------------------===//
//
// Rows become the tiles of a grid that is numbered by columns, and these the
// rows of two ranks. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <vector>

// clang-format off
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 4, m = 4;
  std::vector<int> a;
  for (int j = 0; j < m; ++j)
    a.push_back(10 * worldRank() + j);
  show("at the start", a);

  // A 2 x 2 grid whose columns are ranks 0, 1 and ranks 2, 3.
  const std::vector<int> byColumns = {0, 2, 1, 3};
#pragma redistribute a[n][m] from(block, * onto(4))                            \
    to(block, block onto(2, 2) ranks(byColumns))
  show("tiles", a);

  const int secondRow[] = {1, 3}; // of that grid
#pragma redistribute a[n][m]                                                   \
    from(block, block onto(2, 2) ranks(byColumns))                             \
    to(block, * onto(2) ranks(secondRow))
  show("rows", a);

  MPI_Finalize();
}
