// The halo of storage behind a pointer, with numbers that no constant tells:
// both layouts need the same storage, so that no capacity has to be stated.
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -Wall -Werror %s -o %t
// RUN: %mpirun 1 %t | FileCheck %s
// RUN: %mpirun 3 %t | FileCheck %s
// RUN: %mpirun 4 %t | FileCheck %s
// CHECK: 0 wrong
#include <cstdio>
#include <memory>
#include <mpi.h>
#include <vector>

static int wrong = 0;

/// Each rank has `sizes[rank]` elements from `first` on, and k on both sides.
static void exchange(int *p, long n, int k, int ranks,
                     const std::vector<int> &sizes, long first, int rank) {
  const long own = sizes[rank];
  for (long i = 0; i < own + 2 * k; ++i)
    p[i] = i < k || i >= own + k ? -1 : first + i - k;
#pragma redistribute p[n] from(gen_block(sizes) onto(ranks) room(k))           \
    to(gen_block(sizes) onto(ranks) halo(k))
  for (long i = 0; i < own + 2 * k; ++i) {
    const long index = first + i - k;
    wrong += own > 0 && p[i] != (index < 0 || index >= n ? -1 : index);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int k = 0; k < 5; ++k)
    for (long n = 1; n < 20; n += 3) {
      std::vector<int> sizes(ranks, n / ranks);
      for (int i = 0; i < n % ranks; ++i)
        ++sizes[i];
      long first = 0;
      for (int i = 0; i < rank; ++i)
        first += sizes[i];
      const auto storage = std::make_unique<int[]>(sizes[rank] + 2 * k);
      exchange(storage.get(), n, k, ranks, sizes, first, rank);
    }
  int all = 0;
  MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("%d wrong\n", all);
  MPI_Finalize();
}
