//===- dimensions.cpp - Several dimensions -------------------------------===//
//
// A 4 x 6 matrix, element (i, j) is 10 i + j: by rows, in tiles on a grid of
// ranks, by columns, on another grid elsewhere. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <numeric>
#include <vector>

// clang-format off: it would take the * of a layout for a pointer's

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 4, m = 6;
  std::vector<int> a(6);
  std::iota(a.begin(), a.end(), 10 * worldRank());
  show("rows", a); // this rank's row

#pragma redistribute a[n][m] from(block, * onto(4)) to(block, block onto(2, 2))
  show("tiles", a); // 2 rows, 3 columns

#pragma redistribute a[n][m] from(block, block onto(2, 2)) to(*, cyclic onto(4))
  show("columns", a); // 4 rows; columns rank, rank + 4

#pragma redistribute a[n][m] from(*, cyclic onto(4))                           \
    to(cyclic, cyclic(2) onto(2, 1) at(1))
  show("elsewhere", a); // 2 rows, all columns

  MPI_Finalize();
}

// clang-format on
