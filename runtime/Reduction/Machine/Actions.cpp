//===- Actions.cpp - List of actions of one rank --------------------------===//
#include "Reduction/Machine/Actions.h"

#include <algorithm>

namespace redist::runtime {

using schedule::ReductionForm;
using schedule::ReductionStep;
using schedule::ReductionStepKind;

static ActionKind kindOf(ReductionStepKind kind) {
  switch (kind) {
  case ReductionStepKind::Combine:
    return ActionKind::Combine;
  case ReductionStepKind::Send:
    return ActionKind::Send;
  case ReductionStepKind::Exchange:
    return ActionKind::Exchange;
  case ReductionStepKind::ReceiveResult:
    return ActionKind::ReceiveResult;
  case ReductionStepKind::SendResult:
    return ActionKind::SendResult;
  case ReductionStepKind::ReceiveNotice:
    return ActionKind::ReceiveNotice;
  case ReductionStepKind::AwaitTurn:
    return ActionKind::AwaitTurn;
  case ReductionStepKind::PassTurn:
    return ActionKind::PassTurn;
  case ReductionStepKind::SendNotice:
    break;
  }
  return ActionKind::SendNotice;
}

static bool isOfResult(ActionKind kind) {
  return kind == ActionKind::ReceiveResult || kind == ActionKind::SendResult;
}

static bool isNotice(ActionKind kind) {
  return kind == ActionKind::GatherNotice ||
         kind == ActionKind::ReceiveNotice || kind == ActionKind::SendNotice;
}

/// Where the pieces begin, and one past the last; of a value that is not cut
/// [0, bytes). A limit counts values, so they travel whole then.
static std::vector<std::int64_t> cutsOf(const ActionShape &shape,
                                        bool limitsTransfers) {
  std::int64_t pieces = 1;
  std::int64_t grains = 0;
  if (!limitsTransfers && shape.grain > 0 && shape.bytes > 0 &&
      shape.form != ReductionForm::Butterfly) {
    grains = shape.bytes / shape.grain;
    pieces = std::clamp<std::int64_t>(shape.segments, 1, grains);
  }
  std::vector<std::int64_t> cuts{0};
  for (std::int64_t i = 1; i < pieces; ++i)
    cuts.push_back((grains / pieces * i + std::min(i, grains % pieces)) *
                   shape.grain);
  cuts.push_back(shape.bytes);
  return cuts;
}

/// Every piece takes the whole way of the value up, then every piece the way
/// down: a rank that waits for a result has sent all that it has.
static void appendValues(const std::vector<Action> &steps,
                         const std::vector<std::int64_t> &cuts,
                         std::vector<Action> &to) {
  const bool isWhole = cuts.size() == 2; // as turns need it
  for (const bool ofResult : {false, true})
    for (std::size_t piece = 0; piece + 1 < cuts.size(); ++piece)
      for (Action action : steps) {
        if (isNotice(action.kind))
          continue;
        if (isWhole ? ofResult : isOfResult(action.kind) != ofResult)
          continue;
        action.offset = cuts[piece];
        action.bytes = cuts[piece + 1] < 0 ? -1 : cuts[piece + 1] - cuts[piece];
        to.push_back(action);
      }
}

static Action notice(ActionKind kind, std::int64_t peer) {
  Action made;
  made.kind = kind;
  made.peer = static_cast<int>(peer);
  return made;
}

/// Rank 0 hears of all failures, then all hear of one: binomial trees.
static void appendVerdict(std::int64_t rank, std::int64_t ranks,
                          std::vector<Action> &to) {
  std::int64_t bit = 1;
  for (; bit < ranks && (rank & bit) == 0; bit *= 2)
    if (rank + bit < ranks)
      to.push_back(notice(ActionKind::GatherNotice, rank + bit));
  if (rank > 0) {
    to.push_back(notice(ActionKind::SendNotice, rank - bit));
    to.push_back(notice(ActionKind::ReceiveNotice, rank - bit));
  }
  for (bit /= 2; bit > 0; bit /= 2)
    if (rank + bit < ranks)
      to.push_back(notice(ActionKind::SendNotice, rank + bit));
}

/// The steps of one of the schedule's ranks, whose peers are `rankOf(peer)` of
/// the communicator.
template <typename RankOf>
static std::vector<Action>
stepsOf(const schedule::ReductionSchedule &schedule, ReductionForm form,
        std::int64_t rank, std::int64_t root, bool notifies, RankOf rankOf) {
  std::vector<Action> steps;
  for (const ReductionStep &step :
       schedule::programOf(schedule, form, rank, root, notifies)) {
    Action action = notice(kindOf(step.kind), rankOf(step.peer));
    action.peerIsLeft = step.peerIsLeft;
    steps.push_back(action);
  }
  return steps;
}

static bool isToRoot(const ActionShape &shape) {
  return shape.form == ReductionForm::ToRoot;
}

/// Of one of `ranks` that take part.
static std::vector<Action> actionsOf(const std::vector<Action> &steps,
                                     const ActionShape &shape,
                                     std::int64_t ranks, bool limitsTransfers) {
  std::vector<Action> actions;
  appendValues(steps, cutsOf(shape, limitsTransfers), actions);
  std::copy_if(steps.begin(), steps.end(), std::back_inserter(actions),
               [](const Action &step) { return isNotice(step.kind); });
  // What fails on the way down, or on one rank of a butterfly alone.
  const bool failsAfterwards =
      shape.form == ReductionForm::Butterfly || shape.bytes < 0;
  if (!isToRoot(shape) && shape.mayFail && failsAfterwards)
    appendVerdict(shape.rank, ranks, actions);
  if (shape.mayFail)
    for (std::int64_t peer = shape.rank + ranks; peer < shape.size;
         peer += ranks)
      actions.push_back(notice(ActionKind::SendNotice, peer));
  return actions;
}

std::vector<Action> actionsOf(const schedule::ReductionSchedule &schedule,
                              const ActionShape &shape) {
  const std::int64_t ranks = schedule.problem().ranks;
  if (ranks == 1)
    return {};
  if (shape.rank >= ranks) {
    if (shape.mayFail)
      return {notice(ActionKind::ReceiveNotice, shape.rank % ranks)};
    return {};
  }
  return actionsOf(stepsOf(schedule, shape.form, shape.rank, shape.root,
                           isToRoot(shape) && shape.mayFail,
                           [](std::int64_t peer) { return peer; }),
                   shape, ranks, schedule.problem().maxTransfers > 0);
}

std::vector<Action> actionsOf(const NodeTrees &trees,
                              const ActionShape &shape) {
  const std::span<const int> first = trees.firstRanks;
  const auto nodeOf = [&](std::int64_t rank) {
    return std::upper_bound(first.begin(), first.end(), rank) - first.begin() -
           1;
  };
  const bool notifies = isToRoot(shape) && shape.mayFail;
  const std::int64_t root = isToRoot(shape) ? shape.root : 0;
  const std::int64_t rootNode = nodeOf(root), node = nodeOf(shape.rank);
  const auto leaderOf = [&](std::int64_t other) {
    return other == rootNode ? root : first[static_cast<std::size_t>(other)];
  };
  const std::int64_t begin = first[static_cast<std::size_t>(node)];
  std::vector<Action> steps = stepsOf(
      trees.inside,
      isToRoot(shape) ? ReductionForm::ToRoot : ReductionForm::ThenBroadcast,
      shape.rank - begin, leaderOf(node) - begin, notifies,
      [=](std::int64_t peer) { return begin + peer; });
  if (shape.rank == leaderOf(node)) {
    // Behind all that goes up inside the node, before all that comes back.
    const auto back =
        std::find_if(steps.begin(), steps.end(), [](const Action &step) {
          return step.kind != ActionKind::Combine;
        });
    const std::vector<Action> between =
        stepsOf(trees.between, shape.form, node, rootNode, notifies, leaderOf);
    steps.insert(back, between.begin(), between.end());
  }
  return actionsOf(steps, shape, first.back(), false);
}

} // namespace redist::runtime
