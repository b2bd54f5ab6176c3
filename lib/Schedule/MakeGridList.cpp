//===- MakeGridList.cpp - Schedules of the messages that exist ------------===//
//
// docs/SchedulingMath.md, section 6. Irregular axes, few superblocks, or a
// sharing that saves steps: the messages are a bipartite graph without classes,
// and the strategies colour it as it is. `auto` has as many steps as its
// greatest degree (Kőnig), and prefers the order of the classes, without steps
// that are empty, where that needs no more steps and costs no more. Two steps,
// as two similar block layouts take, leave no choice but which is first on each
// chain of messages; the least cost is then found, and proved.
//
//===----------------------------------------------------------------------===//
#include "Arithmetic.h"
#include "Chains.h"
#include "GridRule.h"

#include <algorithm>

using namespace redist::schedule;

// Numbers of messages, up to which ...
static constexpr std::int64_t matchingLimit = 768;    // matchings,
static constexpr std::int64_t insertionLimit = 65536; // weighted insertion,
/// and up to which the order of the classes is asked though they have more
/// messages by this factor.
static constexpr std::int64_t baseFactor = 4;

static GridRulePointer colour(const ListPointer &messages,
                              const BipartiteGraph &graph, TableOrigin origin,
                              Colouring (*algorithm)(const BipartiteGraph &)) {
  Colouring colouring = algorithm(graph);
  sortColoursByCost(graph, colouring);
  return makeListRule(origin, messages, std::move(colouring.colourOfEdge));
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

/// The messages of a list in the steps of another rule.
static GridRulePointer orderedAs(const GridRule &order,
                                 const ListPointer &messages) {
  std::vector<std::int64_t> steps;
  steps.reserve(messages->list.size());
  for (const ExtentMessage &entry : messages->list)
    steps.push_back(order.stepOf(entry.from, entry.to));
  return makeListRule(TableOrigin::Period, messages, withoutGaps(steps));
}

static bool isRegular(const Assignment &assignment) {
  return std::all_of(assignment.axes.begin(), assignment.axes.end(),
                     [](const Axis &axis) { return axis.isRegular(); });
}

/// The rule by classes whose order the messages may take; null where it is not
/// worth the while.
static GridRulePointer classOrder(const Assignment &assignment,
                                  std::int64_t messages) {
  constexpr std::int64_t least = 4096;
  if (!isRegular(assignment))
    return nullptr;
  const Assignment whole = superblocksOf(assignment);
  if (messageBound(whole) > std::max(least, baseFactor * messages))
    return nullptr;
  const Result<BoundedGridRule> base =
      makeClassesRule(whole, StrategyKind::Auto, {});
  return base ? base->rule : nullptr;
}

/// The cheapest rule of as many steps as the greatest degree; the earlier one
/// wins a tie.
static BoundedGridRule bestListRule(const Assignment &assignment,
                                    const ListPointer &messages) {
  const LowerBounds bounds = boundsOf(*messages);
  const BipartiteGraph graph = graphOf(*messages);
  if (bounds.stepCount <= 2) {
    GridRulePointer rule =
        colour(messages, graph, TableOrigin::Fast, colourChains);
    const std::int64_t cost = rule->totalCost();
    return {std::move(rule), bounds.stepCount, cost};
  }
  BoundedGridRule best = {nullptr, bounds.stepCount, bounds.totalCost};
  const auto offer = [&](GridRulePointer rule) {
    if (rule->stepCount() == bounds.stepCount &&
        (!best.rule || rule->totalCost() < best.rule->totalCost()))
      best.rule = std::move(rule);
    return best.rule && best.rule->totalCost() == best.bound;
  };
  const auto size = static_cast<std::int64_t>(graph.edges.size());
  if (const GridRulePointer order = classOrder(assignment, size);
      order && offer(orderedAs(*order, messages)))
    return best;
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

/// `circulant` and `classes`: the order of the one axis that has messages.
static Result<GridRulePointer> axisOrder(const Assignment &assignment,
                                         StrategyKind strategy) {
  if (!isRegular(assignment))
    return Error{ErrorKind::StrategyNotForCase,
                 "strategy " + std::string(name(strategy)) +
                     " is not for sections and gen_block"};
  const Result<BoundedGridRule> base =
      makeClassesRule(superblocksOf(assignment), strategy, {});
  if (!base)
    return base.error();
  return base->rule;
}

/// The strategies other than auto and exact.
static Result<GridRulePointer> listRule(const Assignment &assignment,
                                        StrategyKind strategy,
                                        const ListPointer &messages) {
  const MessageSource source = {assignment.sourceRanks(),
                                assignment.targetRanks(), nullptr, messages};
  switch (strategy) {
  case StrategyKind::Circulant:
  case StrategyKind::Classes: {
    const Result<GridRulePointer> order = axisOrder(assignment, strategy);
    if (!order)
      return order.error();
    return orderedAs(**order, messages);
  }
  case StrategyKind::Stepwise:
    return colour(messages, graphOf(*messages), TableOrigin::Stepwise,
                  colourStepwise);
  case StrategyKind::Greedy:
    return colour(messages, graphOf(*messages), TableOrigin::Greedy,
                  colourGreedy);
  case StrategyKind::Caterpillar:
    return makeGridRotation(source, GridForm::Caterpillar);
  case StrategyKind::AllToAll:
  case StrategyKind::Direct:
    return makeGridRotation(source, GridForm::Rotation);
  case StrategyKind::Auto:
  case StrategyKind::Exact:
    break;
  }
  return bestListRule(assignment, messages).rule;
}

Result<BoundedGridRule>
redist::schedule::makeMessagesRule(const Assignment &assignment,
                                   StrategyKind strategy,
                                   const GridScheduleOptions &) {
  if (!fitsList(assignment))
    return Error{ErrorKind::TooLarge,
                 "a schedule for " + std::to_string(assignment.sourceRanks()) +
                     " x " + std::to_string(assignment.targetRanks()) +
                     " ranks has too many messages"};
  const auto messages =
      std::make_shared<const ExtentMessages>(messagesOf(assignment));
  if (strategy == StrategyKind::Auto || strategy == StrategyKind::Exact)
    return bestListRule(assignment, messages);
  Result<GridRulePointer> rule = listRule(assignment, strategy, messages);
  if (!rule)
    return rule.error();
  const LowerBounds bounds = boundsOf(*messages);
  return BoundedGridRule{*std::move(rule), bounds.stepCount, bounds.totalCost};
}
