//===- Mapping.h - Mapping of stages to processors -------------*- C++ -*-===//
//
// Room Schedule. A mapping and what it costs: period and latency in ticks of a
// PipelineInstance, by the equations of Benoit and Robert and, for intervals
// dealt to several processors, those of docs/SchedulingMath.md.
//
//   stages 1..2 on processor 2, stage 3 dealt to processors 1 and 3:
//   {{0, 1, {1}}, {2, 2, {0, 2}}}
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_PIPELINE_MAPPING_H
#define REDISTSCHEDULE_PIPELINE_MAPPING_H

#include "redistSchedule/Pipeline/PipelineProblem.h"

#include <string>

namespace redist::schedule {

struct MappedInterval {
  std::int64_t first = 0; ///< stage
  std::int64_t last = 0;
  /// One; several: item i goes to processors[i mod their number].
  std::vector<std::int32_t> processors;
  bool operator==(const MappedInterval &) const = default;
};

/// Intervals of consecutive stages from the first to the last, each processor
/// in one of them at most.
struct Mapping {
  std::vector<MappedInterval> intervals;
  bool operator==(const Mapping &) const = default;
};

/// What a mapping costs, in ticks.
struct MappingCost {
  /// The period is period / periodDivisor exactly, in lowest terms: an interval
  /// dealt to k processors takes an item every k-th part of its cycle time.
  std::int64_t period = 0;
  std::int64_t periodDivisor = 1;
  std::int64_t latency = 0; ///< of one item, from P_in to P_out, at worst
  /// Of each interval, on the slowest of its processors.
  std::vector<std::int64_t> cycleTimes;
};

/// Equation (2) with the bounds of P_in and P_out where they matter (dealt
/// intervals; sharesEnds: the least period at which its receive and its send
/// do not meet). A period that is attained; the least one, except where an
/// interval is dealt and links differ: there every transfer at a boundary takes
/// what the slowest link in use takes. The latency is that of an item that
/// never waits. A limit on it is not looked at. Errors: NoMapping, which says
/// what is wrong: a gap, a processor twice, a missing link, a pin or a number
/// of replicas not kept.
Result<MappingCost> costOf(const PipelineInstance &, const Mapping &);

/// Any assignment of stages to processors.
enum class GeneralModel {
  Optimistic, ///< equation (3): every processor's work and transfers add up
  Path,       ///< equations (4), (5): from its first input to its last output
};
/// Period in ticks; processorOf[k] of stage k. Overlapped: the longest of all
/// that a processor receives, computes (Path: from the start of its first stage
/// to the end of its last) and sends. Errors as costOf.
Result<std::int64_t> generalPeriod(const PipelineInstance &,
                                   const std::vector<std::int32_t> &processorOf,
                                   GeneralModel);

/// Words that generated code carries: the problem and its mapping.
std::vector<std::uint32_t> encode(const PipelineProblem &, const Mapping &);
struct EncodedMapping {
  PipelineProblem problem;
  Mapping mapping;
};
/// Errors: BadEncoding.
Result<EncodedMapping> decodeMapping(const std::uint32_t *words,
                                     std::size_t count);

} // namespace redist::schedule

#endif
