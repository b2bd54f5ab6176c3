//===- MakeGridSchedule.cpp - Making the schedule of an assignment --------===//
//
// docs/SchedulingMath.md, section 7. Regular axes without lengths: first the
// schedules of the axes, where their product has no more steps than the grid
// needs; then, unless their cost is proved, a profile over the classes of the
// product and colourings of its quotient, as thorough as its size allows.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Product/GridSchedule.h"

#include "Product/GridRule.h"
#include "Support/Arithmetic.h"

#include <algorithm>
#include <limits>

using namespace redist::schedule;

// Numbers of edges of the quotient, up to which ...
static constexpr std::int64_t matchingLimit = 768;   // matchings,
static constexpr std::int64_t insertionLimit = 2048; // weighted insertion,
static constexpr std::int64_t closeLimit = std::int64_t{1} << 19; // profiles,
static constexpr std::int64_t tableLimit = std::int64_t{1} << 26; // and tables.
/// Up to as many, profiles are tried unless something else is close: it costs
/// no more than this part more.
static constexpr std::int64_t farLimit = std::int64_t{1} << 21;
static constexpr std::int64_t closeFraction = 20;
/// From as many on a rotation is looked at first.
static constexpr std::int64_t rotationLimit = 65536;
static constexpr std::int64_t splitLimit = 4096;  // classes of a split profile
static constexpr std::int64_t exactLimit = 16384; // classes of `exact`

/// The best rule so far and the best bound so far.
struct GridCandidate {
  GridRulePointer rule;
  std::int64_t steps = 0, bound = 0;

  bool proved() const { return rule && rule->totalCost() == bound; }
  /// Takes a rule of the least number of steps that costs less; the older one
  /// wins a tie.
  void offer(GridRulePointer other) {
    if (other && other->stepCount() == steps &&
        (!rule || other->totalCost() < rule->totalCost()))
      rule = std::move(other);
  }
};

static GridRulePointer colour(const GridPointer &grid,
                              const BipartiteGraph &graph, TableOrigin origin,
                              Colouring (*algorithm)(const BipartiteGraph &)) {
  Colouring colouring = algorithm(graph);
  sortColoursByCost(graph, colouring);
  return makeGridTable(grid, origin, std::move(colouring.colourOfEdge));
}

/// The product of the axes' schedules of a strategy, where there is one.
static Result<GridRulePointer> axisByAxis(const GridPointer &grid,
                                          const Assignment &assignment,
                                          StrategyKind strategy,
                                          const ScheduleOptions &options) {
  std::vector<Schedule> schedules;
  for (const Axis &axis : assignment.axes) {
    Result<Schedule> own = makeSchedule(
        {axis.source.cyclic(), axis.target.cyclic()}, strategy, options);
    if (!own)
      return own.error();
    schedules.push_back(*std::move(own));
  }
  return makeProductRule(grid, std::move(schedules));
}

static std::int64_t productSteps(const ProductGrid &grid) {
  std::int64_t steps = 1;
  for (std::size_t k = 0; k < grid.dimensions(); ++k)
    if (__builtin_mul_overflow(steps, grid.grid(k).minimumSteps(), &steps))
      return std::numeric_limits<std::int64_t>::max();
  return steps;
}

static void offerProfile(const GridPointer &grid, const ClassProblem &problem,
                         const ClassProfile &profile, TableOrigin origin,
                         GridCandidate &candidate) {
  if (!candidate.rule || profile.totalCost < candidate.rule->totalCost())
    candidate.offer(makeGridTable(grid, origin, realise(problem, profile)));
}

static void offerColourings(const GridPointer &grid, GridCandidate &candidate) {
  const std::int64_t size = grid->quotientSize();
  const BipartiteGraph graph = grid->quotientGraph();
  if (size <= insertionLimit)
    candidate.offer(
        colour(grid, graph, TableOrigin::Insertion, colourByInsertion));
  if (size <= matchingLimit && !candidate.proved())
    candidate.offer(
        colour(grid, graph, TableOrigin::MultiThreshold, colourMultiThreshold));
  if (!candidate.rule)
    candidate.offer(colour(grid, graph, TableOrigin::Fast, colourFast));
}

