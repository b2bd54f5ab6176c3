//===- pipeline_comm.cpp - Pipelines side by side -------------------------===//
//
// Ranks of even and of odd number run one each. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int colour = worldRank() % 2;
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, colour, 0, &half);
  int sum = 0;
#pragma pipeline comm(half) onto(2)
  for (int i = 0; i < 10; ++i) {
    int item = 0;
#pragma pipeline stage
    item = 2 * i + colour;
#pragma pipeline stage
    sum += item;
  }
  show("sum", sum);
  MPI_Comm_free(&half);
  MPI_Finalize();
}
