// An array that is shorter than a superblock takes the steps of the messages
// that it has, not those of the superblock: 3 blocks of 3 become 2 of 4 in one
// step, where the superblock of 72 elements would take three.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: env REDIST_VERIFY=1 REDIST_STATS=1 timeout 60 %mpirun 3 %t 2>&1 | FileCheck %s
//
// Rank 1 sends one element to rank 0, rank 2 one to rank 1, at the same time;
// what stays takes no step.
// CHECK: redist (3 ranks from world rank 0): 2 redistributions: 16 bytes sent in 4 messages and 2 steps, 40 bytes copied locally
#include "Inputs/Check.h"

using namespace redist;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  auto a = filled<int>(7, block_layout(3, 0), rankOf());
  std::vector<int> b;
  for (int i = 0; i < 2; ++i)
    redistribute_into(at(1), a, b, 7, block_layout(3, 0), block_layout(2, 0),
                      MPI_COMM_WORLD);
  MPI_Finalize();
}
