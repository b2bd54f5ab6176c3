// Part of the tests of redistc++: on one rank any layout is the whole array.
#include "deal.h"
#include <cstdio>
#include <mpi.h>
#include <redist/redist.h>
#ifndef N
#define N 10
#endif
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<int> values(N, 2);
#pragma redistribute values[N] from(cyclic(3) onto(1)) to(cyclic(5) onto(1))
  std::printf("%s:%d %d\n", __FILE__, __LINE__, moved(values));
  MPI_Finalize();
}
