//===- Bounds.h - Lower bounds and the cost model --------------*- C++ -*-===//
//
// Lower bounds for every schedule (docs/SchedulingMath.md, section 3), and the
// affine cost alpha * NS + beta * TC of Desprez et al. 4.3.1.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_ONEDIMENSION_BOUNDS_H
#define REDISTSCHEDULE_ONEDIMENSION_BOUNDS_H

#include "redistSchedule/EdgeColouring/ClassSchedule.h"
#include "redistSchedule/OneDimension/Schedule.h"

namespace redist::schedule {

struct LowerBounds {
  std::int64_t stepCount; ///< NS_opt
  std::int64_t totalCost; ///< sorted bound: sum over theta of deg{W >= theta}
};

/// For one superblock. O(min(r, s)) or better.
LowerBounds lowerBounds(const CommunicationGrid &);

/// The two-level bound LB2 (A2.2): at least the sorted bound, valid for
/// schedules of exactly `stepCount` steps.
std::int64_t twoLevelBound(const CommunicationGrid &, std::int64_t stepCount);

/// The class problem of a grid at a number of steps (input of ExactSolver).
ClassProblem classProblem(const CommunicationGrid &, std::int64_t stepCount);

/// alpha seconds a step, beta seconds an element.
struct CostModel {
  double alpha;
  double beta;
  double time(std::int64_t steps, std::int64_t totalCost) const {
    return alpha * static_cast<double>(steps) +
           beta * static_cast<double>(totalCost);
  }
};

} // namespace redist::schedule

#endif