/// No rule where the axes have no closed forms whose product serves, and
/// colourings would be too large.
static GridCandidate bestGridRule(const GridPointer &grid,
                                  const Assignment &assignment,
                                  std::int64_t maxMessages) {
  GridCandidate candidate;
  candidate.steps = grid->minimumSteps();
  candidate.bound = grid->bounds().totalCost;
  if (fitsProduct(*grid) && productSteps(*grid) == candidate.steps)
    if (const Result<GridRulePointer> rule = axisByAxis(
            grid, assignment, StrategyKind::Auto, {nullptr, maxMessages}))
      candidate.offer(*rule);
  const std::int64_t size = grid->quotientSize();
  if (carryingAxes(assignment).size() <= 1 && candidate.rule)
    return candidate;
  if (!candidate.proved() && size >= rotationLimit && grid->isAllToAll() &&
      grid->messageCount() <= maxMessages)
    candidate.offer(makeGridRotation({assignment, grid}, GridForm::Rotation));
  if (!candidate.proved() && size <= std::min(farLimit, maxMessages) &&
      grid->classCount() <= splitLimit) {
    const ClassProblem problem = grid->classProblem(candidate.steps);
    const ClassProfile profile = splitProfile(problem);
    const std::int64_t close =
        profile.totalCost + profile.totalCost / closeFraction;
    if (size <= closeLimit || !candidate.rule ||
        candidate.rule->totalCost() > close)
      offerProfile(grid, problem, profile, TableOrigin::Split, candidate);
  }
  if (!candidate.proved() && (size <= insertionLimit || !candidate.rule) &&
      size <= std::min(tableLimit, maxMessages))
    offerColourings(grid, candidate);
  return candidate;
}

static GridCandidate exactGridRule(const GridPointer &grid,
                                   const Assignment &assignment,
                                   const GridScheduleOptions &options) {
  GridCandidate candidate = bestGridRule(grid, assignment, options.maxMessages);
  const ExactSolver *const solver = options.exactSolver;
  if (!solver || candidate.proved() || grid->classCount() > exactLimit ||
      grid->quotientSize() > std::min(tableLimit, options.maxMessages))
    return candidate;
  const ClassProblem problem = grid->classProblem(candidate.steps);
  const std::optional<ClassProfile> profile = solver->solve(
      problem, candidate.rule ? candidate.rule->totalCost()
                              : std::numeric_limits<std::int64_t>::max());
  if (!profile)
    return candidate;
  candidate.bound = std::max(candidate.bound, profile->lowerBound);
  offerProfile(grid, problem, *profile, TableOrigin::Exact, candidate);
  return candidate;
}

static Error notForAxes(StrategyKind strategy, std::size_t carrying) {
  return {ErrorKind::StrategyNotForCase,
          "strategy " + std::string(name(strategy)) +
              " needs a redistribution along one dimension; here " +
              std::to_string(carrying) + " dimensions are distributed"};
}

/// One axis alone has messages between ranks: the schedule made for it.
static Result<BoundedGridRule> oneAxisRule(const GridPointer &grid,
                                           const Assignment &assignment,
                                           std::size_t axis,
                                           StrategyKind strategy,
                                           const GridScheduleOptions &options) {
  std::vector<Schedule> schedules;
  std::int64_t factor = 1, bound = 1;
  for (std::size_t k = 0; k < assignment.dimensions(); ++k) {
    const Axis &own = assignment.axes[k];
    Result<Schedule> schedule =
        makeSchedule({own.source.cyclic(), own.target.cyclic()},
                     k == axis ? strategy : StrategyKind::Auto,
                     {options.exactSolver, options.maxMessages});
    if (!schedule)
      return schedule.error();
    if (k == axis)
      bound = schedule->costLowerBound();
    else if (grid->isExact(k))
      factor *= schedule->totalCost();
    schedules.push_back(*std::move(schedule));
  }
  return BoundedGridRule{makeProductRule(grid, std::move(schedules)),
                         grid->minimumSteps(), factor * bound};
}

/// The strategies other than auto and exact, where several axes have messages.
static Result<GridRulePointer> strategyRule(const GridPointer &grid,
                                            const Assignment &assignment,
                                            StrategyKind strategy) {
  switch (strategy) {
  case StrategyKind::Circulant:
  case StrategyKind::Classes:
    return notForAxes(strategy, carryingAxes(assignment).size());
  case StrategyKind::Stepwise:
    return colour(grid, grid->quotientGraph(), TableOrigin::Stepwise,
                  colourStepwise);
  case StrategyKind::Greedy:
    return colour(grid, grid->quotientGraph(), TableOrigin::Greedy,
                  colourGreedy);
  case StrategyKind::Caterpillar:
    return makeGridRotation({assignment, grid}, GridForm::Caterpillar);
  case StrategyKind::AllToAll:
  case StrategyKind::Direct:
    return makeGridRotation({assignment, grid}, GridForm::Rotation);
  case StrategyKind::Auto:
  case StrategyKind::Exact:
    break;
  }
  return bestGridRule(grid, assignment, maxNumberedMessages).rule;
}

static Error tooManyMessages(const Assignment &assignment) {
  return {ErrorKind::TooLarge,
          "a schedule for " + std::to_string(assignment.sourceRanks()) + " x " +
              std::to_string(assignment.targetRanks()) +
              " ranks has too many messages"};
}

