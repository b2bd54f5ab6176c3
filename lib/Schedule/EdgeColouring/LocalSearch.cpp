//===- LocalSearch.cpp - Local search on costs of colours -----------------===//
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
// order. Then one colour at a time may become dearer, if that lets others
// become cheaper by more; a trial that does not pay is taken back. The search
// ends at the sorted bound, at a local optimum, or with its budget.
//
//===----------------------------------------------------------------------===//
#include "EdgeColouring/ColouringState.h"

#include <algorithm>
#include <numeric>

namespace redist::schedule {

/// The budget: steps along chains. Small graphs are searched to the end, large
/// ones for about as long as the insertion takes.
static constexpr std::int64_t stepsPerEdge = 8, fewestSteps = 12288;

namespace {

class LocalSearch {
public:
  LocalSearch(const BipartiteGraph &input, Colouring &start,
              std::int64_t maxSteps);

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
  bool evictTo(std::int32_t edge, std::int32_t from, std::int32_t to);
  bool clearAndEvict(std::int32_t edge, std::int32_t from, std::int32_t to);
  bool lowerColour(std::int32_t colour);
  bool orderColours(std::int32_t dear, std::int32_t cheap);
  void descend();
  bool tryDearer(std::int32_t colour, std::int64_t level);
  bool tryAllDearer();
  void recomputeCost(std::int32_t colour);
  void takeBack(std::size_t journalLength);
  std::int64_t total() const {
    return std::accumulate(cost.begin(), cost.end(), std::int64_t{0});
  }
  bool exhausted() const { return budget < 0; }

  /// A swap that was made: the component of `edge`, which had colour `from`.
  struct Swap {
    std::int32_t edge, from, to;
  };

  const BipartiteGraph &graph;
  Colouring &colouring;
  std::int64_t budget;
  std::int32_t vertices;
  std::vector<std::int32_t> edgeOfColour;   ///< colour x vertex
  std::vector<std::int32_t> ends;           ///< row vertex xor column vertex
  std::int64_t bound;                       ///< of the total cost
  std::vector<std::int64_t> cost;           ///< that a colour may have
  std::int32_t held = ColouringState::none; ///< colour whose cost must stay
  std::vector<Swap> journal;
  std::vector<std::int32_t> path;  ///< scratch of swapComponent
  std::vector<std::uint32_t> seen; ///< of a row: round it was seen in
  std::uint32_t round = 0;
  bool thorough = false; ///< evict with the help of a third colour
};

} // namespace

/// No schedule costs less: for every threshold, the maximum degree of the graph
/// {weight >= threshold}, summed over the thresholds.
static std::int64_t sortedBound(const BipartiteGraph &graph) {
  std::vector<std::int32_t> degree(graph.rows + graph.columns);
  std::int32_t greatest = 0;
  std::int64_t bound = 0, threshold = 0;
  for (std::int32_t e : edgesByDecreasingWeight(graph)) {
    const BipartiteEdge &edge = graph.edges[e];
    bound += greatest * (threshold - edge.weight);
    threshold = edge.weight;
    greatest = std::max(greatest, ++degree[edge.row]);
    greatest = std::max(greatest, ++degree[graph.rows + edge.column]);
  }
  return bound + greatest * threshold;
}

LocalSearch::LocalSearch(const BipartiteGraph &input, Colouring &start,
                         std::int64_t maxSteps)
    : graph(input), colouring(start), budget(maxSteps),
      vertices(input.rows + input.columns),
      edgeOfColour(static_cast<std::size_t>(vertices) * start.colourCount,
                   ColouringState::none),
      bound(sortedBound(input)), cost(start.colourCount), seen(input.rows) {
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
  journal.push_back({edge, a, b});
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
  if (colour == held)
    return;
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
    if (evictTo(edge, from, to))
      return true;
  }
  if (thorough)
    for (std::int32_t to = 0; to != colouring.colourCount; ++to)
      if (to != from && cost[to] >= cost[from] && !exhausted() &&
          clearAndEvict(edge, from, to))
        return true;
  return false;
}

