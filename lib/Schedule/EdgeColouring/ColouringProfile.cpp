//===- ColouringProfile.cpp - A colouring from a profile ------------------===//
//
// In a level of m steps no vertex has more than m messages, so that m colours
// are enough for it (Kőnig).
//
//===----------------------------------------------------------------------===//
#include "EdgeColouring/ColouringProfile.h"

namespace redist::schedule {

ClassProblem messageProblem(const BipartiteGraph &graph) {
  ClassProblem problem;
  problem.rowTypes = graph.rows;
  problem.columnTypes = graph.columns;
  problem.stepCount = graph.maxDegree();
  problem.classes.reserve(graph.edges.size());
  for (const BipartiteEdge &edge : graph.edges)
    problem.classes.push_back({edge.row, edge.column, edge.weight});
  return problem;
}

Colouring colourByProfile(const BipartiteGraph &graph,
                          const ClassProfile &profile) {
  Colouring result;
  result.colourOfEdge.resize(graph.edges.size());
  for (std::size_t level = 0; level < profile.costs.size(); ++level) {
    BipartiteGraph own = {graph.rows, graph.columns, {}};
    std::vector<std::size_t> members;
    for (std::size_t e = 0; e < graph.edges.size(); ++e)
      if (profile.share[e][level] > 0) {
        own.edges.push_back(graph.edges[e]);
        members.push_back(e);
      }
    const Colouring colouring = colourFast(own);
    for (std::size_t i = 0; i < members.size(); ++i)
      result.colourOfEdge[members[i]] =
          result.colourCount + colouring.colourOfEdge[i];
    result.colourCount += colouring.colourCount;
  }
  return result;
}

} // namespace redist::schedule
