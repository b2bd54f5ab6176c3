//===- PeriodSearch.h - The least period, and how far it is ----*- C++ -*-===//
//
// Private to lib/Schedule; equal links. Bisects over periods with decisions of
// LabelSearch.h. What a found mapping really takes, and the next period at
// which any interval fits anywhere else, narrow the range further than its
// middle does. Decisions that cost too much are left out, and the range grows
// narrow from both sides of them instead: mapping and bound are then no longer
// equal, but both true.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PIPELINE_PERIODSEARCH_H
#define REDIST_LIB_SCHEDULE_PIPELINE_PERIODSEARCH_H

#include "LabelSearch.h"

namespace redist::schedule {

struct PeriodAnswer {
  std::optional<Mapping> mapping;
  Period period = 0;     ///< of the mapping, units of IntervalArcs, rounded up
  Period bound = 0;      ///< no mapping has a shorter one
  bool isProved = false; ///< there is none, or none is better
  int shift = 0;         ///< units of 2^-shift ticks
  std::int64_t work = 0;
};

/// Spends `work` at most, and a little more. Precondition: hasUniformLinks(),
/// fewer than 65,535 processors.
PeriodAnswer searchPeriod(const PipelineInstance &, std::int64_t work);

} // namespace redist::schedule

#endif
