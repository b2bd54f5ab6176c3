//===- Matching.h - Maximum-weight matchings -------------------*- C++ -*-===//
//
// Private to lib/Schedule. A bipartite matching of greatest total value, for
// sparse graphs with small sets of different values, as the stepwise and greedy
// strategies need them again and again.
//
// Primal-dual: prices p of rows and q of columns with p + q >= value on every
// edge. All rows start at the greatest value, columns at 0. Free rows always
// have the least price of all rows; a phase lowers it until a free column is
// reached by edges with p + q = value (tight), and augments along a maximal set
// of disjoint tight paths. When the price of the free rows is 0, the matching
// is optimal: matched edges are tight, and whoever is free has price 0.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_EDGECOLOURING_MATCHING_H
#define REDIST_LIB_SCHEDULE_EDGECOLOURING_MATCHING_H

#include <cstdint>
#include <utility>
#include <vector>

namespace redist::schedule {

/// An edge of a row, as an alternative for it.
struct MatchingCandidate {
  std::int32_t column;
  std::int32_t edge;  ///< number that the caller knows it by
  std::int64_t value; ///< edges of value <= 0 are never needed
};

class MatchingSolver {
public:
  MatchingSolver(std::int32_t rows, std::int32_t columns)
      : rowPrice(rows), columnPrice(columns), rowDistance(rows),
        columnDistance(columns), candidateOfRow(rows), rowOfColumn(columns),
        nextCandidate(rows), visited(columns) {}

  /// Chooses for each row one of its candidates or none, no column twice, with
  /// the greatest sum of values; parallel edges are allowed. Appends the chosen
  /// edges, by row. Precondition: sums of min(rows, columns) values stay below
  /// 2^62.
  void solve(const std::vector<std::vector<MatchingCandidate>> &candidates,
             std::vector<std::int32_t> &chosenEdges);

private:
  using Candidates = std::vector<std::vector<MatchingCandidate>>;
  std::int64_t slack(std::int32_t row, const MatchingCandidate &c) const {
    return rowPrice[row] + columnPrice[c.column] - c.value;
  }
  void expandRow(const Candidates &, std::int32_t row, std::int64_t distance);
  std::int64_t searchDistances(const Candidates &, std::int64_t freePrice);
  void lowerPrices(std::int64_t by);
  bool augment(const Candidates &, std::int32_t row);

  std::vector<std::int64_t> rowPrice, columnPrice;
  std::vector<std::int64_t> rowDistance, columnDistance;
  std::vector<std::int32_t> candidateOfRow; ///< position, -1: free
  std::vector<std::int32_t> rowOfColumn;    ///< -1: free
  std::vector<std::int32_t> nextCandidate;  ///< of augment
  std::vector<char> visited;                ///< of augment, a column
  std::vector<std::pair<std::int64_t, std::int32_t>> heap;
  std::vector<std::int32_t> tightRows; ///< to expand at the current distance
  std::vector<std::int32_t> pathRows;  ///< of augment
};

} // namespace redist::schedule

#endif
