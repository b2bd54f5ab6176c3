//===- BoundsTest.cpp - Bounds against their definitions ------------------===//
//
// The sorted bound from lengths counted element by element, threshold by
// threshold; the two-level bound between it and every schedule.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Product/GridSchedule.h"

#include "ElementOracle.h"

#include <gtest/gtest.h>

using namespace redist::schedule;
using namespace redist::schedule::test;

/// Sum over theta of the maximum degree of {length >= theta}.
static std::int64_t sortedBoundByDefinition(const Lengths &lengths) {
  std::int64_t bound = 0, degree = maximumDegree(lengths);
  for (std::int64_t theta = 2; degree > 0; ++theta) {
    bound += degree;
    degree = maximumDegree(lengths, theta);
  }
  return bound;
}

TEST(Bounds, SortedBoundIsItsDefinition) {
  forAllParameters(6, 6, [](const Redistribution &parameters) {
    const std::int64_t L = superblockOf(parameters);
    const LowerBounds bounds = lowerBounds(gridOf(parameters));
    const Lengths lengths = countElements(parameters, L);
    ASSERT_EQ(bounds.stepCount, maximumDegree(lengths)) << describe(parameters);
    ASSERT_EQ(bounds.totalCost, sortedBoundByDefinition(lengths))
        << describe(parameters);
  });
}

TEST(Bounds, OfATrueExtent) {
  forAllParameters(4, 4, [](const Redistribution &parameters) {
    const std::int64_t L = superblockOf(parameters);
    for (const std::int64_t extent :
         {std::int64_t{0}, L / 3, L, L + 1, 2 * L, 3 * L - 1}) {
      const LowerBounds bounds = lowerBounds(oneAxis(parameters, extent));
      const Lengths lengths = countElements(parameters, extent);
      ASSERT_EQ(bounds.stepCount, maximumDegree(lengths))
          << describe(parameters) << " N=" << extent;
      ASSERT_EQ(bounds.totalCost, sortedBoundByDefinition(lengths))
          << describe(parameters) << " N=" << extent;
    }
  });
}

/// Valid at exactly the number of steps asked for: no strategy goes below it,
/// and more steps never raise it.
TEST(Bounds, TwoLevelBoundIsBelowEverySchedule) {
  forAllParameters(6, 7, [](const Redistribution &parameters) {
    const CommunicationGrid grid = gridOf(parameters);
    const std::int64_t sorted = lowerBounds(grid).totalCost;
    std::int64_t previous = twoLevelBound(grid, grid.minimumSteps());
    for (const StrategyKind strategy :
         {StrategyKind::Stepwise, StrategyKind::Greedy,
          StrategyKind::Caterpillar, StrategyKind::Auto}) {
      const Schedule schedule = *makeSchedule(parameters, strategy);
      const std::int64_t bound = twoLevelBound(grid, schedule.stepCount());
      ASSERT_GE(schedule.totalCost(), bound) << describe(parameters);
      ASSERT_GE(bound, sorted) << describe(parameters);
      ASSERT_LE(bound, previous) << describe(parameters);
    }
    for (std::int64_t extra = 1; extra <= 3; ++extra) {
      const std::int64_t bound =
          twoLevelBound(grid, grid.minimumSteps() + extra);
      ASSERT_LE(bound, previous) << describe(parameters);
      previous = bound;
    }
  });
}

/// Example 3 of Desprez et al.: 21 by sorting, 25 at 10 steps and 23 at 11.
TEST(Bounds, TwoLevelBoundSeesTheNumberOfSteps) {
  const CommunicationGrid grid = gridOf(redistribution(15, 15, 3, 5));
  EXPECT_EQ(lowerBounds(grid).totalCost, 21);
  EXPECT_GT(twoLevelBound(grid, 10), 21);
  EXPECT_LE(twoLevelBound(grid, 10), 25);
  EXPECT_LE(twoLevelBound(grid, 11), 23);
}

TEST(Bounds, ClassProblemIsTheGrid) {
  const CommunicationGrid grid = gridOf(redistribution(15, 15, 3, 5));
  const ClassProblem problem = classProblem(grid, 10);
  EXPECT_EQ(problem.alpha, grid.alpha());
  EXPECT_EQ(problem.beta, grid.beta());
  EXPECT_EQ(problem.rowTypes, 5);
  EXPECT_EQ(problem.columnTypes, 3);
  EXPECT_EQ(problem.stepCount, 10);
  ASSERT_EQ(problem.classes.size(), 7U);
  std::int64_t total = 0;
  for (const MessageClass &messages : problem.classes) {
    EXPECT_GE(messages.rowType, 0);
    EXPECT_LT(messages.rowType, problem.rowTypes);
    EXPECT_GE(messages.columnType, 0);
    EXPECT_LT(messages.columnType, problem.columnTypes);
    total += messages.weight;
  }
  EXPECT_EQ(total * grid.alpha() * grid.beta() * grid.copies(), 225);
}

TEST(Bounds, CostModel) {
  const CostModel model{2.5, 0.5};
  EXPECT_DOUBLE_EQ(model.time(7, 15), 7 * 2.5 + 15 * 0.5);
}
