//===- ReferenceTest.cpp - Known optima, papers and large grids -----------===//
//
// The `exact` strategy from end to end: profile, realisation, schedule. Optima
// come from the papers and from test/Unit/Schedule/Inputs.
//
//===----------------------------------------------------------------------===//
#include "redistc/Exact/ClassSolver.h"

#include "redistSchedule/OneDimension/Bounds.h"
#include "redistSchedule/OneDimension/Verify.h"

#include "../Schedule/ReferenceInstances.h"
#include "ProfileCheck.h"

using namespace redist::schedule;
using namespace redist::schedule::test;
using namespace redistc::exact;
using namespace redistc::exact::test;

/// Proved least total cost of P, Q, r, s at `stepCount` steps; -1: not proved.
static std::int64_t minCost(std::int64_t P, std::int64_t Q, std::int64_t r,
                            std::int64_t s, std::int64_t stepCount) {
  CommunicationGrid grid = *CommunicationGrid::make({{P, r}, {Q, s}});
  ClassProblem problem = classProblem(grid, stepCount);
  auto profile = ClassSolver().solve(problem);
  if (!profile)
    return -1;
  checkProfile(problem, *profile);
  return profile->proved ? profile->totalCost : -1;
}

TEST(ExactReference, LeastCostAtFewestSteps) {
  EXPECT_EQ(std::size(instances), 132U);
  for (const ReferenceInstance &i : instances)
    EXPECT_EQ(minCost(i.P, i.Q, i.r, i.s, i.minimumSteps), i.minCost) << i.name;
}

TEST(ExactReference, LeastCostAtMoreSteps) {
  for (const ReferenceInstance &i : instances)
    EXPECT_EQ(minCost(i.P, i.Q, i.r, i.s, i.stepsOfLeastCost),
              i.minCostAnySteps)
        << i.name;
}

TEST(ExactReference, DesprezExample3) {
  EXPECT_EQ(minCost(15, 15, 3, 5, 10), 25);
  EXPECT_EQ(minCost(15, 15, 3, 5, 11), 23);
}

TEST(ExactReference, DesprezExample5) {
  EXPECT_EQ(minCost(15, 6, 2, 3, 10), 20);
  EXPECT_EQ(minCost(15, 6, 2, 3, 11), 16);
}

/// Solves, realises and verifies at NS_opt; returns the total cost.
static std::int64_t costOfExactSchedule(std::int64_t P, std::int64_t Q,
                                        std::int64_t r, std::int64_t s) {
  ClassSolver solver;
  ScheduleOptions options;
  options.exactSolver = &solver;
  auto schedule = makeSchedule({{P, r}, {Q, s}}, StrategyKind::Exact, options);
  if (!schedule)
    return -1;
  EXPECT_TRUE(schedule->provedOptimal());
  VerifyReport report = verify(*schedule);
  EXPECT_TRUE(report.valid()) << report.offences.front();
  EXPECT_TRUE(report.stepsAreLeast());
  EXPECT_EQ(report.totalCost, schedule->totalCost());
  return schedule->totalCost();
}

TEST(ExactSchedule, ReachesTheReferences) {
  for (const ReferenceInstance &i : instances)
    EXPECT_EQ(costOfExactSchedule(i.P, i.Q, i.r, i.s), i.minCost) << i.name;
}

/// Grids on which no closed form and no heuristic is near the optimum.
TEST(ExactSchedule, ReachesTheOptimumOfStructuredGrids) {
  EXPECT_EQ(costOfExactSchedule(29, 16, 30, 29), 553);
  EXPECT_EQ(costOfExactSchedule(252, 256, 16, 21), 110);
  EXPECT_EQ(costOfExactSchedule(126, 128, 16, 9), 104);
}

/// The same at a thousand ranks; the profile alone.
TEST(ExactReference, LargeStructuredGrids) {
  auto atFewestSteps = [](std::int64_t P, std::int64_t Q, std::int64_t r,
                          std::int64_t s) {
    CommunicationGrid grid = *CommunicationGrid::make({{P, r}, {Q, s}});
    return minCost(P, Q, r, s, grid.minimumSteps());
  };
  EXPECT_EQ(atFewestSteps(1020, 1024, 12, 17), 1167);
  EXPECT_EQ(atFewestSteps(1024, 1020, 15, 16), 429);
}
