//===- LevelProblem.h - Classes as jobs with deadlines ---------*- C++ -*-===//
//
// The class problem in the form the solver works on. Classes of one row type,
// column type and weight are merged into a cell; the distinct weights are the
// levels, numbered from 0 by decreasing cost. A profile is written by its
// cumulated steps: `upTo[j]` steps cost at least costs[j], so that
//
//   total cost = sum over j of (costs[j] - costs[j + 1]) * upTo[j],
//
// costs[l] = 0 and upTo[l - 1] = stepCount. Raising an entry never makes a
// feasible profile infeasible: a step may always cost more than it must.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EXACT_LEVELPROBLEM_H
#define REDISTC_LIB_EXACT_LEVELPROBLEM_H

#include "Deadline.h"

#include "redistSchedule/EdgeColouring/ClassSchedule.h"

namespace redistc::exact {

/// All classes of one row type, column type and weight.
struct Cell {
  std::int32_t row;
  std::int32_t column;
  std::int32_t level;
  std::int64_t messages; ///< alpha * beta times the number of classes
};

/// Cumulated steps by level, non-decreasing.
using Cumulated = std::vector<std::int64_t>;
/// share[cell][level].
using Shares = std::vector<std::vector<std::int64_t>>;

struct LevelProblem {
  std::int64_t alpha = 1;
  std::int64_t beta = 1;
  std::int32_t rows = 0;
  std::int32_t columns = 0;
  std::int64_t stepCount = 0;
  std::vector<std::int64_t> costs; ///< decreasing
  std::vector<Cell> cells;         ///< by level, row, column
  std::vector<std::int32_t> cellOfClass;

  std::int32_t levels() const {
    return static_cast<std::int32_t>(costs.size());
  }
  /// costs[j] - costs[j + 1]: what one more step of level j or above costs.
  std::int64_t priceOf(std::int32_t level) const {
    return costs[level] - (level + 1 < levels() ? costs[level + 1] : 0);
  }
  std::int64_t totalCost(const Cumulated &) const;
};

/// std::nullopt where the counts leave the range in which the programs are
/// exact (2^50 messages), or where stepCount is below the maximum degree.
std::optional<LevelProblem>
makeLevelProblem(const redist::schedule::ClassProblem &);

/// Sorted bound: upTo[j] >= degree of the classes of cost costs[j] or more.
Cumulated sortedBound(const LevelProblem &);

/// Two-level bound: the least upTo[j] such that the classes can be split into
/// upTo[j] steps that take anything and stepCount - upTo[j] steps that take
/// only what is lighter than costs[j]. At least sortedBound, entry by entry;
/// past the deadline no more than that.
Cumulated twoLevelBound(const LevelProblem &, const Cumulated &sorted,
                        const Deadline &);

/// Exact check: non-negative shares of lighter or equal cells only, complete,
/// within alpha (beta) a step for each row (column) type.
bool isFeasible(const LevelProblem &, const Cumulated &, const Shares &);

} // namespace redistc::exact

#endif
