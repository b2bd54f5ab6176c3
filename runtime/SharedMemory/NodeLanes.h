//===- NodeLanes.h - Shared buffers for messages between nodes -*- C++ -*-===//
//
// Memory of a node through which its ranks and other nodes exchange messages:
// what several ranks pack into one message, and what several unpack from one.
// Each rank has a board, on which it says how far it is, and room for the
// messages that it sends and receives for all (a carrier, NodePairs.h).
//
// A lane is of one execution at a time. Executions take tickets in the same
// order on all ranks, and have their turns in that order. How far a rank is are
// numbers that only grow, from execution to execution, too: place(ticket, n)
// says that it is done with the first n pieces of work of an execution, and
// with all executions before it.
//
// Executions that wait have a lane, those that others overlap have some more.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SHAREDMEMORY_NODELANES_H
#define REDIST_RUNTIME_SHAREDMEMORY_NODELANES_H

#include "SharedMemory/Doorbell.h"
#include "SharedMemory/NodeMap.h"
#include "SharedMemory/SharedSegment.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace redist::runtime {

/// What a rank tells the others of its node. Each number has but one writer.
struct LaneBoard {
  Doorbell bell;
  alignas(128) std::atomic<std::uint64_t> packed{0};
  alignas(128) std::atomic<std::uint64_t> unpacked{0};
  alignas(128) std::atomic<std::uint64_t> sent{0};    ///< as a carrier
  alignas(128) std::atomic<std::uint64_t> arrived{0}; ///< the same
};

enum class LaneSide { Sent, Received };

/// One rank's view of a lane.
class NodeLane {
public:
  /// Bytes that a carrier may have for messages of a side.
  static constexpr std::int64_t mostBytes = std::int64_t{16} << 20;

  /// How far a rank is that is done with `count` pieces of an execution. In
  /// arithmetic modulo 2^64.
  static std::uint64_t place(std::uint64_t ticket, std::int64_t count) {
    return (ticket << 32) + static_cast<std::uint64_t>(count);
  }
  static bool hasReached(const std::atomic<std::uint64_t> &rank,
                         std::uint64_t place) {
    return static_cast<std::int64_t>(rank.load(std::memory_order_acquire) -
                                     place) >= 0;
  }

  /// Of the next execution.
  std::uint64_t takeTicket() { return nextTicket++; }
  bool isTurnOf(std::uint64_t ticket) const { return ticket == turn; }
  /// This rank needs the lane no more for the execution whose turn it is.
  void leave();

  int ranks() const { return static_cast<int>(members.size()); }
  LaneBoard &board(int number) const { return *of(number).board; }
  LaneBoard &own() const { return board(ownNumber); }
  std::byte *slots(int number, LaneSide side) const {
    return of(number).slots[static_cast<std::size_t>(side)];
  }
  void ringAll();

private:
  friend class NodeLanes;
  struct Member {
    LaneBoard *board;
    std::array<std::byte *, 2> slots; ///< by side
  };
  const Member &of(int number) const {
    return members[static_cast<std::size_t>(number)];
  }

  std::vector<Member> members; ///< by number on the node
  int ownNumber = 0;
  std::uint64_t nextTicket = 0, turn = 0;
};

class NodeLanes {
public:
  /// Null, on all ranks alike, where all ranks are on one node, or no node has
  /// two, or where SharedSegment would be null. Collective.
  static std::unique_ptr<NodeLanes> make(MPI_Comm communicator,
                                         const NodeMap &map);

  const NodeMap &map() const { return nodeMap; }
  /// Of executions that wait.
  static constexpr int waiting = 0;
  static constexpr int count = 4;
  NodeLane &lane(int number) { return lanes[static_cast<std::size_t>(number)]; }
  /// The lane of the next execution that others may overlap.
  int nextOverlapped() {
    overlapped = overlapped % (count - 1) + 1;
    return overlapped;
  }
  /// Makes pages of this rank's room: all of it that is used of a side of a
  /// lane. Throws redist::error where there is no memory. Not collective.
  void provide(int lane, LaneSide side, std::int64_t bytes);

  /// Whether ranks of this node outnumber its processors.
  bool mayBeCrowded() const { return crowded; }

private:
  explicit NodeLanes(const NodeMap &map) : nodeMap(map) {}
  /// False where there is no memory.
  bool use(std::unique_ptr<SharedSegment> made);
  void link();

  NodeMap nodeMap;
  std::unique_ptr<SharedSegment> segment;
  /// Of a rank that is alone on its node.
  std::shared_ptr<std::byte> alone;
  std::array<NodeLane, count> lanes;
  std::array<std::array<std::int64_t, 2>, count> provided{}; ///< bytes
  int overlapped = 0; ///< the lane that was given last
  bool crowded = false;
};

} // namespace redist::runtime

#endif
