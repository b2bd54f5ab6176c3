//===- FlowOptions.cpp - Options of an execution --------------------------===//
#include "Execution/FlowOptions.h"

#include "Execution/Executor.h"
#include "Execution/MessageTypes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace redist::runtime {

using schedule::TransferMethod;

schedule::NetworkCosts networkCostsOf(const machine_profile &profile,
                                      const schedule::NetworkCosts &usual) {
  schedule::NetworkCosts costs = usual;
  if (profile.tells_messages()) {
    costs.latency = profile.alpha;
    costs.perByte = profile.beta;
  }
  if (profile.call > 0)
    costs.perCall = profile.call;
  if (profile.packing > 0)
    costs.packing = profile.packing;
  if (profile.fan_in > 0)
    costs.fanIn = profile.fan_in;
  return costs;
}

schedule::MessageTraffic trafficOf(const RedistributionPlan &plan) {
  const schedule::Assignment &assignment = plan.parameters().assignment;
  schedule::MessageTraffic traffic;
  traffic.sources = assignment.sourceRanks();
  traffic.targets = assignment.targetRanks();
  traffic.steps = plan.stepCount();
  traffic.longest = plan.shape().longestMessage() * plan.elementBytes();
  traffic.typical =
      plan.costBytes() /
      static_cast<double>(std::max<std::int64_t>(1, plan.stepCount()));
  traffic.maxOnRank = plan.shape().maxOnRank() * plan.elementBytes();
  traffic.run =
      plan.shape().meanRun() * static_cast<double>(plan.elementBytes());
  traffic.piece = schedule::pieceOf(assignment, traffic.run, traffic.typical);
  return traffic;
}

ExecutorOptions optionsFor(const RedistributionPlan &plan,
                           const schedule::NetworkCosts &costs) {
  if (plan.method() != TransferMethod::Stepwise)
    return defaultOptions(plan.method());
  const schedule::FlowControl flow = schedule::flowOf(trafficOf(plan), costs);
  ExecutorOptions options{flow.chunkBytes, flow.sends, flow.interleave,
                          flow.roundBytes};
  options.receiveWindow = flow.receives;
  options.lastFirst = flow.shortestFirst;
  return options;
}

std::vector<schedule::MethodSample> samplesOf(const machine_profile &profile) {
  std::vector<schedule::MethodSample> ways;
  for (const measured_ways &one : profile.ways)
    ways.push_back({one.sources,
                    one.targets,
                    one.run,
                    one.piece,
                    one.message,
                    {one.steps, one.at_once, one.collective, one.types}});
  return ways;
}

static schedule::PredictedTimes asTypesFit(const RedistributionPlan &plan,
                                           schedule::PredictedTimes forecast) {
  if (!MessageTypes::fit(plan))
    forecast.seconds[indexOf(TransferMethod::Alltoallw)] =
        std::numeric_limits<double>::infinity();
  return forecast;
}

schedule::NodeTimes predictTimes(const NodePairs &pairs,
                                 std::int64_t elementBytes,
                                 const schedule::NetworkCosts &costs,
                                 const NodeMap &map) {
  const auto ranks = static_cast<double>(map.mostRanksOnNode());
  const schedule::NodeCosts ofNodes{
      costs.latency, costs.perCall, 1 / costs.perByte,
      std::min(ranks / costs.packing, schedule::hundredGigabit.memory)};
  return schedule::predictNodeTimes(pairs.load(),
                                    static_cast<double>(elementBytes), ofNodes);
}

bool areFasterInTwo(const RedistributionPlan &one,
                    const RedistributionPlan &first,
                    const RedistributionPlan &second,
                    const schedule::NetworkCosts &costs) {
  return schedule::areFasterInTwo(trafficOf(one), trafficOf(first),
                                  trafficOf(second), costs);
}

schedule::PredictedTimes
predictTimes(const RedistributionPlan &plan,
             const schedule::NetworkCosts &costs,
             std::span<const schedule::MethodSample> measured) {
  return asTypesFit(plan,
                    schedule::predictTimes(trafficOf(plan), costs, measured));
}

/// Two levels are considered for fewer bytes than this from rank to rank, in
/// the mean.
static constexpr std::int64_t maxBytesOfPair = 16 * 1024;

static bool mayBeFasterByNodes(const RedistributionPlan &plan) {
  const schedule::Assignment &assignment = plan.parameters().assignment;
  return plan.movedElements() / assignment.sourceRanks() <
         maxBytesOfPair * assignment.targetRanks() / plan.elementBytes();
}

std::optional<NodePairs> pairsWhereFaster(const RedistributionPlan &plan,
                                          const schedule::NetworkCosts &costs,
                                          const NodeMap &map) {
  if (!mayBeFasterByNodes(plan))
    return std::nullopt;
  std::optional<NodePairs> pairs = NodePairs::of(plan, map);
  if (pairs && !predictTimes(*pairs, plan.elementBytes(), costs, map)
                    .twoLevelsAreFaster())
    pairs.reset();
  return pairs;
}

schedule::PredictedTimes usualTimes(const RedistributionPlan &plan,
                                    const schedule::NetworkCosts &costs,
                                    bool isOneNode) {
  return asTypesFit(plan,
                    schedule::usualTimes(trafficOf(plan), costs, isOneNode));
}

measured_ways measuredWays(const RedistributionPlan &plan,
                           const schedule::MethodTimes &seconds) {
  const schedule::MessageTraffic traffic = trafficOf(plan);
  const auto known = [&](TransferMethod method) {
    const double found = seconds[indexOf(method)];
    return std::isfinite(found) ? found : 0;
  };
  return {static_cast<double>(traffic.sources),
          static_cast<double>(traffic.targets),
          traffic.run,
          traffic.piece,
          traffic.typical,
          known(TransferMethod::Stepwise),
          known(TransferMethod::Eager),
          known(TransferMethod::Alltoallv),
          known(TransferMethod::Alltoallw)};
}

ExecutorOptions withNodes(ExecutorOptions options, const NodePairs *pairs) {
  options.carried = pairs ? &pairs->elsewhere() : nullptr;
  return options;
}

ExecutorOptions optionsForRings(const RedistributionPlan &plan,
                                const schedule::NetworkCosts &costs,
                                std::int64_t ranksOnNode) {
  return ranksOnNode == plan.parameters().rankCount
             ? defaultOptions(plan.method(), true)
             : optionsFor(plan, costs);
}

} // namespace redist::runtime
