//===- TransferText.cpp - How messages will go, in words ------------------===//
//
// LinkSet is that of a rank that has its share, in messages from each to each.
//
//===----------------------------------------------------------------------===//
#include "TransferText.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>

using namespace redist::schedule;

namespace redistc::plan {

/// Elements of a block, or of all of a dimension that is not dealt out.
static std::int64_t pieceOf(const DimensionLayout &layout,
                            std::int64_t length) {
  if (layout.ranks == 1)
    return length;
  const std::int64_t piece =
      layout.isCyclic() ? layout.block : length / layout.ranks;
  return std::clamp<std::int64_t>(piece, 1, std::max<std::int64_t>(1, length));
}

/// Elements in a row on both sides, in the mean.
static double runOf(const Assignment &assignment, bool byColumns) {
  double run = 1;
  for (std::size_t i = 0; i < assignment.axes.size(); ++i) {
    const Axis &axis =
        assignment.axes[byColumns ? i : assignment.axes.size() - 1 - i];
    if (std::abs(axis.sourceStride) != 1 || std::abs(axis.targetStride) != 1)
      return run;
    const std::int64_t x = pieceOf(axis.source, *axis.length);
    const std::int64_t y = pieceOf(axis.target, *axis.length);
    run *= meanRun(x, y);
    if (x < *axis.length || y < *axis.length)
      return run;
  }
  return run;
}

static std::optional<MessageTraffic> trafficOf(const Assignment &assignment,
                                               std::int64_t elementBytes,
                                               bool byColumns) {
  double bytes = static_cast<double>(elementBytes);
  for (const Axis &axis : assignment.axes) {
    if (!axis.length || *axis.length <= 0)
      return std::nullopt;
    bytes *= static_cast<double>(*axis.length);
  }
  constexpr double most = 9e18;
  if (bytes > most)
    return std::nullopt;
  MessageTraffic traffic;
  traffic.sources = assignment.sourceRanks();
  traffic.targets = assignment.targetRanks();
  traffic.steps = std::max(traffic.sources, traffic.targets);
  traffic.typical = bytes / static_cast<double>(traffic.sources) /
                    static_cast<double>(traffic.targets);
  traffic.longest = std::llround(traffic.typical);
  traffic.maxOnRank = std::llround(
      bytes / static_cast<double>(std::min(traffic.sources, traffic.targets)));
  traffic.run =
      static_cast<double>(elementBytes) *
      (assignment.sourceDimension.empty() ? runOf(assignment, byColumns) : 1.0);
  traffic.piece = pieceOf(assignment, traffic.run, traffic.typical);
  return traffic;
}

/// "0.62".
static std::string shareText(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", share);
  return text;
}

/// Empty where only steps are left.
static std::string text(const PredictedTimes &forecast) {
  static constexpr std::array<const char *, messageMethods> names = {
      "by steps", "at once", "by MPI_Alltoallv", "by MPI_Alltoallw"};
  const double bySteps = forecast.seconds[indexOf(TransferMethod::Stepwise)];
  const TransferMethod best = forecast.best();
  if (best != TransferMethod::Stepwise)
    return "without shared memory messages go " +
           std::string(names[indexOf(best)]) + ", expected to take " +
           shareText(forecast.seconds[indexOf(best)] / bySteps) +
           " of the time of steps";
  std::string others;
  for (std::size_t way = 1; way < messageMethods; ++way)
    if (std::isfinite(forecast.seconds[way]))
      others += (others.empty() ? "" : ", ") + std::string(names[way]) + " " +
                shareText(forecast.seconds[way] / bySteps);
  return others.empty() ? ""
                        : "without shared memory messages go by steps; "
                          "expected of their time: " +
                              others;
}

std::string describeMethod(const CheckedRedistribute &directive,
                           const CheckedInstance &instance,
                           const Assignment &assignment,
                           const Machine &machine) {
  const bool isChoice = directive.strategy == StrategyKind::Auto &&
                        directive.request.empty() && !machine.ways.empty();
  if (!isChoice || instance.elementBytes == 0)
    return "";
  const auto traffic = trafficOf(assignment, instance.elementBytes,
                                 directive.order == StorageOrder::Column);
  if (!traffic)
    return "";
  PredictedTimes forecast = predictTimes(*traffic, machine.costs, machine.ways);
  if (directive.objects.size() > 1 || directive.accumulate ||
      hasParts(assignment)) // types move one, as it is
    forecast.seconds[indexOf(TransferMethod::Alltoallw)] =
        std::numeric_limits<double>::infinity();
  const std::string way = text(forecast);
  return way.empty() ? "" : way + " (" + machine.name + ')';
}

} // namespace redistc::plan
