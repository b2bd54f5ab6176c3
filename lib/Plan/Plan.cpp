//===- Plan.cpp - What the generated code will carry -----------*- C++ -*-===//
//
// Decides for each instance whether its schedule is embedded, and makes it. A
// schedule depends on the layouts, so an extent need not be known but where the
// block size comes from it (`block`) or where a section begins anywhere but at
// 0. What else it depends on, canonical() says, to the runtime too.
//
//===----------------------------------------------------------------------===//
#include "redistc/Plan/Plan.h"

#include "AssignmentOf.h"
#include "Reasons.h"
#include "TransferText.h"

#include "redistSchedule/Layout/Stripes.h"
#include "redistSchedule/OneDimension/Verify.h"

#include <algorithm>
#include <cassert>

using namespace redist::schedule;

namespace redistc::plan {

/// "'n' is not a constant", "'n' and 'p' are not constants", "the sizes of
/// 'gen_block(v)' are known at run time only".
static std::string notConstantReason(const KnownAssignment &known) {
  std::string reason;
  if (!known.unknown.empty())
    reason = notConstant(known.unknown);
  std::vector<std::string> words;
  for (const std::string &sizes : known.genBlocks)
    words.push_back("gen_block(" + sizes + ')');
  const auto add = [&](const char *what, const auto &names) {
    if (!names.empty())
      reason += (reason.empty() ? "" : ", and ") + std::string(what) +
                quotedList(names) + " are known at run time only";
  };
  add("the sizes of ", words);
  add("the owners of ", known.maps);
  return reason;
}

static bool hasSteps(StrategyKind strategy) {
  return strategy != StrategyKind::AllToAll && strategy != StrategyKind::Direct;
}

static InstancePlan deferred(const CheckedInstance &instance, DeferralKind kind,
                             std::string reason) {
  return {instance.context, kind, std::move(reason), {}, ""};
}

/// The index of the schedule among the embedded ones, added where it is new.
static int indexOf(std::vector<EmbeddedSchedule> &embedded,
                   const EmbeddedSchedule &schedule) {
  const auto found = std::find_if(
      embedded.begin(), embedded.end(), [&](const EmbeddedSchedule &other) {
        return other.words == schedule.words &&
               describe(other) == describe(schedule);
      });
  const auto index = found - embedded.begin();
  if (found == embedded.end())
    embedded.push_back(schedule);
  return static_cast<int>(index);
}

static void append(std::vector<std::int64_t> &numbers,
                   const DimensionLayout &layout) {
  numbers.insert(numbers.end(),
                 {layout.ranks, layout.block,
                  static_cast<std::int64_t>(layout.sizes.size())});
  numbers.insert(numbers.end(), layout.sizes.begin(), layout.sizes.end());
  numbers.insert(numbers.end(), {layout.before, layout.after});
}

/// Equal for equal assignments and strategies alone.
static std::vector<std::int64_t> numbersOf(const Assignment &assignment,
                                           StrategyKind strategy) {
  std::vector<std::int64_t> numbers = {
      static_cast<std::int64_t>(strategy),
      static_cast<std::int64_t>(assignment.axes.size())};
  for (const Axis &axis : assignment.axes) {
    append(numbers, axis.source);
    append(numbers, axis.target);
    numbers.insert(numbers.end(), {axis.length ? 1 : 0, axis.length.value_or(0),
                                   axis.sourceLower, axis.sourceStride,
                                   axis.targetLower, axis.targetStride});
  }
  const RankSharing &sharing = assignment.sharing;
  numbers.insert(numbers.end(),
                 {static_cast<std::int64_t>(sharing.kind), sharing.shift,
                  static_cast<std::int64_t>(sharing.map.size())});
  numbers.insert(numbers.end(), sharing.map.begin(), sharing.map.end());
  numbers.insert(numbers.end(), assignment.sourceDimension.begin(),
                 assignment.sourceDimension.end());
  return numbers;
}

Result<Planner::Candidate> Planner::makeCandidate(const Assignment &assignment,
                                                  StrategyKind strategy) const {
  const Result<GridSchedule> schedule =
      makeGridSchedule(assignment, strategy, {options.exactSolver});
  if (!schedule)
    return schedule.error();
  assert(verify(*schedule).valid() && "the schedule library made no schedule");
  Candidate result = {*schedule, {}, tableEntries(*schedule)};
  EmbeddedSchedule &embedded = result.schedule;
  embedded.assignment = schedule->assignment();
  if (result.tableEntries <= options.maxEmbeddedEntries)
    embedded.words = encode(*schedule);
  embedded.method = schedule->method();
  return result;
}

const Result<Planner::Candidate> &
Planner::candidate(const Assignment &assignment, StrategyKind strategy) {
  Key key = numbersOf(assignment, strategy);
  const auto found = candidates.find(key);
  if (found != candidates.end())
    return found->second;
  return candidates.emplace(std::move(key), makeCandidate(assignment, strategy))
      .first->second;
}

static bool knowsExtents(const Assignment &assignment) {
  return std::all_of(assignment.axes.begin(), assignment.axes.end(),
                     [](const Axis &axis) { return axis.length.has_value(); });
}

/// Another copy might send, or another rank combine parts on their way: what is
/// least for these messages is not for all.
static bool hasChoice(const Assignment &assignment) {
  return std::any_of(assignment.axes.begin(), assignment.axes.end(),
                     [](const Axis &axis) {
                       return axis.sourceIsWhole ||
                              (!axis.isDimension() && axis.source.ranks > 1);
                     });
}

/// Whether the runtime may go by way of stripes, whose schedules are others.
static bool mayHaveStripes(const Assignment &assignment,
                           std::int64_t elementBytes) {
  const auto isWanted = [](const Axis &axis) {
    return axis.role == AxisRole::Copies && axis.target.ranks > 1;
  };
  if (!hasParts(assignment) ||
      std::none_of(assignment.axes.begin(), assignment.axes.end(), isWanted))
    return false;
  if (elementBytes == 0)
    return true;
  const std::int64_t most = minBytesForStripes / elementBytes;
  std::int64_t elements = 1;
  for (const Axis &axis : assignment.axes)
    if (axis.isDimension()) {
      if (!axis.length || (elements > 0 && *axis.length > most))
        return true;
      elements = std::min(most, elements * *axis.length);
    }
  return elements >= most;
}

/// With the numbers that hold for the directive, as far as it is known here.
static EmbeddedSchedule withNumbers(EmbeddedSchedule embedded,
                                    const GridSchedule &made,
                                    const KnownAssignment &known) {
  const std::optional<ScheduleCounts> counts =
      known.isSharingKnown && !hasChoice(*known.assignment)
          ? countsOf(made, *known.assignment)
          : std::nullopt;
  if (!counts) {
    embedded.scope = ScheduleScope::Unknown;
    embedded.stepCount = made.stepCount();
    return embedded;
  }
  embedded.scope = knowsExtents(*known.assignment) ? ScheduleScope::Directive
                                                   : ScheduleScope::Superblock;
  embedded.stepCount = counts->stepCount;
  embedded.minimumSteps = counts->bounds.stepCount;
  embedded.totalCost = counts->totalCost;
  embedded.costLowerBound = counts->bounds.totalCost;
  embedded.provedOptimal = counts->costIsLeast();
  return embedded;
}

/// The instance with one source layout.
Result<InstancePlan> Planner::planFrom(const CheckedInstance &instance,
                                       const CheckedLayout &from,
                                       RedistributePlan &plan) {
  const CheckedRedistribute &directive = plan.directive;
  const KnownAssignment known = assignmentOf(directive, instance, from);
  if (known.error)
    return *known.error;
  if (!known.assignment) {
    // A template that nothing instantiates is one instance without a name.
    const bool uninstantiated =
        directive.isTemplated && instance.context.empty();
    return deferred(instance,
                    uninstantiated ? DeferralKind::Uninstantiated
                                   : DeferralKind::NotConstant,
                    notConstantReason(known) +
                        (uninstantiated ? " and nothing in this file "
                                          "instantiates the template"
                                        : ""));
  }
  if (mayHaveStripes(*known.assignment, instance.elementBytes))
    return deferred(instance, DeferralKind::Striped,
                    "copies of many combined values combine a stripe each");
  const Result<Candidate> &made =
      candidate(canonical(*known.assignment), directive.strategy);
  if (!made)
    return made.error();
  if (made->tableEntries > options.maxEmbeddedEntries)
    return deferred(instance, DeferralKind::TooLarge,
                    "the schedule has " + std::to_string(made->tableEntries) +
                        " table entries, more than --max-embedded-entries=" +
                        std::to_string(options.maxEmbeddedEntries));
  return InstancePlan{
      instance.context,
      DeferralKind::None,
      "",
      {indexOf(plan.embedded, withNumbers(made->schedule, made->made, known))},
      options.machine && made->made.stepCount() > 0
          ? describeMethod(directive, instance, *known.assignment,
                           *options.machine)
          : ""};
}

/// The instance with each layout that may reach it. Which one does is seen at
/// run time: none of them can make the directive wrong.
InstancePlan Planner::planReaching(const CheckedInstance &instance,
                                   RedistributePlan &plan) {
  InstancePlan all =
      deferred(instance, DeferralKind::NotConstant,
               "the layout of '" + plan.directive.objects.front().text +
                   "' is known at run time only");
  bool isFirst = true;
  for (const CheckedLayout &from : instance.reaching) {
    Result<InstancePlan> one = planFrom(instance, from, plan);
    if (!one)
      one = deferred(instance, DeferralKind::NotConstant, one.error().message);
    if (isFirst || (one->embedded.empty() && all.reason.empty())) {
      all.reason = one->reason;
      all.deferral = one->deferral;
    }
    for (const int index : one->embedded)
      if (std::find(all.embedded.begin(), all.embedded.end(), index) ==
          all.embedded.end())
        all.embedded.push_back(index);
    isFirst = false;
  }
  if (!all.embedded.empty())
    all.deferral = DeferralKind::None;
  return all;
}

Result<InstancePlan> Planner::planInstance(const CheckedInstance &instance,
                                           RedistributePlan &plan) {
  const CheckedRedistribute &directive = plan.directive;
  if (!hasSteps(directive.strategy))
    return deferred(instance, DeferralKind::NotNeeded,
                    "strategy '" + std::string(name(directive.strategy)) +
                        "' has no steps to embed");
  if (directive.sends() || directive.receives())
    return deferred(instance, DeferralKind::NotConstant,
                    "'remote' is known at run time only");
  if (!directive.relabel.empty())
    return deferred(instance, DeferralKind::NotConstant,
                    "'relabel' chooses the target ranks at run time");
  if (instance.from)
    return planFrom(instance, *instance.from, plan);
  return planReaching(instance, plan);
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
