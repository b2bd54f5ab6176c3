//===- MakeSchedule.cpp - Making a schedule by a strategy -----------------===//
//
// The pipeline of docs/SchedulingMath.md, section 4: closed forms first; where
// their cost meets a lower bound it is proved and the search ends; else a
// profile over classes, and colourings of the quotient, as thorough as its size
// allows. All of them have the least number of steps, so the least cost wins;
// ties go to the earlier one.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/EdgeColouring/Colouring.h"
#include "redistSchedule/OneDimension/Bounds.h"

#include "OneDimension/Quotient.h"
#include "OneDimension/StepRule.h"
#include "Support/Arithmetic.h"

#include <algorithm>
#include <limits>

using namespace redist::schedule;

// How much work a grid is worth: planning 128 x 128 ranks shall stay about a
// millisecond, 1024 x 1024 a few tens. Numbers of edges of the quotient, up to
// which ...
static constexpr std::int64_t matchingLimit = 768;   // matchings,
static constexpr std::int64_t insertionLimit = 2048; // weighted insertion,
static constexpr std::int64_t realiseLimit = 131072; // and profiles are tried
static constexpr std::int64_t boundLimit = 512;      // classes
static constexpr std::int64_t exactLimit = 4096;     // classes of `exact`

/// The best rule so far and the best bound so far.
struct Candidate {
  RulePointer rule;
  std::int64_t bound = 0;

  bool proved() const { return rule && rule->totalCost() == bound; }
  /// Takes a rule that is better; the older one wins a tie.
  void offer(RulePointer other) {
    if (other && (!rule || other->totalCost() < rule->totalCost()))
      rule = std::move(other);
  }
};

static RulePointer colour(const CommunicationGrid &grid,
                          const BipartiteGraph &graph, TableOrigin origin,
                          Colouring (*algorithm)(const BipartiteGraph &)) {
  Colouring colouring = algorithm(graph);
  sortColoursByCost(graph, colouring);
  return makeTableRule(grid, origin, std::move(colouring.colourOfEdge));
}

/// The profile found by splitting, if it is better than what there is.
static void offerSplit(const CommunicationGrid &grid, Candidate &candidate) {
  const ClassProblem problem = classProblem(grid, grid.minimumSteps());
  const ClassProfile profile = splitProfile(problem);
  if (!candidate.rule || profile.totalCost < candidate.rule->totalCost())
    candidate.offer(
        makeTableRule(grid, TableOrigin::Split, realise(problem, profile)));
}

static void offerColourings(const CommunicationGrid &grid,
                            Candidate &candidate) {
  const std::int64_t size = quotientSize(grid);
  const BipartiteGraph graph = quotientGraph(grid);
  if (size <= insertionLimit)
    candidate.offer(
        colour(grid, graph, TableOrigin::Insertion, colourByInsertion));
  if (size <= matchingLimit && !candidate.proved())
    candidate.offer(
        colour(grid, graph, TableOrigin::MultiThreshold, colourMultiThreshold));
  if (!candidate.rule)
    candidate.offer(colour(grid, graph, TableOrigin::Fast, colourFast));
}

/// No rule where there is no closed form and colourings would be too large.
static Candidate bestRule(const CommunicationGrid &grid,
                          std::int64_t maxMessages) {
  Candidate candidate;
  for (RulePointer rule : closedForms(grid))
    candidate.offer(std::move(rule));
  candidate.bound = lowerBounds(grid).totalCost;
  if (candidate.proved())
    return candidate;
  const bool fewClasses = grid.classCount() <= boundLimit;
  if (fewClasses)
    candidate.bound = twoLevelBound(grid, grid.minimumSteps());
  const std::int64_t size = quotientSize(grid);
  if (!candidate.proved() && fewClasses &&
      size <= std::min(realiseLimit, maxMessages))
    offerSplit(grid, candidate);
  if (!candidate.proved() && size <= maxMessages &&
      (size <= insertionLimit || !candidate.rule))
    offerColourings(grid, candidate);
  return candidate;
}

static Candidate exactRule(const CommunicationGrid &grid,
                           const ScheduleOptions &options) {
  Candidate candidate = bestRule(grid, options.maxMessages);
  const ExactSolver *const solver = options.exactSolver;
  if (!solver || candidate.proved() || grid.classCount() > exactLimit ||
      quotientSize(grid) > options.maxMessages)
    return candidate;
  const ClassProblem problem = classProblem(grid, grid.minimumSteps());
  const std::optional<ClassProfile> profile =
      solver->solve(problem, candidate.rule->totalCost());
  if (!profile)
    return candidate;
  candidate.bound = std::max(candidate.bound, profile->lowerBound);
  if (profile->totalCost < candidate.rule->totalCost())
    candidate.offer(
        makeTableRule(grid, TableOrigin::Exact, realise(problem, *profile)));
  return candidate;
}

