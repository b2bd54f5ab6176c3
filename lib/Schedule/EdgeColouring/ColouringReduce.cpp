//===- ColouringReduce.cpp - Removing a colour ----------------------------===//
//
// The colours that go are those of least cost, so that their edges are light
// and rarely make another colour dearer.
//
//===----------------------------------------------------------------------===//
#include "EdgeColouring/ColouringReduce.h"

#include "EdgeColouring/ColouringState.h"

#include <algorithm>
#include <limits>

namespace redist::schedule {

/// A chain that frees colour a at both ends of an edge.
struct FreeingChain {
  std::int32_t vertex, a, b;
  std::int64_t rise = std::numeric_limits<std::int64_t>::max();
};

class Reduction {
public:
  Reduction(const BipartiteGraph &given, const Colouring &sorted,
            std::int32_t colours);
  Colouring run();

private:
  /// Pairs of free colours that are looked at for an edge.
  static constexpr int maxPairs = 16;
  static constexpr std::size_t largeGraph = std::size_t{1} << 18;

  std::int64_t &cap(std::int32_t colour) {
    return caps[static_cast<std::size_t>(colour)];
  }
  std::int64_t weight(std::int32_t edge) const {
    return graph.edges[static_cast<std::size_t>(edge)].weight;
  }
  void insert(std::int32_t edge);
  FreeingChain bestChain(std::int32_t u, std::int32_t v);
  void consider(std::int32_t vertex, std::int32_t a, std::int32_t b,
                FreeingChain &best);
  void raiseCaps(FreeingChain chain);

  const BipartiteGraph &graph;
  ColouringState state;
  std::vector<std::int64_t> caps;
  std::vector<std::int32_t> homeless; ///< edges of colours that go
  bool isLarge; ///< chains are long: take the first, whatever it costs
};

Reduction::Reduction(const BipartiteGraph &given, const Colouring &sorted,
                     std::int32_t colours)
    : graph(given), state(given, colours),
      caps(static_cast<std::size_t>(colours), 0),
      isLarge(given.edges.size() > largeGraph) {
  for (std::size_t e = 0; e < given.edges.size(); ++e) {
    const auto edge = static_cast<std::int32_t>(e);
    const std::int32_t colour = sorted.colourOfEdge[e];
    if (colour >= colours) {
      homeless.push_back(edge);
      continue;
    }
    state.assign(edge, colour);
    cap(colour) = std::max(cap(colour), weight(edge));
  }
}

/// What the swap of a chain adds to the caps, if that is the least so far.
void Reduction::consider(std::int32_t vertex, std::int32_t a, std::int32_t b,
                         FreeingChain &best) {
  const FreeingChain chain = {vertex, a, b};
  std::int64_t newCapA = cap(a), newCapB = cap(b);
  const std::int64_t before = newCapA + newCapB;
  for (std::int32_t edge = state.edgeAt(vertex, a);
       edge != ColouringState::none && newCapA + newCapB - before < best.rise;
       edge = state.edgeAt(vertex, a)) {
    newCapB = std::max(newCapB, weight(edge));
    vertex = state.otherEnd(edge, vertex);
    std::swap(a, b);
    std::swap(newCapA, newCapB);
  }
  if (newCapA + newCapB - before < best.rise) {
    best = chain;
    best.rise = newCapA + newCapB - before;
  }
}

/// The best of the chains over pairs of a colour free at the row and one free
/// at the column.
FreeingChain Reduction::bestChain(std::int32_t u, std::int32_t v) {
  FreeingChain best = {};
  int pairs = 0;
  std::int32_t a = state.freeColour(u, 0);
  const std::int32_t firstA = a;
  if (isLarge)
    return {v, a, state.freeColour(v, 0)};
  do {
    std::int32_t b = state.freeColour(v, 0);
    const std::int32_t firstB = b;
    do {
      consider(v, a, b, best);
      consider(u, b, a, best);
      if (best.rise == 0 || ++pairs == maxPairs)
        return best;
      b = state.freeColour(v, b + 1 == state.colours() ? 0 : b + 1);
    } while (b != firstB);
    a = state.freeColour(u, a + 1 == state.colours() ? 0 : a + 1);
  } while (a != firstA);
  return best;
}

void Reduction::raiseCaps(FreeingChain chain) {
  for (std::int32_t edge = state.edgeAt(chain.vertex, chain.a);
       edge != ColouringState::none;
       edge = state.edgeAt(chain.vertex, chain.a)) {
    cap(chain.b) = std::max(cap(chain.b), weight(edge));
    chain.vertex = state.otherEnd(edge, chain.vertex);
    std::swap(chain.a, chain.b);
  }
}

void Reduction::insert(std::int32_t edge) {
  const std::int32_t u = state.rowOf(edge), v = state.columnOf(edge);
  std::int32_t colour = state.commonFreeColour(u, v, 0);
  if (colour == ColouringState::none) {
    const FreeingChain chain = bestChain(u, v);
    if (!isLarge)
      raiseCaps(chain);
    state.swapChain(chain.vertex, chain.a, chain.b);
    colour = chain.a;
  }
  state.assign(edge, colour);
  cap(colour) = std::max(cap(colour), weight(edge));
}

Colouring Reduction::run() {
  std::stable_sort(
      homeless.begin(), homeless.end(),
      [&](std::int32_t a, std::int32_t b) { return weight(a) > weight(b); });
  for (const std::int32_t edge : homeless)
    insert(edge);
  Colouring result;
  result.colourCount = state.colours();
  result.colourOfEdge = state.takeColours();
  return result;
}

Colouring reduceColours(const BipartiteGraph &graph, const Colouring &given,
                        std::int32_t colours) {
  if (given.colourCount <= colours)
    return given;
  Colouring sorted = given;
  sortColoursByCost(graph, sorted);
  return Reduction(graph, sorted, colours).run();
}

} // namespace redist::schedule
