//===- RankPeriods.h - Runs of a rank in one period ------------*- C++ -*-===//
//
// Comes in: a plan with one distributed dimension. Goes out: the elements of a
// rank in one period of its source, in storage order, with their receivers and
// their positions there.
//
//   CYCLIC(64) -> CYCLIC(96) on 2 ranks, the source of rank 0: 64 elements that
//   stay, 32 for rank 1, 32 that stay, 64 for rank 1; 192 of a period of 384.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_COPY_RANKPERIODS_H
#define REDIST_RUNTIME_COPY_RANKPERIODS_H

#include "Plan/RedistributionPlan.h"

#include <optional>

namespace redist::runtime {

/// All in elements of local storage.
struct RankPeriods {
  struct Run {
    std::size_t peer;
    std::int64_t own, other; ///< offsets, in the first period
    std::int64_t length;
  };
  std::vector<Run> runs;  ///< in the order of the array, so of the storage
  std::vector<int> ranks; ///< by peer; this rank may be one of them
  std::int64_t periods;
  std::int64_t ownStride, otherStride; ///< from period to period
};

/// Of the rank of the plan. Nothing where it has no source, where the
/// assignment is more than periods of one dimension in dense storage, or where
/// a period has more than `maxRuns`.
std::optional<RankPeriods> rankPeriods(const RedistributionPlan &plan,
                                       std::size_t maxRuns);

/// Whether all peers are the rank itself or true in `isSeen` (by rank).
bool seesAll(const RankPeriods &periods, int rank,
             const std::vector<bool> &isSeen);

} // namespace redist::runtime

#endif
