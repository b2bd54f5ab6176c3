//===- Describe.cpp - A plan in one line of words --------------*- C++ -*-===//
//
// The sentences that remarks and generated comments share.
//
//===----------------------------------------------------------------------===//
#include "redistc/Plan/Plan.h"

#include "Reasons.h"

#include <cstdio>
#include <numeric>

using namespace redist::schedule;

namespace redistc::plan {

std::string quotedList(const std::vector<std::string> &texts) {
  std::string list;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0)
      list += i + 1 == texts.size() ? " and " : ", ";
    list += '\'' + texts[i] + '\'';
  }
  return list;
}

std::string notConstant(const std::vector<std::string> &texts) {
  return quotedList(texts) +
         (texts.size() == 1 ? " is not a constant" : " are not constants");
}

static std::string describeSteps(const EmbeddedSchedule &schedule) {
  std::string text = std::to_string(schedule.stepCount) +
                     (schedule.stepCount == 1 ? " step" : " steps");
  if (schedule.scope == ScheduleScope::Unknown)
    return text;
  if (schedule.stepCount == schedule.minimumSteps)
    return text + ", the fewest possible";
  return text +
         " (the fewest possible: " + std::to_string(schedule.minimumSteps) +
         ')';
}

static std::string describeCost(const EmbeddedSchedule &schedule) {
  std::string text = "total cost " + std::to_string(schedule.totalCost);
  if (schedule.scope == ScheduleScope::Superblock)
    text += " a superblock";
  // The proof is about schedules of as many steps.
  if (schedule.provedOptimal)
    return text + (schedule.stepCount == schedule.minimumSteps
                       ? ", the least possible"
                       : ", the least possible in as many steps");
  return text + " (lower bound " + std::to_string(schedule.costLowerBound) +
         ", " + gapText(schedule.totalCost, schedule.costLowerBound) + ')';
}

std::string describe(const EmbeddedSchedule &schedule) {
  if (schedule.stepCount == 0)
    return "0 steps: no rank sends to another";
  std::string text = describeSteps(schedule);
  if (schedule.scope != ScheduleScope::Unknown)
    text += "; " + describeCost(schedule);
  return text + " (" + schedule.method + ')';
}

static std::string describeEmbedded(const RedistributePlan &plan,
                                    const InstancePlan &instance) {
  if (instance.embedded.size() == 1 && instance.reason.empty())
    return "schedule embedded: " +
           describe(
               plan.embedded[static_cast<std::size_t>(instance.embedded[0])]) +
           (instance.way.empty() ? "" : "; " + instance.way);
  std::string text =
      instance.embedded.size() == 1
          ? "1 schedule embedded, for a layout that may reach it: "
          : std::to_string(instance.embedded.size()) +
                " schedules embedded, for the layouts that may reach it: ";
  for (std::size_t i = 0; i < instance.embedded.size(); ++i) {
    const EmbeddedSchedule &schedule =
        plan.embedded[static_cast<std::size_t>(instance.embedded[i])];
    text += (i == 0 ? "" : "; ") + describe(schedule.assignment) + ": " +
            describe(schedule);
  }
  if (!instance.reason.empty())
    text += "; for others the runtime plans: " + instance.reason;
  return text;
}

std::string describe(const RedistributePlan &plan,
                     const InstancePlan &instance) {
  switch (instance.deferral) {
  case DeferralKind::None:
    return describeEmbedded(plan, instance);
  case DeferralKind::NotNeeded:
    return "no schedule embedded: " + instance.reason;
  case DeferralKind::NotConstant:
  case DeferralKind::Striped:
  case DeferralKind::TooLarge:
  case DeferralKind::Uninstantiated:
    break;
  }
  std::string text = "the runtime plans: " + instance.reason;
  if (plan.directive.strategy == StrategyKind::Exact)
    text += "; strategy 'exact' is 'auto' there";
  return text;
}

/// "0.0173 s": as many digits as a user's own costs have.
static std::string secondsText(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g s", seconds);
  return text;
}

static bool isLimited(const EmbeddedTree &tree) {
  return tree.problem.maxTransfers > 0 || tree.problem.maxReducers > 0;
}

/// "length 0.0173 s, by theorem 9 the least possible within its limits (bound
/// 0.0124 s)". The theorems are those of the paper (docs/SchedulingMath.md,
/// section 13); without one the length is the least without limits, too.
static std::string describeTree(const EmbeddedTree &tree) {
  std::string text = "length " + secondsText(tree.length);
  if (isTheorem(tree.proof))
    text += ", by " + std::string(nameOf(tree.proof)) +
            " the least possible within its limits";
  else if (tree.proof != ReductionProof::None)
    text += ", the least possible";
  return text + " (bound " + secondsText(tree.lowerBound) + ')';
}

