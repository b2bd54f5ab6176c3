//===- Direct.cpp - A few numbers, reduced at once ------------------------===//
//
// Room Runtime. What Reduce.h calls for a built-in operator on as many numbers
// as the types tell, all clauses being constants: no rank can have others, so
// that there is nothing to agree on, and nothing that can fail. No plan, no
// collective of MPI (SmallMessages.h).
//
//===----------------------------------------------------------------------===//
#include "Agreement.h"
#include "CommunicatorState.h"
#include "Reduction/SmallMessages.h"

#include "redist/Operand.h"
#include "redist/Redistribute.h"
#include "redist/Reduction.h"

#include <cstring>

namespace redist::runtime {

/// Messages of one reduction on one rank; what reduceInPairs() asks for.
class DirectMessages {
public:
  DirectMessages(MPI_Comm communicator, detail::operand &items)
      : messages(communicator), operand(items),
        bytes(static_cast<std::size_t>(items.fixed_bytes())) {}

  void send(int peer) { messages.send(peer, packed()); }
  void receive(int peer) { messages.receive(peer, room()); }
  void exchange(int peer) { messages.exchange(peer, packed(), room()); }

  void combine(bool isLeft) {
    if (!hasBegun)
      operand.begin();
    hasBegun = true;
    operand.combine(arrived, bytes, isLeft, 0);
  }
  void adopt() {
    operand.assign(arrived, bytes, 0);
    hasBegun = true;
  }

private:
  std::span<const std::byte> packed() {
    const detail::byte_view value = operand.pack(buffer);
    return {value.data, value.size};
  }
  std::span<std::byte> room() { return {arrived, bytes}; }

  SmallMessages messages;
  detail::operand &operand;
  std::size_t bytes;
  bool hasBegun = false;
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
/// ranks, counted from the root where `ordered` is not wanted. Collective.
static void reduceDirectly(MPI_Comm duplicate, int rank, int size, int root,
                           bool ordered, detail::operand &operand) {
  if (size == 1)
    return;
  DirectMessages messages(duplicate, operand);
  if (root < 0) {
    reduceInPairs(messages, rank, size);
    operand.commit();
    return;
  }
  toFirst(messages, rank, size, ordered ? 0 : root);
  if (ordered && root != 0) {
    if (rank == 0)
      messages.send(root);
    if (rank == root) {
      messages.receive(0);
      messages.adopt();
    }
  }
  if (rank == root)
    operand.commit();
}

/// What needs a plan, or somebody to look at it, takes the long way.
static bool isPlain(const directive &where, const reduction &what) {
  return what.is_uniform && !what.has_cost && !what.has_rank_count &&
         !what.has_most_transfers && !what.has_most_reducers &&
         (!where.strategy || std::strcmp(where.strategy, "auto") == 0);
}

} // namespace redist::runtime

namespace redist::detail {

bool reduce_at_once(const directive &where, const reduction &what,
                    MPI_Comm comm, operand &items) {
  using runtime::CommunicatorState;
  if (!runtime::isPlain(where, what))
    return false;
  try {
    CommunicatorState &state = CommunicatorState::of(comm);
    const std::int64_t root = what.has_root ? what.root_rank : -1;
    if (state.report() || state.comparesPlans() ||
        items.fixed_bytes() > runtime::directBytes ||
        (what.has_root && (root < 0 || root >= state.size())))
      return false;
    runtime::reduceDirectly(state.communicator(), state.rank(), state.size(),
                            static_cast<int>(root), what.is_ordered, items);
  } catch (const error &e) {
    throw error(runtime::positionOf(where) + e.what());
  }
  return true;
}

} // namespace redist::detail
