#include "parts.h"
#include "sizes.h"
#include <mpi.h>

static std::vector<int> own(int n, int block) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<int> part;
  for (int i = 0; i < n; ++i)
    if (i / block % size == rank)
      part.push_back(i);
  return part;
}

/// What a rank has of 0 ... n-1 in blocks of targetBlock; checked.
std::vector<int> dealt(int n) {
  std::vector<int> a = own(n, SOURCE_BLOCK);
#pragma redistribute a[n] from(cyclic(SOURCE_BLOCK) onto(2)) to(cyclic(targetBlock) onto(2))
  if (a != own(n, targetBlock))
    MPI_Abort(MPI_COMM_WORLD, 1);
  return a;
}
