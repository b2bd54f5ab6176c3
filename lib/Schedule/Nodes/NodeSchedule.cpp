//===- NodeSchedule.cpp - The order between nodes -------------------------===//
//
// Closed forms come from GridSchedule. Summed messages are coloured as they
// are: two steps are forced but for their order; else the cheapest of some
// colourings of as many steps as the greatest degree, as thorough as the number
// of messages allows.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Nodes/NodeSchedule.h"

#include "EdgeColouring/Chains.h"
#include "EdgeColouring/ColouringProfile.h"
#include "OneDimension/StepVerifier.h"
#include "Product/GridMessages.h"

#include <algorithm>
#include <map>

using namespace redist::schedule;

// Numbers of pairs of nodes, up to which ...
static constexpr std::int64_t matchingLimit = 768;    // matchings,
static constexpr std::int64_t profileLimit = 4096;    // split profiles, and
static constexpr std::int64_t insertionLimit = 16384; // insertion are tried.

static MessageList listOf(const NodeTraffic &traffic, std::int64_t nodes) {
  MessageList messages;
  for (const NodeMessage &one : traffic.between)
    messages.list.push_back({static_cast<std::int32_t>(one.from),
                             static_cast<std::int32_t>(one.to), one.length});
  messages.byColumn = orderByColumn(messages.list, nodes);
  return messages;
}

struct NamedColouring {
  Colouring colouring;
  std::string_view method;
};

static NamedColouring colourPairs(const BipartiteGraph &graph,
                                  const LowerBounds &bounds) {
  if (bounds.stepCount <= 2)
    return {colourChains(graph), "Kőnig colouring"};
  const auto size = static_cast<std::int64_t>(graph.edges.size());
  NamedColouring best;
  std::int64_t cost = 0;
  const auto offer = [&](Colouring other, std::string_view method) {
    const std::int64_t otherCost = other.totalCost(graph);
    if (best.method.empty() || otherCost < cost) {
      best = {std::move(other), method};
      cost = otherCost;
    }
    return cost == bounds.totalCost;
  };
  if (offer(colourFast(graph), "Kőnig colouring") || size > insertionLimit)
    return best;
  if (offer(colourByInsertion(graph), "Kőnig colouring by insertion") ||
      size > profileLimit)
    return best;
  if (size <= matchingLimit &&
      offer(colourMultiThreshold(graph), "multi-threshold matchings"))
    return best;
  offer(colourByProfile(graph, splitProfile(messageProblem(graph))),
        "profile by splitting");
  return best;
}

static std::vector<Step> stepsOf(const Colouring &colouring,
                                 const std::vector<ListedMessage> &list) {
  std::vector<Step> steps(static_cast<std::size_t>(colouring.colourCount));
  for (std::size_t i = 0; i < list.size(); ++i) {
    Step &step = steps[static_cast<std::size_t>(colouring.colourOfEdge[i])];
    step.cost = std::max(step.cost, list[i].length);
    step.transfers.push_back({list[i].from, list[i].to, list[i].length});
  }
  return steps;
}

static void colourTraffic(NodeSchedule &result) {
  const MessageList messages =
      listOf(result.traffic, result.placed.target.nodes());
  const BipartiteGraph graph = graphOf(messages);
  result.bounds = boundsOf(messages);
  result.sortedBound = result.bounds.totalCost;
  NamedColouring made = colourPairs(graph, result.bounds);
  sortColoursByCost(graph, made.colouring);
  result.method = made.method;
  result.steps = stepsOf(made.colouring, messages.list);
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
                          traffic.elements()});
  for (std::string &offence : report.offences)
    for (std::size_t at = 0;
         (at = offence.find("rank", at)) != std::string::npos; at += 4)
      offence.replace(at, 4, "node");
  checkBounds(report, boundsOf(listOf(traffic, placed.target.nodes())));
  return report;
}

VerifyReport redist::schedule::verifyNodeSteps(const PlacedAssignment &placed,
                                               std::span<const Step> steps) {
  return verifyAgainst(trafficOf(placed), placed, steps);
}
