// A source of its own of a program: directives with the same block names as
// those of the others.
#include <mpi.h>

static long *scratch() {
  static long storage[32];
  return storage;
}

extern "C" int other(long *p, long n) {
  long *q = scratch();
#pragma redistribute p[n] from(cyclic(2) onto(4)) to(cyclic(3) onto(4)) into(q)
  int rank, wrong = 0, at = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (long i = 0; i < n; ++i)
    if (i / 3 % 4 == rank)
      wrong += q[at++] != i;
  return wrong;
}
