//===- OnNode.cpp - Reductions that a node carries out by itself ----------===//
#include "Reduction/Engine/OnNode.h"

#include "Agreement/Agreement.h"
#include "Reduction/Machine/Incoming.h"
#include "Support/ExceptionMessage.h"
#include "Support/Guard.h"
#include "Support/Hash.h"
#include "Support/MpiCalls.h"

#include <cstring>

namespace redist::runtime {

ReductionState &enterReduction(CommunicatorState &state,
                               const directive &where) {
  state.requireOneGroup(reductionKind, where);
  state.verifyKind(reductionKind, where);
  if (auto *const known = state.kept().find<ReductionState>())
    return *known;
  state.meetAt(reductionKind, where);
  try {
    return ReductionState::of(state);
  } catch (const error &) {
    throwAtPosition(where);
  }
}

bool isWayFree(const directive &where, const reduction &what, int size) {
  return !what.has_cost && !what.has_most_transfers &&
         !what.has_most_reducers &&
         (!what.has_rank_count || what.rank_count == size) &&
         (!what.has_root || (what.root_rank >= 0 && what.root_rank < size)) &&
         (!where.strategy || std::strcmp(where.strategy, "auto") == 0);
}

static NodeHead headOf(const NodeReduction &call, const reduction &what,
                       std::uint64_t shape) {
  const detail::builtin_reduction known = call.items->builtin();
  NodeHead head;
  head.words[0] = static_cast<std::uint64_t>(call.way) |
                  static_cast<std::uint64_t>(known.op) << 4 |
                  static_cast<std::uint64_t>(known.type) << 8 |
                  std::uint64_t{what.is_ordered} << 16 |
                  std::uint64_t{call.isQuiet} << 17 |
                  static_cast<std::uint64_t>(call.root + 1) << 24;
  head.words[1] = call.bytes;
  head.words[2] = shape;
  return head;
}

/// A single number of elements needs no hash.
static std::uint64_t shapeOf(const detail::operand &items,
                             std::vector<std::int64_t> &words) {
  words.clear();
  items.append_shape(words);
  return words.size() == 1 ? static_cast<std::uint64_t>(words.front())
                           : hashOf(words);
}

static void requireUnused(const detail::operand &items) {
  if (!Progress::ofProcess().hasPending())
    return;
  std::vector<detail::memory_row> memory;
  items.append_memory(memory);
  if (const Operation *const user = Progress::ofProcess().findConflict(memory))
    throw error(problemOfUser(*user));
}

OnNode reduceOnNode(CommunicatorState &state, ReductionState &reductions,
                    const directive &where, const reduction &what,
                    detail::operand &items, bool isBuiltin) {
  if (!isWayFree(where, what, state.size()))
    return OnNode::NotMeant;
  NodeBoard &board = *reductions.board();
  const int root = what.has_root ? static_cast<int>(what.root_rank) : -1;
  const NodeReduction call = nodeReductionOf(items, root, isBuiltin, board);
  if (call.way == NodeWay::None)
    return OnNode::NotMeant;
  NodeValue value;
  std::uint64_t shape = 0;
  bool isReady = false;
  try {
    shape = shapeOf(items, reductions.shape());
    requireUnused(items);
    value.prepare(call, board, reductions.packed());
    isReady = true;
  } catch (...) {
    // The long way meets it again.
  }
  NodeFailure failure;
  if (!reduceOnBoard(board, call, headOf(call, what, shape),
                     isReady ? &value : nullptr, failure))
    return OnNode::Refused;
  if (failure.rank < 0)
    return OnNode::Done;
  throw reduce_error(
      broadcastText(state.communicator(),
                    shortened(failure.text, std::size_t{longestText}),
                    failure.rank, state.rank()),
      failure.rank);
}

StripedReduction::StripedReduction(detail::operand &items, int rootRank,
                                   NodeBoard &usedBoard,
                                   StripeExchange &exchange,
                                   std::vector<std::byte> &buffer)
    : board(usedBoard),
      call(reductionOverNodes(items, rootRank, usedBoard, exchange)) {
  value.prepare(call, board, buffer);
}

void StripedReduction::run(MPI_Comm communicator, const directive &where) {
  NodeFailure failure;
  call.exchange->takeSent(); // of a call that has failed
  reduceOnBoard(board, call, NodeHead(), &value, failure);
  if (!call.isQuiet) {
    const bool isWell = failure.text.empty();
    const int failing =
        meet(communicator, {reductionKind, isWell, {}, {}}, where).failing;
    if (failing >= 0)
      throw reduce_error(
          broadcastText(communicator,
                        shortened(failure.text, std::size_t{longestText}),
                        failing, rankIn(communicator)),
          failing);
  }
  giveResult(call, value);
}

bool reduceToRootOnNode(ReductionState &reductions, const reduction &what,
                        detail::operand &items, bool isRefused) {
  NodeBoard &board = *reductions.board();
  NodeReduction call =
      nodeReductionOf(items, static_cast<int>(what.root_rank), true, board);
  call.way = NodeWay::Flat; // whatever the number of ranks
  NodeValue value;
  if (!isRefused)
    value.prepare(call, board, reductions.packed());
  const Heard heard =
      reduceToRoot(board, call, headOf(call, what, 0),
                   isRefused ? nullptr : &value, what.is_ordered);
  if (heard == Heard::Differs)
    throw LoneError("another rank is at another call of the runtime");
  return heard == Heard::Nothing;
}

} // namespace redist::runtime
