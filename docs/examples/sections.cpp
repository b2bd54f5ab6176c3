//===- sections.cpp - Parts of arrays ------------------------------------===//
//
// Every second element backwards into the middle of another array, a part of an
// array into another part of it, a column of a matrix into a row. Runs on 4
// ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <numeric>
#include <vector>

// clang-format off: it would take the * of a layout for a pointer's

static void ofOneDimension() {
  std::vector<int> x = {2 * worldRank(), 2 * worldRank() + 1}; // 0 to 7
  std::vector<int> y(2, -1);                                   // 8 times -1
#pragma redistribute x[1 : 4 : 2] from(block(2) onto(4))                       \
    into(y[5 : 4 : -1]) to(cyclic onto(4))
  show("odd ones backwards", y); // Y[5], Y[4], Y[3], Y[2] = 1, 3, 5, 7

  const int half = 4;
#pragma redistribute x[0 : half] from(block(2) onto(4))                        \
    into(x[half : half]) to(block(2) onto(4))
  show("first half twice", x);
}

/// A[4][6] by rows, element (i, j) is 10 i + j. B[3][4] by columns.
static void ofMatrices() {
  std::vector<int> a(6), b(3, -1);
  std::iota(a.begin(), a.end(), 10 * worldRank());
#pragma redistribute a[0 : 4][5 : 1] from(block(1), * onto(4))                 \
    into(b[2 : 1][0 : 4]) to(*, block(1) onto(4)) permute(1, 0)
  show("last column is last row", b);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  ofOneDimension();
  ofMatrices();
  MPI_Finalize();
}

// clang-format on
