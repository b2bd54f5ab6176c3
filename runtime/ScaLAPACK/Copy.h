//===- Copy.h - Copy of a submatrix by the runtime -------------*- C++ -*-===//
//
// B(range) := A(range), or its transpose: what both p?gemr2d and p?tran come
// down to. Comes in: the two submatrices as all processes of an assembly know
// them, and what this process stores of them. Goes out: plans of the runtime,
// executed. Does not check; does no arithmetic.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_SCALAPACK_COPY_H
#define REDIST_SCALAPACK_COPY_H

#include "Assembly.h"
#include "Geometry.h"

#include <array>
#include <cstddef>

namespace redist::scalapack {

/// A submatrix as all know it: rows first, then columns.
struct Submatrix {
  std::array<MatrixDimension, 2> dimensions;
  std::array<Range, 2> ranges;
  const RankMap *grid = nullptr;
  std::array<std::int64_t, 2> shape() const {
    return {grid->rows, grid->columns};
  }
};

/// What this process stores of a matrix: column-major local blocks.
struct LocalStorage {
  std::byte *address = nullptr;
  std::int64_t leadingDimension = 1;
  std::array<std::int64_t, 2> coordinates{-1, -1}; ///< in its grid
  std::array<std::int64_t, 2> first{}; ///< local row and column at `address`

  bool isMember() const { return coordinates[0] >= 0; }
  std::byte *at(std::int64_t row, std::int64_t column,
                std::int64_t elementSize) const {
    return address + (row - first[0] + (column - first[1]) * leadingDimension) *
                         elementSize;
  }
};

/// The local rows and columns that this process holds of a submatrix; nothing
/// where it is not a member.
std::array<Range, 2> localRanges(const Submatrix &, const LocalStorage &);

/// Dense storage for nothing but a submatrix of what `whole` stores.
struct Room {
  LocalStorage storage; ///< its address is to be set
  std::int64_t bytes;
};
Room roomFor(const Submatrix &, const LocalStorage &whole,
             std::int64_t elementSize);

struct Copy {
  const char *routine; ///< for messages and statistics
  Submatrix source, target;
  bool isTransposed = false;
  std::int64_t elementSize; ///< bytes
};

/// Carries it out; nothing else of the target's storage is touched. The ranges
/// are of equal lengths and not empty. Where they have elements in common in
/// this process, the source is copied first. Collective over the assembly, with
/// the same copy on all processes. Throws redist::error.
void execute(Assembly &, const Copy &, const LocalStorage &source,
             const LocalStorage &target);

} // namespace redist::scalapack

#endif
