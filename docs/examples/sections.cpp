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

  // 14 times -1, in blocks of 5.
  std::vector<int> z(redist::local_extent(14, 5, 3, worldRank()), -1);
#pragma redistribute x[2 : 4 of 8] from(block onto(4))                         \
    into(z[6 : 4 : 2 of 14]) to(block onto(3))
  show("into every second of the middle", z);
}

/// A[4][6] by rows, element (i, j) is 10 i + j. B[3][4] by columns.
static void ofMatrices() {
  std::vector<int> a(6), b(3, -1);
  std::iota(a.begin(), a.end(), 10 * worldRank());
#pragma redistribute a[0 : 4][5 : 1] from(block(1), * onto(4))                 \
    into(b[2 : 1][0 : 4]) to(*, block(1) onto(4)) permute(1, 0)
  show("last column is last row", b);
}

/// T[4][6] by rows, U[4][6] in tiles: arrays that know where things are.
static void ofArrays() {
  redist::array<int, 2> t({4, 6}, redist::layout({redist::block(),
                                                  redist::undistributed()})
                                      .onto({4}));
  redist::array<int, 2> u(
      {4, 6}, redist::layout({redist::block(), redist::block()}).onto({2, 2}));
  for (auto [index, value] : t.owned())
    value = static_cast<int>(10 * index[0] + index[1]);
  u.fill(-1);
#pragma redistribute t[1 : 2][0 : 2] into(u[0 : 2][4 : 2])                     \
    to(block, block onto(2, 2))
  show("a corner", u.data(), static_cast<int>(u.size()));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  ofOneDimension();
  ofMatrices();
  ofArrays();
  MPI_Finalize();
}

// clang-format on
