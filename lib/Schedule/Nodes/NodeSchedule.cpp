//===- NodeSchedule.cpp - Schedule between nodes --------------------------===//
//
// Closed forms come from GridSchedule. Summed messages are coloured as they
// are.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Nodes/NodeSchedule.h"

#include "OneDimension/StepVerifier.h"
#include "Product/ColouringSearch.h"
#include "Product/GridMessages.h"

#include <algorithm>
#include <map>

using namespace redist::schedule;

static MessageList listOf(const NodeTraffic &traffic, std::int64_t nodes) {
  MessageList messages;
  for (const NodeMessage &one : traffic.between)
    messages.list.push_back({static_cast<std::int32_t>(one.from),
                             static_cast<std::int32_t>(one.to), one.length});
  messages.byColumn = orderByColumn(messages.list, nodes);
  return messages;
}

static void colourTraffic(NodeSchedule &result) {
  const MessageList messages =
      listOf(result.traffic, result.placed.target.nodes());
  ColouringSearch search(messages);
  result.sortedBound = search.bounds().totalCost;
  search.run();
  result.bounds = search.bounds();
  result.method = methodOf(search.origin());
  result.steps = stepsOf(search.best(), messages.list);
}

/// What is known of any steps, and what the schedule has proved of its own.
static void boundRegular(NodeSchedule &result, const GridSchedule &made) {
  result.bounds = lowerBounds(*result.regular);
  result.sortedBound = result.bounds.totalCost;
  const std::optional<ScheduleCounts> counts = countsOf(made, *result.regular);
  if (counts && counts->stepCount == result.stepCount())
    result.bounds.totalCost =
        std::max(result.bounds.totalCost, counts->bounds.totalCost);
}

Result<NodeSchedule>
redist::schedule::makeNodeSchedule(const PlacedAssignment &asked,
                                   const GridScheduleOptions &options) {
  if (const std::optional<Error> error = check(asked.assignment))
    return *error;
  Result<PlacedAssignment> placed = withLengths(asked);
  if (!placed)
    return placed.error();
  if (!fitsList(placed->assignment) ||
      messageBound(placed->assignment) > options.maxMessages)
    return Error{ErrorKind::TooLarge,
                 "a schedule for " + std::to_string(asked.source.ranks()) +
                     " x " + std::to_string(asked.target.ranks()) +
                     " ranks has too many messages"};
  NodeSchedule result;
  result.placed = *placed;
  result.traffic = trafficOf(*placed);
  result.regular = nodeAssignment(*placed);
  if (result.regular) {
    const Result<GridSchedule> made =
        makeGridSchedule(*result.regular, StrategyKind::Auto, options);
    if (!made)
      return made.error();
    result.method = made->method();
    result.steps = made->allSteps(*result.regular);
    boundRegular(result, *made);
  } else {
    colourTraffic(result);
  }
  for (const Step &step : result.steps)
    result.totalCost += step.cost;
  return result;
}

static VerifyReport verifyAgainst(const NodeTraffic &traffic,
                                  const PlacedAssignment &placed,
                                  std::span<const Step> steps) {
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> lengths;
  for (const NodeMessage &one : traffic.between)
    lengths[{one.from, one.to}] = one.length;
  const auto length = [&](std::int64_t from, std::int64_t to) {
    const auto found = lengths.find({from, to});
    return found == lengths.end() ? 0 : found->second;
  };
  VerifyReport report =
      verifySteps(steps, {placed.source.nodes(), placed.target.nodes(), length,
                          traffic.elements(), true, "node"});
  checkBounds(report, boundsOf(listOf(traffic, placed.target.nodes())));
  return report;
}

VerifyReport redist::schedule::verifyNodeSteps(const PlacedAssignment &placed,
                                               std::span<const Step> steps) {
  return verifyAgainst(trafficOf(placed), placed, steps);
}
