//===- MakeGridList.cpp - Schedules of listed messages --------------------===//
//
// docs/SchedulingMath.md, section 7. Irregular axes, few superblocks, or a
// sharing that saves steps: the messages are a bipartite graph without classes,
// and the strategies colour it as it is. `auto` has as many steps as its
// greatest degree (Kőnig), and prefers the order of the classes, without steps
// that are empty, where that needs no more steps and costs no more. The search
// among colourings is ColouringSearch.h.
//
//===----------------------------------------------------------------------===//
#include "EdgeColouring/ColouringReduce.h"
#include "Product/ColouringSearch.h"
#include "Product/GridRule.h"
#include "Support/Arithmetic.h"

#include <algorithm>

using namespace redist::schedule;

/// The order of the classes is asked though they have more messages by this
/// factor.
static constexpr std::int64_t baseFactor = 4;
/// Steps of it that are dissolved at most.
static constexpr std::int64_t reduceLimit = 4;

static GridRulePointer colour(const MessageSource &messages,
                              const BipartiteGraph &graph, TableOrigin origin,
                              Colouring (*algorithm)(const BipartiteGraph &)) {
  Colouring colouring = algorithm(graph);
  sortColoursByCost(graph, colouring);
  return makeListRule(origin, messages, std::move(colouring.colourOfEdge));
}

