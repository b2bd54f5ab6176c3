//===- Actions.h - List of actions of one rank -----------------*- C++ -*-===//
//
// Room Runtime. The program of a rank (ReductionProgram.h), extended by what
// the mathematics omits: values cut into pieces, failure notices, and ranks
// that only call. Comes in: a schedule and the shape of the items. Goes out:
// the list of actions that the machine executes. A rank receives messages of
// another rank in the order in which that rank sends them.
//
//   2 ranks to root 0, in two pieces, the operator may throw:
//     rank 0: Combine 1 [0, 50)  Combine 1 [50, 100)  SendNotice 1
//     rank 1: Send 0 [0, 50)     Send 0 [50, 100)     ReceiveNotice 0
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_MACHINE_ACTIONS_H
#define REDIST_RUNTIME_REDUCTION_MACHINE_ACTIONS_H

#include "redistSchedule/Reduction/ReductionProgram.h"

#include <span>
#include <vector>

namespace redist::runtime {

enum class ActionKind {
  Combine,       ///< receive and combine
  Send,          ///< what was combined so far
  Exchange,      ///< both at once, then combine
  ReceiveResult, ///< instead of what was combined so far
  SendResult,    ///< on to others
  GatherNotice,  ///< hear whether all went well below
  ReceiveNotice, ///< hear whether all went well everywhere
  SendNotice,
  AwaitTurn, ///< before the next action
  PassTurn,  ///< as soon as what the action before it receives is here
};

struct Action {
  ActionKind kind = ActionKind::Send;
  int peer = 0;
  bool peerIsLeft = false; ///< of Combine and Exchange
  /// The piece of the value: of a fixed one, else [0, -1).
  std::int64_t offset = 0;
  std::int64_t bytes = -1;
};

struct ActionShape {
  schedule::ReductionForm form = schedule::ReductionForm::ToRoot;
  int rank = 0;            ///< of the communicator
  int size = 1;            ///< of the communicator; the first ranks take part
  std::int64_t root = 0;   ///< of ToRoot; else where the tree ends
  std::int64_t bytes = -1; ///< of the value; -1: values differ
  std::int64_t grain = 0;  ///< pieces are multiples of it; 0: one piece
  /// Pieces wanted; one where transfers are limited, and of the butterfly.
  std::int64_t segments = 1;
  bool mayFail = false; ///< every rank must hear whether all went well
};

std::vector<Action> actionsOf(const schedule::ReductionSchedule &,
                              const ActionShape &);

/// Ranks of nodes combine inside first, and then one of each between nodes; the
/// result goes back the same way.
struct NodeTrees {
  /// First rank of each node, and then the number of ranks, which all take
  /// part: ranks of a node follow one another.
  std::span<const int> firstRanks;
  const schedule::ReductionSchedule &between; ///< of the nodes
  const schedule::ReductionSchedule &inside;  ///< of this rank's node
};
std::vector<Action> actionsOf(const NodeTrees &, const ActionShape &);

} // namespace redist::runtime

#endif
