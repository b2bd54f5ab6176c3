//===- blur.c - A picture blurred by a program in C -----------------------===//
//
// mpirun -n P blur
//
// The rows are blurred, then the columns: as rows, after turn.cpp has dealt
// them by a directive, which is C++.
//
//   mpicc -O2 -c blur.c
//   redistc++ -O2 blur.o turn.cpp -o blur
//
//===----------------------------------------------------------------------===//
#include "turn.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { size = 65 };

static void blurRow(double *row) {
  double before = 0;
  for (int i = 0; i < size; ++i) {
    const double here = row[i], after = i + 1 < size ? row[i + 1] : 0;
    row[i] = before / 4 + here / 2 + after / 4;
    before = here;
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  // This rank's rows, at most `block` of them, black but for one point.
  const int block = (size + ranks - 1) / ranks, first = rank * block;
  const int count = first + block <= size ? block
                    : first < size        ? size - first
                                          : 0;
  double *rows = calloc((size_t)block * size, sizeof *rows);
  double *columns = calloc((size_t)block * size, sizeof *columns);
  const int middle = size / 2 - first; // the row of the point, if it is here
  double *point =
      middle >= 0 && middle < count ? rows + middle * size + size / 2 : NULL;
  if (point)
    *point = 1;

  for (int i = 0; i < count; ++i)
    blurRow(rows + i * size);
  turn(rows, size, columns);
  for (int i = 0; i < count; ++i)
    blurRow(columns + i * size);
  turn(columns, size, rows);

  double sum = 0;
  for (int i = 0; i < count * size; ++i)
    sum += rows[i];
  sum = total(sum);
  const double left = total(point ? *point : 0);
  if (rank == 0)
    printf("all light: %.2f, at the point: %.2f\n", sum, left);
  free(columns);
  free(rows);
  MPI_Finalize();
}
