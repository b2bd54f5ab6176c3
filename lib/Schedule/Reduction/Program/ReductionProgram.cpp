//===- ReductionProgram.cpp - Steps of one rank, in order -----------------===//
//
// Every form is a list of blocking steps that cannot deadlock, even where a
// send waits for its receive: along a tree each rank deals with its children
// in order, then with its parent; broadcasts go from those that know to those
// that do not; partners of an exchange send and receive at once. Only turns
// must not wait for whoever gets them (Turns.h).
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Reduction/ReductionProgram.h"

#include "Reduction/Program/Broadcast.h"
#include "Reduction/Program/Butterfly.h"
#include "Reduction/Role/ReductionRule.h"

#include <cassert>

using namespace redist::schedule;

using Steps = std::vector<ReductionStep>;

std::string_view redist::schedule::nameOf(ReductionForm form) {
  switch (form) {
  case ReductionForm::ToRoot:
    return "reduction";
  case ReductionForm::ThenBroadcast:
    return "reduction and broadcast";
  case ReductionForm::ThenReversed:
    return "reduction and reversed tree";
  case ReductionForm::Butterfly:
    return "butterfly";
  }
  return "";
}

static void appendTurn(Steps &steps, ReductionStepKind kind,
                       std::int64_t peer) {
  if (peer >= 0)
    steps.push_back({kind, peer});
}

/// The element goes to the parent unless this rank is the sink.
static void appendReduction(Steps &steps, const ReductionRole &role,
                            const ReductionTurns &turns, bool isSink) {
  for (std::size_t i = 0; i < role.children.size(); ++i) {
    const ReductionChild &child = role.children[i];
    steps.push_back({ReductionStepKind::Combine, child.rank, child.isLeft});
    appendTurn(steps, ReductionStepKind::PassTurn, turns.passed[i]);
  }
  appendTurn(steps, ReductionStepKind::AwaitTurn, turns.awaited);
  if (!isSink)
    steps.push_back({ReductionStepKind::Send, role.parent});
}

/// Along the broadcast whose machine 0 is rank `top`.
static void appendBroadcast(Steps &steps, const Broadcast &broadcast,
                            std::int64_t ranks, std::int64_t rank,
                            std::int64_t top, ReductionStepKind receive,
                            ReductionStepKind send) {
  const auto rankOf = [&](std::int64_t machine) {
    return machine < ranks - top ? top + machine : machine - (ranks - top);
  };
  const std::int64_t own = rank < top ? rank + (ranks - top) : rank - top;
  if (own != 0)
    steps.push_back({receive, rankOf(broadcast.source(own))});
  for (const std::int64_t target : broadcast.targets(own))
    steps.push_back({send, rankOf(target)});
}

/// Turns go the other way round, too.
static void appendReversed(Steps &steps, const ReductionRole &role,
                           const ReductionTurns &turns, bool isSink) {
  if (!isSink)
    steps.push_back({ReductionStepKind::ReceiveResult, role.parent});
  appendTurn(steps, ReductionStepKind::PassTurn, turns.awaited);
  for (std::size_t i = role.children.size(); i-- > 0;) {
    appendTurn(steps, ReductionStepKind::AwaitTurn, turns.passed[i]);
    steps.push_back({ReductionStepKind::SendResult, role.children[i].rank});
  }
}

static Steps treeProgram(const ReductionSchedule &schedule, ReductionForm form,
                         std::int64_t rank, std::int64_t root, bool notifies) {
  const ReductionProblem &problem = schedule.problem();
  const std::int64_t ranks = problem.ranks;
  // The sink is not the root where limits or a strategy leave an ordered tree
  // that cannot end there: it then sends the result on.
  const ReductionPlacement place = schedule.rule().place(root);
  const std::int64_t sink = place.sink;
  const ReductionRole role = schedule.rule().role(rank, place);
  const ReductionTurns turns =
      turnsOf(problem, schedule.rule(), place, rank, role);
  Steps steps;
  appendReduction(steps, role, turns, rank == sink);
  switch (form) {
  case ReductionForm::ToRoot:
    if (sink != root && rank == sink)
      steps.push_back({ReductionStepKind::SendResult, root});
    if (sink != root && rank == root)
      steps.push_back({ReductionStepKind::ReceiveResult, sink});
    if (notifies)
      appendBroadcast(steps, Broadcast(ranks, 0), ranks, rank, root,
                      ReductionStepKind::ReceiveNotice,
                      ReductionStepKind::SendNotice);
    break;
  case ReductionForm::ThenBroadcast:
    appendBroadcast(steps, Broadcast(ranks, problem.maxTransfers), ranks, rank,
                    sink, ReductionStepKind::ReceiveResult,
                    ReductionStepKind::SendResult);
    break;
  case ReductionForm::ThenReversed:
    appendReversed(steps, role, turns, rank == sink);
    break;
  case ReductionForm::Butterfly:
    assert(false && "a butterfly is no tree");
    break;
  }
  return steps;
}

std::vector<ReductionStep>
redist::schedule::programOf(const ReductionSchedule &schedule,
                            ReductionForm form, std::int64_t rank,
                            std::int64_t root, bool notifies) {
  if (form == ReductionForm::Butterfly)
    return Butterfly(schedule.problem().ranks).programOf(rank);
  return treeProgram(schedule, form, rank, root, notifies);
}
