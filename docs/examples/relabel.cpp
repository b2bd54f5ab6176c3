//===- relabel.cpp - relabel: ranks numbered to keep data in place -------===//
//
// The tiles of a 4 x 4 matrix, element (i, j) is 10 i + j, are transposed.
// Where the runtime may choose who gets which, nothing has to move. Runs on 4
// ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 4;
  std::vector<int> a; // tile (rank / 2, rank % 2)
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      a.push_back(10 * (worldRank() / 2 * 2 + i) + worldRank() % 2 * 2 + j);
  show("tiles", a);

  int position = 0;
#pragma redistribute a[n][n] from(block, block onto(2, 2))                     \
    to(block, block onto(2, 2)) permute(1, 0) relabel(position)
  show("transposed", a);
  show("position", &position, 1);

  MPI_Finalize();
}
