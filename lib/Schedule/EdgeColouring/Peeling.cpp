//===- Peeling.cpp - Colouring by successive matchings --------------------===//
//
// The remaining graph that the peeling strategies share.
//
//===----------------------------------------------------------------------===//
#include "EdgeColouring/Peeling.h"

#include <cassert>

namespace redist::schedule {

std::vector<std::int64_t> scaledWeights(const BipartiteGraph &graph,
                                        std::int64_t factor) {
  std::int64_t heaviest = 0;
  for (const BipartiteEdge &edge : graph.edges)
    heaviest = std::max(heaviest, edge.weight);
  std::int64_t limit = (std::int64_t{1} << 61) / factor;
  int shift = 0;
  while ((heaviest >> shift) > limit)
    ++shift;
  std::vector<std::int64_t> weights;
  weights.reserve(graph.edges.size());
  for (const BipartiteEdge &edge : graph.edges)
    weights.push_back(std::max<std::int64_t>(1, edge.weight >> shift));
  return weights;
}

RemainingGraph::RemainingGraph(const BipartiteGraph &input)
    : graph(input), candidates(input.rows), degrees(input.rows + input.columns),
      remaining(input.edges.size()), solver(input.rows, input.columns) {
  for (std::size_t e = 0; e != input.edges.size(); ++e) {
    const BipartiteEdge &edge = input.edges[e];
    candidates[edge.row].push_back(
        {edge.column, static_cast<std::int32_t>(e), edge.weight});
    ++degrees[edge.row];
    ++degrees[input.rows + edge.column];
  }
}

void RemainingGraph::takeMatching() {
  chosen.clear();
  solver.solve(candidates, chosen);
  assert(!chosen.empty() && "a matching of positive values is not empty");
  for (std::int32_t e : chosen) {
    const BipartiteEdge &edge = graph.edges[e];
    std::vector<MatchingCandidate> &own = candidates[edge.row];
    own.erase(std::find_if(own.begin(), own.end(),
                           [=](const auto &c) { return c.edge == e; }));
    --degrees[edge.row];
    --degrees[graph.rows + edge.column];
  }
  remaining -= chosen.size();
}

} // namespace redist::schedule
