//===- MappingSolver.cpp - Interval mappings by integer programs ----------===//

#include "redistc/Exact/MappingSolver.h"

#include "MappingProgram.h"

#include <algorithm>
#include <cmath>

namespace redistc::exact {

using namespace redist::schedule;

/// What the solver's sums may be wrong by, in units of the period.
static constexpr double tolerance = 1e-6;

/// No mapping takes longer for an item than this.
static std::int64_t longestPeriod(const PipelineInstance &instance) {
  std::int64_t data = 0;
  for (const std::int64_t size : instance.data)
    data += size;
  return instance.workBefore.back() *
             *std::max_element(instance.ticksOfWork.begin(),
                               instance.ticksOfWork.end()) +
         2 * data *
             std::max<std::int64_t>(
                 0, *std::max_element(instance.ticksOfData.begin(),
                                      instance.ticksOfData.end()));
}

std::optional<MadeMapping>
MappingSolver::intervalMapping(const PipelineInstance &instance) const {
  const bool canDeal = std::any_of(
      instance.replicas.begin(), instance.replicas.end(),
      [](std::int32_t replicas) { return replicas != oneProcessor; });
  if (canDeal || instance.endsCollide())
    return std::nullopt;
  const std::int64_t p = instance.processors();
  if (p * p > limits.maxVariables / instance.stages())
    return std::nullopt;
  // What schedule finds in a moment leaves less to look for.
  Result<MadeMapping> best = makeMapping(instance, MappingKind::Interval);
  if (best && best->isOptimal)
    return *std::move(best);
  const std::int64_t known = best ? best->cost.period : longestPeriod(instance);
  MappingProgram program(instance, known);
  const MappingProgramAnswer answer = program.solve(limits.maxNodes);
  if (answer.mapping)
    if (Result<MappingCost> cost = costOf(instance, *answer.mapping);
        cost && (!best || cost->period < known) &&
        (instance.latencyLimit < 0 || cost->latency <= instance.latencyLimit)) {
      MadeMapping made;
      made.mapping = *answer.mapping;
      made.cost = *std::move(cost);
      made.periodBound = best ? best->periodBound : 0;
      made.method = "integer program";
      best = std::move(made);
    }
  if (!best)
    return std::nullopt;
  const double bound =
      std::ceil((answer.bound - tolerance) * static_cast<double>(known));
  best->periodBound =
      std::max(best->periodBound,
               std::min(best->cost.period, static_cast<std::int64_t>(bound)));
  best->isOptimal = best->periodBound == best->cost.period;
  return *std::move(best);
}

} // namespace redistc::exact
