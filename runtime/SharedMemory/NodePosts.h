//===- NodePosts.h - Agreement of ranks on several nodes -------*- C++ -*-===//
//
// The ranks of a node write their ballots into memory that they share. One rank
// for each other node, a carrier, sends all of them there in one message, and
// another one receives those of that node:
//
//   node 0            node 1
//   rank 0 |-\                     rank 0, 1: ballots of the own node
//   rank 1 |--+-> one message ->   rank 2, 3: in the message
//
// An agreement so takes one message between each two nodes, and all of them
// travel at once. What short calls move travels with the ballots.
//
// Two posts a rank, used in turn: a rank that is at the next agreement has read
// those of the last one. So a message is received only when all ranks of the
// node have come to its agreement.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SHAREDMEMORY_NODEPOSTS_H
#define REDIST_RUNTIME_SHAREDMEMORY_NODEPOSTS_H

#include "SharedMemory/AgreementPosts.h"
#include "SharedMemory/Doorbell.h"
#include "SharedMemory/NodeMap.h"
#include "SharedMemory/SharedSegment.h"

#include <atomic>
#include <memory>
#include <vector>

namespace redist::runtime {

class NodePosts final : public AgreementPosts {
public:
  /// With more nodes, each has too many messages.
  static constexpr int maxNodes = 8;
  /// Bytes of a message between two nodes: longer ones take longer than those
  /// that the ranks send.
  static constexpr std::int64_t maxMessageBytes = 32 * 1024;

  /// Null, on all ranks alike, where all ranks are on one node, or on too many,
  /// and where a node with several refuses shared memory. `isCrowded`: ranks
  /// outnumber processors. Collective.
  static std::unique_ptr<NodePosts> make(MPI_Comm communicator,
                                         const NodeMap &map, bool isCrowded);

  Verdict agree(const Ballot &own) override;
  std::int64_t room() const override { return postBytes; }
  std::int64_t partRoom() const override { return mostPartBytes; }
  std::byte *payload() override {
    return payloadIn(map.ownNumber(), (agreement + 1) % 2);
  }
  const std::byte *messageFrom(int rank, int to) const override;

private:
  struct Control {
    Doorbell bell;
    alignas(128) std::atomic<std::uint64_t> agreed{0};
    std::array<Ballot, 2> ballots;
    /// By node: what its message has arrived for, at its carrier.
    std::array<std::atomic<std::uint64_t>, maxNodes> arrived{};
  };

  NodePosts(MPI_Comm used, NodeMap nodes, bool isCrowded);
  std::int64_t slotBytes() const;
  std::int64_t partBytes() const;
  static std::int64_t payloadOffset();
  void use(std::unique_ptr<SharedSegment> made);
  int ranksHere() const {
    return static_cast<int>(map.ranksOf(map.ownNode()).size());
  }
  std::byte *part(int number) const {
    return alone ? alone.get() : segment->part(number);
  }
  Control &control(int number) const;
  std::byte *payloadIn(int number, std::uint64_t turn) const;
  /// Where the message of a node arrives, at the carrier from there.
  std::byte *slotOf(int node) const;
  int carrierFrom(int node) const {
    return map.carrierOn(map.ownNode(), node, map.ownNode());
  }
  template <typename IsReady> void waitUntil(IsReady isReady);
  void ringOthers();
  void waitForNode();
  void carry();
  std::int64_t assemble(int node, std::byte *message);
  void readMessage(int node, Verdict &verdict, const Ballot &own);

  MPI_Comm communicator;
  NodeMap map;
  bool crowded;
  PostHeader header;
  std::int64_t mostPartBytes; ///< of a rank's part for a node
  std::int64_t postBytes;
  std::unique_ptr<SharedSegment> segment; ///< null: each node has one rank
  std::shared_ptr<std::byte> alone; ///< of a rank that is alone on its node
  std::vector<std::byte> messages;  ///< of this node, as they are sent
  std::vector<int> sentTo, receivedFrom; ///< nodes, by this rank
  std::vector<MPI_Request> sends, receives;
  /// By rank of other nodes: its header, with the part for this node behind.
  std::vector<const std::byte *> shown;
  std::uint64_t agreement = 0; ///< the last one
};

} // namespace redist::runtime

#endif
