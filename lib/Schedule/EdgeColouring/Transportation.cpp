//===- Transportation.cpp - Maximum-weight flows --------------------------===//
//
// Prices u of rows and v of columns with u + v >= value on every edge, u + v =
// value where there is flow, and v = 0 where a column has room: then the flow
// is the best one for the supplies handled so far (complementary slackness). A
// row takes what it has left to the nearest column with room, in lengths
// u + v - value, along edges forwards and along flow backwards. It may give up
// where that is not worth it: going nowhere has value 0, at a distance of the
// price of the row that has to give up.
//
//===----------------------------------------------------------------------===//
#include "EdgeColouring/Transportation.h"

#include "Support/Arithmetic.h"

#include <algorithm>
#include <limits>
#include <queue>

using namespace redist::schedule;

namespace {

class Transporter {
public:
  explicit Transporter(const TransportationProblem &);

  void ship(std::int32_t row);
  std::vector<std::int64_t> takeFlows() { return std::move(flow); }

private:
  struct Entry {
    std::int64_t distance;
    std::int32_t column;
    bool operator>(const Entry &other) const {
      return distance != other.distance ? distance > other.distance
                                        : column > other.column;
    }
  };
  static constexpr std::int32_t none = -1;

  bool findPath(std::int32_t row);
  void reachRow(std::int32_t row, std::int64_t distance, std::int32_t edge);
  void updatePrices();
  void augment(std::int32_t row);
  std::size_t rowOf(std::int32_t edge) const;
  std::size_t columnOf(std::int32_t edge) const;

  const TransportationProblem &problem;
  std::vector<std::int64_t> flow, supply, room;
  std::vector<std::int64_t> rowPrice, columnPrice;
  std::vector<std::int32_t> firstEdge; ///< of a row, and the end
  /// Edges with flow into a column.
  std::vector<std::vector<std::int32_t>> carrying;

  // The search: what was reached, from where, and where it ended.
  std::vector<std::int64_t> rowDistance, columnDistance;
  std::vector<std::int32_t> rowEdge, columnEdge;
  std::vector<char> rowReached, columnDone;
  std::vector<std::int32_t> reachedRows, reachedColumns;
  std::vector<Entry> heap;
  std::int64_t bestDistance = 0;
  std::int32_t endColumn = none, endRow = none;
};

} // namespace

Transporter::Transporter(const TransportationProblem &given)
    : problem(given), flow(given.edges.size(), 0), supply(given.supplies),
      room(given.capacities), rowPrice(supply.size(), 0),
      columnPrice(room.size(), 0), firstEdge(supply.size() + 1, 0),
      carrying(room.size()), rowDistance(supply.size()),
      columnDistance(room.size(), std::numeric_limits<std::int64_t>::max()),
      rowEdge(supply.size()), columnEdge(room.size()),
      rowReached(supply.size(), 0), columnDone(room.size(), 0) {
  for (const TransportationEdge &edge : problem.edges) {
    const auto row = static_cast<std::size_t>(edge.row);
    rowPrice[row] = std::max(rowPrice[row], edge.value);
    ++firstEdge[row + 1];
  }
  for (std::size_t row = 0; row < supply.size(); ++row)
    firstEdge[row + 1] += firstEdge[row];
}

std::size_t Transporter::rowOf(std::int32_t edge) const {
  return static_cast<std::size_t>(
      problem.edges[static_cast<std::size_t>(edge)].row);
}

std::size_t Transporter::columnOf(std::int32_t edge) const {
  return static_cast<std::size_t>(
      problem.edges[static_cast<std::size_t>(edge)].column);
}

/// Looks at the edges of a row; `edge` is the flow that led to it.
void Transporter::reachRow(std::int32_t row, std::int64_t distance,
                           std::int32_t edge) {
  const auto i = static_cast<std::size_t>(row);
  if (rowReached[i])
    return;
  rowReached[i] = 1;
  rowDistance[i] = distance;
  rowEdge[i] = edge;
  reachedRows.push_back(row);
  if (rowPrice[i] < bestDistance - distance) {
    bestDistance = distance + rowPrice[i];
    endRow = row, endColumn = none;
  }
  for (std::int32_t e = firstEdge[i]; e < firstEdge[i + 1]; ++e) {
    const std::size_t j = columnOf(e);
    const std::int64_t value = problem.edges[static_cast<std::size_t>(e)].value;
    const std::int64_t length = rowPrice[i] + columnPrice[j] - value;
    if (length >= bestDistance - distance ||
        distance + length >= columnDistance[j])
      continue;
    if (columnDistance[j] == std::numeric_limits<std::int64_t>::max())
      reachedColumns.push_back(static_cast<std::int32_t>(j));
    columnDistance[j] = distance + length;
    columnEdge[j] = e;
    if (room[j] > 0) {
      bestDistance = columnDistance[j];
      endColumn = static_cast<std::int32_t>(j), endRow = none;
      if (length == 0)
        return; // nothing is nearer
    } else {
      heap.push_back({columnDistance[j], static_cast<std::int32_t>(j)});
      std::push_heap(heap.begin(), heap.end(), std::greater<>());
    }
  }
}

