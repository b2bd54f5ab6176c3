//===- where.cpp - Two ways to write a directive -------------------------===//
//
// Over several lines, and as an operator, which may stand within a line. Runs
// on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <vector>

#define DEAL cyclic(BLOCK) onto(4)
#define BLOCK 1

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int columns = 4;
  std::vector<int> a = {2 * worldRank(), 2 * worldRank() + 1};

#pragma redistribute a[2 * columns] from(block onto(2 + 2)) to(DEAL)           \
                           strategy(stepwise)
  show("over two lines", a);

  _Pragma("redistribute a[8] to(block onto(4)) from(DEAL)");
  show("as an operator", a);

  MPI_Finalize();
}
