//===- Bounds.cpp - Lower bounds ------------------------------------------===//
//
// The sorted bound (docs/SchedulingMath.md, section 3): any schedule needs at
// least deg{length >= theta} steps of cost theta or more, for every theta; the
// sum over theta bounds the total cost, whatever the number of steps.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/OneDimension/Bounds.h"

#include "OneDimension/StepRule.h"
#include "Support/Arithmetic.h"

#include <algorithm>
#include <functional>

using namespace redist::schedule;

/// Maximum degree of m consecutive classes.
static std::int64_t degree(const CommunicationGrid &grid, std::int64_t m) {
  return std::max(grid.beta() * ceilDivide(m, grid.rowTypes()),
                  grid.alpha() * ceilDivide(m, grid.columnTypes()));
}

/// {W >= theta} is a circular interval for every theta, so that its size tells
/// its degree; sizes come from the sorted weights.
static std::int64_t sortedBound(const CommunicationGrid &grid) {
  std::vector<std::int64_t> weights = classWeights(grid);
  std::sort(weights.begin(), weights.end(), std::greater<>());
  weights.push_back(0);
  std::int64_t bound = 0;
  for (std::size_t m = 1; m < weights.size(); ++m)
    if (weights[m] < weights[m - 1])
      bound += (weights[m - 1] - weights[m]) *
               degree(grid, static_cast<std::int64_t>(m));
  return bound;
}

LowerBounds redist::schedule::lowerBounds(const CommunicationGrid &grid) {
  return {grid.minimumSteps(), sortedBound(grid)};
}

ClassProblem redist::schedule::classProblem(const CommunicationGrid &grid,
                                            std::int64_t stepCount) {
  ClassProblem problem;
  problem.alpha = grid.alpha();
  problem.beta = grid.beta();
  problem.rowTypes = static_cast<std::int32_t>(grid.rowTypes());
  problem.columnTypes = static_cast<std::int32_t>(grid.columnTypes());
  problem.stepCount = stepCount;
  for (std::int64_t c = 0; c < grid.classCount(); ++c) {
    const std::int64_t k = grid.firstClass() + c;
    problem.classes.push_back(
        {static_cast<std::int32_t>(modulo(k, grid.rowTypes())),
         static_cast<std::int32_t>(modulo(k, grid.columnTypes())),
         grid.weight(k)});
  }
  return problem;
}
