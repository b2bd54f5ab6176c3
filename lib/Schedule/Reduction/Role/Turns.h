//===- Turns.h - Order of transfers under a limit ---------------*- C++ -*-===//
//
// Private to lib/Schedule/Reduction. A schedule keeps its limit K on transfers
// by its times; ranks that are early or late keep it by turns, empty messages:
// whoever has received one element tells the sender of another one that it may
// go.
//
//   Order. The tree's transfers t_0, t_1, ... by their starts, ties so that an
//   element comes after all that are combined into it, and a rank's children in
//   the order of its combines.
//   Turns. t_i waits until t_(i-K) has been received. Nothing is said where the
//   tree implies it: t_(i-K) is part of what t_i carries.
//   At most K. t_j, t_(j+K), t_(j+2K), ... are never under way together, and
//   there are K such chains.
//   No deadlock. Whatever a transfer waits for comes before it in the order:
//   its operands, its turn, and what its receiver receives before. So the first
//   one that is not over can go on, as long as nobody waits for a turn that it
//   passes to be heard.
//   No delay. t_i starts no sooner than t_(i-K) ends, by the schedule's times.
//
// Where K is at least half of the ranks, it is enough that each rank receives
// one element at a time: those under way are a matching then, since a rank
// sends last. Its children take turns; their order needs no table. And where
// the tree has at most K leaves nothing is needed: what is under way has
// disjoint subtrees, each with a leaf. A broadcast with limit K is such a tree
// (Broadcast.h).
//
//   4 ranks, a star, K = 2: 0 combines 1, passes a turn to 2, combines 2, ...
//
// On the way back along the tree all of it is reversed: the turn that comes
// before a rank's element on the way up leaves after it on the way down.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_REDUCTION_ROLE_TURNS_H
#define REDIST_LIB_SCHEDULE_REDUCTION_ROLE_TURNS_H

#include "redistSchedule/Reduction/ReductionSchedule.h"

#include <vector>

namespace redist::schedule {

class ReductionRule;
struct ReductionPlacement;

/// Of one rank; -1: nobody.
struct ReductionTurns {
  /// Who tells it that it may send its element.
  std::int64_t awaited = -1;
  /// By child, whom it tells that this child's element is here.
  std::vector<std::int64_t> passed;
};

/// `role` is the rank's. O(children) and what the rule takes; O(ranks) roles
/// where the rule has no table and the limit is less than half of the ranks
/// (transfers that take no time).
ReductionTurns turnsOf(const ReductionProblem &, const ReductionRule &,
                       const ReductionPlacement &, std::int64_t rank,
                       const ReductionRole &role);

} // namespace redist::schedule

#endif
