//===- ColouringState.h - A partial edge colouring -------------*- C++ -*-===//
//
// Private to lib/Schedule. The state that Kőnig's argument works on: for every
// vertex and colour the edge that has it, and for every vertex the set of free
// colours as a bitset. A Kempe chain (a, b) from v is the path whose edges have
// the colours a, b, a, ...; swapping the two colours on it keeps the colouring
// proper, and frees a at v where b was free.
//
//   colours a = 0, b = 1        u0 -0- v0 -1- u1 -0- v1      v0: 0 and 1 used
//   swapped from u0             u0 -1- v0 -0- u1 -1- v1      u0: 0 is free now
//
// Vertices are numbered rows first: row i is vertex i, column j is rows + j.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_EDGECOLOURING_COLOURINGSTATE_H
#define REDIST_LIB_SCHEDULE_EDGECOLOURING_COLOURINGSTATE_H

#include "redistSchedule/EdgeColouring/Colouring.h"

#include <bit>
#include <cassert>

namespace redist::schedule {

/// Edge indices by decreasing weight, equal weights in edge order. O(edges) a
/// digit of the weights' range.
std::vector<std::int32_t> edgesByDecreasingWeight(const BipartiteGraph &);

class ColouringState {
public:
  ColouringState(const BipartiteGraph &graph, std::int32_t colours);

  static constexpr std::int32_t none = -1;

  std::int32_t colours() const { return colourCount; }
  std::int32_t words() const { return wordCount; }
  std::int32_t rowOf(std::int32_t edge) const { return rowVertex[edge]; }
  std::int32_t columnOf(std::int32_t edge) const { return columnVertex[edge]; }
  std::int32_t otherEnd(std::int32_t edge, std::int32_t vertex) const {
    return rowVertex[edge] ^ columnVertex[edge] ^ vertex;
  }
  std::int32_t edgeAt(std::int32_t vertex, std::int32_t c) const {
    return edgeOfColour[index(vertex, c)];
  }
  /// words() words; a set bit is a colour that no edge of the vertex has.
  const std::uint64_t *freeColours(std::int32_t vertex) const {
    return freeBits.data() + static_cast<std::size_t>(vertex) * wordCount;
  }
  /// Some free colour of a vertex; it exists for every vertex that still has
  /// an uncoloured edge. The search starts at colour `from`, cyclically.
  std::int32_t freeColour(std::int32_t vertex, std::int32_t from) const;
  /// A colour free at both vertices, first from `from` on cyclically, or none.
  std::int32_t commonFreeColour(std::int32_t u, std::int32_t v,
                                std::int32_t from) const;

  /// Precondition: the edge has no colour, newColour is free at both ends.
  void assign(std::int32_t edge, std::int32_t newColour);
  /// Swaps a and b along the chain that leaves `vertex` by colour a.
  /// Precondition: b is free at the vertex.
  void swapChain(std::int32_t vertex, std::int32_t a, std::int32_t b);

  /// The colours of all edges; leaves the state without them.
  std::vector<std::int32_t> takeColours() { return std::move(colour); }

private:
  std::size_t index(std::int32_t vertex, std::int32_t c) const {
    return static_cast<std::size_t>(vertex) * colourCount + c;
  }
  void flipBit(std::int32_t vertex, std::int32_t c) {
    freeBits[static_cast<std::size_t>(vertex) * wordCount + c / 64] ^=
        std::uint64_t{1} << (c % 64);
  }

  std::int32_t colourCount, wordCount;
  std::vector<std::int32_t> rowVertex, columnVertex; ///< of an edge
  std::vector<std::int32_t> edgeOfColour;            ///< vertex x colour
  std::vector<std::uint64_t> freeBits;               ///< vertex x word
  std::vector<std::int32_t> colour;                  ///< of an edge
};

/// Lowers colours' costs of a proper colouring by Kempe swaps of two colours,
/// never raising the total; stops at the sorted bound, at a local optimum, or
/// after a number of steps along chains that is linear in the edges.
void improveColouring(const BipartiteGraph &, Colouring &);

/// The graph with low-degree vertices of the same side merged, as far as the
/// sums of their degrees stay within the maximum degree. Its proper colourings
/// are proper for the original graph; edge order is kept. Bounds the number of
/// vertices by O(edges / maxDegree).
BipartiteGraph mergeSmallVertices(const BipartiteGraph &);

} // namespace redist::schedule

#endif
