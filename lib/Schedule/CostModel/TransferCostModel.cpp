//===- TransferCostModel.cpp - In which way messages are to go ------------===//
#include "redistSchedule/CostModel/TransferCostModel.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace redist::schedule;

TransferMethod PredictedTimes::best() const {
  constexpr double clearly = 0.97;
  const auto least = std::ranges::min_element(seconds);
  return *least < clearly * seconds[indexOf(TransferMethod::Stepwise)]
             ? static_cast<TransferMethod>(least - seconds.begin())
             : TransferMethod::Stepwise;
}

/// Each rank has one range of the dimension, or none.
static bool isDealtOnce(const DimensionLayout &layout, std::int64_t length) {
  return !layout.isCyclic() || layout.ranks == 1 ||
         (length + layout.block - 1) / layout.block <= layout.ranks;
}

bool redist::schedule::areInOnePiece(const Assignment &assignment) {
  if (assignment.axes.size() != 1)
    return false;
  const Axis &axis = assignment.axes.front();
  return axis.length && axis.sourceStride == 1 && axis.targetStride == 1 &&
         (isDealtOnce(axis.source, axis.sourceLower + *axis.length) ||
          isDealtOnce(axis.target, axis.targetLower + *axis.length));
}

double redist::schedule::pieceOf(const Assignment &assignment, double run,
                                 double message) {
  return areInOnePiece(assignment) ? std::max(run, message) : run;
}

/// The square of how far a measured redistribution is from this one, in
/// doublings of runs, of pieces, of messages and of one side's ranks. These
/// matter most.
static double distance(const MessageTraffic &traffic,
                       const MethodSample &measured) {
  const auto doublings = [](double a, double b) {
    return std::log2(std::max(a, 1.0) / std::max(b, 1.0));
  };
  const double runs = doublings(traffic.run, measured.run);
  // That one side packs nothing matters, not how much it is.
  const double pieces = doublings(traffic.piece, measured.piece) / 2;
  const double messages = doublings(traffic.typical, measured.message);
  const double sides = 4 * (doublings(static_cast<double>(traffic.targets),
                                      static_cast<double>(traffic.sources)) -
                            doublings(measured.targets, measured.sources));
  return runs * runs + pieces * pieces + messages * messages + sides * sides;
}

/// Of each way, its time by that of steps: the mean of logarithms, weighted by
/// the inverse of the fourth power of the distance (Shepard's interpolation).
static MethodTimes sharesOf(const MessageTraffic &traffic,
                            std::span<const MethodSample> measured) {
  constexpr double near = 1e-3; // so that none counts for all
  MethodTimes logarithms{};
  double all = 0;
  for (const MethodSample &one : measured) {
    const double apart = distance(traffic, one) + near;
    const double weight = 1 / (apart * apart);
    all += weight;
    for (std::size_t way = 0; way < messageMethods; ++way)
      logarithms[way] += weight * std::log(one.seconds[way] / one.seconds[0]);
  }
  MethodTimes shares{};
  for (std::size_t way = 0; way < messageMethods; ++way)
    shares[way] = std::exp(logarithms[way] / all);
  return shares;
}

static double secondsBySteps(const MessageTraffic &traffic,
                             const NetworkCosts &costs) {
  const auto bytes = static_cast<double>(traffic.maxOnRank);
  const auto chunks =
      bytes / static_cast<double>(flowOf(traffic, costs).chunkBytes);
  return 2 * costs.perCall * (static_cast<double>(traffic.steps) + chunks) +
         std::max(costs.perByte, 2 * costs.packing) * bytes;
}

PredictedTimes
redist::schedule::predictTimes(const MessageTraffic &traffic,
                               const NetworkCosts &costs,
                               std::span<const MethodSample> measured) {
  constexpr double never = std::numeric_limits<double>::infinity();
  constexpr std::int64_t maxBuffered = std::int64_t{2} << 20;
  PredictedTimes forecast;
  forecast.seconds.fill(never);
  const double bySteps = secondsBySteps(traffic, costs);
  if (!measured.empty()) {
    forecast.seconds = sharesOf(traffic, measured);
    for (double &share : forecast.seconds)
      share *= bySteps;
  }
  forecast.seconds[indexOf(TransferMethod::Stepwise)] = bySteps;
  if (traffic.maxOnRank > maxBuffered)
    forecast.seconds[indexOf(TransferMethod::Eager)] =
        forecast.seconds[indexOf(TransferMethod::Alltoallv)] = never;
  return forecast;
}

NetworkCosts redist::schedule::nodeCosts() {
  NetworkCosts costs;
  costs.latency = 5e-7;
  costs.perByte = 1.2e-10;
  costs.cacheBytes = std::int64_t{1} << 20;
  return costs;
}
