//===- Describe.cpp - A plan in one line of words --------------*- C++ -*-===//
//
// The sentences that remarks and generated comments share.
//
//===----------------------------------------------------------------------===//
#include "redistc/Plan/Plan.h"

using namespace redist::schedule;

namespace redistc::plan {

static std::string describeSteps(const EmbeddedSchedule &schedule) {
  std::string text = std::to_string(schedule.stepCount) +
                     (schedule.stepCount == 1 ? " step" : " steps");
  if (schedule.stepCount == schedule.minimumSteps)
    return text + ", the fewest possible";
  return text +
         " (the fewest possible: " + std::to_string(schedule.minimumSteps) +
         ')';
}

static std::string describeCost(const EmbeddedSchedule &schedule) {
  std::string text = "total cost " + std::to_string(schedule.totalCost);
  // The proof is about schedules of as many steps.
  if (schedule.provedOptimal)
    return text + (schedule.stepCount == schedule.minimumSteps
                       ? ", the least possible"
                       : ", the least possible in as many steps");
  return text + " (lower bound " + std::to_string(schedule.costLowerBound) +
         ')';
}

static std::string describeSchedule(const EmbeddedSchedule &schedule) {
  return "schedule embedded: " + describeSteps(schedule) + "; " +
         describeCost(schedule) + " (" + schedule.method + ')';
}

std::string describe(const RedistributePlan &plan,
                     const InstancePlan &instance) {
  switch (instance.deferral) {
  case DeferralKind::None:
    return describeSchedule(
        plan.embedded[static_cast<std::size_t>(instance.embedded)]);
  case DeferralKind::NotNeeded:
    return "no schedule embedded: " + instance.reason;
  case DeferralKind::NotConstant:
  case DeferralKind::TooLarge:
  case DeferralKind::Uninstantiated:
    break;
  }
  std::string text = "the runtime plans: " + instance.reason;
  if (plan.directive.strategy == StrategyKind::Exact)
    text += "; strategy 'exact' is 'auto' there";
  return text;
}

} // namespace redistc::plan