static Error notForCase(StrategyKind strategy, const std::string &reason) {
  return {ErrorKind::StrategyNotForCase,
          "strategy " + std::string(name(strategy)) + " " + reason};
}

/// "3 and 5", reduced by their common divisor.
static std::string reducedBlocks(const CommunicationGrid &grid) {
  return std::to_string(grid.reducedSourceBlock()) + " and " +
         std::to_string(grid.reducedTargetBlock());
}

static Result<RulePointer> circulantRule(const CommunicationGrid &grid) {
  if (RulePointer rule = makeCirculantRule(grid))
    return rule;
  return notForCase(StrategyKind::Circulant,
                    "needs one block size to divide the other; here they are "
                    "in the ratio of " +
                        reducedBlocks(grid));
}

/// Class by class (Desprez et al., 4.3.2): F1 where P <= Q, else F2.
static Result<RulePointer> classesRule(const CommunicationGrid &grid) {
  const auto &[source, target] = grid.redistribution();
  const std::string reduced =
      "; the reduced block sizes are " + reducedBlocks(grid);
  if (grid.columnTypes() != 1)
    return notForCase(StrategyKind::Classes,
                      "needs a source block prime to the number of target "
                      "ranks, but both are divisible by " +
                          std::to_string(grid.columnTypes()) + reduced);
  if (grid.rowTypes() != 1)
    return notForCase(StrategyKind::Classes,
                      "needs a target block prime to the number of source "
                      "ranks, but both are divisible by " +
                          std::to_string(grid.rowTypes()) + reduced);
  return source.ranks <= target.ranks ? makeRowsRule(grid)
                                      : makeColumnsRule(grid);
}

/// Least bound for the number of steps that the rule has.
static std::int64_t costBound(const CommunicationGrid &grid,
                              const StepRule &rule) {
  const std::int64_t sorted = lowerBounds(grid).totalCost;
  if (rule.totalCost() == sorted || grid.classCount() > boundLimit)
    return sorted;
  return twoLevelBound(grid, rule.stepCount());
}

static Result<RulePointer> ruleOf(const CommunicationGrid &grid,
                                  StrategyKind strategy) {
  switch (strategy) {
  case StrategyKind::Circulant:
    return circulantRule(grid);
  case StrategyKind::Classes:
    return classesRule(grid);
  case StrategyKind::Stepwise:
    return colour(grid, quotientGraph(grid), TableOrigin::Stepwise,
                  colourStepwise);
  case StrategyKind::Greedy:
    return colour(grid, quotientGraph(grid), TableOrigin::Greedy, colourGreedy);
  case StrategyKind::Caterpillar:
    return makeRotationRule(grid, RuleForm::Caterpillar);
  case StrategyKind::AllToAll:
  case StrategyKind::Direct:
    return makeRotationRule(grid, RuleForm::Rotation);
  case StrategyKind::Auto:
  case StrategyKind::Exact:
    break;
  }
  return bestRule(grid, maxNumberedMessages).rule;
}

static Error tooManyMessages(const CommunicationGrid &grid) {
  const auto &[source, target] = grid.redistribution();
  return Error{ErrorKind::TooLarge, "a schedule for " +
                                        std::to_string(source.ranks) + " x " +
                                        std::to_string(target.ranks) +
                                        " ranks has too many messages"};
}

Result<Schedule>
redist::schedule::makeSchedule(const Redistribution &parameters,
                               StrategyKind strategy,
                               const ScheduleOptions &options) {
  const Result<CommunicationGrid> grid = CommunicationGrid::make(parameters);
  if (!grid)
    return grid.error();
  const auto &[source, target] = parameters;
  // Ranks and steps are numbered in 32 bits, and classes are listed.
  if (std::max(source.ranks, target.ranks) > maxNumberedMessages ||
      grid->classCount() > options.maxMessages)
    return tooManyMessages(*grid);
  if (strategy == StrategyKind::Auto || strategy == StrategyKind::Exact) {
    const Candidate best = strategy == StrategyKind::Exact
                               ? exactRule(*grid, options)
                               : bestRule(*grid, options.maxMessages);
    if (!best.rule)
      return tooManyMessages(*grid);
    return Schedule(*grid, strategy, best.rule, best.bound, best.proved());
  }
  const bool isClosed =
      strategy == StrategyKind::Circulant || strategy == StrategyKind::Classes;
  if (!isClosed && grid->messageCount() > options.maxMessages)
    return tooManyMessages(*grid);
  Result<RulePointer> rule = ruleOf(*grid, strategy);
  if (!rule)
    return rule.error();
  const std::int64_t bound = costBound(*grid, **rule);
  const bool proved = (*rule)->totalCost() == bound;
  return Schedule(*grid, strategy, *std::move(rule), bound, proved);
}
