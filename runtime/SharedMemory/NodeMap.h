//===- NodeMap.h - The ranks of each node ----------------------*- C++ -*-===//
//
// Comes in: the node of each rank of a communicator (nodeNumbers()). Goes out:
// the ranks of each node, ascending, and where this rank is among them.
//
//   nodes 0 1 0 2 1    node 0: ranks 0 2, node 1: ranks 1 4, node 2: rank 3
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SHAREDMEMORY_NODEMAP_H
#define REDIST_RUNTIME_SHAREDMEMORY_NODEMAP_H

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace redist::runtime {

class NodeMap {
public:
  /// Precondition: nodes are numbered by first ranks.
  NodeMap(std::vector<int> nodeOfRank, int ownRank)
      : nodes(std::move(nodeOfRank)), numbers(nodes.size()), rank(ownRank) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const auto node = static_cast<std::size_t>(nodes[i]);
      if (node == ranks.size())
        ranks.emplace_back();
      numbers[i] = static_cast<int>(ranks[node].size());
      ranks[node].push_back(static_cast<int>(i));
    }
  }

  int nodeCount() const { return static_cast<int>(ranks.size()); }
  const std::vector<int> &nodeOfRank() const { return nodes; }
  int nodeOf(int ofRank) const {
    return nodes[static_cast<std::size_t>(ofRank)];
  }
  /// Of a rank, among those of its node.
  int numberOf(int ofRank) const {
    return numbers[static_cast<std::size_t>(ofRank)];
  }
  const std::vector<int> &ranksOf(int node) const {
    return ranks[static_cast<std::size_t>(node)];
  }
  std::size_t mostRanksOnNode() const {
    std::size_t most = 0;
    for (const std::vector<int> &one : ranks)
      most = std::max(most, one.size());
    return most;
  }
  int ownRank() const { return rank; }
  int ownNode() const { return nodeOf(rank); }
  int ownNumber() const { return numberOf(rank); }
  /// The rank on `node` that carries what goes from node `from` to node `to`.
  int carrierOn(int node, int from, int to) const {
    const std::vector<int> &all = ranksOf(node);
    const int count = static_cast<int>(all.size());
    return all[static_cast<std::size_t>(((to - from) % count + count) % count)];
  }

private:
  std::vector<int> nodes, numbers; ///< by rank
  std::vector<std::vector<int>> ranks;
  int rank;
};

} // namespace redist::runtime

#endif
