//===- order.cpp - order: rows or columns of a block lie together --------===//
//
// A 4 x 6 matrix, element (i, j) is 10 i + j, whose parts are stored as Fortran
// and ScaLAPACK do. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <vector>

// clang-format off: it would take the * of a layout for a pointer's

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 4, m = 6;
  std::vector<int> a; // rows 2 r and 2 r + 1 on rank r < 2
  for (int j = 0; j < 6 && worldRank() < 2; ++j)
    for (int i = 0; i < 2; ++i)
      a.push_back(10 * (2 * worldRank() + i) + j);
  show("rows, by columns", a);

#pragma redistribute a[n][m] from(block, * onto(2)) to(*, block onto(3))       \
    order(column)
  show("columns, by columns", a);

  MPI_Finalize();
}

// clang-format on