/// Nearest column with room, or nearest row to give up: false.
bool Transporter::findPath(std::int32_t row) {
  bestDistance = std::numeric_limits<std::int64_t>::max();
  endColumn = endRow = none;
  reachRow(row, 0, none);
  while (!heap.empty() && heap.front().distance < bestDistance) {
    const Entry nearest = heap.front();
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    heap.pop_back();
    const auto j = static_cast<std::size_t>(nearest.column);
    if (columnDone[j])
      continue;
    columnDone[j] = 1;
    for (const std::int32_t e : carrying[j]) {
      reachRow(static_cast<std::int32_t>(rowOf(e)), nearest.distance, e);
      if (bestDistance <= nearest.distance)
        break;
    }
  }
  return endColumn != none || endRow != row;
}

/// Keeps every length at least 0, and makes those of the path 0.
void Transporter::updatePrices() {
  for (const std::int32_t row : reachedRows) {
    const auto i = static_cast<std::size_t>(row);
    if (rowDistance[i] < bestDistance)
      rowPrice[i] -= bestDistance - rowDistance[i];
    rowReached[i] = 0;
  }
  for (const std::int32_t column : reachedColumns) {
    const auto j = static_cast<std::size_t>(column);
    if (columnDistance[j] < bestDistance)
      columnPrice[j] += bestDistance - columnDistance[j];
    columnDistance[j] = std::numeric_limits<std::int64_t>::max();
    columnDone[j] = 0;
  }
  reachedRows.clear();
  reachedColumns.clear();
  heap.clear();
}

/// Along the path that was found, as much as fits.
void Transporter::augment(std::int32_t row) {
  const auto source = static_cast<std::size_t>(row);
  std::int64_t amount = supply[source];
  if (endColumn != none)
    amount = std::min(amount, room[static_cast<std::size_t>(endColumn)]);
  // Backwards: into a column along columnEdge, into a row by giving up flow.
  const auto walk = [&](auto visitForward, auto visitBackward) {
    std::int32_t at = endRow;
    if (endColumn != none) {
      const std::int32_t e = columnEdge[static_cast<std::size_t>(endColumn)];
      visitForward(e);
      at = static_cast<std::int32_t>(rowOf(e));
    }
    while (at != row) {
      const std::int32_t given = rowEdge[static_cast<std::size_t>(at)];
      visitBackward(given);
      const std::int32_t e = columnEdge[columnOf(given)];
      visitForward(e);
      at = static_cast<std::int32_t>(rowOf(e));
    }
  };
  walk([](std::int32_t) {},
       [&](std::int32_t e) {
         amount = std::min(amount, flow[static_cast<std::size_t>(e)]);
       });
  walk(
      [&](std::int32_t e) {
        if (flow[static_cast<std::size_t>(e)] == 0)
          carrying[columnOf(e)].push_back(e);
        flow[static_cast<std::size_t>(e)] += amount;
      },
      [&](std::int32_t e) {
        if ((flow[static_cast<std::size_t>(e)] -= amount) == 0)
          std::erase(carrying[columnOf(e)], e);
      });
  supply[source] -= amount;
  if (endColumn != none)
    room[static_cast<std::size_t>(endColumn)] -= amount;
}

void Transporter::ship(std::int32_t row) {
  while (supply[static_cast<std::size_t>(row)] > 0) {
    const bool found = findPath(row);
    if (found)
      augment(row);
    updatePrices();
    if (!found)
      return;
  }
}

std::vector<std::int64_t>
redist::schedule::transport(const TransportationProblem &problem) {
  Transporter transporter(problem);
  for (std::size_t row = 0; row < problem.supplies.size(); ++row)
    transporter.ship(static_cast<std::int32_t>(row));
  return transporter.takeFlows();
}
