//===- NodePlacement.h - Node of each rank ----------------------*- C++ -*-===//
//
// Ranks of one node share its port and its memory. A placement says for the
// ranks of one side of a redistribution on which node each of them is. Regular
// ones are rules, not lists:
//
//   5 ranks         slots of 2        0 0 1 1 2
//                   round robin, 2    0 1 0 1 0
//                   listed            2 0 0 1 2      any nodes, any order
//
// A placed assignment is an assignment and the placements of both its sides.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_NODES_NODEPLACEMENT_H
#define REDISTSCHEDULE_NODES_NODEPLACEMENT_H

#include "redistSchedule/Layout/Assignment.h"

namespace redist::schedule {

class NodePlacement {
public:
  enum class Kind {
    Slots,      ///< the next ranks on the next node
    RoundRobin, ///< rank i on node i modulo the number of nodes
    Listed
  };

  /// Rank i is on node (i + first) / ranksPerNode: as many on each node, fewer
  /// on the last and, where ranks before them are on it, on the first.
  /// Preconditions: ranks, ranksPerNode > 0, 0 <= first < ranksPerNode.
  static NodePlacement slots(std::int64_t ranks, std::int64_t ranksPerNode,
                             std::int64_t first = 0);
  /// Precondition: both are positive.
  static NodePlacement roundRobin(std::int64_t ranks, std::int64_t nodes);
  /// The node of each rank, from 0 on; some nodes may have none of these ranks.
  /// Round robin, and slots whose `first` is 0, become these rules.
  /// Precondition: not empty, all below 2^31.
  static NodePlacement listed(std::vector<std::int64_t> nodeOfRank);

  Kind kind() const { return placementKind; }
  std::int64_t ranks() const { return rankCount; }
  /// All nodes are below.
  std::int64_t nodes() const { return nodeCount; }
  /// Of slots: ranks of a full node, and what `first` was.
  std::int64_t ranksPerNode() const { return perNode; }
  std::int64_t first() const { return firstSlot; }

  std::int64_t nodeOf(std::int64_t rank) const;
  std::int64_t ranksOn(std::int64_t node) const;
  /// Its ranks are numbered ascending. Precondition: 0 <= slot < ranksOn(node).
  std::int64_t rankAt(std::int64_t node, std::int64_t slot) const;
  std::int64_t maxRanksOnNode() const;
  /// Each node has neighbours: the ranks of node 0, then those of node 1, ...
  bool hasIntervals() const;

private:
  Kind placementKind = Kind::Slots;
  std::int64_t rankCount = 1, nodeCount = 1, perNode = 1, firstSlot = 0;
  // Of a list: the node of each rank, and the ranks node by node.
  std::vector<std::int64_t> nodeOfRank, rankByNode, begins;
};

/// A redistribution between ranks that are placed on nodes.
struct PlacedAssignment {
  Assignment assignment;
  NodePlacement source, target;
  /// Which target node is which source node, as RankSharing has it of ranks:
  /// what stays on a node does not pass a port. None: all nodes differ.
  RankSharing nodes = {};

  bool staysOnNode(std::int64_t from, std::int64_t to) const {
    return nodes.sourceOf(to, source.nodes()) == from;
  }
};

/// Whether the placements are of the grids' ranks, and ranks that are one
/// process are on one node: what everything below wants, beside a check() of
/// the assignment that finds nothing wrong.
bool isConsistent(const PlacedAssignment &);

} // namespace redist::schedule

#endif