/// The steps of a rotation (GridRule.h).
static Colouring rotated(const MessageSource &source) {
  const CircleNumbers places(source);
  std::vector<std::int32_t> steps;
  steps.reserve(source.list->list.size());
  for (const ListedMessage &entry : source.list->list)
    steps.push_back(
        static_cast<std::int32_t>(places.shift(entry.from, entry.to)));
  return withoutGaps(std::move(steps), places.circle);
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

/// What made an order: for one of messages as it says itself.
static TableOrigin originOf(const GridRule &order) {
  return order.form() == GridForm::List
             ? static_cast<TableOrigin>(order.parameter())
             : TableOrigin::Period;
}

/// Orders that need no search: a rotation, and that of the classes; `order`:
/// steps that the messages may have, or null. Where many messages have steps
/// too many in the latter, these are dissolved.
static void offerOrders(ColouringSearch &search, const Assignment &assignment,
                        const MessageSource &messages, const GridRule *order) {
  const auto size = static_cast<std::int64_t>(search.graph().edges.size());
  const bool isLarge = size > insertionLimit;
  const auto offerRotation = [&] {
    return search.offer(TableOrigin::Rotation, rotated(messages));
  };
  if (isLarge && offerRotation())
    return;
  const GridRulePointer ofClasses =
      order ? nullptr : classOrder(assignment, size);
  const GridRule *known = order ? order : ofClasses.get();
  Colouring byClasses;
  if (known) {
    byClasses = orderedAs(*known, assignment, *messages.list);
    if (search.offer(originOf(*known), byClasses))
      return;
  }
  if (!isLarge) {
    offerRotation();
    return;
  }
  const std::int64_t surplus =
      byClasses.colourCount - search.bounds().stepCount;
  if (surplus > 0 && surplus <= reduceLimit)
    search.offerSorted(
        TableOrigin::Reduced,
        reduceColours(search.graph(), byClasses,
                      static_cast<std::int32_t>(search.bounds().stepCount)));
}

/// `auto`, or `exact` where there is a solver.
static BoundedGridRule searchedRule(const Assignment &assignment,
                                    const MessageSource &messages,
                                    const GridRule *order,
                                    const ExactSolver *solver) {
  ColouringSearch search(*messages.list);
  if (!search.hasChains())
    offerOrders(search, assignment, messages, order);
  search.run();
  if (solver)
    search.solve(*solver);
  const auto [minSteps, bound] = search.bounds();
  if (search.origin() == TableOrigin::Rotation)
    return {makeGridRotation(messages, GridForm::Rotation), minSteps, bound};
  return {makeListRule(search.origin(), messages,
                       std::move(search.best().colourOfEdge)),
          minSteps, bound};
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
                                        const MessageSource &messages) {
  switch (strategy) {
  case StrategyKind::Circulant:
  case StrategyKind::Classes: {
    const Result<GridRulePointer> order = axisOrder(assignment, strategy);
    if (!order)
      return order.error();
    Colouring steps = orderedAs(**order, assignment, *messages.list);
    return makeListRule(TableOrigin::Period, messages,
                        std::move(steps.colourOfEdge));
  }
  case StrategyKind::Stepwise:
    return colour(messages, graphOf(*messages.list), TableOrigin::Stepwise,
                  colourStepwise);
  case StrategyKind::Greedy:
    return colour(messages, graphOf(*messages.list), TableOrigin::Greedy,
                  colourGreedy);
  case StrategyKind::Caterpillar:
    return makeGridRotation(messages, GridForm::Caterpillar);
  case StrategyKind::AllToAll:
  case StrategyKind::Direct:
    return makeGridRotation(messages, GridForm::Rotation);
  case StrategyKind::Auto:
  case StrategyKind::Exact:
    break;
  }
  return searchedRule(assignment, messages, nullptr, nullptr).rule;
}

static bool isClose(const BoundedGridRule &made) {
  if (!made.rule)
    return false;
  return made.rule->totalCost() <=
         made.bound + made.bound / nearFraction(made.rule->messageCount());
}

/// For many messages of superblocks of which some stay on a process: an order
/// of the whole, or a rotation, whose steps of what stays drop out. Null where
/// none of them has the least number of steps and a cost near the bound.
static BoundedGridRule withoutWhatStays(const Assignment &assignment) {
  const Assignment whole = superblocksOf(assignment);
  const Result<ProductGrid> made = ProductGrid::make(whole);
  if (!made || made->messageCount() <= insertionLimit)
    return {};
  const auto grid = std::make_shared<const ProductGrid>(*made);
  BoundedGridRule best = {nullptr, minSteps(assignment),
                          grid->bounds(assignment.sharing).totalCost};
  const auto offer = [&](GridRulePointer rule) {
    if (rule->stepCount() == best.minimumSteps &&
        (!best.rule || rule->totalCost() < best.rule->totalCost()))
      best.rule = std::move(rule);
  };
  if (grid->isAllToAll())
    offer(makeGridRotation({assignment, grid}, GridForm::Rotation));
  if (!isClose(best))
    if (const Result<BoundedGridRule> base =
            makeClassesRule(whole, StrategyKind::Auto, {}))
      offer(makeDroppedRule(base->rule, assignment));
  if (!isClose(best))
    best.rule = nullptr;
  return best;
}

Result<BoundedGridRule> redist::schedule::makeMessagesRule(
    const Assignment &assignment, StrategyKind strategy,
    const GridScheduleOptions &options, const GridRule *order) {
  if (!fitsList(assignment) || messageBound(assignment) > options.maxMessages)
    return Error{ErrorKind::TooLarge,
                 "a schedule for " + std::to_string(assignment.sourceRanks()) +
                     " x " + std::to_string(assignment.targetRanks()) +
                     " ranks has too many messages"};
  const bool isBest =
      strategy == StrategyKind::Auto || strategy == StrategyKind::Exact;
  if (isBest && isByClasses(unshared(assignment)))
    if (BoundedGridRule made = withoutWhatStays(assignment); made.rule)
      return made;
  const MessageSource messages = {
      assignment, std::make_shared<const MessageList>(messagesOf(assignment))};
  if (isBest)
    return searchedRule(assignment, messages, order,
                        strategy == StrategyKind::Exact ? options.exactSolver
                                                        : nullptr);
  Result<GridRulePointer> rule = listRule(assignment, strategy, messages);
  if (!rule)
    return rule.error();
  const LowerBounds bounds = boundsOf(*messages.list);
  return BoundedGridRule{*std::move(rule), bounds.stepCount, bounds.totalCost};
}
