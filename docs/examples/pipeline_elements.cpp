//===- pipeline_elements.cpp - Stages that change an array in place -------===//
//
// Each item has an element of an array from outside the loop: it travels from
// stage to stage. Runs on any number of ranks.
//
//===----------------------------------------------------------------------===//
#include <redist/redist.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  const int count = 9;
  const int limit = 5;
  std::vector<int> level = {7, -6, 5, -4, 3, -2, 1, -8, 3};
  int sum = 0;
#pragma pipeline
  for (int i = 0; i < count; ++i) {
#pragma pipeline stage
    level[i] = std::abs(level[i]);
#pragma pipeline stage
    level[i] = level[i] > limit ? limit : level[i];
#pragma pipeline stage
    sum += level[i];
  }

  if (rank == 0)
    std::printf("sum %d, last %d\n", sum, level.back());
  MPI_Finalize();
}
