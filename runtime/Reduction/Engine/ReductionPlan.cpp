//===- ReductionPlan.cpp - Plan of a reduction on one rank ----------------===//
#include "Reduction/Engine/ReductionPlan.h"

#include "Support/Hash.h"

#include "redist/Error.h"
#include "redistSchedule/Reduction/Segments.h"

#include <algorithm>

namespace redist::runtime {

using schedule::ReductionForm;
using schedule::ReductionProblem;
using schedule::ReductionSchedule;
using schedule::ReductionStrategy;

static ReductionProblem problemOf(const CheckedReduction &call,
                                  const schedule::ReductionCost &cost,
                                  bool overlaps) {
  ReductionProblem problem;
  problem.ranks = call.ranks;
  problem.cost = cost;
  problem.maxTransfers = call.maxTransfers;
  problem.maxReducers = call.maxReducers;
  problem.ordered = call.ordered;
  problem.strategy = call.strategy;
  const bool isLimited = call.maxTransfers > 0 || call.maxReducers > 0;
  if (problem.strategy == ReductionStrategy::Auto && !overlaps && !isLimited)
    problem.strategy = ReductionStrategy::Binomial;
  return problem;
}

/// Auto is greedy.
static bool isSameProblem(ReductionProblem a, ReductionProblem b) {
  for (ReductionProblem *const one : {&a, &b})
    if (one->strategy == ReductionStrategy::Auto)
      one->strategy = ReductionStrategy::Greedy;
  return a == b;
}

static std::optional<ReductionSchedule>
embeddedFor(const ReductionProblem &problem, const directive &where) {
  for (std::size_t i = 0; where.schedules && i < where.schedule_count; ++i) {
    const std::span words(where.schedules[i].words, where.schedules[i].size);
    const auto key = schedule::reductionKeyOf(words);
    if (!key || !isSameProblem(*key, problem))
      continue;
    if (auto decoded = schedule::decodeReduction(words))
      return *std::move(decoded);
  }
  return std::nullopt;
}

static ReductionSchedule planned(const ReductionProblem &problem) {
  auto made = schedule::makeReduction(problem);
  if (!made)
    throw error(made.error().message);
  return *std::move(made);
}

/// Pieces of a value that is combined element by element. A function of sizes
/// and of the ratio of the costs. A message of its own, and handing it to the
/// helper thread, costs as much as this many bytes do; shorter combines are not
/// worth the helper. A limit on transfers counts values, so they stay whole.
static std::int64_t segmentsOf(const CheckedReduction &call,
                               const ReductionSchedule &schedule) {
  constexpr std::int64_t startupBytes = 64 * 1024;
  constexpr std::int64_t minPiece = 256 * 1024;
  constexpr std::int64_t maxPieces = 64;
  const std::int64_t pieces =
      std::min(maxPieces, call.bytes / std::max(minPiece, call.grain));
  const schedule::ReductionCost &cost = schedule.problem().cost;
  if (call.grain <= 0 || pieces < 2 || cost.transfer <= 0 ||
      call.maxTransfers > 0)
    return 1;
  const double combine = static_cast<double>(call.bytes) *
                         static_cast<double>(cost.combine) /
                         static_cast<double>(cost.transfer);
  constexpr double most = 1e15; // ticks must not overflow
  if (combine > most || static_cast<double>(call.bytes) > most)
    return 1;
  return schedule::bestSegments(
      schedule, {startupBytes, call.bytes, static_cast<std::int64_t>(combine)},
      pieces);
}

void ReductionPlan::chooseForm(const CheckedReduction &call,
                               const ReductionSchedule &schedule) {
  if (call.root < 0)
    ownForm = schedule::chooseAllreduce(schedule, true).form;
  if (ownForm != ReductionForm::Butterfly)
    segmentCount = segmentsOf(call, schedule);
}

ActionShape ReductionPlan::shapeOf(const CheckedReduction &call) const {
  ActionShape shape;
  shape.form = ownForm;
  shape.rank = call.rank;
  shape.size = call.size;
  shape.root = std::max<std::int64_t>(call.root, 0);
  shape.bytes = call.bytes;
  shape.grain = call.grain;
  shape.segments = segmentCount;
  shape.mayFail = !call.isNoexcept;
  return shape;
}

void ReductionPlan::planOnRanks(const CheckedReduction &call,
                                const ReductionProblem &problem,
                                const directive &where) {
  auto known = embeddedFor(problem, where);
  const ReductionSchedule schedule =
      known ? *std::move(known) : planned(problem);
  chooseForm(call, schedule);
  ownActions = actionsOf(schedule, shapeOf(call));
  modelTicks = schedule::lengthOf(schedule, ownForm, true);
  ownHash = schedule.hash();
}

/// Ranks of a node exchange messages that take next to no time.
void ReductionPlan::planOnNodes(const CheckedReduction &call,
                                const ReductionProblem &problem,
                                std::span<const int> firstRanks) {
  ReductionProblem ofNodes = problem, ofNode = problem;
  ofNodes.ranks = std::ssize(firstRanks) - 1;
  const auto next =
      std::upper_bound(firstRanks.begin(), firstRanks.end(), call.rank);
  ofNode.ranks = *next - *(next - 1);
  ofNode.strategy = ReductionStrategy::Binomial;
  const ReductionSchedule between = planned(ofNodes), inside = planned(ofNode);
  chooseForm(call, between);
  ownActions = actionsOf(NodeTrees{firstRanks, between, inside}, shapeOf(call));
  modelTicks = schedule::lengthOf(between, ownForm, true) + inside.length();
  HashBuilder hash;
  hash.add(static_cast<std::int64_t>(between.hash()));
  for (const int rank : firstRanks)
    hash.add(rank);
  ownHash = hash.value();
}

ReductionPlan::ReductionPlan(const CheckedReduction &call,
                             const schedule::ReductionCost &cost,
                             double tickSeconds, bool overlaps,
                             std::span<const int> firstRanks,
                             const directive &where) {
  const ReductionProblem problem = problemOf(call, cost, overlaps);
  if (firstRanks.empty())
    planOnRanks(call, problem, where);
  else
    planOnNodes(call, problem, firstRanks);
  getsResult = call.takesPart() && (call.root < 0 || call.root == call.rank);
  if (tickSeconds > 0)
    modelSeconds = static_cast<double>(modelTicks) * tickSeconds;
  HashBuilder hash;
  hash.add(static_cast<std::int64_t>(ownHash));
  hash.add(static_cast<std::int64_t>(ownForm));
  hash.add(segmentCount);
  ownHash = hash.value();
}

} // namespace redist::runtime
