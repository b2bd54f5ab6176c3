//===- eigen.cpp - A matrix of another library ---------------------------===//
//
// From rows to columns, into a matrix that gets its extents. Runs on 2 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <Eigen/Dense>

#include <vector>

// clang-format off: it would take the * of a layout for a pointer's

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int rank = worldRank();

  Eigen::MatrixXd a(2, 4), b;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      a(i, j) = 10 * (2 * rank + i) + j;
#pragma redistribute a[4][4] from(block, * onto(2)) to(*, block onto(2)) into(b)
  std::vector<int> last;
  for (int j = 0; j < b.cols(); ++j)
    last.push_back(static_cast<int>(b(3, j)));
  show("row 3", last);

  MPI_Finalize();
}

// clang-format on
