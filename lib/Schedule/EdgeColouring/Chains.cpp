//===- Chains.cpp - Two-colouring of paths and cycles ---------------------===//
//
// Each chain is walked once from any of its edges, alternating the colours.
//
//===----------------------------------------------------------------------===//
#include "EdgeColouring/Chains.h"

#include <algorithm>
#include <array>

using namespace redist::schedule;

/// The edges of a graph whose vertices have two at most, as paths and cycles.
class Chains {
public:
  explicit Chains(const BipartiteGraph &given)
      : graph(given),
        edgesAt(static_cast<std::size_t>(given.rows + given.columns),
                {none, none}),
        colours(given.edges.size(), none) {
    for (std::int32_t e = 0; e < count(graph.edges); ++e)
      for (const std::int32_t vertex : ends(e)) {
        auto &[first, second] = edgesAt[static_cast<std::size_t>(vertex)];
        (first == none ? first : second) = e;
      }
  }

  /// Alternates two colours on each chain, colour 0 on its heavier half. Both
  /// halves are forced but for their order, so no other colouring is cheaper.
  std::vector<std::int32_t> colour() {
    for (std::int32_t e = 0; e < count(graph.edges); ++e)
      if (colours[static_cast<std::size_t>(e)] == none)
        colourChain(e);
    return std::move(colours);
  }

private:
  static constexpr std::int32_t none = -1;

  template <typename List> static std::int32_t count(const List &list) {
    return static_cast<std::int32_t>(list.size());
  }
  std::array<std::int32_t, 2> ends(std::int32_t e) const {
    const BipartiteEdge &edge = graph.edges[static_cast<std::size_t>(e)];
    return {edge.row, graph.rows + edge.column};
  }
  void colourChain(std::int32_t start);

  const BipartiteGraph &graph;
  std::vector<std::array<std::int32_t, 2>> edgesAt; ///< of a vertex
  std::vector<std::int32_t> colours;
  std::vector<std::int32_t> chain; ///< of colourChain; also its queue
};

void Chains::colourChain(std::int32_t start) {
  std::array<std::int64_t, 2> heaviest = {0, 0};
  chain = {start};
  colours[static_cast<std::size_t>(start)] = 0;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const std::int32_t e = chain[i];
    const std::int32_t own = colours[static_cast<std::size_t>(e)];
    std::int64_t &most = heaviest[static_cast<std::size_t>(own)];
    most = std::max(most, graph.edges[static_cast<std::size_t>(e)].weight);
    for (const std::int32_t vertex : ends(e))
      for (const std::int32_t next : edgesAt[static_cast<std::size_t>(vertex)])
        if (next != none && colours[static_cast<std::size_t>(next)] == none) {
          colours[static_cast<std::size_t>(next)] = 1 - own;
          chain.push_back(next);
        }
  }
  if (heaviest[1] > heaviest[0])
    for (const std::int32_t e : chain)
      colours[static_cast<std::size_t>(e)] ^= 1;
}

Colouring redist::schedule::colourChains(const BipartiteGraph &graph) {
  return {graph.maxDegree(), Chains(graph).colour()};
}
