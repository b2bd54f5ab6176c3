//===- OnNode.h - Reductions that a node carries out by itself -*- C++ -*-===//
//
// Room Runtime. What a call on a communicator with a board needs around
// NodeReduction.h: which clauses leave the way to the runtime, words that must
// be the same on all ranks, and problems, which are told, and worded the long
// way. Also what a call on several nodes needs whose ranks have agreed.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_ENGINE_ONNODE_H
#define REDIST_RUNTIME_REDUCTION_ENGINE_ONNODE_H

#include "Communicator/CommunicatorState.h"
#include "Reduction/Engine/ReductionState.h"
#include "Reduction/Node/NodeReduction.h"

#include "redist/Reduction.h"

namespace redist::runtime {

/// A call begins: what reductions keep is made where it is missing. Throws
/// redist::error on every rank where ranks are at different kinds of calls and
/// it is. Collective.
ReductionState &enterReduction(CommunicatorState &state,
                               const directive &where);

/// Whether the clauses leave the way of all ranks to the runtime: others ask
/// for a tree. Not collective.
bool isWayFree(const directive &where, const reduction &what, int size);

enum class OnNode {
  Done,    ///< the items have the result
  Refused, ///< ranks differ, or one has a problem: the long way words it
  NotMeant ///< the others have not been asked
};

/// `isBuiltin`: a built-in operator on numbers. Throws reduce_error whose
/// what() is the message alone, the same on every rank. Precondition: there is
/// a board. Collective.
OnNode reduceOnNode(CommunicatorState &state, ReductionState &reductions,
                    const directive &where, const reduction &what,
                    detail::operand &items, bool isBuiltin);

/// A value that all ranks have agreed to reduce in stripes, over several nodes.
class StripedReduction {
public:
  /// Takes all memory that the call needs on this rank, or throws. `rootRank`:
  /// or -1. Not collective.
  StripedReduction(detail::operand &items, int rootRank, NodeBoard &usedBoard,
                   StripeExchange &exchange, std::vector<std::byte> &buffer);
  /// The items have the result then. Throws reduce_error whose what() is the
  /// message alone, the same on every rank; LoneError where MPI fails.
  /// Collective over `communicator`, that of the exchange.
  void run(MPI_Comm communicator, const directive &where);

private:
  NodeBoard &board;
  NodeReduction call;
  NodeValue value;
};

/// Calls of any kind on a communicator before it gets a board for what could
/// well go by messages, with the same bits: making it takes longer than some
/// small calls do.
constexpr std::uint64_t callsBeforeBoard = 4;

/// The ranks agree on the call by messages, and make the board; the items are
/// not touched. Throws as a reduction does. Collective.
ReductionState &agreeAndProvideBoard(CommunicatorState &state,
                                     const directive &where,
                                     const reduction &what,
                                     detail::operand &items);

/// To a root, a built-in operator on a few numbers; ranks hear nothing of each
/// other but for the root. False: this rank's storage is in use (`isRefused`)
/// or, on the root, that of another. Throws LoneError where a rank is at
/// something else. Collective.
bool reduceToRootOnNode(ReductionState &reductions, const reduction &what,
                        detail::operand &items, bool isRefused);

} // namespace redist::runtime

#endif
