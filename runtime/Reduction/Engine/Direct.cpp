//===- Direct.cpp - Direct reduction of a few numbers ---------------------===//
//
// Room Runtime. What Reduce.h calls for a built-in operator on as many numbers
// as the types tell, all clauses being constants: no rank can have others, so
// that there is nothing to agree on, and nothing that can fail. No plan, no
// collective of MPI (SmallMessages.h).
//
//===----------------------------------------------------------------------===//
#include "Agreement/Agreement.h"
#include "Agreement/SmallMessages.h"
#include "Communicator/CommunicatorState.h"
#include "Reduction/Engine/OnNode.h"
#include "Support/Guard.h"
#include "Trace/Region.h"

#include "redist/Redistribute.h"
#include "redist/Reduction.h"
#include "redist/detail/reduce/Operand.h"

#include <cstring>

namespace redist::runtime {

/// Messages of one reduction on one rank; what reduceInPairs() asks for. A rank
/// whose items are in use sends nothing instead of a value, and so does who
/// hears of it.
class DirectMessages {
public:
  DirectMessages(MPI_Comm communicator, detail::operand &items, bool isRefused)
      : messages(communicator), operand(items),
        bytes(static_cast<std::size_t>(items.fixed_bytes())),
        refused(isRefused) {}

  void send(int peer) { messages.send(peer, packed()); }
  void receive(int peer) { note(messages.receive(peer, room())); }
  void exchange(int peer) { note(messages.exchange(peer, packed(), room())); }

  void combine(bool isLeft) {
    if (refused)
      return;
    if (!hasBegun)
      operand.begin();
    hasBegun = true;
    operand.combine(arrived, bytes, isLeft, 0);
  }
  void adopt() {
    if (refused)
      return;
    operand.assign(arrived, bytes, 0);
    hasBegun = true;
  }
  bool isRefused() const { return refused; }

private:
  std::span<const std::byte> packed() {
    if (refused)
      return {};
    const detail::byte_view value = operand.pack(buffer);
    return {value.data, value.size};
  }
  std::span<std::byte> room() { return {arrived, bytes}; }
  void note(std::size_t received) { refused |= received != bytes; }

