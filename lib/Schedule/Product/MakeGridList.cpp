//===- MakeGridList.cpp - Schedules of the messages that exist ------------===//
//
// docs/SchedulingMath.md, section 7. Irregular axes, few superblocks, or a
// sharing that saves steps: the messages are a bipartite graph without classes,
// and the strategies colour it as it is. `auto` has as many steps as its
// greatest degree (Kőnig), and prefers the order of the classes, without steps
// that are empty, where that needs no more steps and costs no more. Two steps,
// as two similar block layouts take, leave no choice but which is first on each
// chain of messages; the least cost is then found, and proved.
//
//===----------------------------------------------------------------------===//
#include "EdgeColouring/Chains.h"
#include "EdgeColouring/ColouringProfile.h"
#include "EdgeColouring/ColouringReduce.h"
#include "Product/GridRule.h"
#include "Support/Arithmetic.h"

#include <algorithm>
#include <limits>

using namespace redist::schedule;

// Numbers of messages, up to which ...
static constexpr std::int64_t matchingLimit = 768;    // matchings,
static constexpr std::int64_t profileLimit = 4096;    // split profiles, and
static constexpr std::int64_t insertionLimit = 16384; // insertion are tried.
/// Where nothing close has been found: profiles too up to the last of these,
/// and insertion while messages times steps are no more than this.
static constexpr std::int64_t insertionWork = std::int64_t{1} << 25;
/// Of more messages a profile is split by so many flows: their work is in
/// proportion to the messages.
static constexpr std::int64_t flowWork = std::int64_t{1} << 22;
/// The order of the classes is asked though they have more messages by this
/// factor.
static constexpr std::int64_t baseFactor = 4;
/// Insertion is left out where something costs no more than this part more than
/// the bound.
static constexpr std::int64_t closeFraction = 20;
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

/// Looks for the cheapest colouring of as many steps as the greatest degree;
/// the earlier one wins a tie.
class ListSearch {
public:
  /// `givenOrder`: steps that the messages may have, or null.
  ListSearch(const Assignment &givenAssignment, MessageSource givenMessages,
             const GridRule *givenOrder)
      : assignment(givenAssignment), messages(std::move(givenMessages)),
        order(givenOrder), graph(graphOf(*messages.list)),
        bounds(boundsOf(*messages.list)),
        size(static_cast<std::int64_t>(graph.edges.size())) {}

  /// The solver may be null.
  BoundedGridRule run(const ExactSolver *solver);

private:
  /// Whether it is proved to be the best.
  bool offer(TableOrigin, Colouring);
  bool offerColoured(TableOrigin from,
                     Colouring (*algorithm)(const BipartiteGraph &)) {
    Colouring colouring = algorithm(graph);
    sortColoursByCost(graph, colouring);
    return offer(from, std::move(colouring));
  }
  bool offerProfile(TableOrigin from, const ClassProfile &profile) {
    return offer(from, colourByProfile(graph, profile));
  }
  bool offerOrders();
  void search();
  void solve(const ExactSolver &);

  const Assignment &assignment;
  MessageSource messages;
  const GridRule *order;
  BipartiteGraph graph;
  LowerBounds bounds;
  std::int64_t size;
  std::optional<Colouring> best;
  TableOrigin origin = TableOrigin::Fast;
  std::int64_t cost = 0;
};

bool ListSearch::offer(TableOrigin from, Colouring other) {
  if (other.colourCount == bounds.stepCount) {
    const std::int64_t otherCost = other.totalCost(graph);
    if (!best || otherCost < cost) {
      best = std::move(other);
      origin = from;
      cost = otherCost;
    }
  }
  return best && cost == bounds.totalCost;
}

/// What made an order: for one of messages as it says itself.
static TableOrigin originOf(const GridRule &order) {
  return order.form() == GridForm::List
             ? static_cast<TableOrigin>(order.parameter())
             : TableOrigin::Period;
}

