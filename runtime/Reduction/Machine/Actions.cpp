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

std::vector<Action> actionsOf(const schedule::ReductionSchedule &schedule,
                              const ActionShape &shape) {
  const std::int64_t ranks = schedule.problem().ranks;
  std::vector<Action> actions;
  if (ranks == 1)
    return actions;
  if (shape.rank >= ranks) {
    if (shape.mayFail)
      actions.push_back(notice(ActionKind::ReceiveNotice, shape.rank % ranks));
    return actions;
  }
  const bool toRoot = shape.form == ReductionForm::ToRoot;
  std::vector<Action> steps;
  for (const ReductionStep &step :
       schedule::programOf(schedule, shape.form, shape.rank, shape.root,
                           toRoot && shape.mayFail)) {
    Action action = notice(kindOf(step.kind), step.peer);
    action.peerIsLeft = step.peerIsLeft;
    steps.push_back(action);
  }
  const bool limitsTransfers = schedule.problem().maxTransfers > 0;
  appendValues(steps, cutsOf(shape, limitsTransfers), actions);
  std::copy_if(steps.begin(), steps.end(), std::back_inserter(actions),
               [](const Action &step) { return isNotice(step.kind); });
  // What fails on the way down, or on one rank of a butterfly alone.
  const bool failsAfterwards =
      shape.form == ReductionForm::Butterfly || shape.bytes < 0;
  if (!toRoot && shape.mayFail && failsAfterwards)
    appendVerdict(shape.rank, ranks, actions);
  if (shape.mayFail)
    for (std::int64_t peer = shape.rank + ranks; peer < shape.size;
         peer += ranks)
      actions.push_back(notice(ActionKind::SendNotice, peer));
  return actions;
}

} // namespace redist::runtime
