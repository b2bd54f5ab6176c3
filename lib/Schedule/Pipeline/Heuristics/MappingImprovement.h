//===- MappingImprovement.h - Local search on mappings ---------*- C++ -*-===//
//
// Private to lib/Schedule. Local search: as long as the period, or the number
// of intervals that take so long, becomes less, a cut beside a slowest interval
// moves, its processors change places with others or with free ones, it is
// split, merged with a neighbour, or dealt to one processor more. On any
// platform; keeps pins, replicas and the limit on the latency.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PIPELINE_HEURISTICS_MAPPINGIMPROVEMENT_H
#define REDIST_LIB_SCHEDULE_PIPELINE_HEURISTICS_MAPPINGIMPROVEMENT_H

#include "Pipeline/Mapping/CycleTimes.h"

namespace redist::schedule {

/// Precondition: the mapping has a cost and keeps the limit. Takes its work
/// from `work` and stops when it is used up.
Mapping improveMapping(const PipelineInstance &, Mapping, std::int64_t &work);

} // namespace redist::schedule

#endif
