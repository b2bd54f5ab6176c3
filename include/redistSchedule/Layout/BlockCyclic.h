//===- BlockCyclic.h - CYCLIC(k) on P ranks in one dimension ---*- C++ -*-===//
//
// The map between global indices and (rank coordinate, local index). Pure index
// arithmetic; knows neither messages nor schedules.
//
//   CYCLIC(3) on 2 ranks, N = 10        global  0 1 2 3 4 5 6 7 8 9
//                                       owner   0 0 0 1 1 1 0 0 0 1
//                                       local   0 1 2 0 1 2 3 4 5 3
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_LAYOUT_BLOCKCYCLIC_H
#define REDISTSCHEDULE_LAYOUT_BLOCKCYCLIC_H

#include "redistSchedule/Support/Result.h"

namespace redist::schedule {

/// CYCLIC(block) on ranks: blocks of `block` elements dealt round robin.
/// Invariant of every value made by makeBlockCyclic: both are positive.
struct BlockCyclic {
  std::int64_t ranks = 1;
  std::int64_t block = 1;

  bool operator==(const BlockCyclic &) const = default;

  std::int64_t owner(std::int64_t globalIndex) const {
    return globalIndex / block % ranks;
  }
  /// (i / (k * P)) * k + i mod k. Written without the product k * P, which may
  /// leave 64 bits.
  std::int64_t localIndex(std::int64_t globalIndex) const {
    return globalIndex / block / ranks * block + globalIndex % block;
  }
  std::int64_t globalIndex(std::int64_t rank, std::int64_t localIndex) const {
    return (localIndex / block * ranks + rank) * block + localIndex % block;
  }
  /// Number of the `extent` elements that lie on `rank`; 0 outside the grid.
  std::int64_t localExtent(std::int64_t extent, std::int64_t rank) const;
};

/// CYCLIC(block) on ranks; RanksNotPositive, BlockNotPositive.
Result<BlockCyclic> makeBlockCyclic(std::int64_t ranks, std::int64_t block);

/// BLOCK: block size ⌈extent / ranks⌉ (1 where the extent is 0).
Result<BlockCyclic> makeBlock(std::int64_t ranks, std::int64_t extent);

/// BLOCK(block): needs block * ranks >= extent (BlockTooSmall).
Result<BlockCyclic> makeBlock(std::int64_t ranks, std::int64_t extent,
                              std::int64_t block);

} // namespace redist::schedule

#endif
