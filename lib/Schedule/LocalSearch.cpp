//===- LocalSearch.cpp - Lowering the costs of colours --------------------===//
//
// The edges of two colours form paths and cycles (components). On each of them
// the two colours may be swapped, independently. So two colours are at their
// best when of each component the heavier half lies in the dearer colour:
//
//   a: {5,1} {3}     b: {1} {5,2}      components (5,1 | 1), (3 | 5,2)
//   a: {5,1} {5,2}   b: {1} {3}        costs 5 + 5 -> 5 + 3
//
// Two moves are made until neither helps: emptying a colour of its heaviest
// edges, component by component, and putting two whole colours into this
// order.
//
//===----------------------------------------------------------------------===//
#include "ColouringState.h"

#include <algorithm>
#include <numeric>

namespace redist::schedule {

namespace {

class LocalSearch {
public:
  LocalSearch(const BipartiteGraph &input, Colouring &start,
              std::int64_t mostSteps);

  void run();

private:
  /// A component of two colours: heaviest edge and total weight of each half.
  struct Component {
    std::int64_t heaviest[2] = {0, 0};
    std::int64_t weight[2] = {0, 0};
  };

  std::int32_t &edgeAt(std::int32_t colour, std::int32_t vertex) {
    return edgeOfColour[static_cast<std::size_t>(colour) * vertices + vertex];
  }
  std::int32_t otherEnd(std::int32_t edge, std::int32_t vertex) const {
    return ends[edge] ^ vertex;
  }
  std::int64_t weightOf(std::int32_t edge) const {
    return graph.edges[edge].weight;
  }
  /// Calls visit(edge, isOfColourB) for the component of `edge`, which has
  /// colour a.
  template <typename Visit>
  void walkComponent(std::int32_t edge, std::int32_t a, std::int32_t b,
                     Visit visit);
  Component measure(std::int32_t edge, std::int32_t a, std::int32_t b);
  void swapComponent(std::int32_t edge, std::int32_t a, std::int32_t b);
  bool evict(std::int32_t edge, std::int32_t from);
  bool lowerColour(std::int32_t colour);
  bool orderColours(std::int32_t dear, std::int32_t cheap);
  void recomputeCost(std::int32_t colour);
  bool exhausted() const { return budget < 0; }

