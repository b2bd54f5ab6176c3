//===- Greedy.cpp - The paper's greedy strategy ---------------------------===//
//
// Desprez et al., 4.5: each step is a matching of greatest weight in what
// remains. Total cost is often low, the number of steps not always the least.
//
// The paper leaves open which of several heaviest matchings is taken, and that
// decides the number of steps: here the one whose vertices have most messages
// left, so that busy ranks do not fall behind. Example 5 of the paper then
// takes 11 steps of total cost 16 instead of 12 and 18.
//
//===----------------------------------------------------------------------===//
#include "EdgeColouring/Peeling.h"

namespace redist::schedule {

Colouring colourGreedy(const BipartiteGraph &graph) {
  Colouring result;
  result.colourOfEdge.resize(graph.edges.size());
  // One unit of weight outweighs the degrees of a whole matching.
  const std::int64_t matchingSize = std::min(graph.rows, graph.columns) + 1;
  const std::int64_t unit =
      2 * matchingSize * (std::int64_t{graph.maxDegree()} + 1);
  const std::vector<std::int64_t> weights =
      scaledWeights(graph, matchingSize * unit);
  RemainingGraph rest(graph);
  while (!rest.empty()) {
    rest.setValues([&](std::int32_t e) {
      const BipartiteEdge &edge = graph.edges[e];
      return weights[e] * unit + rest.degree(edge.row) +
             rest.degree(graph.rows + edge.column);
    });
    rest.takeMatching();
    for (std::int32_t e : rest.matching())
      result.colourOfEdge[e] = result.colourCount;
    ++result.colourCount;
  }
  return result;
}

} // namespace redist::schedule
