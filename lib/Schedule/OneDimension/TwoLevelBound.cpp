//===- TwoLevelBound.cpp - Bound for a fixed number of steps --------------===//
//
// LB2 of docs/SchedulingMath.md, section 3. For a threshold theta let m be the
// number of steps that cost theta or more. The other NS - m steps, the late
// ones, carry light messages only, and the m steps all the rest:
//
//   late messages of a light class:  0 <= z_k <= alpha * beta
//   of a row type:     total - alpha * m <= sum z_k <= alpha * (NS - m)
//   of a column type:  total - beta * m  <= sum z_k <= beta * (NS - m)
//
// The average of any schedule over the symmetries of the grid satisfies this,
// so the least m that allows it bounds the number of such steps. The sum over
// theta bounds the total cost; as heavy messages alone demand m >= their
// degree, it is never below the sorted bound.
//
// The system is a transportation problem with bounds on both sides. The lower
// bounds of both sides can be met together if each side's can be met alone (the
// theorem of Mendelsohn and Dulmage, for flows), so two maximum flows decide.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/OneDimension/Bounds.h"

#include "Support/Arithmetic.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

using namespace redist::schedule;

using Amounts = std::vector<std::int64_t>;

/// A transportation problem from row types to column types through some of the
/// classes of a problem.
class Transport {
public:
  Transport(const ClassProblem &given, Amounts rowSupplies,
            Amounts columnDemands, std::vector<std::size_t> usableClasses)
      : problem(given), rows(std::move(rowSupplies)),
        columns(std::move(columnDemands)), usable(std::move(usableClasses)),
        flow(given.classes.size(), 0) {}

  /// Sends as much as possible; the amounts left over at the rows and columns.
  void run() {
    for (const std::size_t k : usable)
      push(k, std::min({rowOf(k), columnOf(k), capacity()}));
    while (augment())
      ;
  }
  bool rowsAreEmpty() const { return allZero(rows); }
  bool columnsAreFull() const { return allZero(columns); }

private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  static bool allZero(const Amounts &amounts) {
    return std::all_of(amounts.begin(), amounts.end(),
                       [](std::int64_t amount) { return amount == 0; });
  }
  std::int64_t capacity() const { return problem.alpha * problem.beta; }
  std::size_t rowType(std::size_t k) const {
    return static_cast<std::size_t>(problem.classes[k].rowType);
  }
  std::size_t columnType(std::size_t k) const {
    return static_cast<std::size_t>(problem.classes[k].columnType);
  }
  std::int64_t &rowOf(std::size_t k) { return rows[rowType(k)]; }
  std::int64_t &columnOf(std::size_t k) { return columns[columnType(k)]; }
  void push(std::size_t k, std::int64_t amount) {
    flow[k] += amount;
    rowOf(k) -= amount;
    columnOf(k) -= amount;
  }
  bool augment();
  void pushAlong(std::size_t column);

  const ClassProblem &problem;
  Amounts rows, columns; ///< what is left
  std::vector<std::size_t> usable;
  Amounts flow;
  /// Class by which the search reached a type, or none.
  std::vector<std::size_t> rowReachedBy, columnReachedBy;
};

/// One augmenting path, by breadth-first search over whole rounds of classes:
/// forward from reached rows, backward from reached columns.
bool Transport::augment() {
  rowReachedBy.assign(rows.size(), none);
  columnReachedBy.assign(columns.size(), none);
  const auto reached = [&](std::size_t row) {
    return rows[row] > 0 || rowReachedBy[row] != none;
  };
  for (bool progress = true; progress;) {
    progress = false;
    for (const std::size_t k : usable) {
      if (reached(rowType(k)) && columnReachedBy[columnType(k)] == none &&
          flow[k] < capacity()) {
        columnReachedBy[columnType(k)] = k;
        progress = true;
        if (columnOf(k) > 0) {
          pushAlong(columnType(k));
          return true;
        }
      }
    }
    for (const std::size_t k : usable) {
      if (!reached(rowType(k)) && columnReachedBy[columnType(k)] != none &&
          flow[k] > 0) {
        rowReachedBy[rowType(k)] = k;
        progress = true;
      }
    }
  }
  return false;
}

