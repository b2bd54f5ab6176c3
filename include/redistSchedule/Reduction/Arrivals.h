//===- Arrivals.h - Reductions of late elements -----------------*- C++ -*-===//
//
// Room Schedule. Reduction of elements of which element j is available from
// a_j on. Exact where c = 0 or d = 0 (and no latency), all
// arrive at once, or there are at most eight; otherwise the best of several
// constructions with local search, beside a lower bound. The machine of any
// element may be the sink, and combines its own element when it likes.
//
//   a = (4, 3, 0), d = 1, c = 4: element 2 goes to machine 1, combined from 3
//   to 7; element 0 goes there at 4, combined from 7 to 11
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_REDUCTION_ARRIVALS_H
#define REDISTSCHEDULE_REDUCTION_ARRIVALS_H

#include "redistSchedule/Reduction/ReductionTree.h"

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
  /// max_j (a_(j) + L*(j)), a_(j) the j-th latest arrival, or the optimum of
  /// free transfers where that is more; the optimum where it is proved.
  std::int64_t lowerBound = 0;
  bool isOptimal = false; ///< proved
};

/// Errors: RanksNotPositive (no elements), CostNegative (a time or cost),
/// TooLarge.
Result<ArrivalTree> reduceArrivals(std::span<const std::int64_t> arrivals,
                                   const ReductionCost &);

/// Replays the times: every element reaches the sink, nothing travels before it
/// is there and combined, one transfer and one combine at a time on a machine.
/// The bound and what is said to be proved do not contradict the length.
ReductionReport verify(const ArrivalTree &,
                       std::span<const std::int64_t> arrivals,
                       const ReductionCost &);

} // namespace redist::schedule

#endif