  SmallMessages messages;
  detail::operand &operand;
  std::size_t bytes;
  bool refused, hasBegun = false;
  std::vector<std::byte> buffer;
  alignas(64) std::byte arrived[directBytes];
};

/// The result on rank 0 of those counted from `first` on, by the binomial tree.
static void toFirst(DirectMessages &messages, int rank, int size, int first) {
  const int place = (rank - first + size) % size;
  for (int distance = 1; distance < size; distance *= 2) {
    if (place & distance) {
      messages.send((place - distance + first) % size);
      return;
    }
    if (place + distance >= size)
      continue;
    messages.receive((place + distance + first) % size);
    messages.combine(false);
  }
}

/// `root` -1: every rank has the result. Operands meet in the order of their
/// ranks, counted from the root where `ordered` is not wanted. Whether nobody
/// has refused, as far as this rank has heard: all of them without a root.
/// Collective.
static bool reduceDirectly(DirectMessages &messages, int rank, int size,
                           int root, bool ordered, detail::operand &operand) {
  if (root < 0) {
    reduceInPairs(messages, rank, size);
  } else {
    toFirst(messages, rank, size, ordered ? 0 : root);
    if (ordered && root != 0 && rank == 0)
      messages.send(root);
    if (ordered && root != 0 && rank == root) {
      messages.receive(0);
      messages.adopt();
    }
  }
  if (messages.isRefused())
    return false;
  if (size > 1 && (root < 0 || rank == root))
    operand.commit();
  return true;
}

/// Of another reduction or redistribution; null: there is none.
static const Operation *findConflict(const detail::operand &items) {
  Progress &progress = Progress::ofProcess();
  if (!progress.hasPending())
    return nullptr;
  std::vector<detail::memory_row> memory;
  items.append_memory(memory);
  return progress.findConflict(memory);
}

/// What needs a plan, or somebody to look at it, takes the long way.
static bool isPlain(const directive &where, const reduction &what) {
  return what.is_uniform && !what.has_cost && !what.has_rank_count &&
         !what.has_most_transfers && !what.has_most_reducers &&
         (!where.strategy || std::strcmp(where.strategy, "auto") == 0);
}

/// A communicator that is used again gets what reductions keep, and with it a
/// board where there can be one: that takes longer than a small call does.
static ReductionState *findKept(CommunicatorState &state,
                                const directive &where, const reduction &what,
                                detail::operand &items) {
  auto *const known = state.kept().find<ReductionState>();
  if (state.size() == 1 || (known && known->hasTriedBoard()) ||
      state.calls().begun() < callsBeforeBoard)
    return known;
  ReductionState &made = agreeAndProvideBoard(state, where, what, items);
  state.calls().expectSameCall();
  return &made;
}

static OnNode byMessages(CommunicatorState &state, const reduction &what,
                         detail::operand &items, bool isRefused, int root) {
  DirectMessages messages(state.communicator(), items, isRefused);
  return reduceDirectly(messages, state.rank(), state.size(), root,
                        what.is_ordered, items)
             ? OnNode::Done
             : OnNode::Refused;
}

static OnNode onBoard(CommunicatorState &state, ReductionState &reductions,
                      const directive &where, const reduction &what,
                      detail::operand &items, bool isRefused) {
  if (!what.has_root)
    return reduceOnNode(state, reductions, where, what, items, true);
  return reduceToRootOnNode(reductions, what, items, isRefused)
             ? OnNode::Done
             : OnNode::Refused;
}

/// Whether all ranks take the short way. Not all hear of an error on the way to
/// a root, but all must count alike.
static bool isShort(CommunicatorState &state, const reduction &what,
                    const detail::operand &items) {
  const bool mayCount =
      !what.has_root || !state.report() || !state.report()->hasStatistics();
  return mayCount && !state.comparesPlans() && !state.groups() &&
         items.fixed_bytes() <= directBytes &&
         (!what.has_root ||
          (what.root_rank >= 0 && what.root_rank < state.size()));
}

/// False: it needs the long way. Collective.
static bool reduceAtOnce(CommunicatorState &state, ReductionState *reductions,
                         const directive &where, const reduction &what,
                         detail::operand &items) {
  const std::int64_t root = what.has_root ? what.root_rank : -1;
  const Operation *const user = findConflict(items);
  state.calls().enter(reductionKind, where,
                      root < 0 ? CallLog::everyRank : root);
  SampledCall sampled(state.report(), where.file, where.line);
  const OnNode outcome =
      reductions && reductions->board()
          ? onBoard(state, *reductions, where, what, items, user)
          : byMessages(state, what, items, user, static_cast<int>(root));
  if (outcome == OnNode::Done) {
    sampled.finish();
    return true;
  }
  // All know, and word the error the long way; but only those on the way to
  // a root.
  if (root >= 0)
    throw error(user ? problemOfUser(*user)
                     : "the storage is in use on another rank");
  state.calls().expectSameCall();
  if (reductions)
    reductions->refuseBoard();
  return false;
}

static bool reduceAtOnce(const directive &where, const reduction &what,
                         MPI_Comm comm, detail::operand &items) {
  CommunicatorState *state = nullptr;
  try {
    state = &CommunicatorState::of(comm);
  } catch (const error &) {
    throwAtPosition(where);
  }
  if (!isShort(*state, what, items))
    return false;
  const Region region("reduce", where.file, where.line, nullptr);
  ReductionState *const reductions = findKept(*state, where, what, items);
  try {
    return reduceAtOnce(*state, reductions, where, what, items);
  } catch (const error &) {
    throwAtPosition(where);
  }
}

} // namespace redist::runtime

namespace redist::detail {

bool reduce_at_once(const directive &where, const reduction &what,
                    MPI_Comm comm, operand &items) {
  return runtime::isPlain(where, what) &&
         runtime::guarded(where, "reduction", [&] {
           return runtime::reduceAtOnce(where, what, comm, items);
         });
}

} // namespace redist::detail
