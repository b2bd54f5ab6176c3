//===- ColouringInsertion.cpp - Weighted Kőnig insertion ------------------===//
//
// Inserts the edges by decreasing weight (docs/SchedulingMath.md), so that an
// open colour always costs at least as much as the edge at hand: its cap is the
// weight of its heaviest edge. In order of preference an edge gets
//   1. the open colour of least cap that is free at both ends,
//   2. one that a Kempe chain frees without raising a cap,
//   3. a new colour, while there are fewer than maxDegree(),
//   4. one that a chain frees at the least rise of caps,
// and local search lowers the caps afterwards.
//
//===----------------------------------------------------------------------===//
#include "EdgeColouring/ColouringState.h"

#include <algorithm>
#include <limits>

namespace redist::schedule {

namespace {

/// A chain that frees `colour` at both ends of the edge, and what it costs.
struct ChainChoice {
  std::int32_t vertex = ColouringState::none;
  std::int32_t a = 0, b = 0; ///< swapChain(vertex, a, b) frees a
  std::int64_t rise = std::numeric_limits<std::int64_t>::max();
};

class Insertion {
public:
  Insertion(const BipartiteGraph &input, std::int32_t colours)
      : graph(input), state(input, colours), nextOfRow(input.rows) {
    // Some dozen chain steps an edge: what is left unexplored by then is
    // better found by the local search.
    chainBudget = 64 * static_cast<std::int64_t>(input.edges.size()) + 4096;
  }

  Colouring run() {
    for (std::int32_t edge : edgesByDecreasingWeight(graph))
      insert(edge);
    Colouring result;
    result.colourCount = state.colours();
    result.colourOfEdge = state.takeColours();
    return result;
  }

private:
  void insert(std::int32_t edge);
  std::int32_t provideColour(std::int32_t edge);
  std::int32_t open(std::int64_t weight);
  void raiseCaps(ChainChoice chain);
  std::int32_t cheapestCommonColour(std::int32_t u, std::int32_t v);
  ChainChoice bestChain(std::int32_t edge, bool onlyFree);
  bool tryChain(std::int32_t vertex, std::int32_t a, std::int32_t b,
                ChainChoice &best);
  std::int64_t riseOfChain(std::int32_t vertex, std::int32_t a, std::int32_t b,
                           std::int64_t atMost);

