//===- Scalapack.h - What the benchmarks call of ScaLAPACK -----*- C++ -*-===//
//
// Declarations of BLACS and of pdgemr2d, and a process grid that ends itself.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_REDISTRIBUTE_SCALAPACK_H
#define REDIST_BENCHMARK_REDISTRIBUTE_SCALAPACK_H

#include <algorithm>
#include <array>

extern "C" {
void Cblacs_get(int context, int request, int *value);
void Cblacs_gridinit(int *context, const char *order, int rows, int columns);
void Cblacs_gridexit(int context);
void Cpdgemr2d(int m, int n, double *a, int ia, int ja, int *descA, double *b,
               int ib, int jb, int *descB, int context);
}

namespace bench {

class ProcessGrid {
public:
  /// Ranks are numbered row by row ("R") or column by column ("C").
  ProcessGrid(const char *order, int rows, int columns) {
    Cblacs_get(0, 0, &handle);
    Cblacs_gridinit(&handle, order, rows, columns);
  }
  ProcessGrid(const ProcessGrid &) = delete;
  ProcessGrid &operator=(const ProcessGrid &) = delete;
  ~ProcessGrid() { Cblacs_gridexit(handle); }

  int context() const { return handle; }

private:
  int handle = 0;
};

using Descriptor = std::array<int, 9>;

inline Descriptor describe(const ProcessGrid &grid, int rows, int columns,
                           int rowBlock, int columnBlock, int localRows) {
  return {1, grid.context(),        rows, columns, rowBlock, columnBlock, 0,
          0, std::max(1, localRows)};
}

} // namespace bench

#endif
