//===- ColouringState.cpp - A partial edge colouring ----------------------===//
//
// The bookkeeping of Kőnig colouring: bitsets of free colours, Kempe chains,
// the order of insertion, and the merging of small vertices.
//
//===----------------------------------------------------------------------===//
#include "EdgeColouring/ColouringState.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace redist::schedule {

ColouringState::ColouringState(const BipartiteGraph &graph,
                               std::int32_t colours)
    : colourCount(colours), wordCount((colours + 63) / 64) {
  std::size_t vertices = static_cast<std::size_t>(graph.rows) + graph.columns;
  rowVertex.reserve(graph.edges.size());
  columnVertex.reserve(graph.edges.size());
  for (const BipartiteEdge &edge : graph.edges) {
    rowVertex.push_back(edge.row);
    columnVertex.push_back(graph.rows + edge.column);
  }
  colour.assign(graph.edges.size(), none);
  edgeOfColour.assign(vertices * colourCount, none);
  freeBits.assign(vertices * wordCount, ~std::uint64_t{0});
  if (colours % 64 != 0)
    for (std::size_t vertex = 0; vertex != vertices; ++vertex)
      freeBits[vertex * wordCount + wordCount - 1] =
          (std::uint64_t{1} << (colours % 64)) - 1;
}

/// First set bit of word(i) over i = 0 .. words-1 from bit `from` on,
/// cyclically; none if there is no set bit.
template <typename Word>
static std::int32_t firstBitFrom(std::int32_t words, std::int32_t from,
                                 Word word) {
  std::int32_t start = from / 64;
  std::uint64_t fromMask = ~std::uint64_t{0} << (from % 64);
  if (std::uint64_t bits = word(start) & fromMask)
    return start * 64 + std::countr_zero(bits);
  for (std::int32_t i = start + 1; i != words; ++i)
    if (std::uint64_t bits = word(i))
      return i * 64 + std::countr_zero(bits);
  for (std::int32_t i = 0; i <= start; ++i)
    if (std::uint64_t bits = word(i))
      return i * 64 + std::countr_zero(bits);
  return ColouringState::none;
}

std::int32_t ColouringState::freeColour(std::int32_t vertex,
                                        std::int32_t from) const {
  const std::uint64_t *bits = freeColours(vertex);
  std::int32_t found =
      firstBitFrom(wordCount, from, [=](std::int32_t i) { return bits[i]; });
  assert(found != none && "more edges at a vertex than colours");
  return found;
}

std::int32_t ColouringState::commonFreeColour(std::int32_t u, std::int32_t v,
                                              std::int32_t from) const {
  const std::uint64_t *uBits = freeColours(u), *vBits = freeColours(v);
  return firstBitFrom(wordCount, from,
                      [=](std::int32_t i) { return uBits[i] & vBits[i]; });
}

void ColouringState::assign(std::int32_t edge, std::int32_t newColour) {
  std::int32_t u = rowVertex[edge], v = columnVertex[edge];
  assert(colour[edge] == none && edgeAt(u, newColour) == none &&
         edgeAt(v, newColour) == none && "the colour is taken");
  colour[edge] = newColour;
  edgeOfColour[index(u, newColour)] = edge;
  edgeOfColour[index(v, newColour)] = edge;
  flipBit(u, newColour);
  flipBit(v, newColour);
}

void ColouringState::swapChain(std::int32_t vertex, std::int32_t a,
                               std::int32_t b) {
  assert(edgeAt(vertex, b) == none && "b must be free where the chain starts");
  std::int32_t edge = edgeAt(vertex, a);
  if (edge == none)
    return;
  edgeOfColour[index(vertex, a)] = none;
  flipBit(vertex, a);
  flipBit(vertex, b);
  // `edge` has colour a and takes b; at its far end it displaces the edge that
  // has b there, which then takes a, and so on.
  while (true) {
    colour[edge] = b;
    edgeOfColour[index(vertex, b)] = edge;
    vertex = otherEnd(edge, vertex);
    std::int32_t displaced = edgeAt(vertex, b);
    edgeOfColour[index(vertex, b)] = edge;
    if (displaced == none) {
      edgeOfColour[index(vertex, a)] = none;
      flipBit(vertex, a);
      flipBit(vertex, b);
      return;
    }
    edge = displaced;
    std::swap(a, b);
  }
}

std::vector<std::int32_t> edgesByDecreasingWeight(const BipartiteGraph &graph) {
  std::size_t count = graph.edges.size();
  std::vector<std::int32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  auto byWeight = [](const BipartiteEdge &x, const BipartiteEdge &y) {
    return x.weight > y.weight;
  };
  if (std::is_sorted(graph.edges.begin(), graph.edges.end(), byWeight))
    return order;
  auto [low, high] = std::minmax_element(
      graph.edges.begin(), graph.edges.end(),
      [](const auto &x, const auto &y) { return x.weight < y.weight; });
  std::int64_t top = high->weight;
  auto range = static_cast<std::uint64_t>(top - low->weight);
  // Counting sort by digits of top - weight: stable, so ties keep edge order.
  constexpr int digitBits = 11;
  std::vector<std::int32_t> sorted(count);
  for (int shift = 0; shift < 64 && (range >> shift) != 0; shift += digitBits) {
    auto digit = [&](std::int32_t edge) {
      auto key = static_cast<std::uint64_t>(top - graph.edges[edge].weight);
      return (key >> shift) & ((1U << digitBits) - 1);
    };
    std::array<std::int32_t, (1U << digitBits) + 1> start{};
    for (std::int32_t edge : order)
      ++start[digit(edge) + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    for (std::int32_t edge : order)
      sorted[start[digit(edge)]++] = edge;
    order.swap(sorted);
  }
  return order;
}

/// New numbers for the vertices of one side: consecutive vertices share one as
/// long as their degrees fit into `capacity`. Returns how many there are.
static std::int32_t packVertices(std::vector<std::int32_t> &degreeToNumber,
                                 std::int32_t capacity) {
  std::int32_t number = 0, filled = 0;
  for (std::int32_t &entry : degreeToNumber) {
    if (filled + entry > capacity) {
      ++number;
      filled = 0;
    }
    filled += entry;
    entry = number;
  }
  return number + 1;
}

BipartiteGraph mergeSmallVertices(const BipartiteGraph &graph) {
  std::vector<std::int32_t> row(graph.rows), column(graph.columns);
  for (const BipartiteEdge &edge : graph.edges) {
    ++row[edge.row];
    ++column[edge.column];
  }
  std::int32_t degree = graph.maxDegree();
  BipartiteGraph merged;
  merged.rows = packVertices(row, degree);
  merged.columns = packVertices(column, degree);
  merged.edges.reserve(graph.edges.size());
  for (const BipartiteEdge &edge : graph.edges)
    merged.edges.push_back({row[edge.row], column[edge.column], edge.weight});
  return merged;
}

} // namespace redist::schedule
