//===- TransferCostModel.cpp - Choice of the transfer method --------------===//
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

static constexpr double never = std::numeric_limits<double>::infinity();

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
  MethodTimes logarithms{}, all{};
  for (const MethodSample &one : measured) {
    const double apart = distance(traffic, one) + near;
    const double weight = 1 / (apart * apart);
    for (std::size_t way = 0; way < messageMethods; ++way)
      if (one.seconds[way] > 0) {
        all[way] += weight;
        logarithms[way] += weight * std::log(one.seconds[way] / one.seconds[0]);
      }
  }
  MethodTimes shares{};
  for (std::size_t way = 0; way < messageMethods; ++way)
    shares[way] = all[way] > 0 ? std::exp(logarithms[way] / all[way]) : never;
  return shares;
}

static double secondsOfCalls(const MessageTraffic &traffic,
                             const NetworkCosts &costs) {
  const auto chunks = static_cast<double>(traffic.maxOnRank) /
                      static_cast<double>(flowOf(traffic, costs).chunkBytes);
  return 2 * costs.perCall * (static_cast<double>(traffic.steps) + chunks);
}

static double secondsOfBytes(const MessageTraffic &traffic,
                             const NetworkCosts &costs) {
  return std::max(costs.perByte, 2 * costs.packing) *
         static_cast<double>(traffic.maxOnRank);
}

static double secondsBySteps(const MessageTraffic &traffic,
                             const NetworkCosts &costs) {
  return secondsOfCalls(traffic, costs) + secondsOfBytes(traffic, costs);
}

/// Excludes the methods that buffer all data of a rank, where that is more than
/// 2 MB.
static void refuseBuffers(const MessageTraffic &traffic,
                          PredictedTimes &forecast) {
  constexpr std::int64_t maxBuffered = std::int64_t{2} << 20;
  if (traffic.maxOnRank > maxBuffered)
    forecast.seconds[indexOf(TransferMethod::Eager)] =
        forecast.seconds[indexOf(TransferMethod::Alltoallv)] = never;
}

PredictedTimes redist::schedule::usualTimes(const MessageTraffic &traffic,
                                            const NetworkCosts &costs,
                                            bool isOneNode) {
  // By redist-tune between ranks of a node, Open MPI 4.1: what types take of
  // the time of packing, for long runs, and how many bytes a run is worth.
  constexpr double ofPacking = 0.6, runBytes = 9.5;
  constexpr double leastOfNetwork = 0.7;
  const double share =
      ofPacking + runBytes * (1 / std::max(traffic.run, 1.0) +
                              1 / std::max(traffic.piece, 1.0));
  PredictedTimes forecast;
  forecast.seconds.fill(secondsBySteps(traffic, costs));
  forecast.seconds[indexOf(TransferMethod::Alltoallw)] =
      secondsOfCalls(traffic, costs) +
      std::max(isOneNode ? 0 : leastOfNetwork, share) *
          secondsOfBytes(traffic, costs);
  refuseBuffers(traffic, forecast);
  return forecast;
}

PredictedTimes
redist::schedule::predictTimes(const MessageTraffic &traffic,
                               const NetworkCosts &costs,
                               std::span<const MethodSample> measured) {
  PredictedTimes forecast;
  forecast.seconds.fill(never);
  const double bySteps = secondsBySteps(traffic, costs);
  if (!measured.empty()) {
    forecast.seconds = sharesOf(traffic, measured);
    for (double &share : forecast.seconds)
      share *= bySteps;
  }
  forecast.seconds[indexOf(TransferMethod::Stepwise)] = bySteps;
  refuseBuffers(traffic, forecast);
  return forecast;
}

bool redist::schedule::areFasterInTwo(const MessageTraffic &one,
                                      const MessageTraffic &first,
                                      const MessageTraffic &second,
                                      const NetworkCosts &costs) {
  return costs.latency + secondsBySteps(first, costs) +
             secondsBySteps(second, costs) <
         secondsBySteps(one, costs);
}

NetworkCosts redist::schedule::nodeCosts() {
  NetworkCosts costs;
  costs.latency = 5e-7;
  costs.perByte = 1.2e-10;
  costs.cacheBytes = std::int64_t{1} << 20;
  return costs;
}
