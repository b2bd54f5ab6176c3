//===- NodePairs.h - Messages between pairs of nodes -----------*- C++ -*-===//
//
// Comes in: the plan of one rank, and which ranks each node has. Goes out: what
// the rank does where ranks do not send to other nodes by themselves. What goes
// from node A to node B is packed by the ranks of A into one buffer of their
// node, carried by one rank of A to one rank of B, number (B - A) modulo the
// ranks of its node, and unpacked by the ranks of B. Pairs come in the order of
// the node schedule (redistSchedule/Nodes/NodeSchedule.h).
//
// The buffer holds one message of ranks after the other (NodeBuffers). What is
// longer than a round goes in several, each with a slice of all of them:
//
//   messages of 8, 8 and 2 elements in 2 rounds: 0-3 0-3 0 | 4-7 4-7 1
//
// All slices of a message are as long, but for the last ones, which may be
// shorter, or missing; each has its place in all rounds.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_EXECUTION_NODEPAIRS_H
#define REDIST_RUNTIME_EXECUTION_NODEPAIRS_H

#include "Plan/RedistributionPlan.h"
#include "SharedMemory/NodeMap.h"

#include "redistSchedule/Nodes/NodeCosts.h"
#include "redistSchedule/Nodes/TwoLevel.h"

#include <optional>
#include <vector>

namespace redist::runtime {

/// A message of this rank in the buffer of a pair.
struct PairPart {
  std::size_t message;     ///< in the plan's sends or receives
  std::int64_t elements;   ///< of the message
  std::int64_t slice;      ///< elements in a round
  std::int64_t offset = 0; ///< bytes from the beginning of the round's buffer
};

/// What goes from this node to another one, or comes from there.
struct NodePair {
  int carrier; ///< by number on this node
  int peer;    ///< rank of the communicator: the carrier of the other node
  std::int64_t rounds;
  std::int64_t roundBytes, lastBytes; ///< of all rounds but the last; of that
  std::int64_t elements;              ///< of all messages
  /// How many rounds come before, of all pairs and of those of the carrier.
  std::int64_t firstItem = 0, firstCarried = 0;
  std::vector<int> members;    ///< numbers of the ranks that have parts
  std::vector<PairPart> parts; ///< of this rank

  std::int64_t bytesOf(std::int64_t round) const {
    return round + 1 < rounds ? roundBytes : lastBytes;
  }
};

/// All of one direction.
struct NodeSide {
  std::vector<NodePair> pairs;
  std::int64_t items = 0; ///< rounds of all pairs
  /// Of each message under way, and how many a carrier has at a time.
  std::int64_t slotBytes = 0, slots = 0;

  /// Items that this rank carries, and their elements.
  std::int64_t carried(int number) const;
  std::int64_t carriedElements(int number) const;
};

class NodePairs {
public:
  /// Nothing where messages are too many for a node schedule, or rounds would
  /// be too long for the memory of a node: on all ranks alike. Throws
  /// std::logic_error where the plan's messages are not those of its
  /// assignment.
  static std::optional<NodePairs> of(const RedistributionPlan &plan,
                                     const NodeMap &map);

  const NodeSide &sent() const { return out; }
  const NodeSide &received() const { return in; }
  /// By rank: whether it is on another node.
  const std::vector<bool> &elsewhere() const { return isElsewhere; }
  int ownNumber() const { return number; }
  /// What this way, and ranks by themselves, have to do.
  const schedule::NodeLoad &load() const { return nodeLoad; }

private:
  NodePairs(const RedistributionPlan &plan, const NodeMap &map,
            const schedule::NodeSchedule &made);
  void add(const RedistributionPlan &plan, const NodeMap &map, int from, int to,
           const std::vector<schedule::BufferPart> &parts);
  static void finish(NodeSide &side);

  NodeSide out, in;
  std::vector<bool> isElsewhere;
  int number;
  schedule::NodeLoad nodeLoad;
};

} // namespace redist::runtime

#endif
