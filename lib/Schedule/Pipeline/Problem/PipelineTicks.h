//===- PipelineTicks.h - Times of a pipeline in whole ticks ----*- C++ -*-===//
//
// Private to lib/Schedule. Work, data, speeds and bandwidths of a problem ->
// the times of an instance. Precondition of both: the problem was checked.
// Pins, replicas and the model are the caller's.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PIPELINE_PROBLEM_PIPELINETICKS_H
#define REDIST_LIB_SCHEDULE_PIPELINE_PROBLEM_PIPELINETICKS_H

#include "redistSchedule/Pipeline/PipelineProblem.h"

namespace redist::schedule {

/// Nothing where the common unit or the sum of all times leaves 62 bits.
std::optional<PipelineInstance> exactTicks(const PipelineProblem &);

/// The sum of the longest times becomes about 2^60 ticks.
PipelineInstance roundedTicks(const PipelineProblem &);

} // namespace redist::schedule

#endif
