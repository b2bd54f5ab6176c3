//===- ColouringProfile.cpp - A colouring from a split profile ------------===//
//
// In a level of m steps no vertex has more than m messages, so that m colours
// are enough for it (Kőnig).
//
//===----------------------------------------------------------------------===//
#include "ColouringProfile.h"

#include "redist/Schedule/ClassSchedule.h"

namespace redist::schedule {

static ClassProblem problemOf(const BipartiteGraph &graph) {
  ClassProblem problem;
  problem.rowTypes = graph.rows;
  problem.columnTypes = graph.columns;
  problem.stepCount = graph.maxDegree();
  problem.classes.reserve(graph.edges.size());
  for (const BipartiteEdge &edge : graph.edges)
    problem.classes.push_back({edge.row, edge.column, edge.weight});
  return problem;
}

Colouring colourByProfile(const BipartiteGraph &graph) {
  Colouring result;
  result.colourOfEdge.resize(graph.edges.size());
  if (graph.edges.empty())
    return result;
  const ClassProfile profile = splitProfile(problemOf(graph));
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