  const BipartiteGraph &graph;
  Colouring &colouring;
  std::int64_t budget;
  std::int32_t vertices;
  std::vector<std::int32_t> edgeOfColour; ///< colour x vertex
  std::vector<std::int32_t> ends;         ///< row vertex xor column vertex
  std::vector<std::int64_t> cost;         ///< of a colour
  std::vector<std::int32_t> path;         ///< scratch of swapComponent
  std::vector<std::uint32_t> seen;        ///< of a row: round it was seen in
  std::uint32_t round = 0;
};

} // namespace

LocalSearch::LocalSearch(const BipartiteGraph &input, Colouring &start,
                         std::int64_t mostSteps)
    : graph(input), colouring(start), budget(mostSteps),
      vertices(input.rows + input.columns),
      edgeOfColour(static_cast<std::size_t>(vertices) * start.colourCount,
                   ColouringState::none),
      cost(start.colourCount), seen(input.rows) {
  ends.reserve(graph.edges.size());
  for (std::size_t e = 0; e != graph.edges.size(); ++e) {
    std::int32_t row = graph.edges[e].row;
    std::int32_t column = graph.rows + graph.edges[e].column;
    std::int32_t colour = colouring.colourOfEdge[e];
    ends.push_back(row ^ column);
    edgeAt(colour, row) = edgeAt(colour, column) = static_cast<std::int32_t>(e);
    cost[colour] = std::max(cost[colour], graph.edges[e].weight);
  }
}

template <typename Visit>
void LocalSearch::walkComponent(std::int32_t edge, std::int32_t a,
                                std::int32_t b, Visit visit) {
  visit(edge, false);
  std::int32_t row = graph.edges[edge].row;
  // From the row's side; a cycle comes back to the first edge.
  for (std::int32_t side = 0; side != 2; ++side) {
    std::int32_t vertex = side == 0 ? row : otherEnd(edge, row);
    bool isB = true;
    std::int32_t next = edgeAt(b, vertex);
    while (next != ColouringState::none) {
      if (next == edge)
        return;
      visit(next, isB);
      vertex = otherEnd(next, vertex);
      isB = !isB;
      next = edgeAt(isB ? b : a, vertex);
    }
  }
}

LocalSearch::Component LocalSearch::measure(std::int32_t edge, std::int32_t a,
                                            std::int32_t b) {
  Component found;
  walkComponent(edge, a, b, [&](std::int32_t e, bool isB) {
    found.heaviest[isB] = std::max(found.heaviest[isB], weightOf(e));
    found.weight[isB] += weightOf(e);
    --budget;
  });
  return found;
}

void LocalSearch::swapComponent(std::int32_t edge, std::int32_t a,
                                std::int32_t b) {
  path.clear();
  walkComponent(edge, a, b, [&](std::int32_t e, bool) { path.push_back(e); });
  for (std::int32_t e : path) {
    std::int32_t row = graph.edges[e].row, old = colouring.colourOfEdge[e];
    edgeAt(old, row) = edgeAt(old, otherEnd(e, row)) = ColouringState::none;
  }
  for (std::int32_t e : path) {
    std::int32_t row = graph.edges[e].row;
    std::int32_t &colour = colouring.colourOfEdge[e];
    colour = colour == a ? b : a;
    edgeAt(colour, row) = edgeAt(colour, otherEnd(e, row)) = e;
  }
}

void LocalSearch::recomputeCost(std::int32_t colour) {
  cost[colour] = 0;
  for (std::int32_t row = 0; row != graph.rows; ++row)
    if (std::int32_t e = edgeAt(colour, row); e != ColouringState::none)
      cost[colour] = std::max(cost[colour], weightOf(e));
}

/// Moves a heaviest edge out of its colour by a swap that raises no cost and
/// brings nothing as heavy back.
bool LocalSearch::evict(std::int32_t edge, std::int32_t from) {
  for (std::int32_t to = 0; to != colouring.colourCount; ++to) {
    if (to == from || cost[to] < cost[from])
      continue;
    if (exhausted())
      return false;
    Component component = measure(edge, from, to);
    if (component.heaviest[0] <= cost[to] &&
        component.heaviest[1] < cost[from]) {
      swapComponent(edge, from, to);
      return true;
    }
  }
  return false;
}

/// Evicts all heaviest edges of a colour; true if its cost fell.
bool LocalSearch::lowerColour(std::int32_t colour) {
  for (std::int32_t row = 0; row != graph.rows; ++row) {
    std::int32_t e = edgeAt(colour, row);
    if (e != ColouringState::none && weightOf(e) == cost[colour] &&
        !evict(e, colour))
      return false;
  }
  recomputeCost(colour);
  return true;
}

/// Swaps the components whose heavier half is in the cheaper colour; true if
/// anything changed. Neither cost rises.
bool LocalSearch::orderColours(std::int32_t dear, std::int32_t cheap) {
  ++round;
  bool changed = false;
  budget -= graph.rows;
  for (std::int32_t row = 0; row != graph.rows; ++row) {
    std::int32_t first = edgeAt(dear, row), second = edgeAt(cheap, row);
    bool inDear = first != ColouringState::none;
    std::int32_t e = inDear ? first : second;
    if (e == ColouringState::none || seen[row] == round)
      continue;
    Component component;
    walkComponent(e, inDear ? dear : cheap, inDear ? cheap : dear,
                  [&](std::int32_t edge, bool other) {
                    bool half = inDear ? other : !other;
                    component.heaviest[half] =
                        std::max(component.heaviest[half], weightOf(edge));
                    component.weight[half] += weightOf(edge);
                    seen[graph.edges[edge].row] = round;
                    --budget;
                  });
    if (component.heaviest[1] > component.heaviest[0] ||
        (component.heaviest[1] == component.heaviest[0] &&
         component.weight[1] > component.weight[0])) {
      swapComponent(e, inDear ? dear : cheap, inDear ? cheap : dear);
      changed = true;
    }
  }
  if (changed) {
    recomputeCost(dear);
    recomputeCost(cheap);
  }
  return changed;
}

void LocalSearch::run() {
  std::vector<std::int32_t> order(colouring.colourCount);
  std::iota(order.begin(), order.end(), 0);
  bool changed = true;
  while (changed && !exhausted()) {
    changed = false;
    for (std::int32_t colour = colouring.colourCount; colour-- != 0;)
      while (!exhausted() && cost[colour] > 0 && lowerColour(colour))
        changed = true;
    std::stable_sort(
        order.begin(), order.end(),
        [&](std::int32_t x, std::int32_t y) { return cost[x] > cost[y]; });
    for (std::size_t i = 0; i != order.size(); ++i)
      for (std::size_t j = i + 1; j != order.size() && !exhausted(); ++j)
        if (cost[order[i]] >= cost[order[j]])
          changed |= orderColours(order[i], order[j]);
  }
}

void improveColouring(const BipartiteGraph &graph, Colouring &colouring,
                      std::int64_t budget) {
  LocalSearch(graph, colouring, budget).run();
}

} // namespace redist::schedule
