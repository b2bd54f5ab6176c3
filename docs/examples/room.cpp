//===- room.cpp - room, lead: storage larger than the part ---------------===//
//
// A 4 x 4 matrix, element (i, j) is 10 i + j. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <vector>

// clang-format off: it would take the * of a layout for a pointer's

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 4, m = 4, rank = worldRank();
  std::vector<int> a(5, -1); // row r on rank r, in rows of 5
  for (int j = 0; j < 4; ++j)
    a[j] = static_cast<int>(10 * rank + j);
  show("rows", a);

  std::vector<int> b(rank < 2 ? 12 : 0, -2); // 4 x 2 with a column of room
#pragma redistribute a[n][m]                                                   \
    from(block, * onto(4) lead(5)) to(*, block onto(2) room(0, 0 : 1)) into(b)
  show("columns", b);

  MPI_Finalize();
}

// clang-format on
