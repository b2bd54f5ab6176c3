//===- permute.cpp - permute: transposes ---------------------------------===//
//
// A 4 x 6 matrix by rows, element (i, j) is 10 i + j, and its transpose; then
// an array of three dimensions whose last dimension comes first. Runs on 4
// ranks.
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

#pragma redistribute a[n][m] from(block, * onto(4)) to(block, * onto(3))       \
    permute(1, 0)
  show("transposed", a); // a 6 x 4 matrix: 2 rows of 4 on each of 3 ranks

  // Plane `rank` of 4 x 2 x 3, element (i, j, k) is 100 i + 10 j + k.
  std::vector<int> x;
  for (int j = 0; j < 2; ++j)
    for (int k = 0; k < 3; ++k)
      x.push_back(100 * worldRank() + 10 * j + k);
#pragma redistribute x[4][2][3] from(block, *, * onto(4))                      \
    to(block, *, * onto(3)) permute(2, 0, 1)
  show("turned", x); // 3 x 4 x 2: all (i, j) of k = rank

  MPI_Finalize();
}

// clang-format on
