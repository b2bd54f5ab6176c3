//===- Arrivals.h - Elements that become available later --------*- C++ -*-===//
//
// Room Schedule. Reduction of elements of which element j is available from
// a_j on (ALGORITHMS.md B7). Exact where c = 0, d = 0, all arrive at once, or
// there are at most six; otherwise the best of several constructions with local
// search, beside a lower bound. The machine of any element may be the sink.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_SCHEDULE_REDUCTION_ARRIVALS_H
#define REDIST_SCHEDULE_REDUCTION_ARRIVALS_H

#include "redist/Schedule/Reduction/Cost.h"

#include <span>
#include <vector>

namespace redist::schedule {

struct ArrivalTree {
  std::vector<std::int32_t> parent; ///< by element; -1: the sink
  std::vector<std::int64_t> start;  ///< of transfers; the sink: the length
  /// Of the sink's own element and those received, the order in which each
  /// machine combines: indices of elements, its own among them.
  std::vector<std::vector<std::int32_t>> order;
  std::int64_t length = 0;
  std::int64_t lowerBound = 0; ///< max_j (a_(j) + L*(j)), or the optimum
  bool isOptimal = false;      ///< proved
};

/// Errors: no elements, a negative time or cost, TooLarge.
Result<ArrivalTree> reduceArrivals(std::span<const std::int64_t> arrivals,
                                   const ReductionCost &);

} // namespace redist::schedule

#endif