  const BipartiteGraph &graph;
  ColouringState state;
  std::vector<std::int64_t> cap;        ///< of the open colours
  std::vector<std::int32_t> groupStart; ///< first colour opened at the same cap
  std::vector<std::int32_t> nextOfRow;  ///< where a row's search goes on
  std::int64_t chainBudget;
};

} // namespace

/// Calls visit(colour) for the set bits of a word function, highest first,
/// until it returns false.
template <typename Word, typename Visit>
static void forBitsDescending(std::int32_t end, Word word, Visit visit) {
  for (std::int32_t i = (end + 63) / 64; i-- != 0;) {
    std::uint64_t bits = word(i);
    if (end - i * 64 < 64)
      bits &= (std::uint64_t{1} << (end - i * 64)) - 1;
    while (bits != 0) {
      std::int32_t bit = 63 - std::countl_zero(bits);
      if (!visit(i * 64 + bit))
        return;
      bits ^= std::uint64_t{1} << bit;
    }
  }
}

/// Colours are opened by decreasing cap, so the highest is the cheapest (but
/// for those that a forced chain has raised). Among equals the row goes on
/// where it stopped: see colourFast.
std::int32_t Insertion::cheapestCommonColour(std::int32_t u, std::int32_t v) {
  const std::uint64_t *atRow = state.freeColours(u);
  const std::uint64_t *atColumn = state.freeColours(v);
  std::int32_t highest = ColouringState::none;
  forBitsDescending(
      static_cast<std::int32_t>(cap.size()),
      [=](std::int32_t i) { return atRow[i] & atColumn[i]; },
      [&](std::int32_t colour) {
        highest = colour;
        return false;
      });
  if (highest == ColouringState::none)
    return highest;
  std::int32_t from = nextOfRow[u];
  if (from < groupStart[highest] || from > highest)
    from = groupStart[highest];
  std::int32_t found = state.commonFreeColour(u, v, from);
  return cap[found] == cap[highest] ? found : highest;
}

/// By how much the caps of a and b rise if the chain is swapped; gives up with
/// a larger number as soon as that exceeds `atMost`.
std::int64_t Insertion::riseOfChain(std::int32_t vertex, std::int32_t a,
                                    std::int32_t b, std::int64_t atMost) {
  std::int64_t newCapA = cap[a], newCapB = cap[b];
  std::int64_t capSum = newCapA + newCapB;
  std::int32_t edge = state.edgeAt(vertex, a);
  while (edge != ColouringState::none) {
    --chainBudget;
    newCapB = std::max(newCapB, graph.edges[edge].weight);
    if (newCapA + newCapB - capSum > atMost)
      break;
    vertex = state.otherEnd(edge, vertex);
    edge = state.edgeAt(vertex, b);
    std::swap(a, b);
    std::swap(newCapA, newCapB);
  }
  return newCapA + newCapB - capSum;
}

/// Keeps the chain if it is cheaper than the best; true once one is free.
bool Insertion::tryChain(std::int32_t vertex, std::int32_t a, std::int32_t b,
                         ChainChoice &best) {
  std::int64_t rise = riseOfChain(vertex, a, b, best.rise - 1);
  if (rise < best.rise)
    best = {vertex, a, b, rise};
  return best.rise == 0;
}

/// The cheapest of the chains over all pairs of a colour free at the row and
/// one free at the column, cheap colours first. With onlyFree, chains that
/// raise a cap do not count.
ChainChoice Insertion::bestChain(std::int32_t edge, bool onlyFree) {
  std::int32_t u = state.rowOf(edge), v = state.columnOf(edge);
  const std::uint64_t *atRow = state.freeColours(u);
  const std::uint64_t *atColumn = state.freeColours(v);
  auto opened = static_cast<std::int32_t>(cap.size());
  ChainChoice best;
  if (onlyFree)
    best.rise = 1;
  bool mustFind = !onlyFree, goOn = true;
  auto tryBoth = [&](std::int32_t a, std::int32_t b) {
    goOn = (mustFind || chainBudget >= 0) && !tryChain(v, a, b, best) &&
           !tryChain(u, b, a, best);
    mustFind = false;
    return goOn;
  };
  forBitsDescending(
      opened, [=](std::int32_t i) { return atRow[i]; },
      [&](std::int32_t a) {
        forBitsDescending(
            opened, [=](std::int32_t i) { return atColumn[i]; },
            [&](std::int32_t b) { return tryBoth(a, b); });
        return goOn;
      });
  return best;
}

/// Opens a colour for an edge. Edges come by decreasing weight, so colours of
/// one cap stand together.
std::int32_t Insertion::open(std::int64_t weight) {
  auto colour = static_cast<std::int32_t>(cap.size());
  bool sameGroup = !cap.empty() && cap.back() == weight;
  groupStart.push_back(sameGroup ? groupStart.back() : colour);
  cap.push_back(weight);
  return colour;
}

/// Raises the caps of both colours to what the chain will make of them.
void Insertion::raiseCaps(ChainChoice chain) {
  std::int32_t edge = state.edgeAt(chain.vertex, chain.a);
  while (edge != ColouringState::none) {
    cap[chain.b] = std::max(cap[chain.b], graph.edges[edge].weight);
    chain.vertex = state.otherEnd(edge, chain.vertex);
    edge = state.edgeAt(chain.vertex, chain.b);
    std::swap(chain.a, chain.b);
  }
}

/// The colour that an edge gets, made free at both ends.
std::int32_t Insertion::provideColour(std::int32_t edge) {
  std::int32_t u = state.rowOf(edge), v = state.columnOf(edge);
  std::int32_t common = cheapestCommonColour(u, v);
  if (common != ColouringState::none)
    return common;
  ChainChoice chain = bestChain(edge, /*onlyFree=*/true);
  if (chain.vertex == ColouringState::none) {
    if (static_cast<std::int32_t>(cap.size()) < state.colours())
      return open(graph.edges[edge].weight);
    chain = bestChain(edge, /*onlyFree=*/false);
    raiseCaps(chain);
  }
  state.swapChain(chain.vertex, chain.a, chain.b);
  return chain.a;
}

void Insertion::insert(std::int32_t edge) {
  std::int32_t colour = provideColour(edge);
  state.assign(edge, colour);
  std::int32_t &next = nextOfRow[state.rowOf(edge)];
  next = colour + 1 == static_cast<std::int32_t>(cap.size()) ? 0 : colour + 1;
}

Colouring colourByInsertion(const BipartiteGraph &graph) {
  std::int32_t colours = graph.maxDegree();
  if (graph.edges.empty())
    return {};
  // The state has an entry a vertex and colour. Where few rows face very many
  // columns that would be far more than edges.
  constexpr std::int64_t maxEntries = std::int64_t{1} << 26;
  std::int64_t entries = (std::int64_t{graph.rows} + graph.columns) * colours;
  if (entries > maxEntries) {
    BipartiteGraph merged = mergeSmallVertices(graph);
    return Insertion(merged, colours).run();
  }
  Colouring result = Insertion(graph, colours).run();
  improveColouring(graph, result);
  return result;
}

} // namespace redist::schedule
