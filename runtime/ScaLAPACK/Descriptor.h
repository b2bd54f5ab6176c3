//===- Descriptor.h - Array descriptors of ScaLAPACK -----------*- C++ -*-===//
//
// Reads the integer arrays by which ScaLAPACK's callers describe a distributed
// matrix. Both kinds are read: nine entries (type 1), and eleven (type 2),
// where the first block of either dimension has a size of its own. REDIST
// (p?gemr2d) takes nine entries and never reads the type; PBLAS (p?tran) takes
// both.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_SCALAPACK_DESCRIPTOR_H
#define REDIST_SCALAPACK_DESCRIPTOR_H

#include <cstdint>

namespace redist::scalapack {

/// How one dimension of a matrix is dealt onto the rows or columns of a grid:
/// a first block on coordinate `source`, the blocks behind it on the next ones,
/// round robin. Numbers are the caller's and may be nonsense.
struct MatrixDimension {
  std::int64_t extent = 0;
  std::int64_t firstBlock = 1;
  std::int64_t block = 1;
  std::int64_t source = 0; ///< -1: every coordinate has all of it
};

/// Entries in the order of a descriptor of eleven.
enum class DescriptorEntry {
  Type,
  Context,
  Rows,
  Columns,
  FirstRowBlock,
  FirstColumnBlock,
  RowBlock,
  ColumnBlock,
  RowSource,
  ColumnSource,
  LeadingDimension
};

struct Descriptor {
  int type = 0;
  int context = -1;
  MatrixDimension rows, columns;
  std::int64_t leadingDimension = 1;

  static constexpr int blockCyclic = 1;
  static constexpr int blockCyclicWithFirstBlocks = 2;
  bool isKnownType() const {
    return type == blockCyclic || type == blockCyclicWithFirstBlocks;
  }
  bool hasFirstBlocks = false; ///< the array has eleven entries
  /// Place of an entry in the array, from 1.
  int placeOf(DescriptorEntry) const;
};

/// Reads nine entries, whatever the type says.
Descriptor readShortDescriptor(const int *entries);
/// Reads nine entries, or eleven where the type says so.
Descriptor readDescriptor(const int *entries);

} // namespace redist::scalapack

#endif
