//===- ColouringReduce.h - Removing a colour --------------------*- C++ -*-===//
//
// Private to lib/Schedule. A good schedule of all messages has a step too many
// once what stays on a process is taken out of them. Its cheapest steps are
// dissolved: their messages go into other steps along Kempe chains, and all
// others keep their places but for those chains.
//
//   3 ranks, all-to-all in 3 steps; without 0 -> 0, 1 -> 1, 2 -> 2, which lay
//   in three different steps, two steps are enough
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_EDGECOLOURING_COLOURINGREDUCE_H
#define REDIST_LIB_SCHEDULE_EDGECOLOURING_COLOURINGREDUCE_H

#include "redistSchedule/EdgeColouring/Colouring.h"

namespace redist::schedule {

/// O(edges) and, for each edge of a colour that goes, a few chains. The result
/// has `colours` colours. Precondition: the colouring is proper and has at
/// least as many, and they are at least the maximum degree.
Colouring reduceColours(const BipartiteGraph &, const Colouring &,
                        std::int32_t colours);

} // namespace redist::schedule

#endif
