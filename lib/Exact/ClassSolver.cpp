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

#include "LevelSweep.h"
#include "ProfileProgram.h"
#include "ShareProgram.h"

#include "redist/Schedule/Bounds.h"

#include <algorithm>

namespace redistc::exact {

using redist::schedule::ClassProblem;
using redist::schedule::ClassProfile;
using redist::schedule::CommunicationGrid;

/// The best profile so far, with shares that attain it, and what is proved.
struct Incumbent {
  Cumulated upTo;
  Shares share;
  std::int64_t totalCost = 0;
  std::int64_t lowerBound = 0;

  bool isProved() const { return totalCost == lowerBound; }
};

/// Takes the profile that the sweep makes from `upTo`, if it is better.
static void improve(Incumbent &best, const LevelProblem &problem,
                    LevelSweep &sweep, Cumulated upTo) {
  Shares share;
  sweep.fillRaising(upTo, share);
  std::int64_t totalCost = problem.totalCost(upTo);
  if (totalCost < best.totalCost)
    best = {std::move(upTo), std::move(share), totalCost, best.lowerBound};
}

/// Relaxation, rounded up and filled, which narrows the range; then branch and
/// bound.
static void searchPrograms(Incumbent &best, const LevelProblem &problem,
                           LevelSweep &sweep, const Cumulated &lower,
                           const ClassSolverLimits &limits) {
  ProfileProgram program(problem, lower, best.totalCost);
  if (best.isProved() || program.variables() > limits.mostVariables)
    return;
  ProgramAnswer relaxed = program.relax();
  best.lowerBound = std::max(best.lowerBound, relaxed.lowerBound);
  if (!relaxed.upTo)
    return;
  improve(best, problem, sweep, *relaxed.upTo);
  if (best.isProved())
    return;

  program.lowerCutoff(best.totalCost);
  std::int64_t size = std::max<std::int64_t>(1, program.variables());
  std::int64_t nodes = limits.mostWork / size / size;
  ProgramAnswer found = program.search(nodes);
  best.lowerBound = std::max(best.lowerBound, found.lowerBound);
  if (!found.upTo)
    return;
  std::optional<Shares> share = Shares{};
  if (!sweep.fill(*found.upTo, *share))
    share = sharesByProgram(problem, *found.upTo, nodes);
  if (share)
    best = {*found.upTo, std::move(*share), problem.totalCost(*found.upTo),
            best.lowerBound};
}

static Incumbent search(const LevelProblem &problem,
                        const ClassSolverLimits &limits) {
  LevelSweep sweep(problem);
  Incumbent best;
  best.upTo = sortedBound(problem);
  best.totalCost = best.lowerBound = problem.totalCost(best.upTo);
  if (sweep.fill(best.upTo, best.share))
    return best;
  Cumulated lower = twoLevelBound(problem, best.upTo);
  best.upTo = lower;
  sweep.fillRaising(best.upTo, best.share);
  best.totalCost = problem.totalCost(best.upTo);
  best.lowerBound = problem.totalCost(lower);
  searchPrograms(best, problem, sweep, lower, limits);
  return best;
}

/// Shares of the classes from those of their cells: the classes of a cell are
/// filled one after the other.
static ClassProfile toProfile(const LevelProblem &problem, Incumbent best) {
  ClassProfile profile;
  std::vector<std::int32_t> levelOfCost;
  for (std::int32_t j = 0; j < problem.levels(); ++j)
    if (std::int64_t steps = best.upTo[j] - (j > 0 ? best.upTo[j - 1] : 0)) {
      profile.costs.push_back(problem.costs[j]);
      profile.steps.push_back(steps);
      levelOfCost.push_back(j);
    }
  for (std::int32_t cell : problem.cellOfClass) {
    std::int64_t left = problem.alpha * problem.beta;
    std::vector<std::int64_t> &share = profile.share.emplace_back();
    for (std::int32_t j : levelOfCost) {
      std::int64_t amount = std::min(left, best.share[cell][j]);
      best.share[cell][j] -= amount;
      left -= amount;
      share.push_back(amount);
    }
  }
  profile.totalCost = best.totalCost;
  profile.lowerBound = best.lowerBound;
  profile.proved = best.isProved();
  return profile;
}

std::optional<ClassProfile>
ClassSolver::solve(const ClassProblem &input) const {
  std::optional<LevelProblem> problem = makeLevelProblem(input);
  if (!problem ||
      problem->levels() >
          limits.mostShares / static_cast<std::int64_t>(input.classes.size()))
    return std::nullopt;
  Incumbent best = search(*problem, limits);
  if (!isFeasible(*problem, best.upTo, best.share))
    return std::nullopt;
  return toProfile(*problem, std::move(best));
}

std::int64_t classLowerBound(const CommunicationGrid &grid,
                             std::int64_t stepCount,
                             const ClassSolverLimits &limits) {
  if (grid.classCount() <= limits.mostShares)
    if (auto profile = ClassSolver(limits).solve(
            redist::schedule::classProblem(grid, stepCount)))
      return profile->lowerBound;
  return redist::schedule::lowerBounds(grid).totalCost;
}

} // namespace redistc::exact
