//===- TransposeKernels.h - Transposing small matrices ---------*- C++ -*-===//
//
// The innermost loops where source and target are contiguous along different
// axes. Comes in: a matrix whose rows are contiguous in the source and whose
// columns are contiguous in the target. Works tile by tile, so that what is
// read and written in turn stays in the first-level cache; elements of 4 and 8
// bytes go through vector registers, a square at a time.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_KERNELS_TRANSPOSEKERNELS_H
#define REDIST_RUNTIME_KERNELS_TRANSPOSEKERNELS_H

#include "Kernels/CopyKernels.h"

namespace redist::runtime {

/// Element (i, j), i < rows, j < columns, lies at from + i * fromStride +
/// j * elementBytes and goes to to + j * toStride + i * elementBytes.
struct Transposition {
  std::byte *to;
  std::int64_t toStride; ///< bytes from column to column
  const std::byte *from;
  std::int64_t fromStride; ///< bytes from row to row
  std::int64_t rows, columns;
  std::int64_t elementBytes;
};

/// Of longer elements each is a run of its own.
inline constexpr std::int64_t maxTransposedBytes = 64;

/// Precondition: elementBytes <= maxTransposedBytes; source and target are
/// disjoint. `vectors`: at most those that the processor has.
void transpose(const Transposition &matrix, StoreKind stores,
               Vectors vectors = widestVectors());

} // namespace redist::runtime

#endif
