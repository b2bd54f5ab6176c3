//===- FlowOptions.cpp - How an executor moves a plan's messages ----------===//
#include "FlowOptions.h"

#include "Executor.h"

#include <algorithm>

namespace redist::runtime {

schedule::NetworkCosts networkCostsOf(const machine_profile &profile,
                                      const schedule::NetworkCosts &usual) {
  schedule::NetworkCosts costs = usual;
  costs.latency = profile.alpha;
  costs.perByte = profile.beta;
  if (profile.call > 0)
    costs.perCall = profile.call;
  if (profile.packing > 0)
    costs.packing = profile.packing;
  if (profile.fan_in > 0)
    costs.fanIn = profile.fan_in;
  if (profile.typed_run > 0) {
    costs.typedByte = profile.typed_byte;
    costs.typedRun = profile.typed_run;
  }
  return costs;
}

static schedule::MessageTraffic trafficOf(const RedistributionPlan &plan) {
  const schedule::Assignment &assignment = plan.parameters().assignment;
  schedule::MessageTraffic traffic;
  traffic.sources = assignment.sourceRanks();
  traffic.targets = assignment.targetRanks();
  traffic.steps = plan.stepCount();
  traffic.longest = plan.shape().longestMessage() * plan.elementBytes();
  traffic.typical =
      plan.costBytes() /
      static_cast<double>(std::max<std::int64_t>(1, plan.stepCount()));
  traffic.mostOnRank = plan.shape().mostOnRank() * plan.elementBytes();
  traffic.run =
      plan.shape().meanRun() * static_cast<double>(plan.elementBytes());
  return traffic;
}

ExecutorOptions optionsFor(const RedistributionPlan &plan,
                           const schedule::NetworkCosts &costs) {
  if (plan.kind() != ExecutionKind::Stepwise)
    return defaultOptions(plan.kind());
  const schedule::MessageFlow flow = schedule::flowOf(trafficOf(plan), costs);
  ExecutorOptions options{flow.chunkBytes, flow.sends, flow.interleave,
                          flow.roundBytes};
  options.receiveWindow = flow.receives;
  options.lastFirst = flow.shortestFirst;
  return options;
}

schedule::ExecutionForecast forecastOf(const RedistributionPlan &plan,
                                       const schedule::NetworkCosts &costs) {
  return schedule::forecastOf(trafficOf(plan), costs);
}

ExecutorOptions optionsForTypes(const RedistributionPlan &plan) {
  ExecutorOptions options = defaultOptions(plan.kind());
  options.byTypes = true;
  return options;
}

ExecutorOptions optionsForRings(const RedistributionPlan &plan,
                                const schedule::NetworkCosts &costs,
                                std::int64_t ranksOnNode) {
  return ranksOnNode == plan.parameters().rankCount
             ? defaultOptions(plan.kind(), true)
             : optionsFor(plan, costs);
}

} // namespace redist::runtime