Result<BoundedGridRule>
redist::schedule::makeClassesRule(const Assignment &assignment,
                                  StrategyKind strategy,
                                  const GridScheduleOptions &options) {
  Result<ProductGrid> made = ProductGrid::make(assignment);
  if (!made)
    return made.error();
  const auto grid = std::make_shared<const ProductGrid>(*std::move(made));
  // Ranks are numbered in 32 bits, and classes are listed.
  if (std::max(grid->sources().ranks(), grid->targets().ranks()) >
          maxNumberedMessages ||
      grid->classCount() > options.maxMessages)
    return tooManyMessages(assignment);
  const std::vector<std::size_t> carrying = carryingAxes(assignment);
  if (carrying.size() <= 1 && fitsProduct(*grid))
    return oneAxisRule(grid, assignment, carrying.empty() ? 0 : carrying[0],
                       strategy, options);
  if (strategy == StrategyKind::Auto || strategy == StrategyKind::Exact) {
    GridCandidate best =
        strategy == StrategyKind::Exact
            ? exactGridRule(grid, assignment, options)
            : bestGridRule(grid, assignment, options.maxMessages);
    if (!best.rule)
      return tooManyMessages(assignment);
    return BoundedGridRule{std::move(best.rule), best.steps, best.bound};
  }
  const bool isListed =
      strategy != StrategyKind::Circulant && strategy != StrategyKind::Classes;
  if (isListed && grid->messageCount() > options.maxMessages)
    return tooManyMessages(assignment);
  Result<GridRulePointer> rule = strategyRule(grid, assignment, strategy);
  if (!rule)
    return rule.error();
  return BoundedGridRule{*std::move(rule), grid->minimumSteps(),
                         grid->bounds().totalCost};
}

/// Up to as many messages `exact` solves them one by one; of more it solves the
/// superblock.
static constexpr std::int64_t exactMessages = 16384;

static Result<GridSchedule> scheduleOf(Result<BoundedGridRule> made,
                                       const Assignment &assignment,
                                       StrategyKind strategy) {
  if (!made)
    return made.error();
  return GridSchedule(assignment, strategy, made->rule, made->minimumSteps,
                      made->bound);
}

/// The schedule of the superblock where it serves, else one of the messages;
/// the latter without what stays where that is enough.
static Result<GridSchedule>
makeNearSchedule(const Assignment &assignment, StrategyKind strategy,
                 const GridScheduleOptions &options) {
  Assignment base = periodic(assignment);
  if (base == assignment && isByClasses(unshared(assignment)))
    base = disjoint(assignment);
  std::optional<GridSchedule> made;
  if (base != assignment)
    if (const Result<GridSchedule> ofBase =
            makeCanonicalSchedule(base, strategy, options)) {
      if (serves(*ofBase, assignment))
        return ofBase;
      made = *ofBase;
    }
  return scheduleOf(makeMessagesRule(assignment, strategy, options,
                                     made ? &made->rule() : nullptr),
                    assignment, strategy);
}

/// The least cost of the messages themselves, unless what `auto` makes is
/// proved to be the least.
static Result<GridSchedule>
makeExactSchedule(const Assignment &assignment,
                  const GridScheduleOptions &options) {
  if (messageBound(assignment) > exactMessages)
    return makeNearSchedule(assignment, StrategyKind::Exact, options);
  const Result<GridSchedule> near =
      makeNearSchedule(assignment, StrategyKind::Exact,
                       {nullptr, options.known, options.maxMessages});
  if (!near)
    return near;
  const std::optional<ScheduleCounts> counts = countsOf(*near, assignment);
  if (counts && counts->stepsAreLeast() && counts->costIsLeast())
    return near;
  return scheduleOf(
      makeMessagesRule(assignment, StrategyKind::Exact, options, &near->rule()),
      assignment, StrategyKind::Exact);
}

static bool isBest(StrategyKind strategy) {
  return strategy == StrategyKind::Auto || strategy == StrategyKind::Exact;
}

static Result<GridSchedule> makeNew(const Assignment &assignment,
                                    StrategyKind strategy,
                                    const GridScheduleOptions &options) {
  if (isByClasses(assignment))
    return scheduleOf(makeClassesRule(assignment, strategy, options),
                      assignment, strategy);
  if (!isBest(strategy))
    return scheduleOf(makeMessagesRule(assignment, strategy, options, nullptr),
                      assignment, strategy);
  return strategy == StrategyKind::Exact && options.exactSolver
             ? makeExactSchedule(assignment, options)
             : makeNearSchedule(assignment, strategy, options);
}

Result<GridSchedule>
redist::schedule::makeCanonicalSchedule(Assignment assignment,
                                        StrategyKind strategy,
                                        const GridScheduleOptions &options) {
  if (!isBest(strategy))
    assignment = disjoint(periodic(std::move(assignment)));
  if (options.known)
    if (std::optional<GridSchedule> found =
            options.known->find(assignment, strategy))
      return *std::move(found);
  Result<GridSchedule> made = makeNew(assignment, strategy, options);
  if (made && options.known)
    options.known->keep(assignment, strategy, *made);
  return made;
}

Result<GridSchedule>
redist::schedule::makeGridSchedule(const Assignment &given,
                                   StrategyKind strategy,
                                   const GridScheduleOptions &options) {
  if (std::optional<Error> error = check(given))
    return *std::move(error);
  return makeCanonicalSchedule(canonical(given), strategy, options);
}
