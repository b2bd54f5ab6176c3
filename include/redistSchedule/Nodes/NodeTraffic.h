//===- NodeTraffic.h - Messages between nodes -------------------*- C++ -*-===//
//
// What nodes owe each other where their ranks redistribute an array. Where
// placement and layouts fit together, the nodes' view of a layout is a layout:
//
//   CYCLIC(3) on 8 ranks, 4 to a node        CYCLIC(12) on 2 nodes
//   CYCLIC(3) on 8 ranks, in turn on 2       CYCLIC(3) on 2 nodes
//
// and the redistribution between nodes is an Assignment, with the closed forms
// and bounds of all assignments. Elsewhere the messages of the ranks are summed
// up, pair of nodes by pair. docs/SchedulingMath.md, "Nodes".
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_NODES_NODETRAFFIC_H
#define REDISTSCHEDULE_NODES_NODETRAFFIC_H

#include "redistSchedule/Nodes/NodePlacement.h"

namespace redist::schedule {

/// With a length for each axis: that of its superblock where it had none, so
/// that lengths between ranks and between nodes are of the same elements.
/// TooLarge where a superblock has 2^62 elements or more.
Result<PlacedAssignment> withLengths(PlacedAssignment);

/// The nodes' view: source and target nodes in place of the ranks, what stays
/// on a node shared. Absent where no layout of this library describes it. What
/// it owes from node to node is the sum of what their ranks owe. O(nodes).
/// Precondition: isConsistent().
std::optional<Assignment> nodeAssignment(const PlacedAssignment &);

/// Sum of the messages from the ranks of one node to those of another.
struct NodeMessage {
  std::int64_t from, to; ///< nodes
  std::int64_t length;   ///< elements
  std::int64_t pairs;    ///< messages of ranks

  bool operator==(const NodeMessage &) const = default;
};

struct NodeTraffic {
  std::vector<NodeMessage> between; ///< by `from`, then `to`; nothing empty
  /// Messages between ranks of one node, without what stays on a rank.
  std::vector<NodeMessage> inside;
  /// By rank of the side, its messages to and from ranks of other nodes.
  std::vector<std::int64_t> sent, received;

  std::int64_t pairs() const;    ///< messages of ranks between nodes
  std::int64_t elements() const; ///< between nodes
  /// Elements through the busiest port, in or out: no schedule moves fewer
  /// through it.
  std::int64_t portBound() const;
};

/// Sums up messages, whatever the placement. Time: the messages of all ranks;
/// memory: the pairs of nodes, and what each coordinate shares of each axis;
/// never the elements. Precondition: isConsistent(); all axes have lengths.
NodeTraffic trafficOf(const PlacedAssignment &);

} // namespace redist::schedule

#endif
