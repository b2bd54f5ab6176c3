//===- TwoLevel.h - One message for each pair of nodes ---------*- C++ -*-===//
//
// The two-level schedule of a redistribution. What goes from node A to node B
// is packed by A's ranks into one buffer that they share; one rank of A, the
// carrier, sends it as one message in the order of the node schedule, one rank
// of B receives it into a buffer of B, and B's ranks unpack their parts. What
// stays on a node goes through memory alone.
//
//   slots of 2, 4 -> 4 ranks, CYCLIC(1) -> CYCLIC(2), 8 elements
//   from node 0 (ranks 0, 1) to node 1 (ranks 2, 3):  0->2  0->3  1->2  1->3
//   one element each: the buffer has them at           [0]   [1]   [2]   [3]
//   its carriers: rank number (1 - 0) mod 2 of each node, 1 and 3
//
// A carrier has at most every h-th pair of its node, rounded up.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_NODES_TWOLEVEL_H
#define REDISTSCHEDULE_NODES_TWOLEVEL_H

#include "redistSchedule/Nodes/NodeSchedule.h"

#include <memory>

namespace redist::schedule {

class ExpectedLengths; ///< private to lib/Schedule

/// The ranks of source and target that send and receive between nodes.
struct Carriers {
  std::int64_t sender, receiver;
};

struct TwoLevelStep {
  Step step;                      ///< between nodes
  std::vector<Carriers> carriers; ///< of each transfer
};

using TwoLevelSteps = std::vector<TwoLevelStep>;

/// The carrier on `node` of what goes from node `from` to node `to`: its rank
/// number (to - from) mod ranksOn(node).
std::int64_t carrierOf(const NodePlacement &, std::int64_t node,
                       std::int64_t from, std::int64_t to);

TwoLevelSteps makeTwoLevelSteps(const PlacedAssignment &,
                                std::span<const Step> nodeSteps);

/// A message of ranks in the buffer of its pair of nodes.
struct BufferPart {
  std::int64_t from, to;       ///< ranks
  std::int64_t offset, length; ///< elements

  bool operator==(const BufferPart &) const = default;
};

/// Where the messages of ranks lie in the buffers of pairs of nodes: by `from`,
/// then `to`, without gaps. Nothing is kept but the axes.
class NodeBuffers {
public:
  /// Precondition: isConsistent(); all axes have lengths.
  explicit NodeBuffers(const PlacedAssignment &);

  /// All parts of a pair of nodes, without what stays on a rank: O(ranks of the
  /// one times ranks of the other). Reuses the vector.
  void partsOf(std::int64_t fromNode, std::int64_t toNode,
               std::vector<BufferPart> &) const;

private:
  NodePlacement source, target;
  std::shared_ptr<const ExpectedLengths> lengths;
};

/// Checks steps of carriers independently of how they were made: those between
/// the nodes (verifyNodeSteps), that carriers are those of the rule, and that
/// buffers and what stays hold each message of ranks once, as long as it is.
/// Precondition: all axes have lengths.
VerifyReport verifyTwoLevel(const PlacedAssignment &, const TwoLevelSteps &);

} // namespace redist::schedule

#endif