/// Orders that need no search: a rotation, and that of the classes. Where many
/// messages have steps too many in the latter, these are dissolved.
bool ListSearch::offerOrders() {
  const bool isLarge = size > insertionLimit;
  const auto offerRotation = [&] {
    return offer(TableOrigin::Rotation, rotated(messages));
  };
  if (isLarge && offerRotation())
    return true;
  const GridRulePointer ofClasses =
      order ? nullptr : classOrder(assignment, size);
  const GridRule *known = order ? order : ofClasses.get();
  Colouring byClasses;
  if (known) {
    byClasses = orderedAs(*known, assignment, *messages.list);
    if (offer(originOf(*known), byClasses))
      return true;
  }
  if (!isLarge)
    return offerRotation();
  const std::int64_t surplus = byClasses.colourCount - bounds.stepCount;
  if (surplus <= 0 || surplus > reduceLimit)
    return false;
  Colouring reduced = reduceColours(
      graph, byClasses, static_cast<std::int32_t>(bounds.stepCount));
  sortColoursByCost(graph, reduced);
  return offer(TableOrigin::Reduced, std::move(reduced));
}

void ListSearch::search() {
  if (offerOrders())
    return;
  const auto isWithin = [&](std::int64_t fraction) {
    return best && cost <= bounds.totalCost + bounds.totalCost / fraction;
  };
  if (size > insertionLimit && isWithin(nearFraction(size)))
    return;
  if ((size <= insertionLimit || (!isWithin(closeFraction) &&
                                  size * bounds.stepCount <= insertionWork)) &&
      offerColoured(TableOrigin::Insertion, colourByInsertion))
    return;
  if (size <= matchingLimit &&
      offerColoured(TableOrigin::MultiThreshold, colourMultiThreshold))
    return;
  if (size <= profileLimit || !isWithin(nearFraction(size))) {
    const std::int64_t flows = size <= insertionLimit
                                   ? std::numeric_limits<std::int64_t>::max()
                                   : std::max<std::int64_t>(1, flowWork / size);
    if (offerProfile(TableOrigin::Split,
                     splitProfile(messageProblem(graph), flows)))
      return;
  }
  if (!best)
    offerColoured(TableOrigin::Fast, colourFast);
}

/// Each message is a class of its own to the solver; few enough of them are
/// solved, of more the bound is still a better one.
void ListSearch::solve(const ExactSolver &solver) {
  const std::optional<ClassProfile> profile =
      solver.solve(messageProblem(graph), cost);
  if (!profile)
    return;
  bounds.totalCost = std::max(bounds.totalCost, profile->lowerBound);
  if (profile->totalCost < cost)
    offerProfile(TableOrigin::Exact, *profile);
}

BoundedGridRule ListSearch::run(const ExactSolver *solver) {
  if (bounds.stepCount <= 2) {
    GridRulePointer rule =
        colour(messages, graph, TableOrigin::Fast, colourChains);
    const std::int64_t least = rule->totalCost();
    return {std::move(rule), bounds.stepCount, least};
  }
  search();
  if (solver && cost > bounds.totalCost)
    solve(*solver);
  if (origin == TableOrigin::Rotation)
    return {makeGridRotation(messages, GridForm::Rotation), bounds.stepCount,
            bounds.totalCost};
  return {makeListRule(origin, messages, std::move(best->colourOfEdge)),
          bounds.stepCount, bounds.totalCost};
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
  return ListSearch(assignment, messages, nullptr).run(nullptr).rule;
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
  // A rank loses one message at most: the i-th longest of what is left is no
  // shorter than the next of all.
  BoundedGridRule best = {nullptr, minSteps(assignment),
                          grid->bounds().totalCost - grid->heaviest()};
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
    return ListSearch(assignment, messages, order)
        .run(strategy == StrategyKind::Exact ? options.exactSolver : nullptr);
  Result<GridRulePointer> rule = listRule(assignment, strategy, messages);
  if (!rule)
    return rule.error();
  const LowerBounds bounds = boundsOf(*messages.list);
  return BoundedGridRule{*std::move(rule), bounds.stepCount, bounds.totalCost};
}
