//===- ProfileSplitTest.cpp - Profiles are feasible and good --------------===//
//
// Feasibility is checked by its definition for all small problems; the cost
// lies between the two-level bound and that of one single group of steps. The
// heuristic is reached through `auto`, which must realise what it promises.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/OneDimension/Bounds.h"
#include "redistSchedule/OneDimension/Verify.h"

#include "ElementOracle.h"

#include <gtest/gtest.h>

using namespace redist::schedule;
using namespace redist::schedule::test;

static void checkLevel(const ClassProblem &problem, const ClassProfile &profile,
                       std::size_t level) {
  std::vector<std::int64_t> rows(static_cast<std::size_t>(problem.rowTypes), 0),
      columns(static_cast<std::size_t>(problem.columnTypes), 0);
  for (std::size_t k = 0; k < problem.classes.size(); ++k) {
    const std::int64_t share = profile.share[k][level];
    ASSERT_GE(share, 0);
    if (share > 0) {
      ASSERT_LE(problem.classes[k].weight, profile.costs[level]);
    }
    rows[static_cast<std::size_t>(problem.classes[k].rowType)] += share;
    columns[static_cast<std::size_t>(problem.classes[k].columnType)] += share;
  }
  for (const std::int64_t sum : rows)
    ASSERT_LE(sum, problem.alpha * profile.steps[level]);
  for (const std::int64_t sum : columns)
    ASSERT_LE(sum, problem.beta * profile.steps[level]);
}

static void checkProfile(const ClassProblem &problem,
                         const ClassProfile &profile) {
  std::int64_t steps = 0, cost = 0;
  for (std::size_t level = 0; level < profile.costs.size(); ++level) {
    steps += profile.steps[level];
    cost += profile.steps[level] * profile.costs[level];
    if (level > 0) {
      ASSERT_GT(profile.costs[level - 1], profile.costs[level]);
    }
    checkLevel(problem, profile, level);
  }
  ASSERT_EQ(steps, problem.stepCount);
  ASSERT_EQ(cost, profile.totalCost);
  for (const std::vector<std::int64_t> &shares : profile.share) {
    std::int64_t sum = 0;
    for (const std::int64_t share : shares)
      sum += share;
    ASSERT_EQ(sum, problem.alpha * problem.beta);
  }
}

TEST(ProfileSplit, FeasibleForAllSmallProblems) {
  forAllParameters(9, 9, [](const Redistribution &parameters) {
    const CommunicationGrid grid = gridOf(parameters);
    for (std::int64_t extra = 0; extra <= 1; ++extra) {
      SCOPED_TRACE(describe(parameters) + " + " + std::to_string(extra));
      const std::int64_t steps = grid.minimumSteps() + extra;
      const ClassProblem problem = classProblem(grid, steps);
      const ClassProfile profile = splitProfile(problem);
      checkProfile(problem, profile);
      ASSERT_GE(profile.totalCost, twoLevelBound(grid, steps));
      ASSERT_LE(profile.totalCost, steps * profile.costs.front());
    }
  });
}

/// Example 3 of Desprez et al.: 10 steps of total cost 25, the optimum.
TEST(ProfileSplit, Example3) {
  const CommunicationGrid grid = gridOf(redistribution(15, 15, 3, 5));
  EXPECT_EQ(splitProfile(classProblem(grid, 10)).totalCost, 25);
}

/// Grids whose closed form costs a quarter more, or that have none.
TEST(ProfileSplit, LargeGridsComeCloseToTheBound) {
  for (const Redistribution &parameters :
       {redistribution(1020, 1024, 12, 17), redistribution(112, 102, 7, 8),
        redistribution(512, 510, 30, 32)}) {
    SCOPED_TRACE(describe(parameters));
    const Schedule schedule = *makeSchedule(parameters, StrategyKind::Auto);
    EXPECT_EQ(schedule.stepCount(), schedule.grid().minimumSteps());
    EXPECT_LE(schedule.totalCost() * 100, schedule.costLowerBound() * 104);
    const VerifyReport report = verify(schedule);
    EXPECT_TRUE(report.valid()) << report.offences.front();
  }
}
