//===- MappingSolver.h - Interval mappings by integer programs -*- C++ -*-===//
//
// Room Exact. The integer program of Benoit and Robert, section 6.1, in a
// stronger form, for platforms whose links differ and that have too many
// processors for sets of them. Comes in: an instance. Goes out: a mapping,
// whose cost is computed exactly, and a bound.
//
// Stages flow from processor to processor: x[k, u] says that stage k is on u,
// z[k, u, v] that datum k goes from u to v. What comes to a stage also leaves
// it, and each processor is entered once at most. So its stages are an
// interval, and no row needs a large constant.
//
//   min T   sum over k of D_k c(t, u) z[k, t, u] + w_k s_u x[k, u]
//                       + D_k c(u, v) z[k, u, v] <= T   for each u
//
// The solver computes with doubles: its bound is lowered by its tolerance, and
// rounded up to a whole tick, before it is believed.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_EXACT_MAPPINGSOLVER_H
#define REDISTC_EXACT_MAPPINGSOLVER_H

#include "redistSchedule/Pipeline/MakeMapping.h"

namespace redistc::exact {

/// Amounts of work, never the clock.
struct MappingSolverLimits {
  std::int64_t maxVariables = 60000;
  std::int64_t maxNodes = 20000; ///< of branch and bound
};

class MappingSolver : public redist::schedule::ExactMapper {
public:
  explicit MappingSolver(MappingSolverLimits givenLimits = {})
      : limits(givenLimits) {}

  /// As declared by ExactMapper; nothing either where an interval would have to
  /// be dealt, where both ends share a port, or above maxVariables. Keeps pins
  /// and the limit on the latency. isOptimal where the bound reaches the
  /// period, or the solver finished and ticks are coarser than its tolerance.
  std::optional<redist::schedule::MadeMapping>
  intervalMapping(const redist::schedule::PipelineInstance &) const override;

private:
  MappingSolverLimits limits;
};

} // namespace redistc::exact

#endif
