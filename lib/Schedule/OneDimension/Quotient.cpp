//===- Quotient.cpp - Quotient graph of a communication grid --------------===//
//
// Classes as complete bipartite graphs between blocks of rows and columns.
//
//===----------------------------------------------------------------------===//
#include "OneDimension/Quotient.h"

#include "Support/Arithmetic.h"

using namespace redist::schedule;

std::int64_t redist::schedule::quotientSize(const CommunicationGrid &grid) {
  return grid.classCount() * grid.alpha() * grid.beta();
}

BipartiteGraph redist::schedule::quotientGraph(const CommunicationGrid &grid) {
  const std::int64_t alpha = grid.alpha(), beta = grid.beta();
  BipartiteGraph graph;
  graph.rows = static_cast<std::int32_t>(grid.rowTypes() * alpha);
  graph.columns = static_cast<std::int32_t>(grid.columnTypes() * beta);
  graph.edges.reserve(static_cast<std::size_t>(quotientSize(grid)));
  for (std::int64_t c = 0; c < grid.classCount(); ++c) {
    const std::int64_t k = grid.firstClass() + c;
    const std::int64_t row = modulo(k, grid.rowTypes()) * alpha;
    const std::int64_t column = modulo(k, grid.columnTypes()) * beta;
    const std::int64_t weight = grid.weight(k);
    for (std::int64_t x = 0; x < alpha; ++x)
      for (std::int64_t y = 0; y < beta; ++y)
        graph.edges.push_back({static_cast<std::int32_t>(row + x),
                               static_cast<std::int32_t>(column + y), weight});
  }
  return graph;
}
