//===- MultiThreshold.cpp - Stepwise with all thresholds ------------------===//
//
// For a threshold theta, the messages of at least theta need as many dear steps
// as their graph {weight >= theta} has maximum degree; the sum of these degrees
// over all theta is the sorted lower bound of the total cost. A step that
// saturates the vertices of maximum degree of *every* threshold graph, by edges
// of that graph, lowers them all: it costs no more than the bound allows.
// So an edge is worth, for each end and each threshold up to its weight where
// that end is critical, the height of the threshold (its distance to the one
// below). The lowest threshold is the whole graph: there saturation is
// compulsory, as in stepwise, and keeps the number of colours at maxDegree().
//
//===----------------------------------------------------------------------===//
#include "EdgeColouring/ColouringState.h"
#include "EdgeColouring/Peeling.h"

namespace redist::schedule {

namespace {

/// Degrees of the remaining vertices in each threshold graph.
class ThresholdDegrees {
public:
  ThresholdDegrees(const BipartiteGraph &graph,
                   const std::vector<std::int64_t> &weights);

  std::int64_t height(std::int32_t level) const { return heights[level]; }
  std::int32_t levelOf(std::int32_t edge) const { return levels[edge]; }
  std::int32_t levelCount() const {
    return static_cast<std::int32_t>(heights.size());
  }
  std::int32_t &degree(std::int32_t vertex, std::int32_t level) {
    return degrees[static_cast<std::size_t>(vertex) * heights.size() + level];
  }
  void remove(const BipartiteGraph &graph, std::int32_t edge);
  /// worth[vertex * levelCount() + level]: sum of the heights of the thresholds
  /// 1 .. level at which the vertex is critical.
  void collectWorth(std::vector<std::int64_t> &worth);

private:
  std::vector<std::int64_t> heights; ///< by ascending threshold
  std::vector<std::int32_t> levels;  ///< of an edge
  std::vector<std::int32_t> degrees; ///< vertex x level
};

} // namespace

ThresholdDegrees::ThresholdDegrees(const BipartiteGraph &graph,
                                   const std::vector<std::int64_t> &weights) {
  std::vector<std::int64_t> thresholds = weights;
  std::sort(thresholds.begin(), thresholds.end());
  thresholds.erase(std::unique(thresholds.begin(), thresholds.end()),
                   thresholds.end());
  std::int64_t below = 0;
  for (std::int64_t threshold : thresholds) {
    heights.push_back(threshold - below);
    below = threshold;
  }
  degrees.resize((static_cast<std::size_t>(graph.rows) + graph.columns) *
                 heights.size());
  for (std::size_t e = 0; e != weights.size(); ++e) {
    levels.push_back(static_cast<std::int32_t>(
        std::lower_bound(thresholds.begin(), thresholds.end(), weights[e]) -
        thresholds.begin()));
    for (std::int32_t level = 0; level <= levels.back(); ++level) {
      ++degree(graph.edges[e].row, level);
      ++degree(graph.rows + graph.edges[e].column, level);
    }
  }
}

void ThresholdDegrees::remove(const BipartiteGraph &graph, std::int32_t edge) {
  for (std::int32_t level = 0; level <= levels[edge]; ++level) {
    --degree(graph.edges[edge].row, level);
    --degree(graph.rows + graph.edges[edge].column, level);
  }
}

void ThresholdDegrees::collectWorth(std::vector<std::int64_t> &worth) {
  std::size_t count = heights.size();
  worth.assign(degrees.size(), 0);
  std::vector<std::int32_t> greatest(count);
  for (std::size_t i = 0; i != degrees.size(); ++i)
    greatest[i % count] = std::max(greatest[i % count], degrees[i]);
  for (std::size_t i = 0; i != degrees.size(); i += count)
    for (std::size_t level = 1; level != count; ++level) {
      bool critical =
          greatest[level] > 0 && degrees[i + level] == greatest[level];
      worth[i + level] = worth[i + level - 1] + (critical ? heights[level] : 0);
    }
}

Colouring colourMultiThreshold(const BipartiteGraph &graph) {
  Colouring result;
  result.colourOfEdge.resize(graph.edges.size());
  if (graph.edges.empty())
    return result;
  std::int64_t matched = std::min(graph.rows, graph.columns);
  // Secondary values: worth of both ends first (at most twice the heaviest),
  // then weight; the compulsory bonus stands above any sum of them.
  std::int64_t scale = matched + 1;
  std::vector<std::int64_t> weights =
      scaledWeights(graph, 8 * scale * scale * scale);
  std::int64_t heaviest = *std::max_element(weights.begin(), weights.end());
  std::int64_t bonus = scale * (2 * scale + 1) * heaviest;

  RemainingGraph rest(graph);
  ThresholdDegrees thresholds(graph, weights);
  std::vector<std::int64_t> worth;
  while (!rest.empty()) {
    std::int32_t degree = rest.maxDegree();
    thresholds.collectWorth(worth);
    rest.setValues([&](std::int32_t e) {
      std::int32_t u = graph.edges[e].row;
      std::int32_t v = graph.rows + graph.edges[e].column;
      std::size_t count = thresholds.levelCount();
      std::size_t level = thresholds.levelOf(e);
      int critical =
          (rest.degree(u) == degree ? 1 : 0) + (rest.degree(v) == degree);
      return critical * bonus +
             scale * (worth[u * count + level] + worth[v * count + level]) +
             weights[e];
    });
    rest.takeMatching();
    for (std::int32_t e : rest.matching()) {
      thresholds.remove(graph, e);
      result.colourOfEdge[e] = result.colourCount;
    }
    ++result.colourCount;
  }
  improveColouring(graph, result);
  return result;
}

} // namespace redist::schedule
