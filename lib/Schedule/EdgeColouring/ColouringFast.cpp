//===- ColouringFast.cpp - Unweighted Kőnig colouring ---------------------===//
//
// Inserts the edges one by one. A colour that is free at both ends is taken,
// else a Kempe chain makes one. Colours are looked for from the row's last one
// on: a complete bipartite class in row-major order then becomes a cyclic Latin
// square, without any chain.
//
//   K(3, 3):  row 0 takes 0 1 2, row 1 takes 1 2 0, row 2 takes 2 0 1
//
//===----------------------------------------------------------------------===//
#include "EdgeColouring/ColouringState.h"

namespace redist::schedule {

/// The colour that the edge gets, freed by a chain if need be.
static std::int32_t makeColourFree(ColouringState &state, std::int32_t edge,
                                   std::int32_t from) {
  std::int32_t u = state.rowOf(edge), v = state.columnOf(edge);
  std::int32_t common = state.commonFreeColour(u, v, from);
  if (common != ColouringState::none)
    return common;
  std::int32_t atRow = state.freeColour(u, from);
  std::int32_t atColumn = state.freeColour(v, from);
  // The chain from v cannot end in u: it would arrive there by colour atRow.
  state.swapChain(v, atRow, atColumn);
  return atRow;
}

static std::vector<std::int32_t> colourEdges(const BipartiteGraph &graph,
                                             std::int32_t colours) {
  ColouringState state(graph, colours);
  std::vector<std::int32_t> next(graph.rows, 0);
  for (std::int32_t edge : edgesByDecreasingWeight(graph)) {
    std::int32_t &from = next[graph.edges[edge].row];
    std::int32_t colour = makeColourFree(state, edge, from);
    state.assign(edge, colour);
    from = colour + 1 == colours ? 0 : colour + 1;
  }
  return state.takeColours();
}

Colouring colourFast(const BipartiteGraph &graph) {
  Colouring result;
  result.colourCount = graph.maxDegree();
  if (graph.edges.empty())
    return result;
  // The state has an entry a vertex and colour: keep that within O(edges).
  if ((std::int64_t{graph.rows} + graph.columns) * result.colourCount >
      4 * static_cast<std::int64_t>(graph.edges.size()))
    result.colourOfEdge =
        colourEdges(mergeSmallVertices(graph), result.colourCount);
  else
    result.colourOfEdge = colourEdges(graph, result.colourCount);
  return result;
}

} // namespace redist::schedule
