//===- CycleTimes.h - Cycle time of a processor ----------------*- C++ -*-===//
//
// Private to lib/Schedule. The small formulas that all mappings share: a
// transfer, the cycle time of an interval on a processor, and the period that
// one port for P_in and P_out costs. docs/SchedulingMath.md, sections 18, 19.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PIPELINE_MAPPING_CYCLETIMES_H
#define REDIST_LIB_SCHEDULE_PIPELINE_MAPPING_CYCLETIMES_H

#include "Support/Arithmetic.h"
#include "redistSchedule/Pipeline/Mapping.h"
#include "redistSchedule/Support/Index.h"

#include <algorithm>

namespace redist::schedule {

/// A period: numerator / denominator ticks, denominator > 0.
struct TickRatio {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;

  friend bool operator<(const TickRatio &x, const TickRatio &y) {
    return Int128{x.numerator} * y.denominator <
           Int128{y.numerator} * x.denominator;
  }
};

inline TickRatio periodOf(const MappingCost &cost) {
  return {cost.period, cost.periodDivisor};
}

/// Of one item, from a receive, the work and a send.
inline std::int64_t cycleOf(TransferModel model, std::int64_t in,
                            std::int64_t work, std::int64_t out) {
  return model == TransferModel::Serial ? in + work + out
                                        : std::max({in, work, out});
}

/// Of datum k. Precondition: equal links.
inline std::int64_t transferTime(const PipelineInstance &instance,
                                 std::int64_t k) {
  return instance.data[indexOf(k)] * instance.ticksOfData.front();
}

/// Of stages [first, last] on processor u. Precondition: equal links.
inline std::int64_t cycleTime(const PipelineInstance &instance,
                              std::int64_t first, std::int64_t last,
                              std::int64_t u) {
  return cycleOf(instance.model, transferTime(instance, first),
                 instance.workOf(first, last) *
                     instance.ticksOfWork[indexOf(u)],
                 transferTime(instance, last + 1));
}

/// How many processors stages [first, last] must have, 0 where the mapper may
/// choose, -1 where no number suits all of them.
inline std::int32_t replicasOf(const PipelineInstance &instance,
                               std::int64_t first, std::int64_t last) {
  std::int32_t count = anyNumber;
  for (std::int64_t k = first; k <= last; ++k) {
    const std::int32_t wanted = instance.replicas[indexOf(k)];
    if (wanted == anyNumber || wanted == count)
      continue;
    if (count != anyNumber)
      return -1;
    count = wanted;
  }
  return count;
}

/// The least period at which the one port of P_in and P_out serves both, beside
/// the sum of its two transfers. `processors` counts those of all intervals,
/// `transfers` sums the transfers of an item, ends included. Derivation:
/// docs/SchedulingMath.md, section 19.
///
///   min over q in [0, K) of max(latency / (q + 1), transfers / (K - q))
TickRatio periodOfSharedPort(std::int64_t latency, std::int64_t transfers,
                             std::int64_t processors);

} // namespace redist::schedule

#endif
