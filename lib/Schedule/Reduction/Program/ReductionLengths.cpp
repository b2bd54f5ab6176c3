//===- ReductionLengths.cpp - Length of each form of a reduction ----------===//
//
// Reduction, broadcast and exchanges by the one-port model; of programs that
// begin on all ranks at once. Notices are no elements and cost nothing here.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Program/Broadcast.h"
#include "Reduction/Program/Butterfly.h"

#include <cassert>

using namespace redist::schedule;

/// Longest way back down the tree of root 0: a rank sends to its children one
/// after another, to the last combined first. O(ranks) roles.
static std::int64_t reversedLength(const ReductionSchedule &schedule) {
  struct Informed {
    std::int64_t rank, time;
  };
  const ReductionCost &cost = schedule.problem().cost;
  std::vector<Informed> waiting = {{0, 0}};
  std::int64_t longest = 0;
  while (!waiting.empty()) {
    const Informed own = waiting.back();
    waiting.pop_back();
    longest = std::max(longest, own.time);
    const ReductionRole role = schedule.role(own.rank, 0);
    std::int64_t free = own.time;
    for (std::size_t i = role.children.size(); i-- > 0;) {
      free += cost.transfer;
      waiting.push_back({role.children[i].rank, free + cost.latency});
    }
  }
  return longest;
}

static std::int64_t broadcastLength(const ReductionProblem &problem) {
  return Broadcast(problem.ranks, problem.maxTransfers).length(problem.cost);
}

AllreduceChoice
redist::schedule::limitedAllreduce(const ReductionProblem &problem,
                                   std::int64_t length) {
  return {ReductionForm::ThenBroadcast, length + broadcastLength(problem)};
}

std::int64_t redist::schedule::lengthOf(const ReductionSchedule &schedule,
                                        ReductionForm form, bool fullDuplex) {
  const ReductionProblem &problem = schedule.problem();
  switch (form) {
  case ReductionForm::ToRoot:
    return schedule.length();
  case ReductionForm::ThenBroadcast:
    return schedule.length() + broadcastLength(problem);
  case ReductionForm::ThenReversed:
    return schedule.length() + reversedLength(schedule);
  case ReductionForm::Butterfly:
    return Butterfly(problem.ranks).length(problem.cost, fullDuplex);
  }
  assert(false && "not a form");
  return 0;
}

/// A limit forbids what all ranks do at once, and a strategy that names a tree
/// means that tree.
static bool allowsButterfly(const ReductionProblem &problem) {
  return problem.maxTransfers == 0 && problem.maxReducers == 0 &&
         (problem.strategy == ReductionStrategy::Auto ||
          problem.strategy == ReductionStrategy::Greedy);
}

/// No way to tell all ranks is shorter than a binomial broadcast where nothing
/// is delayed, so only latency gives the tree's own way back a chance. Its
/// length takes a walk over all ranks.
static bool mayGainReversed(const ReductionProblem &problem) {
  constexpr std::int64_t maxRanksWalked = std::int64_t{1} << 16;
  return problem.maxTransfers == 0 && problem.cost.latency > 0 &&
         problem.ranks <= maxRanksWalked;
}

AllreduceChoice
redist::schedule::chooseAllreduce(const ReductionSchedule &schedule,
                                  bool fullDuplex) {
  const ReductionProblem &problem = schedule.problem();
  AllreduceChoice best = {
      ReductionForm::ThenBroadcast,
      lengthOf(schedule, ReductionForm::ThenBroadcast, fullDuplex)};
  const auto consider = [&](ReductionForm form) {
    const std::int64_t length = lengthOf(schedule, form, fullDuplex);
    if (length < best.length)
      best = {form, length};
  };
  if (mayGainReversed(problem))
    consider(ReductionForm::ThenReversed);
  if (allowsButterfly(problem))
    consider(ReductionForm::Butterfly);
  return best;
}
