//===- Greedy.cpp - The paper's greedy strategy ---------------------------===//
//
// Desprez et al., 4.5: each step is a matching of greatest weight in what
// remains. Total cost is often low, the number of steps often not the least.
//
//===----------------------------------------------------------------------===//
#include "Peeling.h"

namespace redist::schedule {

Colouring colourGreedy(const BipartiteGraph &graph) {
  Colouring result;
  result.colourOfEdge.resize(graph.edges.size());
  std::vector<std::int64_t> weights =
      scaledWeights(graph, std::min(graph.rows, graph.columns) + 1);
  RemainingGraph rest(graph);
  rest.setValues([&](std::int32_t e) { return weights[e]; });
  while (!rest.empty()) {
    rest.takeMatching();
    for (std::int32_t e : rest.matching())
      result.colourOfEdge[e] = result.colourCount;
    ++result.colourCount;
  }
  return result;
}

} // namespace redist::schedule
