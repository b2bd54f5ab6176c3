//===- RootPlacement.h - Subtrees on the left of the root -------*- C++ -*-===//
//
// Private to lib/Schedule. A tree can have rank r as its sink for an operator
// that does not commute iff some of the sink's subtrees have r elements
// together: those go to its left (docs/SchedulingMath.md, section 13).
//
//   sizes 3, 2: roots 0, 2, 3, 5
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_REDUCTION_ROLE_ROOTPLACEMENT_H
#define REDIST_LIB_SCHEDULE_REDUCTION_ROLE_ROOTPLACEMENT_H

#include "Reduction/Role/ReductionRule.h"

namespace redist::schedule {

/// Indices of the sizes, largest first.
std::vector<std::int32_t> largestFirst(std::span<const std::int64_t> sizes);

/// By index, whether a size is in the subset of this sum; nothing where there
/// is no such subset. Linear where taking the largest that fit finds one,
/// else O(sum * distinct sizes). Preconditions: sizes > 0, 0 <= sum.
std::optional<std::vector<bool>>
subsetOfSum(std::span<const std::int64_t> sizes,
            std::span<const std::int32_t> largestFirst, std::int64_t sum);

/// Where those subtrees lie if the others go right: both sides grow away from
/// the sink in the order of the sizes. By first rank.
std::vector<ReductionPlacement::Top>
placedTops(std::span<const std::int64_t> sizes, const std::vector<bool> &left,
           std::int64_t sink);

} // namespace redist::schedule

#endif
