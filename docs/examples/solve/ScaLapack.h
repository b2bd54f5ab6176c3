//===- ScaLapack.h - What solve needs of ScaLAPACK -------------*- C++ -*-===//
//
// Part of the example solve: declarations of the library's C and Fortran
// functions, and a process grid that is left at the end. No directives.
//
//===----------------------------------------------------------------------===//
#ifndef SOLVE_SCALAPACK_H
#define SOLVE_SCALAPACK_H

#include <redist/redist.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

extern "C" {
void Cblacs_get(int context, int what, int *value);
void Cblacs_gridinit(int *context, const char *order, int rows, int columns);
void Cblacs_gridexit(int context);
void descinit_(int *descriptor, const int *rows, const int *columns,
               const int *rowBlock, const int *columnBlock, const int *firstRow,
               const int *firstColumn, const int *context, const int *leading,
               int *info);
void pdgesv_(const int *n, const int *rightHandSides, double *a, const int *ia,
             const int *ja, const int *aDescriptor, int *pivots, double *b,
             const int *ib, const int *jb, const int *bDescriptor, int *info);
}

/// rows x columns processes, numbered row-major from rank 0 on: as onto(rows,
/// columns) numbers them.
class ProcessGrid {
public:
  ProcessGrid(int rows, int columns) {
    Cblacs_get(-1, 0, &handle);
    Cblacs_gridinit(&handle, "Row", rows, columns);
  }
  ~ProcessGrid() { Cblacs_gridexit(handle); }
  ProcessGrid(const ProcessGrid &) = delete;
  ProcessGrid &operator=(const ProcessGrid &) = delete;

  int context() const { return handle; }

private:
  int handle = 0;
};

/// What ScaLAPACK wants to know of an array that is cyclic(block),
/// cyclic(block) on the grid and stored by columns.
inline std::array<int, 9> descriptorOf(const redist::array<double, 2> &a,
                                       int block, const ProcessGrid &grid) {
  const int rows = static_cast<int>(a.extent(0));
  const int columns = static_cast<int>(a.extent(1));
  const int leading = std::max(1, static_cast<int>(a.local_extent(0)));
  const int zero = 0, context = grid.context();
  std::array<int, 9> descriptor{};
  int info = 0;
  descinit_(descriptor.data(), &rows, &columns, &block, &block, &zero, &zero,
            &context, &leading, &info);
  if (info != 0)
    throw std::logic_error("descinit: argument " + std::to_string(-info));
  return descriptor;
}

#endif
