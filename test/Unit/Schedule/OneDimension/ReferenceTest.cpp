//===- ReferenceTest.cpp - 132 instances with known optima ----------------===//
//
// Step counts, bounds, the baseline and the quality of `auto` against the
// reference values of Inputs/RedistributionReference.inc.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/OneDimension/Bounds.h"
#include "redistSchedule/OneDimension/Verify.h"

#include "ElementOracle.h"
#include "ReferenceInstances.h"

#include <gtest/gtest.h>

using namespace redist::schedule;
using namespace redist::schedule::test;

TEST(Reference, GridsAndBounds) {
  EXPECT_EQ(std::size(instances), 132U);
  for (const ReferenceInstance &instance : instances) {
    SCOPED_TRACE(instance.name);
    const CommunicationGrid grid = gridOf(instance.parameters());
    EXPECT_EQ(grid.superblock(), instance.superblock);
    EXPECT_EQ(grid.messageCount(), instance.messages);
    const LowerBounds bounds = lowerBounds(grid);
    EXPECT_EQ(bounds.stepCount, instance.minimumSteps);
    EXPECT_EQ(bounds.totalCost, instance.sortedBound);
    const std::int64_t twoLevel = twoLevelBound(grid, instance.minimumSteps);
    EXPECT_GE(twoLevel, instance.sortedBound);
    EXPECT_LE(twoLevel, instance.minCost);
  }
}

TEST(Reference, Caterpillar) {
  for (const ReferenceInstance &instance : instances) {
    SCOPED_TRACE(instance.name);
    const Schedule schedule =
        *makeSchedule(instance.parameters(), StrategyKind::Caterpillar);
    EXPECT_EQ(schedule.stepCount(), instance.caterpillarSteps);
    EXPECT_EQ(schedule.totalCost(), instance.caterpillarCost);
  }
}

/// Fewest steps always; cost within 1.005 of the best known on average and
/// 1.10 at worst, never below what is proved least.
TEST(Reference, AutoIsCloseToTheOptimum) {
  double sum = 0, worst = 1;
  for (const ReferenceInstance &instance : instances) {
    SCOPED_TRACE(instance.name);
    const Schedule schedule =
        *makeSchedule(instance.parameters(), StrategyKind::Auto);
    EXPECT_EQ(schedule.stepCount(), instance.minimumSteps);
    EXPECT_LE(schedule.costLowerBound(), instance.minCost);
    const VerifyReport report = verify(schedule);
    EXPECT_TRUE(report.valid()) << report.offences.front();
    if (instance.proved) {
      EXPECT_GE(schedule.totalCost(), instance.minCost);
    }
    if (schedule.provedOptimal()) {
      EXPECT_EQ(schedule.totalCost(), instance.minCost);
    }
    const double ratio = static_cast<double>(schedule.totalCost()) /
                         static_cast<double>(instance.minCost);
    sum += ratio;
    worst = std::max(worst, ratio);
  }
  const double mean = sum / static_cast<double>(std::size(instances));
  RecordProperty("mean", std::to_string(mean));
  RecordProperty("worst", std::to_string(worst));
  EXPECT_LE(mean, 1.005);
  EXPECT_LE(worst, 1.10);
}
