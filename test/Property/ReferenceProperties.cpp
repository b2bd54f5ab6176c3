//===- ReferenceProperties.cpp - Instances with known optima --------------===//
//
// `exact` reaches the least total cost of every reference instance, and `auto`
// comes within half a percent of it on average and ten percent at worst.
//
//===----------------------------------------------------------------------===//
#include "../Unit/Schedule/ReferenceInstances.h"
#include "Properties.h"

#include <gtest/gtest.h>

using namespace redist::schedule;
using namespace redist::schedule::test;

TEST(Reference, ExactReachesTheLeastCost) {
  const redistc::exact::ClassSolver solver;
  for (const ReferenceInstance &own : instances) {
    SCOPED_TRACE(own.name);
    const Redistribution parameters = own.parameters();
    EXPECT_EQ(offenceOf(parameters, StrategyKind::Exact), "");
    const Schedule schedule = *makeSchedule(parameters, StrategyKind::Exact,
                                            ScheduleOptions{&solver});
    EXPECT_EQ(schedule.stepCount(), own.minimumSteps);
    EXPECT_EQ(schedule.totalCost(), own.minCost);
    EXPECT_EQ(schedule.costLowerBound(), own.minCost);
    EXPECT_TRUE(schedule.provedOptimal());
  }
}

TEST(Reference, AutoIsNearTheLeastCost) {
  double sum = 0;
  for (const ReferenceInstance &own : instances) {
    SCOPED_TRACE(own.name);
    const Schedule schedule =
        *makeSchedule(own.parameters(), StrategyKind::Auto);
    EXPECT_EQ(schedule.stepCount(), own.minimumSteps);
    const double ratio = static_cast<double>(schedule.totalCost()) /
                         static_cast<double>(own.minCost);
    EXPECT_GE(ratio, 1.0);
    EXPECT_LE(ratio, 1.10);
    sum += ratio;
  }
  EXPECT_LE(sum / static_cast<double>(std::size(instances)), 1.005);
}
