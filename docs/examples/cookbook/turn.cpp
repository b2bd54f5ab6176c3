//===- turn.cpp - The directives of a program in C ------------------------===//
//
// Functions that C calls: extern "C", as turn.h declares them.
//
//===----------------------------------------------------------------------===//
#include "turn.h"

#include <mpi.h>

// clang-format off: it would take the * of a layout for a pointer's
void turn(const double *rows, long n, double *columns) {
  int ranks;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
#pragma redistribute rows[n][n] from(block, * onto(ranks))                     \
    to(block, * onto(ranks)) permute(1, 0) into(columns)
}
// clang-format on

double total(double part) {
#pragma reduce(+ : part)
  return part;
}
