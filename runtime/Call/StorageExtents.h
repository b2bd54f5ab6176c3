//===- StorageExtents.h - Extents derived from storage sizes --------------===//
//
// A section of several dimensions does not give the lengths of the inner
// dimensions of an array, and so not the positions of its elements in the
// storage. The sizes of all ranks' storage often determine these lengths.
//
// Comes in: the layout of a side, extents where they are known, sections, and
// how many elements each rank's storage has. Goes out: the extents, where
// exactly one choice gives every rank what it has.
//
// A size is a product of local extents, and local extents add up to extents.
// So the sum S of all sizes is the product of the extents, and the sum over the
// ranks with coordinate x of dimension k is S * localExtent(x) / extent: of the
// divisors of S few pass that for all x.
//
//   A on 2 ranks, (block(3), *), sizes 15 and 10: S = 25; extent 5 of dimension
//   0 has local extents 3 and 2, 15 = 25 * 3 / 5; dimension 1 has the rest, 5
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_CALL_STORAGEEXTENTS_H
#define REDIST_RUNTIME_CALL_STORAGEEXTENTS_H

#include "redistSchedule/Layout/Assignment.h"

#include <span>
#include <string>
#include <vector>

namespace redist::runtime {

struct StorageQuestion {
  std::vector<schedule::DimensionLayout> dimensions;
  std::vector<std::int64_t> extents; ///< -1: to be found
  std::vector<std::int64_t> least;   ///< the sections end here
  std::vector<std::int64_t> most;    ///< block(k) on P holds k * P; -1: any
  std::vector<std::int64_t> sizes;   ///< by position of the grid, row-major
};

struct StorageAnswer {
  std::vector<std::int64_t> extents; ///< empty: none, or several choices
  bool isAmbiguous = false;
};

/// The extents that give every position exactly its size.
StorageAnswer extentsOf(const StorageQuestion &question);

} // namespace redist::runtime

#endif
