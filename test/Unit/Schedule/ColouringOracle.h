//===- ColouringOracle.h - Edge colourings by brute force ------*- C++ -*-===//
//
// What the colouring strategies are tested against: whether a colouring is
// proper, and by enumeration the best matching and the least total cost of very
// small graphs.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_UNIT_SCHEDULE_COLOURINGORACLE_H
#define REDIST_TEST_UNIT_SCHEDULE_COLOURINGORACLE_H

#include "redistSchedule/EdgeColouring/Colouring.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace redist::schedule::test {

/// Every edge has one of the colours, every colour is used, and no vertex has a
/// colour twice.
inline bool isProper(const BipartiteGraph &graph, const Colouring &colouring) {
  if (colouring.colourOfEdge.size() != graph.edges.size())
    return false;
  std::set<std::pair<std::int32_t, std::int32_t>> atRow, atColumn;
  std::set<std::int32_t> used;
  for (std::size_t e = 0; e != graph.edges.size(); ++e) {
    std::int32_t colour = colouring.colourOfEdge[e];
    if (colour < 0 || colour >= colouring.colourCount)
      return false;
    used.insert(colour);
    if (!atRow.insert({graph.edges[e].row, colour}).second ||
        !atColumn.insert({graph.edges[e].column, colour}).second)
      return false;
  }
  return static_cast<std::int32_t>(used.size()) == colouring.colourCount;
}

/// The graph of the edges that have none of the colours below `colour`.
inline BipartiteGraph remainingFrom(const BipartiteGraph &graph,
                                    const Colouring &colouring,
                                    std::int32_t colour) {
  BipartiteGraph rest{graph.rows, graph.columns, {}};
  for (std::size_t e = 0; e != graph.edges.size(); ++e)
    if (colouring.colourOfEdge[e] >= colour)
      rest.edges.push_back(graph.edges[e]);
  return rest;
}

/// Greatest weight of a matching; with saturate, of those that cover every
/// vertex of maximum degree. Tries every subset of edges that is a matching.
class MatchingOracle {
public:
  MatchingOracle(const BipartiteGraph &input, bool saturate)
      : graph(input), row(input.rows), column(input.columns), degree(0) {
    if (!saturate)
      return;
    degree = graph.maxDegree();
    rowDegree.resize(graph.rows);
    columnDegree.resize(graph.columns);
    for (const BipartiteEdge &edge : graph.edges) {
      ++rowDegree[edge.row];
      ++columnDegree[edge.column];
    }
  }

  std::int64_t bestWeight() {
    choose(0, 0);
    return best;
  }

private:
  void choose(std::size_t e, std::int64_t weight) {
    if (e == graph.edges.size()) {
      if (coversMaximum())
        best = std::max(best, weight);
      return;
    }
    choose(e + 1, weight);
    const BipartiteEdge &edge = graph.edges[e];
    if (row[edge.row] || column[edge.column])
      return;
    row[edge.row] = column[edge.column] = true;
    choose(e + 1, weight + edge.weight);
    row[edge.row] = column[edge.column] = false;
  }
  bool coversMaximum() const {
    for (std::size_t v = 0; v != rowDegree.size(); ++v)
      if (rowDegree[v] == degree && !row[v])
        return false;
    for (std::size_t v = 0; v != columnDegree.size(); ++v)
      if (columnDegree[v] == degree && !column[v])
        return false;
    return true;
  }

  const BipartiteGraph &graph;
  std::vector<bool> row, column; ///< covered
  std::vector<std::int32_t> rowDegree, columnDegree;
  std::int32_t degree;
  std::int64_t best = -1;
};

/// Least total cost of a colouring with maxDegree() colours, by trying all.
class LeastCostOracle {
public:
  explicit LeastCostOracle(const BipartiteGraph &input)
      : graph(input), colours(input.maxDegree()),
        atRow(input.rows, std::vector<bool>(colours)),
        atColumn(input.columns, std::vector<bool>(colours)), cost(colours) {}

  std::int64_t minCost() {
    colour(0, 0, 0);
    return best;
  }

private:
  /// Colours below `opened` are in use: the others are interchangeable.
  void colour(std::size_t e, std::int32_t opened, std::int64_t total) {
    if (total >= best)
      return;
    if (e == graph.edges.size()) {
      best = total;
      return;
    }
    const BipartiteEdge &edge = graph.edges[e];
    for (std::int32_t c = 0; c != std::min(opened + 1, colours); ++c) {
      if (atRow[edge.row][c] || atColumn[edge.column][c])
        continue;
      std::int64_t before = cost[c];
      cost[c] = std::max(before, edge.weight);
      atRow[edge.row][c] = atColumn[edge.column][c] = true;
      colour(e + 1, std::max(opened, c + 1), total + cost[c] - before);
      atRow[edge.row][c] = atColumn[edge.column][c] = false;
      cost[c] = before;
    }
  }

  const BipartiteGraph &graph;
  std::int32_t colours;
  std::vector<std::vector<bool>> atRow, atColumn; ///< vertex, colour
  std::vector<std::int64_t> cost;
  std::int64_t best = std::numeric_limits<std::int64_t>::max();
};

} // namespace redist::schedule::test

#endif
