//===- Heuristics.h - Heuristics for interval mappings ---------*- C++ -*-===//
//
// Private to lib/Schedule. The nine heuristics of Benoit and Robert, section 4,
// for platforms with equal links, with the errata of the project: see
// docs/SchedulingMath.md, section 22. Pinned stages are placed by construction:
//
//   H1a-H5  intervals of fixed length; one that holds a pinned stage goes to
//           its processor, the others share the free processors
//   H6      starts with one interval for each pinned processor, and keeps a
//           pinned stage where it is when it splits
//   H7a, b  an interval holds all stages of a pinned processor or none
//
// None of them deals stages.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PIPELINE_HEURISTICS_HEURISTICS_H
#define REDIST_LIB_SCHEDULE_PIPELINE_HEURISTICS_HEURISTICS_H

#include "redistSchedule/Pipeline/MakeMapping.h"

namespace redist::schedule {

/// The mapping that the heuristic finds; a limit on the latency is not looked
/// at. Errors: StrategyNotForCase (links differ, a stage must be dealt, pins
/// that its intervals cannot keep).
Result<Mapping> heuristicMapping(const PipelineInstance &, MappingKind);

// The families, for platforms and stages that were checked.
Result<Mapping> fixedIntervals(const PipelineInstance &, MappingKind);
Result<Mapping> splitIntervals(const PipelineInstance &);
Result<Mapping> probeIntervals(const PipelineInstance &, MappingKind);

/// Processors by decreasing speed, the first of equal ones first.
std::vector<std::int32_t> fastestFirst(const PipelineInstance &);

/// A period that no interval mapping without dealt stages is below: of every
/// stage alone on its best processor, and of all work on all processors.
/// Precondition: equal links.
std::int64_t simplePeriodBound(const PipelineInstance &);

} // namespace redist::schedule

#endif
