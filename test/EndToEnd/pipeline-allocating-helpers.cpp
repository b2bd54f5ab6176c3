// A helper that allocates is called by several stages: each call makes an
// object of its own. What one of them keeps for later items is its own affair.
// The output is that of the loops without directives.
//
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++20 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: %redistc++ -std=c++20 -O1 -Wall -Wextra %s -o %t
// RUN: timeout 60 %mpirun 3 %t | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | diff %t.out -
#include <mpi.h>

#include <cstdio>
#include <cstdlib>

struct Slice {
  long sum;
};

static Slice *allocate() {
  Slice *made = static_cast<Slice *>(std::malloc(sizeof(Slice)));
  made->sum = 0;
  return made;
}
static void append(Slice *slice, long value) { slice->sum += value; }

static Slice *next = nullptr; // of the first stage alone

static long read(int i) {
  if (!next)
    next = allocate();
  Slice *taken = next;
  next = allocate();
  append(next, i);
  const long value = taken->sum;
  std::free(taken);
  return value;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  long sum = 0, squares = 0;
#pragma pipeline
  for (int i = 0; i < 9; ++i) {
    long value = 0;
#pragma pipeline stage
    value = read(i);
#pragma pipeline stage
    {
      Slice *own = allocate();
      append(own, value);
      value = 3 * own->sum;
      std::free(own);
    }
#pragma pipeline stage
    {
      Slice *own = allocate();
      append(own, value);
      sum += own->sum;
      squares += own->sum * own->sum;
      std::free(own);
    }
  }
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::printf("%ld %ld\n", sum, squares);
  MPI_Finalize();
}
