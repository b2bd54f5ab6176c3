// Values that reach later stages in unusual forms: behind a comma, in what a
// reference to a temporary keeps, and counters of headers that one rank alone
// can evaluate, while its stage may move.
//
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++17 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: %redistc++ -std=c++17 -O1 -Wall -Wextra %s -o %t
// RUN: timeout 60 %mpirun 2 %t | diff %t.out -
// RUN: timeout 60 %mpirun 3 %t | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | diff %t.out -
#include <mpi.h>

#include <cstdio>
#include <vector>

static int steps(int i) {
  volatile int sum = 0;
  for (int k = 0; k < 20000; ++k)
    sum = sum + k % 3;
  return sum + i;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < 30; ++i) {
    int x = 0, y = 0, z = 0;
#pragma pipeline stage
    {
      x = 3 * i;
      (z, y) = i;
    }
#pragma pipeline stage
    sum += ((void)z, x) + 100 * y;
  }
#pragma pipeline
  for (int i = 0; i < 30; ++i) {
    auto &&values = std::vector<int>(3);
#pragma pipeline stage
    values[0] = i;
#pragma pipeline stage
    sum += values[0];
  }
  long items = 0;
#pragma pipeline
  for (int n = 0; n < 200;) {
    int x = 0;
#pragma pipeline stage
    {
      ++n;
      x = steps(n);
    }
#pragma pipeline stage
    {
      x += steps(x) + steps(1);
      sum += x;
      ++items;
    }
  }
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::printf("%ld in %ld items\n", sum, items);
  MPI_Finalize();
}
