//===- reduce_several.cpp - Several items, one directive ------------------===//
//
// Items of one directive travel together, whatever their types. Runs on 4
// ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int rank = worldRank();
  int first = 10 * (rank + 1);
  double second = 0.25;
  std::vector<int> v = {rank, rank, rank};
#pragma reduce(+ : first, second, v[0 : 2])
  show("first", first);
  show("second", static_cast<int>(second));
  show("third", v);
  MPI_Finalize();
}
