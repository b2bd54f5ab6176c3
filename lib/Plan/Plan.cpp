//===- Plan.cpp - What the generated code will carry -----------*- C++ -*-===//
//
// Decides for each instance whether its schedule is embedded, and makes it. A
// schedule depends on P, Q, r, s, so the extent need not be known but where the
// block size comes from it (`block`). Where it is known and less than a
// superblock, the schedule is made for it; the runtime looks for just that one.
//
//===----------------------------------------------------------------------===//
#include "redistc/Plan/Plan.h"

#include "redist/Schedule/Embedding.h"
#include "redist/Schedule/Verify.h"

#include <algorithm>

using namespace redist::schedule;

namespace redistc::plan {

/// Collects the parameters that keep a schedule from being made here.
static void noteIfUnknown(const Parameter &parameter,
                          std::vector<std::string> &unknown) {
  if (parameter.value)
    return;
  if (std::find(unknown.begin(), unknown.end(), parameter.text) ==
      unknown.end())
    unknown.push_back(parameter.text);
}

static void noteUnknown(const CheckedLayout &layout, const Parameter &extent,
                        std::vector<std::string> &unknown) {
  noteIfUnknown(layout.distribution == DistributionKind::Block ? extent
                                                               : layout.block,
                unknown);
  noteIfUnknown(layout.ranks, unknown);
}

/// "'n' is not a constant", "'n' and 'p' are not constants".
static std::string notConstantReason(const std::vector<std::string> &unknown) {
  std::string text;
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    if (i > 0)
      text += i + 1 == unknown.size() ? " and " : ", ";
    text += '\'' + unknown[i] + '\'';
  }
  return text +
         (unknown.size() == 1 ? " is not a constant" : " are not constants");
}

/// All parameters that the layout's block size depends on are constants.
static Result<BlockCyclic> blockCyclic(const CheckedLayout &layout,
                                       const Parameter &extent) {
  switch (layout.distribution) {
  case DistributionKind::Block:
    return makeBlock(*layout.ranks.value, *extent.value);
  case DistributionKind::BlockSized:
    // Whether k * P covers the extent is Sema's question where the extent is a
    // constant, and the runtime's where it is not.
  case DistributionKind::Cyclic:
    return makeBlockCyclic(*layout.ranks.value, *layout.block.value);
  }
  assert(false && "unknown distribution");
  return Error{ErrorKind::BlockNotPositive, "unknown distribution"};
}

static bool hasSteps(StrategyKind strategy) {
  return strategy != StrategyKind::AllToAll && strategy != StrategyKind::Direct;
}

static InstancePlan deferred(const CheckedInstance &instance, DeferralKind kind,
                             std::string reason) {
  return {instance.context, kind, std::move(reason), -1};
}

/// The index of the schedule among the embedded ones, added where it is new.
static int indexOf(std::vector<EmbeddedSchedule> &embedded,
                   const EmbeddedSchedule &schedule) {
  const auto found = std::find_if(
      embedded.begin(), embedded.end(), [&](const EmbeddedSchedule &other) {
        return other.redistribution == schedule.redistribution &&
               other.extent == schedule.extent;
      });
  const auto index = found - embedded.begin();
  if (found == embedded.end())
    embedded.push_back(schedule);
  return static_cast<int>(index);
}

Result<Planner::Candidate>
Planner::makeCandidate(const Redistribution &redistribution,
                       StrategyKind strategy,
                       std::optional<std::int64_t> extent) const {
  const Result<Schedule> schedule =
      makeSchedule(redistribution, strategy, {options.exactSolver, extent});
  if (!schedule)
    return schedule.error();
  assert(verify(*schedule).valid() && "the schedule library made no schedule");
  Candidate result;
  result.tableEntries = tableEntries(*schedule);
  EmbeddedSchedule &embedded = result.schedule;
  embedded.redistribution = redistribution;
  embedded.extent = schedule->extent();
  if (result.tableEntries <= options.maxEmbeddedEntries)
    embedded.words = encode(*schedule);
  embedded.stepCount = schedule->stepCount();
  embedded.minimumSteps = schedule->minimumSteps();
  embedded.totalCost = schedule->totalCost();
  embedded.costLowerBound = schedule->costLowerBound();
  embedded.superblock = schedule->grid().superblock().value_or(0);
  embedded.provedOptimal = schedule->provedOptimal();
  embedded.method = schedule->method();
  return result;
}

const Result<Planner::Candidate> &
Planner::candidate(const Redistribution &redistribution, StrategyKind strategy,
                   std::optional<std::int64_t> extent) {
  const std::optional<std::int64_t> deciding =
      extent ? decidingExtent(redistribution, *extent) : std::nullopt;
  const Key key{redistribution.source.ranks,
                redistribution.source.block,
                redistribution.target.ranks,
                redistribution.target.block,
                strategy,
                deciding};
  const auto found = candidates.find(key);
  if (found != candidates.end())
    return found->second;
  return candidates
      .emplace(key, makeCandidate(redistribution, strategy, deciding))
      .first->second;
}

Result<InstancePlan> Planner::planInstance(const CheckedInstance &instance,
                                           RedistributePlan &plan) {
  const CheckedRedistribute &directive = plan.directive;
  if (!hasSteps(directive.strategy))
    return deferred(instance, DeferralKind::NotNeeded,
                    "strategy '" + std::string(name(directive.strategy)) +
                        "' has no steps to embed");

  std::vector<std::string> unknown;
  noteUnknown(instance.from, instance.extent, unknown);
  noteUnknown(instance.to, instance.extent, unknown);
  if (!unknown.empty()) {
    // A template that nothing instantiates is one instance without a name.
    const bool uninstantiated =
        directive.isTemplated && instance.context.empty();
    return deferred(instance,
                    uninstantiated ? DeferralKind::Uninstantiated
                                   : DeferralKind::NotConstant,
                    notConstantReason(unknown) +
                        (uninstantiated ? " and nothing in this file "
                                          "instantiates the template"
                                        : ""));
  }

  const Result<BlockCyclic> source =
      blockCyclic(instance.from, instance.extent);
  if (!source)
    return source.error();
  const Result<BlockCyclic> target = blockCyclic(instance.to, instance.extent);
  if (!target)
    return target.error();
  const Result<Candidate> &made =
      candidate({*source, *target}, directive.strategy, instance.extent.value);
  if (!made)
    return made.error();
  if (made->tableEntries > options.maxEmbeddedEntries)
    return deferred(instance, DeferralKind::TooLarge,
                    "the schedule has " + std::to_string(made->tableEntries) +
                        " table entries, more than --max-embedded-entries=" +
                        std::to_string(options.maxEmbeddedEntries));
  return InstancePlan{instance.context, DeferralKind::None, "",
                      indexOf(plan.embedded, made->schedule)};
}

Result<RedistributePlan> Planner::plan(const CheckedRedistribute &directive) {
  RedistributePlan plan;
  plan.directive = directive;
  for (const CheckedInstance &instance : directive.instances) {
    Result<InstancePlan> planned = planInstance(instance, plan);
    if (!planned)
      return planned.error();
    plan.instances.push_back(*std::move(planned));
  }
  return plan;
}

Result<RedistributePlan> planRedistribute(const CheckedRedistribute &directive,
                                          const PlanOptions &options) {
  return Planner(options).plan(directive);
}

} // namespace redistc::plan
