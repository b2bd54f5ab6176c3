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
  plan.instances = {{"", DeferralKind::None, "", 0}};
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
            "(lower bound 15) (closed form F1)");
}

TEST(Describe, MoreStepsThanNeeded) {
  EXPECT_EQ(described(withSchedule(16, 7, 28, 15, false)),
            "schedule embedded: 16 steps (the fewest possible: 7); total cost "
            "28 (lower bound 15) (closed form F1)");
}

TEST(Describe, TheRuntimePlans) {
  RedistributePlan plan;
  plan.instances = {
      {"", DeferralKind::NotConstant, "'n' is not a constant", -1}};
  EXPECT_EQ(described(plan), "the runtime plans: 'n' is not a constant");
}

TEST(Describe, ExactIsAutoAtRunTime) {
  RedistributePlan plan;
  plan.directive.strategy = StrategyKind::Exact;
  plan.instances = {
      {"", DeferralKind::NotConstant, "'n' is not a constant", -1}};
  EXPECT_EQ(described(plan), "the runtime plans: 'n' is not a constant; "
                             "strategy 'exact' is 'auto' there");
}
