//===- RankRuns.h - All runs of one rank, grouped --------------*- C++ -*-===//
//
// Enumerates the elements that a coordinate of one layout shares with each
// coordinate of the other, as strided groups of runs (the compact form of
// schedule::Overlap). Comes in: the two layouts, a coordinate, a range of
// global indices. Goes out: one call a group, in ascending order for each
// partner.
//
// Where the blocks of one side hold whole rounds of the other (r >= Qs or
// s >= Pr), a block gives each partner at most three groups: a cut block, the
// complete blocks at a constant spacing, another cut block. So block -> cyclic
// takes a few groups, not one a block. Otherwise each meeting of two blocks is
// a run of its own.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_RANKRUNS_H
#define REDIST_RUNTIME_RANKRUNS_H

#include "redist/Schedule/BlockCyclic.h"

#include <functional>

namespace redist::runtime {

/// `count` runs of `length` elements shared with `partner`; offsets are local
/// indices on this rank ("mine") and on the partner ("other").
struct SharedRuns {
  std::int64_t partner;
  std::int64_t mine;
  std::int64_t other;
  std::int64_t length;
  std::int64_t count;
  std::int64_t mineStride;
  std::int64_t otherStride;
};

/// Half-open range of global indices.
struct GlobalRange {
  std::int64_t begin;
  std::int64_t end;
};

/// Calls `visit` for all runs of `coordinate` of layout `mine` within `range`.
/// For each partner they come by ascending global index.
void forEachSharedRuns(const schedule::BlockCyclic &mine,
                       std::int64_t coordinate,
                       const schedule::BlockCyclic &other, GlobalRange range,
                       const std::function<void(const SharedRuns &)> &visit);

} // namespace redist::runtime

#endif
