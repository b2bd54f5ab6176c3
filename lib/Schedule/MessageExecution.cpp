//===- MessageExecution.cpp - By steps, or by derived types ---------------===//
#include "redist/Schedule/MessageExecution.h"

#include <algorithm>

using namespace redist::schedule;

bool ExecutionForecast::prefersTypes() const {
  constexpr double clearly = 0.95;
  return byTypes < clearly * bySteps;
}

ExecutionForecast redist::schedule::forecastOf(const MessageTraffic &traffic,
                                               const NetworkCosts &costs) {
  const auto messages = static_cast<double>(traffic.steps);
  const auto bytes = static_cast<double>(traffic.mostOnRank);
  const auto chunks =
      bytes / static_cast<double>(flowOf(traffic, costs).chunkBytes);
  const double perByte = std::max(costs.perByte, 2 * costs.packing);
  const double typed =
      costs.typedByte + costs.typedRun / std::max(traffic.run, 1.0);
  return {2 * costs.perCall * (messages + chunks) + perByte * bytes,
          4 * costs.perCall * messages +
              std::max(0.0, perByte + typed) * bytes};
}

NetworkCosts redist::schedule::nodeCosts() {
  NetworkCosts costs;
  costs.latency = 5e-7;
  costs.perByte = 1.2e-10;
  costs.cacheBytes = std::int64_t{1} << 20;
  return costs;
}
