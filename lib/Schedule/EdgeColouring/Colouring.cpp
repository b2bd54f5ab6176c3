//===- Colouring.cpp - Edge colourings: counts, costs, canonical form -----===//
//
// What all colouring strategies share: maximum degree, total cost, the order of
// colours. The strategies have a file each.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/EdgeColouring/Colouring.h"

#include <algorithm>
#include <numeric>

namespace redist::schedule {

std::int32_t BipartiteGraph::maxDegree() const {
  std::vector<std::int32_t> rowDegree(rows), columnDegree(columns);
  std::int32_t greatest = 0;
  for (const BipartiteEdge &edge : edges) {
    greatest = std::max(greatest, ++rowDegree[edge.row]);
    greatest = std::max(greatest, ++columnDegree[edge.column]);
  }
  return greatest;
}

static std::vector<std::int64_t> costOfColours(const BipartiteGraph &graph,
                                               const Colouring &colouring) {
  std::vector<std::int64_t> cost(colouring.colourCount);
  for (std::size_t edge = 0; edge != graph.edges.size(); ++edge) {
    std::int64_t &own = cost[colouring.colourOfEdge[edge]];
    own = std::max(own, graph.edges[edge].weight);
  }
  return cost;
}

std::int64_t Colouring::totalCost(const BipartiteGraph &graph) const {
  std::vector<std::int64_t> cost = costOfColours(graph, *this);
  return std::accumulate(cost.begin(), cost.end(), std::int64_t{0});
}

void sortColoursByCost(const BipartiteGraph &graph, Colouring &colouring) {
  std::vector<std::int64_t> cost = costOfColours(graph, colouring);
  std::vector<std::size_t> firstEdge(colouring.colourCount, graph.edges.size());
  for (std::size_t edge = graph.edges.size(); edge-- != 0;)
    firstEdge[colouring.colourOfEdge[edge]] = edge;

  std::vector<std::int32_t> order(colouring.colourCount);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int32_t x, std::int32_t y) {
                     if (cost[x] != cost[y])
                       return cost[x] > cost[y];
                     return firstEdge[x] < firstEdge[y];
                   });
  std::vector<std::int32_t> rank(colouring.colourCount);
  for (std::int32_t position = 0; position != colouring.colourCount; ++position)
    rank[order[position]] = position;
  for (std::int32_t &colour : colouring.colourOfEdge)
    colour = rank[colour];
}

} // namespace redist::schedule
