//===- PipelineTimes.h - Times as they are shown ---------------*- C++ -*-===//
//
// Private to lib/View: the times of a mapping as text. Where ticks are exact,
// they are shown. Where they are rounded (speeds such as 1.37 have no common
// unit when they are many), the times of the mapping are computed once more
// from the problem itself, so that all digits are right.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_VIEW_PIPELINETIMES_H
#define REDIST_LIB_VIEW_PIPELINETIMES_H

#include "redistc/View/PipelineView.h"

namespace redistc::view {

/// ticks / divisor, by the unit of the instance.
ShownTime shownTicks(const redist::schedule::PipelineInstance &,
                     std::int64_t ticks, std::int64_t divisor = 1);

/// Fills in what rows and costs show. Precondition: rows are those of the
/// mapping. Cycle times and the period of general mappings come from ticks.
MappingTimes timesOf(const redist::schedule::PipelineProblem &,
                     const redist::schedule::PipelineInstance &,
                     const redist::schedule::MappingCost &,
                     std::vector<PipelineRow> &rows, bool isGeneral);

} // namespace redistc::view

#endif
