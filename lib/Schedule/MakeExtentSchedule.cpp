//===- MakeExtentSchedule.cpp - Schedules for less than a superblock ------===//
//
// docs/SchedulingMath.md, section 5. The messages that exist are a bipartite
// graph without classes; the strategies colour it as it is. `auto` has as many
// steps as the greatest degree (Kőnig), and prefers the order of a closed form
// where that needs no more steps and costs no more. Two steps, as two similar
// block layouts take, leave no choice but which is first on each chain of
// messages; the least cost is then found, and proved.
//
//===----------------------------------------------------------------------===//
#include "Arithmetic.h"
#include "Chains.h"
#include "ExtentRule.h"
#include "redist/Schedule/Overlap.h"

#include <algorithm>
#include <cassert>

using namespace redist::schedule;

// Numbers of messages: up to the first, matchings are tried; up to the second,
// weighted insertion; above the third, the superblock's schedule is kept where
// its number of steps is the least for the extent too: a rank then finds its
// row without the whole.
static constexpr std::int64_t matchingLimit = 768;
static constexpr std::int64_t insertionLimit = std::int64_t{1} << 20;
static constexpr std::int64_t tableLimit = 8192;
/// Closed forms are tried for as many classes.
static constexpr std::int64_t classLimit = 4096;

/// Whether rank 0, which has most elements on either side, has as many messages
/// as the busiest rank for a superblock.
static bool hasFullDegree(const CommunicationGrid &grid, std::int64_t extent) {
  const auto &[source, target] = grid.redistribution();
  const OverlapFinder finder(grid, extent);
  std::int64_t sent = 0, received = 0;
  for (std::int64_t q = 0; q < target.ranks; ++q)
    sent += finder.length(0, q) > 0 ? 1 : 0;
  for (std::int64_t p = 0; p < source.ranks; ++p)
    received += finder.length(p, 0) > 0 ? 1 : 0;
  return std::max(sent, received) == grid.minimumSteps();
}

bool redist::schedule::decidesSteps(const CommunicationGrid &grid,
                                    std::int64_t extent) {
  const std::optional<std::int64_t> superblock = grid.superblock();
  if (superblock && extent >= *superblock)
    return false;
  return grid.messageBound(extent) <= tableLimit ||
         !hasFullDegree(grid, extent);
}

std::optional<std::int64_t>
redist::schedule::decidingExtent(const Redistribution &parameters,
                                 std::int64_t extent) {
  const Result<CommunicationGrid> grid = CommunicationGrid::make(parameters);
  if (!grid || extent < 0 || extent >= sizeLimit ||
      !decidesSteps(*grid, extent))
    return std::nullopt;
  return extent;
}

static RulePointer colour(const ExtentMessages &messages,
                          const BipartiteGraph &graph, TableOrigin origin,
                          Colouring (*algorithm)(const BipartiteGraph &)) {
  Colouring colouring = algorithm(graph);
  sortColoursByCost(graph, colouring);
  return std::make_shared<ExtentRule>(origin, messages,
                                      std::move(colouring.colourOfEdge));
}

/// Numbers the values from 0 on, in their order and without gaps.
static std::vector<std::int32_t>
withoutGaps(const std::vector<std::int64_t> &values) {
  std::vector<std::int64_t> distinct = values;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  std::vector<std::int32_t> numbers;
  numbers.reserve(values.size());
  for (const std::int64_t value : values)
    numbers.push_back(static_cast<std::int32_t>(
        std::lower_bound(distinct.begin(), distinct.end(), value) -
        distinct.begin()));
  return numbers;
}

/// A message per step as stepOf(from, to) says, without empty steps.
template <typename StepOf>
static RulePointer ordered(const ExtentMessages &messages, TableOrigin origin,
                           StepOf stepOf) {
  std::vector<std::int64_t> steps;
  steps.reserve(messages.list.size());
  for (const ExtentMessage &entry : messages.list)
    steps.push_back(stepOf(entry.from, entry.to));
  return std::make_shared<ExtentRule>(origin, messages, withoutGaps(steps));
}

static RulePointer orderedAs(const StepRule &period,
                             const CommunicationGrid &grid,
                             const ExtentMessages &messages) {
  return ordered(
      messages, TableOrigin::Period, [&](std::int64_t p, std::int64_t q) {
        return period.step(
            {p, q,
             modulo(grid.classOf(p, q) - grid.firstClass(), grid.modulus())});
      });
}