/// Sends the most that fits along the path that ends in `column`.
void Transport::pushAlong(std::size_t column) {
  std::vector<std::size_t> forward, backward;
  std::size_t row;
  for (std::size_t at = column;; at = columnType(backward.back())) {
    forward.push_back(columnReachedBy[at]);
    row = rowType(forward.back());
    if (rowReachedBy[row] == none)
      break;
    backward.push_back(rowReachedBy[row]);
  }
  std::int64_t amount = std::min(rows[row], columns[column]);
  for (const std::size_t k : forward)
    amount = std::min(amount, capacity() - flow[k]);
  for (const std::size_t k : backward)
    amount = std::min(amount, flow[k]);
  for (const std::size_t k : forward)
    flow[k] += amount;
  for (const std::size_t k : backward)
    flow[k] -= amount;
  rows[row] -= amount;
  columns[column] -= amount;
}

/// max(total - each, 0) for all types.
static Amounts excess(const Amounts &totals, std::int64_t each) {
  Amounts result = totals;
  for (std::int64_t &amount : result)
    amount = std::max<std::int64_t>(amount - each, 0);
  return result;
}

/// Messages of each type in one rank's block row or column.
struct Totals {
  Amounts rows, columns;
};

static Totals messagesOfTypes(const ClassProblem &problem) {
  Totals totals{Amounts(static_cast<std::size_t>(problem.rowTypes), 0),
                Amounts(static_cast<std::size_t>(problem.columnTypes), 0)};
  for (const MessageClass &messages : problem.classes) {
    totals.rows[static_cast<std::size_t>(messages.rowType)] +=
        problem.alpha * problem.beta;
    totals.columns[static_cast<std::size_t>(messages.columnType)] +=
        problem.alpha * problem.beta;
  }
  return totals;
}

/// Whether m early steps are enough where only `light` classes may be late.
static bool suffices(const ClassProblem &problem, const Totals &totals,
                     const std::vector<std::size_t> &light, std::int64_t m) {
  const std::int64_t late = problem.stepCount - m;
  Transport byRows(problem, excess(totals.rows, problem.alpha * m),
                   Amounts(totals.columns.size(), problem.beta * late), light);
  byRows.run();
  if (!byRows.rowsAreEmpty())
    return false;
  Transport byColumns(problem,
                      Amounts(totals.rows.size(), problem.alpha * late),
                      excess(totals.columns, problem.beta * m), light);
  byColumns.run();
  return byColumns.columnsAreFull();
}

/// Least number of early steps, at least `low`: more steps never hurt, and
/// stepCount always suffices.
static std::int64_t fewestEarlySteps(const ClassProblem &problem,
                                     const Totals &totals,
                                     const std::vector<std::size_t> &light,
                                     std::int64_t low) {
  if (suffices(problem, totals, light, low))
    return low;
  std::int64_t high = problem.stepCount;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (suffices(problem, totals, light, middle) ? high : low) = middle;
  }
  return high;
}

std::int64_t redist::schedule::twoLevelBound(const CommunicationGrid &grid,
                                             std::int64_t stepCount) {
  const ClassProblem problem = classProblem(grid, stepCount);
  const Totals totals = messagesOfTypes(problem);
  std::vector<std::size_t> byWeight(problem.classes.size());
  std::iota(byWeight.begin(), byWeight.end(), std::size_t{0});
  std::stable_sort(
      byWeight.begin(), byWeight.end(), [&](std::size_t a, std::size_t b) {
        return problem.classes[a].weight > problem.classes[b].weight;
      });
  std::int64_t bound = 0, early = 0;
  for (std::size_t m = 0; m < byWeight.size();) {
    const std::int64_t theta = problem.classes[byWeight[m]].weight;
    while (m < byWeight.size() && problem.classes[byWeight[m]].weight == theta)
      ++m;
    const std::vector<std::size_t> light(
        byWeight.begin() + static_cast<std::ptrdiff_t>(m), byWeight.end());
    early = fewestEarlySteps(problem, totals, light, early);
    const std::int64_t next =
        light.empty() ? 0 : problem.classes[light.front()].weight;
    bound += early * (theta - next);
  }
  return bound;
}
