//===- Slabs.h - Slabs of an array for file access -------------*- C++ -*-===//
//
// Room Array. A file holds the elements in global order, row-major or
// column-major. The array goes there in slabs: a slab is redistributed to
// blocks of one dimension, of which each rank reads or writes its own as long
// contiguous stretches. Beside the array there is never more than a slab. Where
// the ranks have such blocks already, each one's part is its block.
//
//   A[3][1000] on 4 ranks: dimension 1 is cut, as 3 < 4; a slab of 400 of it
//   has blocks of 100; rank 2 has 3 stretches of the file, 100 elements each.
//
// Comes in: an array of any layout. Goes out: blocks, in the order of the file.
// Opens no file.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_ARRAY_SLABS_H
#define REDIST_RUNTIME_ARRAY_SLABS_H

#include "redist/Redistribute.h"
#include "redist/detail/array/ArrayCore.h"

#include <cstdint>
#include <functional>

namespace redist::runtime {

/// How an array is cut for its file. "Before" and "behind" are meant in the
/// order of the file: row-major begins with dimension 0, column-major with the
/// last one.
struct Cut {
  storage_order order = storage_order::row; ///< of file and blocks
  std::size_t dimension = 0;
  std::int64_t length = 1; ///< of a slab along it
  std::int64_t outer = 1;  ///< stretches that a block of a slab consists of
  std::int64_t inner = 1;  ///< elements for one index of the dimension
};

/// Part of an array along the dimension of a cut, in blocks of all ranks.
class Slab {
public:
  using numbers = detail::array_shape::numbers;

  Slab(const detail::array_shape &whole, const Cut &how, std::int64_t lower,
       int rankCount);
  /// The whole array in the blocks that the ranks have.
  static Slab ofOwnParts(const detail::array_shape &whole, const Cut &how);

  /// Elements of this rank's block.
  std::int64_t size() const { return cut.outer * mine * cut.inner; }
  /// Calls visit(element of the file, element of the block, count) for each
  /// stretch.
  template <typename Visit> void forEachStretch(Visit visit) const {
    const std::int64_t extent = shape.extents()[cut.dimension];
    for (std::int64_t i = 0; i < cut.outer; ++i)
      visit((i * extent + begin + first) * cut.inner, i * mine * cut.inner,
            mine * cut.inner);
  }
  /// The block as a box: its first element by global index, and its extents.
  numbers lower() const;
  numbers extents() const;
  /// From the array to the blocks, and back.
  redistribution toBlocks() const;
  redistribution fromBlocks() const;

private:
  section sectionOfArray() const;
  redistribution between(const section &source, const section &target) const;
  redist::layout blocks() const;

  Slab(const detail::array_shape &whole, const Cut &how)
      : shape(whole), cut(how) {}

  const detail::array_shape &shape;
  const Cut &cut;
  std::int64_t begin = 0, ranks = 0, length = 0;
  std::int64_t block = 1, first = 0, mine = 0; ///< within the slab
};

/// A call that moves an array: what it is, its ranks, the order of its file.
struct SlabCall {
  const directive &call;
  MPI_Comm talk; ///< the runtime's own
  int rankCount;
  storage_order order;
};

/// visit(slab, block) writes a block; all ranks make it for each slab.
/// Collective; throws redist::error alike on every rank.
void writeSlabs(
    const detail::array_core &, const SlabCall &,
    const std::function<void(const Slab &, const unsigned char *)> &visit);
/// visit(slab, block) fills a block. Likewise.
void readSlabs(detail::array_core &, const SlabCall &,
               const std::function<void(const Slab &, unsigned char *)> &visit);

} // namespace redist::runtime

#endif
