//===- StepWords.h - The steps of a graph's edges as words -----*- C++ -*-===//
//
// Private to lib/Schedule: steps that come from outside, one for each edge, are
// read and checked.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_EDGECOLOURING_STEPWORDS_H
#define REDIST_LIB_SCHEDULE_EDGECOLOURING_STEPWORDS_H

#include "Support/Words.h"

#include "redistSchedule/EdgeColouring/Colouring.h"

namespace redist::schedule {

/// The steps of the graph's edges: no sender and no receiver has two messages
/// in one, and none below the last is empty. Nothing where the words are no
/// such steps, or not as pack() writes them in as few bits as they need.
std::optional<std::vector<std::int32_t>>
unpackSteps(Words, const BipartiteGraph &, std::size_t bits);

} // namespace redist::schedule

#endif
