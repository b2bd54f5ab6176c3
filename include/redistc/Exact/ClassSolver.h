//===- ClassSolver.h - Least total cost, by integer programs ---*- C++ -*-===//
//
// The solver behind the `exact` strategy (docs/SchedulingMath.md, section 4).
// Comes in: the class problem of a communication grid at a number of steps.
// Goes out: how many steps have which cost, which share of each class travels
// in them, and the lower bound that proves it. Linked by the compiler and
// redist-plan, never by the runtime. It colours nothing:
// redist::schedule::realise does.
//
// Example: P = Q = 15, r = 3, s = 5 (Desprez et al., example 3) has s' = 5 row
// types and r' = 3 column types, alpha = 3, beta = 5, and 7 classes of weights
// 1, 2, 3, 3, 3, 2, 1. The sorted bound is 21; the solver proves that 10 steps
// cost at least 25 and 11 steps at least 23.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_EXACT_CLASSSOLVER_H
#define REDISTC_EXACT_CLASSSOLVER_H

#include "redistSchedule/EdgeColouring/ClassSchedule.h"
#include "redistSchedule/Intersection/CommunicationGrid.h"

namespace redistc::exact {

/// Where the search stops.
struct ClassSolverLimits {
  /// Of one call, on the clock: the search goes on until then, or until the
  /// least cost is proved.
  double seconds = 10;
  /// Classes times distinct weights; above, solve() gives std::nullopt.
  std::int64_t maxShares = std::int64_t{1} << 24;
  /// Shares in a linear program; above, none is tried.
  std::int64_t maxVariables = 500'000;
};

class ClassSolver : public redist::schedule::ExactSolver {
public:
  explicit ClassSolver(ClassSolverLimits givenLimits = {})
      : limits(givenLimits) {}

  /// As declared by ExactSolver. The profile names only costs with steps. What
  /// it says is proved holds exactly: bounds are computed in integers. Where a
  /// limit ends the search early the best profile found is returned with
  /// proved = false and the bound reached; std::nullopt where the problem is
  /// empty, exceeds maxShares or 2^50 messages, or has fewer steps than its
  /// maximum degree. Prints nothing.
  std::optional<redist::schedule::ClassProfile>
  solve(const redist::schedule::ClassProblem &,
        std::int64_t known =
            std::numeric_limits<std::int64_t>::max()) const override;

private:
  ClassSolverLimits limits;
};

/// The class bound: no schedule of exactly `stepCount` steps costs less, and
/// where the solver finishes one costs just that. At least the sorted bound,
/// which is returned where the solver's limits are exceeded. Elements of one
/// superblock. Precondition: stepCount >= grid.minimumSteps().
std::int64_t classLowerBound(const redist::schedule::CommunicationGrid &grid,
                             std::int64_t stepCount,
                             const ClassSolverLimits &limits = {});

} // namespace redistc::exact

#endif
