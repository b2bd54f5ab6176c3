// Both programs of a job, side by side: mpirun -n 3 ./ocean : -n 2 ./air
#ifndef COUPLE_H
#define COUPLE_H

#include <mpi.h>

#include <algorithm>

/// `own`: the ranks of this program. Returns the intercommunicator to the other
/// one. Collective over both.
inline MPI_Comm couple(MPI_Comm &own) {
  int rank = 0, size = 0, found = 0, *number = nullptr;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &number, &found);
  const int program = found ? *number : 0; // 0, 1: their order behind mpirun
  MPI_Comm_split(MPI_COMM_WORLD, program, rank, &own);
  int leaders[2] = {size, size}; // the lowest rank of each
  leaders[std::min(program, 1)] = rank;
  MPI_Allreduce(MPI_IN_PLACE, leaders, 2, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  MPI_Comm other;
  MPI_Intercomm_create(own, 0, MPI_COMM_WORLD,
                       leaders[1 - std::min(program, 1)], 0, &other);
  return other;
}

#endif
