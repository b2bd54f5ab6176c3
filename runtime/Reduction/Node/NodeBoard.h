//===- NodeBoard.h - Where ranks of a node show their values ---*- C++ -*-===//
//
// Room Runtime. One segment of shared memory for the reductions of the ranks of
// a communicator that are on this node. Each rank has some slots, a
// counter of steps, and, once it reduces something large, pieces of stage.
//
//   slot    a call's number, what ranks compare, and a small value: one cache
//           line for 16 bytes. enter() takes the next slot, publish() shows it
//   step    what follows in a call that is not done by then
//   stage   pieces, used in turn, for values of many bytes
//
// A slot is used again `slotCount` calls later: a rank that only gives its
// value may be so far ahead of those that read it. leave() says that this rank
// has read all that it wants of a call.
//
// Memory order: everything is written before a number is stored (release), and
// read after it was found there (acquire).
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_NODE_NODEBOARD_H
#define REDIST_RUNTIME_REDUCTION_NODE_NODEBOARD_H

#include "SharedMemory/BellWait.h"
#include "SharedMemory/SharedSegment.h"

#include <array>
#include <atomic>
#include <memory>
#include <vector>

namespace redist::runtime {

/// What a rank tells with its value.
struct NodeHead {
  std::array<std::uint64_t, 4> words{}; ///< of the call
  std::uint32_t flags = 0;
  std::int32_t failedRank = -1; ///< while values are combined
};

class NodeBoard {
public:
  /// A slot holds values up to this length.
  static constexpr std::size_t valueBytes = 4096;
  static constexpr std::size_t pieceBytes = 256 * 1024;
  /// Of a rank's stage; where stripes go to other nodes, too, more rounds are
  /// under way.
  static constexpr std::size_t pieces = 3, piecesOnNodes = 6;

  struct alignas(64) Slot {
    std::atomic<std::uint64_t> number{0};
    NodeHead head;
    alignas(16) std::byte value[valueBytes];
  };

  /// Null, on every rank alike, where the ranks are not all on one node or it
  /// refuses shared memory. Precondition: more than one rank. Collective.
  static std::unique_ptr<NodeBoard> make(MPI_Comm communicator);
  /// One for each node, of the ranks on it. Null, on every rank alike, where a
  /// node refuses shared memory. Precondition: each node has more than one
  /// rank. Collective.
  static std::unique_ptr<NodeBoard> makeOnNodes(MPI_Comm communicator);
  /// Of virtual ranks (SharedSegment.h), by rank. Empty where the system
  /// refuses.
  static std::vector<std::unique_ptr<NodeBoard>> forThreads(int count);

  NodeBoard(const NodeBoard &) = delete;
  NodeBoard &operator=(const NodeBoard &) = delete;

  int rank() const { return segment->ownNumber(); }
  int size() const { return static_cast<int>(boards.size()); }
  /// Of the communicator, by their numbers here.
  const std::vector<int> &ranks() const { return segment->ranks(); }
  /// More ranks than processors.
  bool isCrowded() const { return crowded; }

  // A call, the same on all ranks. Members that wait throw redist::error where
  // MPI fails.

  /// The next call's own slot, once nobody reads what was in it.
  Slot &enter();
  /// With a value of so many bytes. The next call's is likely to be as long:
  /// its lines are taken from the caches of their readers while this rank waits
  /// for the others.
  void publish(std::size_t bytes);
  /// All have been awaited: whatever came before, they have read.
  void haveAllEntered() { readByAll = call - 1; }
  /// Of another rank, once it is published.
  const Slot &await(int rank) const {
    const Slot &slot = slotOf(rank);
    waitUntil(
        [&] { return slot.number.load(std::memory_order_acquire) == call; });
    return slot;
  }
  /// Of a rank that has published it.
  Slot &slotOf(int rank) const {
    return boards[static_cast<std::size_t>(rank)]->slots[call % slotCount];
  }
  Slot &own() const { return slotOf(rank()); }
  /// `isAwaited`: others may wait for this to use their slots again.
  void leave(bool isAwaited);

  // Steps of the call: all ranks count the same number of them, whether they
  // publish them or not.

  /// The own step `count` of the call is done, and those before it.
  void publishStep(std::uint64_t count);
  void awaitStep(int rank, std::uint64_t count) const {
    const std::atomic<std::uint64_t> &steps =
        boards[static_cast<std::size_t>(rank)]->steps;
    waitUntil([&] {
      return steps.load(std::memory_order_acquire) >= stepsBefore + count;
    });
  }
  void endSteps(std::uint64_t count) { stepsBefore += count; }

  // The stage.

  /// Whether this rank has its stage; makes it. Not collective.
  bool provideStage();
  /// Of round `round` of the call. Precondition: the rank has its stage.
  std::byte *piece(int rank, std::uint64_t round) const;
  void endRounds(std::uint64_t count) { roundsBefore += count; }

private:
  static constexpr std::uint64_t slotCount = 8;

  struct Board {
    Doorbell bell;
    alignas(128) std::atomic<std::uint64_t> done{0};
    alignas(128) std::atomic<std::uint64_t> steps{0};
    alignas(128) std::array<Slot, slotCount> slots;
  };

  NodeBoard(std::unique_ptr<SharedSegment> used, MPI_Comm usedCommunicator,
            std::size_t stagePieces);
  static std::unique_ptr<NodeBoard> make(MPI_Comm communicator, int ranks,
                                         std::size_t stagePieces);
  static void prepare(SharedSegment &made);
  static std::int64_t boardBytes();
  template <typename IsReady> void waitUntil(IsReady isReady) const {
    BellWait{self->bell, crowded, communicator}.until(isReady);
  }
  void ringOthers();
  std::uint64_t leastDone() const;

  std::unique_ptr<SharedSegment> segment;
  MPI_Comm communicator; ///< of the call log; null: there is none
  std::size_t ownPieces;
  std::vector<Board *> boards;
  Board *self;
  bool crowded;
  std::uint64_t call = 0;      ///< the one that was entered last
  std::uint64_t readByAll = 0; ///< calls up to this one are
  std::uint64_t stepsBefore = 0, roundsBefore = 0; ///< of this call
  bool hasStage = false, isStageRefused = false;
};

} // namespace redist::runtime

#endif