/// p sends to p + d (mod max(P, Q)) in step d, or to p - d.
static RulePointer rotated(const CommunicationGrid &grid,
                           const ExtentMessages &messages, TableOrigin origin) {
  const auto &[source, target] = grid.redistribution();
  const std::int64_t circle = std::max(source.ranks, target.ranks);
  const std::int64_t sign = origin == TableOrigin::Caterpillar ? -1 : 1;
  return ordered(messages, origin, [=](std::int64_t p, std::int64_t q) {
    return modulo(sign * (q - p), circle);
  });
}

/// A rule and a bound for the cost of any with as many steps.
struct BoundedRule {
  RulePointer rule;
  std::int64_t bound;
};

/// The cheapest rule of as many steps as the greatest degree; the earlier one
/// wins a tie.
static BoundedRule bestRule(const CommunicationGrid &grid,
                            const ExtentMessages &messages,
                            const LowerBounds &bounds) {
  const BipartiteGraph graph = graphOf(messages);
  if (bounds.stepCount <= 2) {
    RulePointer rule = colour(messages, graph, TableOrigin::Fast, colourChains);
    const std::int64_t cost = rule->totalCost();
    return {std::move(rule), cost};
  }
  BoundedRule best = {nullptr, bounds.totalCost};
  const auto offer = [&](RulePointer rule) {
    if (rule->stepCount() == bounds.stepCount &&
        (!best.rule || rule->totalCost() < best.rule->totalCost()))
      best.rule = std::move(rule);
    return best.rule && best.rule->totalCost() == best.bound;
  };
  if (grid.classCount() <= classLimit)
    for (const RulePointer &rule : closedForms(grid))
      if (offer(orderedAs(*rule, grid, messages)))
        return best;
  const auto size = static_cast<std::int64_t>(graph.edges.size());
  if (size <= insertionLimit &&
      offer(colour(messages, graph, TableOrigin::Insertion, colourByInsertion)))
    return best;
  if (size <= matchingLimit &&
      offer(colour(messages, graph, TableOrigin::MultiThreshold,
                   colourMultiThreshold)))
    return best;
  if (!best.rule)
    offer(colour(messages, graph, TableOrigin::Fast, colourFast));
  return best;
}

/// The strategies other than auto and exact.
static RulePointer ruleFor(const CommunicationGrid &grid, StrategyKind strategy,
                           const ExtentMessages &messages,
                           const RulePointer &period) {
  switch (strategy) {
  case StrategyKind::Circulant:
  case StrategyKind::Classes:
    return orderedAs(*period, grid, messages);
  case StrategyKind::Stepwise:
    return colour(messages, graphOf(messages), TableOrigin::Stepwise,
                  colourStepwise);
  case StrategyKind::Greedy:
    return colour(messages, graphOf(messages), TableOrigin::Greedy,
                  colourGreedy);
  case StrategyKind::Caterpillar:
    return rotated(grid, messages, TableOrigin::Caterpillar);
  case StrategyKind::AllToAll:
  case StrategyKind::Direct:
    return rotated(grid, messages, TableOrigin::Rotation);
  case StrategyKind::Auto:
  case StrategyKind::Exact:
    break;
  }
  assert(false && "has no order of its own");
  return nullptr;
}

Result<Schedule>
redist::schedule::makeExtentSchedule(const CommunicationGrid &grid,
                                     StrategyKind strategy, std::int64_t extent,
                                     RulePointer period) {
  if (!fitsTable(grid, extent))
    return Error{ErrorKind::TooLarge,
                 "a schedule for " + std::to_string(extent) + " elements on " +
                     std::to_string(grid.redistribution().source.ranks) +
                     " and " +
                     std::to_string(grid.redistribution().target.ranks) +
                     " ranks has too many messages"};
  const ExtentMessages messages = messagesOfExtent(grid, extent);
  const LowerBounds bounds = boundsOf(messages);
  const bool isBest =
      strategy == StrategyKind::Auto || strategy == StrategyKind::Exact;
  const auto [rule, bound] =
      isBest ? bestRule(grid, messages, bounds)
             : BoundedRule{ruleFor(grid, strategy, messages, period),
                           bounds.totalCost};
  return Schedule(grid, strategy, rule, bound, rule->totalCost() == bound);
}