/// "every rank has the result after 0.0204 s, by a butterfly".
static std::string describeEverywhere(const EmbeddedTree &tree) {
  std::string text =
      "every rank has the result after " + secondsText(*tree.everywhere);
  switch (tree.form) {
  case ReductionForm::ToRoot:
  case ReductionForm::ThenBroadcast:
    return text + ", by a broadcast behind the tree";
  case ReductionForm::ThenReversed:
    return text + ", by the tree and its reverse";
  case ReductionForm::Butterfly:
    return text + ", by a butterfly in place of the tree";
  }
  return text;
}

std::string describe(const ReducePlan &plan,
                     const ReduceInstancePlan &instance) {
  if (instance.deferral == DeferralKind::NotNeeded)
    return "no tree embedded: " + instance.reason;
  if (instance.deferral != DeferralKind::None)
    return "the runtime plans: " + instance.reason;
  const EmbeddedTree &tree =
      plan.embedded[static_cast<std::size_t>(instance.embedded)];
  std::string text = "tree embedded: " + std::to_string(tree.problem.ranks) +
                     (tree.problem.ranks == 1 ? " rank, " : " ranks, ") +
                     describeTree(tree);
  if (tree.problem.strategy != ReductionStrategy::Binomial)
    text += (isLimited(tree) ? "; without the limit the binomial tree takes "
                             : "; the binomial tree takes ") +
            std::string(tree.binomialIsBound ? "at most " : "") +
            secondsText(tree.binomial);
  if (tree.everywhere && tree.problem.ranks > 1)
    text += "; " + describeEverywhere(tree);
  return text;
}

static std::string describeSide(const DimensionLayout &layout,
                                std::int64_t lower, std::int64_t stride) {
  std::string text = layout.ranks == 1 ? "*"
                     : layout.isCyclic()
                         ? "CYCLIC(" + std::to_string(layout.block) + ") on " +
                               std::to_string(layout.ranks)
                         : "intervals on " + std::to_string(layout.ranks);
  if (layout.hasHalo())
    text += " halo(" + std::to_string(layout.before) + " : " +
            std::to_string(layout.after) + ')';
  if (lower != 0 || stride != 1)
    text += " from " + std::to_string(lower) +
            (stride == 1 ? "" : " by " + std::to_string(stride));
  return text;
}

std::optional<std::int64_t> superblockOf(const Axis &axis) {
  if (!axis.isRegular())
    return std::nullopt;
  constexpr std::int64_t limit = std::int64_t{1} << 62;
  const DimensionLayout &p = axis.source, &q = axis.target;
  if (p.block > limit / p.ranks || q.block > limit / q.ranks)
    return std::nullopt;
  const std::int64_t first = p.ranks * p.block, second = q.ranks * q.block;
  const std::int64_t factor = second / std::gcd(first, second);
  return first > limit / factor ? std::nullopt : std::optional(first * factor);
}

static std::string describeAxis(const Axis &axis) {
  const bool staysWhole = axis.source.ranks == 1 && axis.target.ranks == 1;
  std::string text =
      staysWhole
          ? "*"
          : describeSide(axis.source, axis.sourceLower, axis.sourceStride) +
                " -> " +
                describeSide(axis.target, axis.targetLower, axis.targetStride);
  if (axis.length)
    return text + ", " + std::to_string(*axis.length) + " elements";
  const auto superblock = superblockOf(axis);
  if (superblock && !staysWhole)
    text += ", superblock of " + std::to_string(*superblock);
  return text;
}

std::string describe(const Assignment &assignment) {
  std::string text;
  if (assignment.axes.size() == 1)
    text = describeAxis(assignment.axes[0]);
  else
    for (const Axis &axis : assignment.axes)
      text += (text.empty() ? "(" : " x (") + describeAxis(axis) + ')';
  if (!assignment.sourceDimension.empty()) {
    text += ", dimensions";
    for (const std::int32_t d : assignment.sourceDimension)
      text += ' ' + std::to_string(d);
    text += " of the source";
  }
  if (assignment.sharing.kind != RankSharing::Kind::None)
    text += ", what stays on a rank is copied";
  return text;
}

} // namespace redistc::plan
