//===- DeadlineSweep.cpp - Shares for a profile, level by level -----------===//

#include "DeadlineSweep.h"

#include <algorithm>

namespace redistc::exact {

static std::int64_t stepsOf(const Cumulated &upTo, std::int32_t level) {
  return upTo[level] - (level > 0 ? upTo[level - 1] : 0);
}

DeadlineSweep::DeadlineSweep(const LevelProblem &given)
    : problem(given), cellsOfRow(given.rows), cellsOfColumn(given.columns) {
  std::size_t count = problem.cells.size();
  for (std::size_t c = 0; c < count; ++c) {
    cellsOfRow[problem.cells[c].row].push_back(static_cast<std::int32_t>(c));
    cellsOfColumn[problem.cells[c].column].push_back(
        static_cast<std::int32_t>(c));
  }
  stepsLeft.resize(count);
  rowNode.resize(count);
  columnNode.resize(count);
  edge.resize(count);
}

void DeadlineSweep::start(Shares &share) {
  left.clear();
  for (const Cell &cell : problem.cells)
    left.push_back(cell.messages);
  share.assign(problem.cells.size(),
               std::vector<std::int64_t>(problem.levels(), 0));
}

/// False: a cell is left that no level from here on carries.
bool DeadlineSweep::setDeadlines(std::int32_t level, const Cumulated &upTo) {
  std::int64_t before = level > 0 ? upTo[level - 1] : 0;
  for (std::size_t c = 0; c < problem.cells.size(); ++c) {
    // upTo stays the same over levels without steps: it is the deadline.
    stepsLeft[c] = upTo[problem.cells[c].level] - before;
    if (left[c] > 0 && (problem.cells[c].level < level || stepsLeft[c] <= 0))
      return false;
  }
  return true;
}

/// The chain of one type: source -> latest deadline -> ... -> earliest (for a
/// column type reversed, to the sink). The edge into a deadline carries what
/// the level takes of the cells due by then.
bool DeadlineSweep::addChain(const std::vector<std::int32_t> &cellsOfType,
                             bool isRow, std::int64_t steps) {
  std::int64_t width = isRow ? problem.alpha : problem.beta;
  std::vector<std::int32_t> &nodeOfCell = isRow ? rowNode : columnNode;
  std::int64_t due = 0;
  for (std::int32_t c : cellsOfType)
    due += left[c];
  if (due == 0)
    return true;
  std::int32_t node = isRow ? Circulation::source : Circulation::sink;
  std::int64_t upper = width * steps;
  std::int64_t deadline = -1;
  // Cells are sorted by level, hence by deadline.
  for (auto at = cellsOfType.rbegin(); at != cellsOfType.rend(); ++at) {
    std::int32_t c = *at;
    if (left[c] == 0)
      continue;
    if (stepsLeft[c] != deadline) {
      deadline = stepsLeft[c];
      std::int64_t lower =
          std::max<std::int64_t>(0, due - width * (deadline - steps));
      bool isFirst = node < 2;
      if (isFirst && lower > upper)
        return false;
      // A condition that always holds needs no node of its own.
      if (isFirst || lower > 0) {
        std::int32_t inner = network.addNode();
        if (isRow)
          network.addEdge(node, inner, lower, upper);
        else
          network.addEdge(inner, node, lower, upper);
        node = inner;
        upper = Circulation::unbounded;
      }
    }
    nodeOfCell[c] = node;
    due -= left[c];
  }
  return true;
}

/// Solves the flow of one level; takeFlow takes it.
bool DeadlineSweep::tryLevel(std::int32_t level, const Cumulated &upTo) {
  if (!setDeadlines(level, upTo))
    return false;
  std::int64_t steps = stepsOf(upTo, level);
  network.clear();
  for (const auto &cells : cellsOfRow)
    if (!addChain(cells, true, steps))
      return false;
  for (const auto &cells : cellsOfColumn)
    if (!addChain(cells, false, steps))
      return false;
  for (std::size_t c = problem.cells.size(); c-- > 0;)
    if (left[c] > 0)
      edge[c] = network.addEdge(rowNode[c], columnNode[c], 0, left[c]);
  return network.solve();
}

void DeadlineSweep::takeFlow(std::int32_t level, Shares &share) {
  for (std::size_t c = 0; c < problem.cells.size(); ++c)
    if (left[c] > 0) {
      share[c][level] = network.flow(edge[c]);
      left[c] -= share[c][level];
    }
}

bool DeadlineSweep::fill(const Cumulated &upTo, Shares &share,
                         const Deadline &deadline) {
  start(share);
  for (std::int32_t j = 0; j < problem.levels(); ++j) {
    if (stepsOf(upTo, j) == 0)
      continue;
    if (deadline.passed() || !tryLevel(j, upTo))
      return false;
    takeFlow(j, share);
  }
  return std::all_of(left.begin(), left.end(),
                     [](std::int64_t amount) { return amount == 0; });
}

/// The profile with entry `level` at least `value`.
static Cumulated raised(Cumulated upTo, std::int32_t level,
                        std::int64_t value) {
  for (std::size_t j = level; j < upTo.size(); ++j)
    upTo[j] = std::max(upTo[j], value);
  return upTo;
}

bool DeadlineSweep::fillRaising(Cumulated &upTo, Shares &share,
                                const Deadline &deadline) {
  start(share);
  for (std::int32_t j = 0; j < problem.levels(); ++j) {
    if (stepsOf(upTo, j) == 0)
      continue;
    if (deadline.passed())
      return false;
    if (!tryLevel(j, upTo)) {
      // Bisect for the least number of steps that the level can be filled
      // with; at stepCount all that remains fits.
      std::int64_t low = upTo[j] + 1, high = problem.stepCount;
      while (low < high) {
        std::int64_t middle = low + (high - low) / 2;
        if (tryLevel(j, raised(upTo, j, middle)))
          high = middle;
        else
          low = middle + 1;
      }
      upTo = raised(upTo, j, low);
      tryLevel(j, upTo);
    }
    takeFlow(j, share);
  }
  return true;
}

} // namespace redistc::exact
