//===- Stepwise.cpp - The paper's stepwise strategy -----------------------===//
//
// Desprez et al., 4.5: each step is a matching of greatest weight among those
// that saturate every vertex of maximum degree. The maximum is that of the
// remaining graph, so the set of constraints is made anew in each step. The
// degree then falls by one a step, and maxDegree() steps are enough.
//
// "Saturate" is made part of the value: an edge is worth its weight plus a
// bonus for each end of maximum degree, larger than any sum of weights. As some
// matching saturates all these vertices (Berge), one of greatest value does.
//
//===----------------------------------------------------------------------===//
#include "EdgeColouring/Peeling.h"

namespace redist::schedule {

Colouring colourStepwise(const BipartiteGraph &graph) {
  Colouring result;
  result.colourOfEdge.resize(graph.edges.size());
  std::int64_t matched = std::min(graph.rows, graph.columns);
  // A matching is worth at most matched * (2 * bonus + heaviest).
  std::vector<std::int64_t> weights =
      scaledWeights(graph, (matched + 1) * (2 * matched + 3));
  std::int64_t heaviest = 0;
  for (std::int64_t weight : weights)
    heaviest = std::max(heaviest, weight);
  std::int64_t bonus = matched * heaviest + 1;

  RemainingGraph rest(graph);
  while (!rest.empty()) {
    std::int32_t degree = rest.maxDegree();
    rest.setValues([&](std::int32_t e) {
      const BipartiteEdge &edge = graph.edges[e];
      int critical = (rest.degree(edge.row) == degree ? 1 : 0) +
                     (rest.degree(graph.rows + edge.column) == degree ? 1 : 0);
      return weights[e] + critical * bonus;
    });
    rest.takeMatching();
    for (std::int32_t e : rest.matching())
      result.colourOfEdge[e] = result.colourCount;
    ++result.colourCount;
  }
  return result;
}

} // namespace redist::schedule
