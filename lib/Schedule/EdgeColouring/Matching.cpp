//===- Matching.cpp - Maximum-weight matchings ----------------------------===//
//
// The phases of the primal-dual method described in Matching.h: distances by
// Dijkstra over slacks from all free rows at once, a change of prices, and
// depth-first augmentation along tight edges.
//
//===----------------------------------------------------------------------===//
#include "EdgeColouring/Matching.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace redist::schedule {

static constexpr std::int64_t unreached =
    std::numeric_limits<std::int64_t>::max();

/// Relaxes the edges of a row whose distance is final; columns at the same
/// distance pass the search on at once, without the heap.
void MatchingSolver::expandRow(const Candidates &candidates, std::int32_t row,
                               std::int64_t distance) {
  rowDistance[row] = distance;
  for (const MatchingCandidate &c : candidates[row]) {
    if (c.value <= 0)
      continue;
    std::int64_t reached = distance + slack(row, c);
    if (reached >= columnDistance[c.column])
      continue;
    columnDistance[c.column] = reached;
    std::int32_t next = rowOfColumn[c.column];
    if (reached == distance && next >= 0)
      tightRows.push_back(next);
    else {
      heap.emplace_back(reached, c.column);
      std::push_heap(heap.begin(), heap.end(), std::greater<>());
    }
  }
}

/// Distances from the free rows, as far as the nearest free column or
/// freePrice, whichever is less; returns that bound.
std::int64_t MatchingSolver::searchDistances(const Candidates &candidates,
                                             std::int64_t freePrice) {
  std::fill(rowDistance.begin(), rowDistance.end(), unreached);
  std::fill(columnDistance.begin(), columnDistance.end(), unreached);
  heap.clear();
  auto expandAll = [&](std::int64_t distance) {
    while (!tightRows.empty()) {
      std::int32_t row = tightRows.back();
      tightRows.pop_back();
      if (rowDistance[row] == unreached)
        expandRow(candidates, row, distance);
    }
  };
  for (std::size_t row = 0; row != candidates.size(); ++row)
    if (candidateOfRow[row] < 0)
      tightRows.push_back(static_cast<std::int32_t>(row));
  expandAll(0);
  while (!heap.empty()) {
    auto [distance, column] = heap.front();
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    heap.pop_back();
    if (distance >= freePrice)
      break;
    if (distance != columnDistance[column])
      continue;
    if (rowOfColumn[column] < 0)
      return distance;
    tightRows.push_back(rowOfColumn[column]);
    expandAll(distance);
  }
  return freePrice;
}

void MatchingSolver::lowerPrices(std::int64_t by) {
  for (std::size_t row = 0; row != rowPrice.size(); ++row)
    if (rowDistance[row] < by)
      rowPrice[row] -= by - rowDistance[row];
  for (std::size_t column = 0; column != columnPrice.size(); ++column)
    if (columnDistance[column] < by)
      columnPrice[column] += by - columnDistance[column];
}

/// Depth-first search for a tight path from a free row to a free column, and
/// the exchange along it. Columns seen in this phase are not tried again.
bool MatchingSolver::augment(const Candidates &candidates, std::int32_t row) {
  pathRows.assign(1, row);
  while (!pathRows.empty()) {
    std::int32_t at = pathRows.back();
    const auto &own = candidates[at];
    std::int32_t &next = nextCandidate[at];
    while (next != static_cast<std::int32_t>(own.size()) &&
           (own[next].value <= 0 || visited[own[next].column] != 0 ||
            slack(at, own[next]) != 0))
      ++next;
    if (next == static_cast<std::int32_t>(own.size())) {
      pathRows.pop_back();
      continue;
    }
    std::int32_t column = own[next].column;
    visited[column] = 1;
    if (rowOfColumn[column] >= 0) {
      pathRows.push_back(rowOfColumn[column]);
      continue;
    }
    // Every row of the path takes the candidate that it stands at.
    for (std::int32_t r : pathRows) {
      candidateOfRow[r] = nextCandidate[r];
      rowOfColumn[candidates[r][nextCandidate[r]].column] = r;
    }
    return true;
  }
  return false;
}

void MatchingSolver::solve(const Candidates &candidates,
                           std::vector<std::int32_t> &chosenEdges) {
  std::int64_t freePrice = 0;
  for (const auto &own : candidates)
    for (const MatchingCandidate &c : own)
      freePrice = std::max(freePrice, c.value);
  std::fill(rowPrice.begin(), rowPrice.end(), freePrice);
  std::fill(columnPrice.begin(), columnPrice.end(), 0);
  std::fill(candidateOfRow.begin(), candidateOfRow.end(), -1);
  std::fill(rowOfColumn.begin(), rowOfColumn.end(), -1);

  while (freePrice > 0) {
    // Values are positive here, so prices end at 0 or by a lack of free rows.
    std::fill(nextCandidate.begin(), nextCandidate.end(), 0);
    std::fill(visited.begin(), visited.end(), 0);
    bool anyFree = false;
    for (std::size_t row = 0; row != candidates.size(); ++row)
      if (candidateOfRow[row] < 0)
        anyFree |= !augment(candidates, static_cast<std::int32_t>(row));
    if (!anyFree)
      break;
    std::int64_t by = searchDistances(candidates, freePrice);
    lowerPrices(by);
    freePrice -= by;
  }
  for (std::size_t row = 0; row != candidates.size(); ++row)
    if (candidateOfRow[row] >= 0)
      chosenEdges.push_back(candidates[row][candidateOfRow[row]].edge);
}

} // namespace redist::schedule
