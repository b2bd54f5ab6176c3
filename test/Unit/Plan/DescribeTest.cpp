//===- DescribeTest.cpp - The sentences of remarks -------------*- C++ -*-===//
#include "Directives.h"

#include <gtest/gtest.h>

using namespace redistc::plan;
using namespace redistc::plan::test;
using redist::schedule::StrategyKind;

/// A plan with one embedded schedule of given counts.
static RedistributePlan withSchedule(std::int64_t steps, std::int64_t least,
                                     std::int64_t cost, std::int64_t bound,
                                     bool proved) {
  RedistributePlan plan;
  EmbeddedSchedule schedule;
  schedule.stepCount = steps;
  schedule.minimumSteps = least;
  schedule.totalCost = cost;
  schedule.costLowerBound = bound;
  schedule.provedOptimal = proved;
  schedule.method = "closed form F1";
  plan.embedded = {schedule};
  plan.instances = {{"", DeferralKind::None, "", {0}}};
  return plan;
}

static std::string described(const RedistributePlan &plan) {
  return describe(plan, plan.instances[0]);
}

TEST(Describe, LeastStepsAndCost) {
  EXPECT_EQ(described(withSchedule(7, 7, 15, 15, true)),
            "schedule embedded: 7 steps, the fewest possible; total cost 15, "
            "the least possible (closed form F1)");
}

TEST(Describe, OneStep) {
  EXPECT_EQ(described(withSchedule(1, 1, 2, 2, true)),
            "schedule embedded: 1 step, the fewest possible; total cost 2, "
            "the least possible (closed form F1)");
}

TEST(Describe, CostAboveItsBound) {
  EXPECT_EQ(described(withSchedule(7, 7, 16, 15, false)),
            "schedule embedded: 7 steps, the fewest possible; total cost 16 "
            "(lower bound 15, gap 6.7 %) (closed form F1)");
}

TEST(Describe, MoreStepsThanNeeded) {
  EXPECT_EQ(described(withSchedule(16, 7, 28, 15, false)),
            "schedule embedded: 16 steps (the fewest possible: 7); total cost "
            "28 (lower bound 15, gap 86.7 %) (closed form F1)");
}

TEST(Describe, NumbersAreThoseOfTheScope) {
  RedistributePlan plan = withSchedule(7, 7, 15, 15, true);
  plan.embedded[0].scope = ScheduleScope::Superblock;
  EXPECT_EQ(described(plan),
            "schedule embedded: 7 steps, the fewest possible; total cost 15 a "
            "superblock, the least possible (closed form F1)");
  plan.embedded[0].scope = ScheduleScope::Unknown;
  EXPECT_EQ(described(plan), "schedule embedded: 7 steps (closed form F1)");
}

TEST(Describe, TheRuntimePlans) {
  RedistributePlan plan;
  plan.instances = {
      {"", DeferralKind::NotConstant, "'n' is not a constant", {}}};
  EXPECT_EQ(described(plan), "the runtime plans: 'n' is not a constant");
}

TEST(Describe, ExactIsAutoAtRunTime) {
  RedistributePlan plan;
  plan.directive.strategy = StrategyKind::Exact;
  plan.instances = {
      {"", DeferralKind::NotConstant, "'n' is not a constant", {}}};
  EXPECT_EQ(described(plan), "the runtime plans: 'n' is not a constant; "
                             "strategy 'exact' is 'auto' there");
}

TEST(Describe, OneScheduleForEachLayoutThatMayReach) {
  RedistributePlan plan = withSchedule(7, 7, 15, 15, true);
  plan.embedded[0].assignment.axes = {{{4, 3, {}}, {2, 5, {}}, {}}};
  plan.embedded.push_back(plan.embedded[0]);
  plan.embedded[1].assignment.axes[0].source.block = 1;
  plan.instances[0].embedded = {0, 1};
  EXPECT_EQ(described(plan),
            "2 schedules embedded, for the layouts that may reach it: "
            "CYCLIC(3) on 4 -> CYCLIC(5) on 2, superblock of 60: 7 steps, the "
            "fewest possible; total cost 15, the least possible (closed form "
            "F1); CYCLIC(1) on 4 -> CYCLIC(5) on 2, superblock of 20: 7 steps, "
            "the fewest possible; total cost 15, the least possible (closed "
            "form F1)");
}

TEST(Describe, Assignments) {
  redist::schedule::Assignment assignment;
  assignment.axes = {{{4, 3, {}}, {1, 1, {}}, 10, 8, -2, 0, 1},
                     {{1, 1, {}}, {2, 5, {}}, {}}};
  assignment.sourceDimension = {1, 0};
  assignment.sharing = {redist::schedule::RankSharing::Kind::Shift, 0, {}};
  EXPECT_EQ(describe(assignment),
            "(CYCLIC(3) on 4 from 8 by -2 -> *, 10 elements) x (* -> CYCLIC(5) "
            "on 2, superblock of 10), dimensions 1 0 of the source, what stays "
            "on a rank is copied");
}
