// Sizes of a gen_block and ranks of a grid in arrays of variable length, and in
// one whose length is told behind the directive.
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 %s -o %t
// RUN: %mpirun 2 %t | sort | FileCheck %s
// CHECK: 0: 1 3 5 7
// CHECK-NEXT: 0: 4 5 6 7
// CHECK-NEXT: 1: 0 1 2 3
// CHECK-NEXT: 1: 0 2 4 6
#include <cstdio>
#include <mpi.h>
#include <vector>

extern int swapped[];

static void show(int rank, const std::vector<double> &part) {
  std::printf("%d:", rank);
  for (double x : part)
    std::printf(" %g", x);
  std::puts("");
}

static void redistribute(int ranks, int rank) {
  int sizes[ranks], who[ranks];
  for (int i = 0; i < ranks; ++i) {
    sizes[i] = i == 0 ? 8 - (ranks - 1) : 1;
    who[i] = ranks - 1 - i;
  }
  std::vector<double> a(sizes[rank]);
  for (int i = 0; i < sizes[rank]; ++i)
    a[i] = rank == 0 ? i : 8 - ranks + rank;
#pragma redistribute a[8] from(gen_block(sizes) onto(ranks)) to(block onto(ranks) ranks(who))
  show(rank, a);
#pragma redistribute a[8] from(block onto(ranks) ranks(who)) to(cyclic onto(ranks) ranks(swapped)) nowait(moved)
#pragma redistribute wait(moved)
  show(rank, a);
}

int swapped[] = {1, 0};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  redistribute(ranks, rank);
  MPI_Finalize();
}
