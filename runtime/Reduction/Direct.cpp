//===- Direct.cpp - Small values, reduced at once -------------------------===//
#include "Reduction/Direct.h"

#include "Agreement.h"
#include "CommunicatorState.h"
#include "MpiCalls.h"

#include "redist/Redistribute.h"
#include "redist/Reduction.h"

#include <cstring>

namespace redist::runtime {

/// Messages of one reduction on one rank. Reductions come in the same order on
/// all ranks, and messages between two ranks do not overtake each other.
class DirectMessages {
public:
  DirectMessages(MPI_Comm used, detail::operand &items)
      : communicator(used), operand(items), bytes(items.fixed_bytes()),
        goesOn(!Progress::ofProcess().isIdle()) {}

  void send(int peer) {
    const std::byte *const value = packed();
    if (!goesOn) {
      checkMpi(MPI_Send(value, count(), MPI_BYTE, peer, tag, communicator),
               "MPI_Send");
      return;
    }
    MPI_Request request = MPI_REQUEST_NULL;
    checkMpi(
        MPI_Isend(value, count(), MPI_BYTE, peer, tag, communicator, &request),
        "MPI_Isend");
    Progress::ofProcess().waitFor(request);
  }

  void receive(int peer) {
    if (!goesOn) {
      checkMpi(MPI_Recv(arrived, count(), MPI_BYTE, peer, tag, communicator,
                        MPI_STATUS_IGNORE),
               "MPI_Recv");
      return;
    }
    MPI_Request request = MPI_REQUEST_NULL;
    checkMpi(MPI_Irecv(arrived, count(), MPI_BYTE, peer, tag, communicator,
                       &request),
             "MPI_Irecv");
    Progress::ofProcess().waitFor(request);
  }

  void exchange(int peer) {
    MPI_Request request = MPI_REQUEST_NULL;
    checkMpi(MPI_Irecv(arrived, count(), MPI_BYTE, peer, tag, communicator,
                       &request),
             "MPI_Irecv");
    send(peer);
    if (goesOn)
      Progress::ofProcess().waitFor(request);
    else
      checkMpi(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
  }

  /// What has been received.
  void combine(bool isLeft) {
    begin();
    operand.combine(arrived, static_cast<std::size_t>(bytes), isLeft, 0);
  }
  void adopt() {
    operand.assign(arrived, static_cast<std::size_t>(bytes), 0);
    hasBegun = true;
  }
  /// Before anything is sent that was combined, and before commit().
  void begin() {
    if (!hasBegun)
      operand.begin();
    hasBegun = true;
  }

private:
  static constexpr int tag = 15;

  int count() const { return toMpiCount(bytes); }
  const std::byte *packed() { return operand.pack(buffer).data; }

  MPI_Comm communicator;
  detail::operand &operand;
  std::int64_t bytes;
  bool goesOn, hasBegun = false;
  std::vector<std::byte> buffer;
  alignas(64) std::byte arrived[directBytes];
};

/// The result on every rank. The first 2 (size - power) ranks pair up; then
/// each rank stands for a row of neighbours, and rows of equal depth meet.
static void toAll(DirectMessages &messages, int rank, int size) {
  int power = 1;
  while (power * 2 <= size)
    power *= 2;
  const int surplus = size - power;
  const bool isPaired = rank < 2 * surplus;
  if (isPaired && rank % 2 == 1) {
    messages.send(rank - 1);
    messages.receive(rank - 1);
    messages.adopt();
    return;
  }
  if (isPaired) {
    messages.receive(rank + 1);
    messages.combine(false);
  }
  const int place = isPaired ? rank / 2 : rank - surplus;
  for (int distance = 1; distance < power; distance *= 2) {
    const int other = place ^ distance;
    messages.exchange(other < surplus ? 2 * other : other + surplus);
    messages.combine(other < place);
  }
  if (isPaired)
    messages.send(rank + 1);
}

/// The result on rank 0 of those counted from `first` on.
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

void reduceDirectly(MPI_Comm duplicate, int rank, int size, int root,
                    bool ordered, detail::operand &operand) {
  if (size == 1)
    return;
  DirectMessages messages(duplicate, operand);
  if (root < 0) {
    toAll(messages, rank, size);
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
