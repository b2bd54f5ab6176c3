//===- NodePosts.cpp - Agreement of ranks on several nodes ----------------===//
#include "SharedMemory/NodePosts.h"

#include "SharedMemory/BellWait.h"
#include "Support/MpiCalls.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace redist::runtime {

/// No other messages of the runtime have it.
static constexpr int tag = 11;

static std::int64_t inLines(std::int64_t bytes) {
  return PostHeader::inLines(bytes);
}

/// Of a message: all ballots, then what the ranks show, each on lines.
static std::int64_t ballotBytes(std::size_t ranks) {
  return inLines(static_cast<std::int64_t>(ranks * sizeof(Ballot)));
}

/// What ranks of a node may show to those of another one, each; below 0: not
/// even a header.
static std::int64_t partRoomOf(std::size_t ranksOnNode,
                               const PostHeader &header) {
  constexpr std::int64_t line = PostHeader::line;
  return NodePosts::maxMessageBytes / static_cast<std::int64_t>(ranksOnNode) /
             line * line -
         header.bytes();
}

NodePosts::NodePosts(MPI_Comm used, NodeMap nodes, bool isCrowded)
    : communicator(used), map(std::move(nodes)), crowded(isCrowded),
      header{map.nodeOfRank().size(),
             static_cast<std::size_t>(map.nodeCount())},
      mostPartBytes(partRoomOf(map.mostRanksOnNode(), header)),
      postBytes(mostPartBytes > 0
                    ? std::min(maxBytes,
                               header.bytes() + map.nodeCount() * mostPartBytes)
                    : 0),
      shown(map.nodeOfRank().size(), nullptr) {
  const int own = map.ownNode();
  for (int node = 0; node < map.nodeCount(); ++node) {
    if (node == own)
      continue;
    if (map.carrierOn(own, own, node) == map.ownRank())
      sentTo.push_back(node);
    if (carrierFrom(node) == map.ownRank())
      receivedFrom.push_back(node);
  }
  messages.resize(sentTo.size() * static_cast<std::size_t>(slotBytes()));
  sends.resize(sentTo.size(), MPI_REQUEST_NULL);
  receives.resize(receivedFrom.size(), MPI_REQUEST_NULL);
}

std::int64_t NodePosts::slotBytes() const {
  const std::size_t most = map.mostRanksOnNode();
  return ballotBytes(most) + (postBytes > 0 ? maxMessageBytes : 0);
}

std::int64_t NodePosts::payloadOffset() { return inLines(sizeof(Control)); }

/// Control, two payloads, a slot for each node.
std::int64_t NodePosts::partBytes() const {
  return payloadOffset() + 2 * postBytes + map.nodeCount() * slotBytes();
}

NodePosts::Control &NodePosts::control(int number) const {
  return *std::launder(reinterpret_cast<Control *>(part(number)));
}

std::byte *NodePosts::payloadIn(int number, std::uint64_t turn) const {
  return part(number) + payloadOffset() +
         static_cast<std::int64_t>(turn) * postBytes;
}

std::byte *NodePosts::slotOf(int node) const {
  return part(map.numberOf(carrierFrom(node))) + payloadOffset() +
         2 * postBytes + node * slotBytes();
}

/// Throws std::bad_alloc.
void NodePosts::use(std::unique_ptr<SharedSegment> made) {
  segment = std::move(made);
  if (ranksHere() > 1)
    return;
  constexpr std::align_val_t alignment{128};
  auto *const own = static_cast<std::byte *>(
      ::operator new(static_cast<std::size_t>(partBytes()), alignment));
  alone = {own, [](std::byte *bytes) {
             ::operator delete(bytes, std::align_val_t{128});
           }};
  new (own) Control;
}

std::unique_ptr<NodePosts> NodePosts::make(MPI_Comm communicator,
                                           const NodeMap &map, bool isCrowded) {
  if (map.nodeCount() < 2 || map.nodeCount() > maxNodes)
    return nullptr;
  const bool isShared = map.mostRanksOnNode() > 1;
  std::unique_ptr<NodePosts> made;
  try {
    made.reset(new NodePosts(communicator, map, isCrowded));
  } catch (const std::bad_alloc &) {
  }
  std::unique_ptr<SharedSegment> segment;
  if (isShared)
    segment = SharedSegment::make(
        communicator,
        [&](int) {
          const std::int64_t bytes = made ? made->partBytes() : 0;
          return NodePart{bytes, bytes};
        },
        [](SharedSegment &one) { new (one.part(one.ownNumber())) Control; });
  if (isShared && !segment)
    return nullptr;
  bool isReady = false;
  try {
    if (made)
      made->use(std::move(segment));
    isReady = made != nullptr;
  } catch (const std::bad_alloc &) {
  }
  const int own = isReady;
  int all = 0;
  checkMpi(MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, communicator),
           "MPI_Allreduce");
  return all != 0 ? std::move(made) : nullptr;
}

