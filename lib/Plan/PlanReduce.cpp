//===- PlanReduce.cpp - The tree that generated code carries ---*- C++ -*-===//
//
// A tree depends on the number of ranks, the costs, the limits and the
// strategy, not on the root, the operator or the items. Where all of it is
// constant the tree is made here, for the very problem that the runtime will
// look for: the same doubles give the same ticks there.
//
//===----------------------------------------------------------------------===//
#include "redistc/Plan/Plan.h"

#include "Reasons.h"

#include "redistSchedule/Reduction/ReductionTree.h"

#include <algorithm>
#include <bit>
#include <cassert>

using namespace redist::schedule;

namespace redistc::plan {

/// Beyond as many ranks the binomial tree is bounded, not made: it is only
/// compared with.
static constexpr std::int64_t maxRanksCompared = std::int64_t{1} << 20;
/// Checking a schedule visits every rank.
static constexpr std::int64_t maxRanksVerified = 4096;

static ReduceInstancePlan deferred(const ReduceInstance &instance,
                                   DeferralKind kind, std::string reason) {
  return {instance.context, kind, std::move(reason), -1};
}

/// Texts of parameters without a value, in the order of the call.
static std::vector<std::string> unknownTexts(const ReduceInstance &instance) {
  std::vector<std::string> unknown;
  const auto look = [&](const auto &parameter) {
    if (parameter && !parameter->value &&
        std::find(unknown.begin(), unknown.end(), parameter->text) ==
            unknown.end())
      unknown.push_back(parameter->text);
  };
  look(instance.onto);
  look(instance.transferCost);
  look(instance.combineCost);
  look(instance.transfers);
  look(instance.reducers);
  return unknown;
}

/// What the runtime does without `cost`.
static std::string withoutCost(const CheckedReduce &directive,
                               const ReduceInstance &instance) {
  std::string text = instance.isExact
                         ? "no cost(...) is given: the runtime measures"
                         : "no cost(...) is given: the runtime takes costs "
                           "that never change how numbers are rounded";
  // Arithmetic combines faster than it travels.
  if (directive.operation.builtin &&
      directive.strategy == ReductionStrategy::Auto)
    text += ", or leaves it to MPI";
  return text;
}

/// Why the tree cannot be known here; empty: it can.
static std::string unknownReason(const CheckedReduce &directive,
                                 const ReduceInstance &instance,
                                 bool isUninstantiated) {
  std::vector<std::string> reasons;
  if (!instance.onto)
    reasons.push_back("no onto(...) is given: the number of ranks is known at "
                      "run time only");
  if (const auto unknown = unknownTexts(instance); !unknown.empty())
    reasons.push_back(notConstant(unknown) + (isUninstantiated
                                                  ? " and nothing in this file "
                                                    "instantiates the template"
                                                  : ""));
  if (!instance.transferCost)
    reasons.push_back(withoutCost(directive, instance));
  std::string text;
  for (const std::string &reason : reasons)
    text += (text.empty() ? "" : "; ") + reason;
  return text;
}

/// Precondition: everything is constant.
static Result<ReductionProblem> problemOf(const CheckedReduce &directive,
                                          const ReduceInstance &instance) {
  const auto cost = costOfSeconds(*instance.transferCost->value,
                                  *instance.combineCost->value);
  if (!cost)
    return cost.error();
  ReductionProblem problem;
  problem.ranks = *instance.onto->value;
  problem.cost = *cost;
  problem.maxTransfers = instance.transfers ? *instance.transfers->value : 0;
  problem.maxReducers = instance.reducers ? *instance.reducers->value : 0;
  problem.ordered = directive.ordered;
  problem.strategy = directive.strategy;
  return problem;
}

/// A limit that binds makes a table of one entry a rank at least; told before
/// it is made.
static bool needsTable(const ReductionProblem &problem) {
  const bool limitsTransfers =
      problem.maxTransfers > 0 && problem.maxTransfers < problem.ranks / 2;
  const bool limitsReducers =
      problem.maxReducers > 0 && problem.maxReducers < problem.ranks - 1;
  return limitsTransfers || limitsReducers;
}

/// What one tick is worth, by the cost that was rounded least.
static double tickSeconds(const ReduceInstance &instance,
                          const ReductionCost &cost) {
  return cost.transfer >= cost.combine
             ? *instance.transferCost->value /
                   static_cast<double>(cost.transfer)
             : *instance.combineCost->value / static_cast<double>(cost.combine);
}

/// Ticks of the binomial tree, without limits; far beyond any machine the
/// bound of ceil(log2 n) rounds.
static std::int64_t binomialLength(const ReductionProblem &problem) {
  if (problem.ranks <= maxRanksCompared)
    return binomialTree(problem.ranks, problem.cost).length;
  const auto rounds =
      std::bit_width(static_cast<std::uint64_t>(problem.ranks) - 1);
  return rounds * (problem.cost.transfer + problem.cost.combine);
}

static EmbeddedTree embeddedTree(const ReductionSchedule &schedule, double tick,
                                 bool hasRoot) {
  assert((schedule.problem().ranks > maxRanksVerified ||
          verify(schedule, 0).isValid) &&
         "the schedule library made no schedule");
  const auto seconds = [tick](std::int64_t ticks) {
    return static_cast<double>(ticks) * tick;
  };
  EmbeddedTree tree;
  tree.problem = schedule.problem();
  tree.words = encode(schedule);
  tree.length = seconds(schedule.length());
  tree.lowerBound = seconds(schedule.lowerBound());
  tree.binomial = seconds(binomialLength(schedule.problem()));
  tree.binomialIsBound = schedule.problem().ranks > maxRanksCompared;
  if (!hasRoot) { // as runtime/Reduction/Engine/ReductionPlan.cpp chooses
    const AllreduceChoice choice = chooseAllreduce(schedule, true);
    tree.everywhere = seconds(choice.length);
    tree.form = choice.form;
  }
  tree.proof = schedule.proof();
  tree.method = schedule.method();
  return tree;
}

/// The index of the tree among the embedded ones, added where it is new.
static int indexOf(std::vector<EmbeddedTree> &embedded, EmbeddedTree tree) {
  const auto found = std::find_if(
      embedded.begin(), embedded.end(),
      [&](const EmbeddedTree &other) { return other.words == tree.words; });
  const auto index = found - embedded.begin();
  if (found == embedded.end())
    embedded.push_back(std::move(tree));
  return static_cast<int>(index);
}

static std::string tooLargeReason(std::int64_t entries, std::int64_t most) {
  return "the tree has " + std::to_string(entries) +
         " table entries, more than --max-embedded-entries=" +
         std::to_string(most);
}

static Result<ReduceInstancePlan> planTree(const ReduceInstance &instance,
                                           std::int64_t maxEntries,
                                           ReducePlan &plan) {
  const CheckedReduce &directive = plan.directive;
  if (directive.strategy == ReductionStrategy::Mpi)
    return deferred(instance, DeferralKind::NotNeeded,
                    "strategy 'mpi' leaves the tree to the MPI library");
  // A template that nothing instantiates is one instance without a name.
  const bool isUninstantiated =
      directive.isTemplated && instance.context.empty();
  const std::string reason =
      unknownReason(directive, instance, isUninstantiated);
  if (!reason.empty())
    return deferred(instance,
                    isUninstantiated && !unknownTexts(instance).empty()
                        ? DeferralKind::Uninstantiated
                        : DeferralKind::NotConstant,
                    reason);
  const Result<ReductionProblem> problem = problemOf(directive, instance);
  if (!problem)
    return problem.error();
  if (needsTable(*problem) && problem->ranks > maxEntries)
    return deferred(instance, DeferralKind::TooLarge,
                    tooLargeReason(problem->ranks, maxEntries));
  const Result<ReductionSchedule> schedule = makeReduction(*problem);
  if (!schedule)
    return schedule.error();
  if (tableEntries(*schedule) > maxEntries)
    return deferred(instance, DeferralKind::TooLarge,
                    tooLargeReason(tableEntries(*schedule), maxEntries));
  return ReduceInstancePlan{
      instance.context, DeferralKind::None, "",
      indexOf(plan.embedded,
              embeddedTree(*schedule, tickSeconds(instance, problem->cost),
                           instance.root.has_value()))};
}

Result<ReducePlan> Planner::plan(const CheckedReduce &directive) {
  ReducePlan plan;
  plan.directive = directive;
  for (const ReduceInstance &instance : directive.instances) {
    Result<ReduceInstancePlan> planned =
        planTree(instance, options.maxEmbeddedEntries, plan);
    if (!planned)
      return planned.error();
    plan.instances.push_back(*std::move(planned));
  }
  return plan;
}

} // namespace redistc::plan
