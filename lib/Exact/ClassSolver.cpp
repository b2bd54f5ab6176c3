//===- ClassSolver.cpp - Least total cost, by integer programs ------------===//
//
// Cheap certificates first. The sweep fills the profile of the sorted bound in
// 19 of 20 random grids, which proves it at once; then that of the two-level
// bound. Only where neither is attained do programs run, in the narrow range
// between the bound and the best profile that the sweep reached: a relaxation,
// whose rounded profile usually closes most of the range, then branch and
// bound.
//
//===----------------------------------------------------------------------===//

#include "redistc/Exact/ClassSolver.h"

#include "ProfileSearch.h"

#include "redistSchedule/OneDimension/Bounds.h"

#include <algorithm>

namespace redistc::exact {

using redist::schedule::ClassProblem;
using redist::schedule::ClassProfile;
using redist::schedule::CommunicationGrid;

/// All steps cost as much as the longest messages: no search, always right.
static void offerDearest(const LevelProblem &problem, Incumbent &best) {
  Shares share(problem.cells.size(),
               std::vector<std::int64_t>(problem.levels(), 0));
  for (std::size_t c = 0; c < share.size(); ++c)
    share[c][0] = problem.cells[c].messages;
  best.offer(problem, Cumulated(problem.levels(), problem.stepCount),
             std::move(share));
}

/// `known`: what the caller has already costs this.
static Incumbent search(const LevelProblem &problem, std::int64_t known,
                        const ClassSolverLimits &limits) {
  const Deadline deadline(limits.seconds);
  DeadlineSweep sweep(problem);
  Incumbent best;
  best.totalCost = known;
  const Cumulated sorted = sortedBound(problem);
  best.lowerBound = std::min(known, problem.totalCost(sorted));
  Shares share;
  if (!best.isProved() && sweep.fill(sorted, share, deadline))
    best.offer(problem, sorted, std::move(share));
  if (best.isProved())
    return best;
  const Cumulated lower = twoLevelBound(problem, sorted, deadline);
  best.lowerBound = std::min(best.totalCost, problem.totalCost(lower));
  if (best.isProved())
    return best;
  Cumulated raised = lower;
  if (sweep.fillRaising(raised, share, deadline))
    best.offer(problem, raised, std::move(share));
  else
    offerDearest(problem, best);
  if (best.isProved())
    return best;
  ProfileSearch programs(problem, sweep, lower, best, deadline);
  if (programs.variables() <= limits.maxVariables)
    programs.run();
  return best;
}

/// Shares of the classes from those of their cells: the classes of a cell are
/// filled one after the other. A cost alone where nothing better was found.
static ClassProfile toProfile(const LevelProblem &problem, Incumbent best) {
  ClassProfile profile;
  profile.totalCost = best.totalCost;
  profile.lowerBound = best.lowerBound;
  profile.proved = best.isProved();
  if (!best.share)
    return profile;
  Shares &left = *best.share;
  std::vector<std::int32_t> levelOfCost;
  for (std::int32_t j = 0; j < problem.levels(); ++j)
    if (std::int64_t steps = best.upTo[j] - (j > 0 ? best.upTo[j - 1] : 0)) {
      profile.costs.push_back(problem.costs[j]);
      profile.steps.push_back(steps);
      levelOfCost.push_back(j);
    }
  for (std::int32_t cell : problem.cellOfClass) {
    std::int64_t messages = problem.alpha * problem.beta;
    std::vector<std::int64_t> &share = profile.share.emplace_back();
    for (std::int32_t j : levelOfCost) {
      std::int64_t amount = std::min(messages, left[cell][j]);
      left[cell][j] -= amount;
      messages -= amount;
      share.push_back(amount);
    }
  }
  return profile;
}

std::optional<ClassProfile> ClassSolver::solve(const ClassProblem &input,
                                               std::int64_t known) const {
  std::optional<LevelProblem> problem = makeLevelProblem(input);
  if (!problem ||
      problem->levels() >
          limits.maxShares / static_cast<std::int64_t>(input.classes.size()))
    return std::nullopt;
  return toProfile(*problem, search(*problem, known, limits));
}

std::int64_t classLowerBound(const CommunicationGrid &grid,
                             std::int64_t stepCount,
                             const ClassSolverLimits &limits) {
  if (grid.classCount() <= limits.maxShares)
    if (auto profile = ClassSolver(limits).solve(
            redist::schedule::classProblem(grid, stepCount)))
      return profile->lowerBound;
  return redist::schedule::lowerBounds(grid).totalCost;
}

} // namespace redistc::exact