template <typename IsReady> void NodePosts::waitUntil(IsReady isReady) {
  BellWait{control(map.ownNumber()).bell, crowded, communicator}.until(isReady);
}

void NodePosts::ringOthers() {
  for (int i = 0; i < ranksHere(); ++i)
    if (i != map.ownNumber())
      control(i).bell.ring();
}

void NodePosts::waitForNode() {
  for (int i = 0; i < ranksHere(); ++i)
    waitUntil([&] {
      return control(i).agreed.load(std::memory_order_acquire) >= agreement;
    });
}

/// The message to a node; returns its bytes.
std::int64_t NodePosts::assemble(int node, std::byte *message) {
  std::int64_t end = ballotBytes(static_cast<std::size_t>(ranksHere()));
  const auto append = [&](const std::byte *from, std::int64_t bytes) {
    std::memcpy(message + end, from, static_cast<std::size_t>(bytes));
    end += bytes;
  };
  for (int i = 0; i < ranksHere(); ++i) {
    const Ballot &ballot = control(i).ballots[agreement % 2];
    std::memcpy(message + i * static_cast<std::int64_t>(sizeof ballot), &ballot,
                sizeof ballot);
    if (ballot.payloadBytes == 0)
      continue;
    const std::byte *const post = payloadIn(i, agreement % 2);
    append(post, header.bytes());
    append(post + header.partBegin(post, node), header.partBytes(post, node));
  }
  return end;
}

/// Sends what the ranks of this node say, and receives what others do, for the
/// nodes that this rank is the carrier of.
void NodePosts::carry() {
  if (sentTo.empty() && receivedFrom.empty())
    return;
  waitForNode();
  for (std::size_t i = 0; i < receivedFrom.size(); ++i) {
    const int node = receivedFrom[i];
    checkMpi(MPI_Irecv(slotOf(node), toMpiCount(slotBytes()), MPI_BYTE,
                       map.carrierOn(node, node, map.ownNode()), tag,
                       communicator, &receives[i]),
             "MPI_Irecv");
  }
  for (std::size_t i = 0; i < sentTo.size(); ++i) {
    const int node = sentTo[i];
    std::byte *const message =
        messages.data() + i * static_cast<std::size_t>(slotBytes());
    checkMpi(MPI_Isend(message, toMpiCount(assemble(node, message)), MPI_BYTE,
                       map.carrierOn(node, map.ownNode(), node), tag,
                       communicator, &sends[i]),
             "MPI_Isend");
  }
  Progress &progress = Progress::ofProcess();
  Control &own = control(map.ownNumber());
  for (std::size_t i = 0; i < receivedFrom.size(); ++i) {
    const int node = receivedFrom[i];
    Patience patience(communicator, map.carrierOn(node, node, map.ownNode()));
    progress.waitFor(receives[i], MPI_STATUS_IGNORE, &patience, crowded);
    own.arrived[static_cast<std::size_t>(node)].store(
        agreement, std::memory_order_release);
    ringOthers();
  }
  for (MPI_Request &send : sends)
    progress.waitFor(send, MPI_STATUS_IGNORE, nullptr, crowded);
}

/// The ballots of another node.
void NodePosts::readMessage(int node, Verdict &verdict, const Ballot &own) {
  const Control &carrier = control(map.numberOf(carrierFrom(node)));
  waitUntil([&] {
    return carrier.arrived[static_cast<std::size_t>(node)].load(
               std::memory_order_acquire) >= agreement;
  });
  const std::byte *const begin = slotOf(node);
  const std::vector<int> &ranks = map.ranksOf(node);
  std::int64_t end = ballotBytes(ranks.size());
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    Ballot other;
    std::memcpy(&other, begin + i * sizeof other, sizeof other);
    verdict.add(other, own);
    if (other.payloadBytes == 0)
      continue;
    const std::byte *const post = begin + end;
    shown[static_cast<std::size_t>(ranks[i])] = post;
    end += header.bytes() + header.partBytes(post, map.ownNode());
  }
}

Verdict NodePosts::agree(const Ballot &own) {
  Control &mine = control(map.ownNumber());
  mine.ballots[++agreement % 2] = own;
  mine.agreed.store(agreement, std::memory_order_release);
  ringOthers();
  carry();
  waitForNode();
  Verdict verdict = Verdict::of(own);
  for (int i = 0; i < ranksHere(); ++i)
    verdict.add(control(i).ballots[agreement % 2], own);
  for (int node = 0; node < map.nodeCount(); ++node)
    if (node != map.ownNode())
      readMessage(node, verdict, own);
  return verdict;
}

const std::byte *NodePosts::messageFrom(int rank, int to) const {
  if (map.nodeOf(rank) == map.ownNode()) {
    const std::byte *const post = payloadIn(map.numberOf(rank), agreement % 2);
    return post + header.messageTo(post, to);
  }
  const std::byte *const post = shown[static_cast<std::size_t>(rank)];
  return post + header.bytes() + header.messageTo(post, to) -
         header.partBegin(post, map.ownNode());
}

} // namespace redist::runtime
