//===- gen_block.cpp - gen_block: blocks of any size ---------------------===//
//
// Ranks of different speed get blocks of different size, which the program
// computes when it runs. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <numeric>
#include <vector>

// clang-format off: it would take the * of a layout for a pointer's

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 12;
  std::vector<int> a(3);
  std::iota(a.begin(), a.end(), 3 * worldRank());

  const std::vector<int> sizes = {5, 0, 3, 4}; // the same on every rank
#pragma redistribute a[n] from(block onto(4)) to(gen_block(sizes) onto(4))
  show("gen_block", a);

  // The same elements as a 4 x 3 matrix by rows; then 1 row and 3 rows, the
  // columns in turn.
  const long rows[] = {1, 3};
  std::vector<int> b(3);
  std::iota(b.begin(), b.end(), 3 * worldRank());
#pragma redistribute b[4][3] from(block, * onto(4))                            \
    to(gen_block(rows), cyclic onto(2, 2))
  show("with cyclic", b);

  MPI_Finalize();
}

// clang-format on
