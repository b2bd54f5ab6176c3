// The program includes the headers itself, behind macros of its own.
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -Wall -Wno-unused-macros -Werror %s -o %t
// RUN: %mpirun 2 %t | sort | FileCheck %s
// CHECK: 0: 1 5 8
// CHECK-NEXT: 1: 1 3 8
#include <cstdio>
#include <mpi.h>
#include <vector>

#define N 8
#define T 3
#define I (1)
#define root 0
#define max(a, b) ((a) > (b) ? (a) : (b))
#define rank() worldRank

#include <redist/Reduce.h>
#include <redist/redist.h>

static int worldRank;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &worldRank);
  std::vector<double> a(worldRank == root ? N : 0);
  double m = max(rank(), -1);
#pragma reduce(max : m)
#pragma redistribute a[N] from(*onto(1) at(root)) to(cyclic(T) onto(I + 1))
  std::printf("%d: %g %zu %ld\n", rank(), m, a.size(),
              redist::local_extent(N, T, 1, root));
  MPI_Finalize();
}