bool LocalSearch::evictTo(std::int32_t edge, std::int32_t from,
                          std::int32_t to) {
  Component component = measure(edge, from, to);
  if (component.heaviest[0] > cost[to] || component.heaviest[1] >= cost[from])
    return false;
  swapComponent(edge, from, to);
  return true;
}

/// The same after one swap of `to` with a third colour, which takes the first
/// edge that is in the way out of the component.
bool LocalSearch::clearAndEvict(std::int32_t edge, std::int32_t from,
                                std::int32_t to) {
  std::int32_t blocking = ColouringState::none;
  walkComponent(edge, from, to, [&](std::int32_t e, bool isTo) {
    if (blocking == ColouringState::none && isTo && weightOf(e) >= cost[from])
      blocking = e;
    --budget;
  });
  if (blocking == ColouringState::none)
    return false;
  for (std::int32_t third = 0; third != colouring.colourCount; ++third) {
    if (third == from || third == to || cost[third] < weightOf(blocking))
      continue;
    if (exhausted())
      return false;
    Component component = measure(blocking, to, third);
    if (component.heaviest[0] > cost[third] || component.heaviest[1] > cost[to])
      continue;
    std::size_t mark = journal.size();
    swapComponent(blocking, to, third);
    if (evictTo(edge, from, to))
      return true;
    takeBack(mark);
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

/// Both moves, until neither helps.
void LocalSearch::descend() {
  std::vector<std::int32_t> order(colouring.colourCount);
  std::iota(order.begin(), order.end(), 0);
  bool changed = true;
  while (changed && !exhausted()) {
    changed = false;
    for (std::int32_t colour = colouring.colourCount; colour-- != 0;)
      while (!exhausted() && colour != held && cost[colour] > 0 &&
             lowerColour(colour))
        changed = true;
    if (total() == bound)
      return;
    std::stable_sort(
        order.begin(), order.end(),
        [&](std::int32_t x, std::int32_t y) { return cost[x] > cost[y]; });
    for (std::size_t i = 0; i != order.size(); ++i)
      for (std::size_t j = i + 1; j != order.size() && !exhausted(); ++j)
        if (cost[order[i]] >= cost[order[j]])
          changed |= orderColours(order[i], order[j]);
  }
}

void LocalSearch::takeBack(std::size_t journalLength) {
  while (journal.size() > journalLength) {
    Swap last = journal.back();
    swapComponent(last.edge, last.to, last.from);
    journal.resize(journal.size() - 2);
  }
}

/// Lets a colour cost `level` and descends; true if the total fell, else all is
/// as before.
bool LocalSearch::tryDearer(std::int32_t colour, std::int64_t level) {
  std::vector<std::int64_t> costBefore = cost;
  std::int64_t totalBefore = total();
  std::size_t mark = journal.size();
  cost[colour] = level;
  held = colour;
  descend();
  held = ColouringState::none;
  if (total() < totalBefore)
    return true;
  takeBack(mark);
  cost = std::move(costBefore);
  return false;
}

bool LocalSearch::tryAllDearer() {
  std::vector<std::int64_t> levels = cost;
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  for (std::int64_t level : levels)
    for (std::int32_t colour = 0; colour != colouring.colourCount; ++colour)
      if (!exhausted() && cost[colour] < level && tryDearer(colour, level))
        return true;
  return false;
}

void LocalSearch::run() {
  if (total() == bound)
    return;
  do {
    journal.clear();
    thorough = false;
    descend();
    if (total() == bound)
      return;
    thorough = true;
    descend();
  } while (!exhausted() && total() > bound && tryAllDearer());
}

void improveColouring(const BipartiteGraph &graph, Colouring &colouring) {
  auto edges = static_cast<std::int64_t>(graph.edges.size());
  LocalSearch(graph, colouring, stepsPerEdge * edges + fewestSteps).run();
}

} // namespace redist::schedule
