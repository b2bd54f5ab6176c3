// Strategies that need conditions on the parameters, embedded and planned by
// the runtime: `circulant` where a block size is 1, `classes` where it applies.
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -O1 %s -o %t
// RUN: timeout 60 %mpirun 4 %t | FileCheck %s
// CHECK: 0 wrong
#include <mpi.h>

#include <cstdio>
#include <vector>

static int rank, wrong;

static std::vector<long> part(long n, long k, long ranks) {
  std::vector<long> held;
  for (long i = 0; i < n; ++i)
    if (i / k % ranks == rank)
      held.push_back(i);
  return held;
}

static void embedded(long n) {
  std::vector<long> a = part(n, 1, 4);
#pragma redistribute a[n] from(cyclic onto(4)) to(cyclic(5) onto(3)) \
    strategy(circulant)
  wrong += a != part(n, 5, 3);
#pragma redistribute a[n] from(cyclic(5) onto(3)) to(cyclic onto(4)) \
    strategy(circulant)
  wrong += a != part(n, 1, 4);
#pragma redistribute a[n] from(cyclic onto(4)) to(cyclic(5) onto(4)) \
    strategy(classes)
  wrong += a != part(n, 5, 4);
#pragma redistribute a[n] from(cyclic(5) onto(4)) to(cyclic(3) onto(2)) \
    strategy(caterpillar)
  wrong += a != part(n, 3, 2);
}

static void planned(long n, long p, long q, long k) {
  std::vector<long> a = part(n, 1, p);
#pragma redistribute a[n] from(cyclic onto(p)) to(cyclic(k) onto(q)) \
    strategy(circulant)
  wrong += a != part(n, k, q);
#pragma redistribute a[n] from(cyclic(k) onto(q)) to(cyclic onto(p)) \
    strategy(classes)
  wrong += a != part(n, 1, p);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (const long n : {0L, 1L, 17L, 120L, 1001L}) {
    embedded(n);
    for (const long p : {1, 3, 4})
      for (const long q : {1, 2, 4})
        for (const long k : {1, 7})
          planned(n, p, q, k);
  }
  int all = 0;
  MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("%d wrong\n", all);
  MPI_Finalize();
}
