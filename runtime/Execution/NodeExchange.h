//===- NodeExchange.h - Carries messages between nodes ---------*- C++ -*-===//
//
// A resumable state machine, one on each rank, for what NodePairs has a rank
// do: it packs its parts of the node's buffers, carries some of them to the
// carriers of other nodes, receives what those send, and unpacks its parts.
// Ranks of a node tell each other through a lane (NodeLanes.h) how far they
// are; nobody copies what it need not pack or unpack.
//
//   rank 0 packs |\                          /| rank 2 unpacks
//   rank 1 packs |-> slot -> one message -> slot -| rank 3 unpacks
//
// Items are the rounds of all pairs, in the order of the node schedule, and
// each rank packs, sends, receives and unpacks in that order. A carrier has a
// few slots, used in turn: a slot is packed again when its last message has
// gone, and received into again when its last one is unpacked.
//
// No deadlock: take the least item that is not unpacked everywhere. All before
// it are done with, so both of its slots are free, its ranks have packed all
// that comes before, and pack it; its carriers send and receive it; its ranks
// unpack it.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_EXECUTION_NODEEXCHANGE_H
#define REDIST_RUNTIME_EXECUTION_NODEEXCHANGE_H

#include "Execution/NodePairs.h"
#include "SharedMemory/NodeLanes.h"
#include "Transport/MpiTransport.h"

#include <vector>

namespace redist::runtime {

/// Who copies elements of the plan's messages.
class MessageCopier {
public:
  virtual ~MessageCopier() = default;
  /// Elements [position, position + elements) of the plan's send `message`.
  virtual void packMessage(std::size_t message, std::int64_t position,
                           std::int64_t elements, std::byte *to) = 0;
  /// The same of a receive.
  virtual void unpackMessage(std::size_t message, std::int64_t position,
                             std::int64_t elements, const std::byte *from) = 0;
};

class NodeExchange {
public:
  /// Makes pages of this rank's slots in all lanes of [firstLane, lastLane]:
  /// throws std::bad_alloc. All must outlive the exchange.
  NodeExchange(const NodePairs &pairs, NodeLanes &lanes, MPI_Comm communicator,
               int firstLane, int lastLane);

  /// Begins an execution in a lane, after those that have begun there before.
  /// `tag`: as MpiTransport::useTag().
  void start(int lane, int tag);
  /// Goes on as far as it can without waiting; whether that was a part of it.
  bool advance(MessageCopier &copier);
  bool isDone() const { return !lane; }
  /// After the `turn`-th look in vain: others may run.
  void pause(int turn);

private:
  /// A round of a pair.
  struct Cursor {
    std::size_t pair = 0;
    std::int64_t round = 0;
  };
  /// What a carrier has in a slot.
  struct Carried {
    const NodePair *pair = nullptr;
    std::int64_t item = 0;
    bool isDone = false; ///< sent, or arrived
  };
  /// A carrier's work of one direction: pairs that are its own.
  struct Carrying {
    std::vector<const NodePair *> pairs;
    std::vector<Carried> slots;
    std::int64_t total = 0;
    Cursor next;
    std::int64_t started = 0, done = 0; ///< messages, in their order

    int slotCount() const { return static_cast<int>(slots.size()); }
    bool isFull() const { return started - done == slotCount(); }
    /// Of a message.
    int slotOf(std::int64_t number) const {
      return static_cast<int>(number % slotCount());
    }
    Carried &at(std::int64_t number) {
      return slots[static_cast<std::size_t>(slotOf(number))];
    }
    const Carried &at(std::int64_t number) const {
      return slots[static_cast<std::size_t>(slotOf(number))];
    }
  };

  static void moveOn(const std::vector<const NodePair *> &all, Cursor &at);
  static std::vector<const NodePair *> withParts(const NodeSide &side);
  Carrying carryingOf(const NodeSide &side) const;
  static std::int64_t bytesOf(const Carrying &carrying, const NodeSide &side);
  std::uint64_t place(std::int64_t count) const {
    return NodeLane::place(ticket, count);
  }
  std::byte *slotOf(const NodeSide &side, LaneSide kind, int carrier,
                    std::int64_t carried) const;
  bool finishMessages();
  static bool noteDone(Carrying &carrying, std::atomic<std::uint64_t> &told,
                       std::uint64_t base);
  bool startSend();
  bool startReceive();
  bool mayReceive() const;
  bool packItem(MessageCopier &copier);
  bool unpackItem(MessageCopier &copier);
  void tell(std::atomic<std::uint64_t> &number,
            const std::vector<const NodePair *> &own, const Cursor &at,
            std::int64_t all);
  void ring(int member);
  void stayAwake();
  bool finish();

  const NodePairs &pairs;
  NodeLanes &lanes;
  MpiTransport transport;
  std::vector<const NodePair *> packed, unpacked; ///< with parts of this rank
  Carrying sending, receiving;
  NodeLane *lane = nullptr; ///< null: nothing is under way
  std::uint64_t ticket = 0;
  bool hasBegun = false; ///< its turn has come
  bool isGoingToSleep = false;
  Cursor toPack, toUnpack;
};

} // namespace redist::runtime

#endif
