//===- ArrivalTimes.h - Length of a tree of late elements ------*- C++ -*-===//
//
// Private to lib/Schedule/Reduction. Comes in: when each element is available,
// and a tree. Goes out: the earliest times of that tree. On a given tree they
// are reached by receiving in the order in which elements are ready and by
// combining in the order in which they are there, since both leave every later
// choice at least as good.
//
//   a = (3, 0, 0), both others sent to machine 0, d = 1, c = 4: it receives
//   until 1 and 2, combines the two from 2 on, its own from 6 on, ends at 10
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_REDUCTION_ARRIVALS_ARRIVALTIMES_H
#define REDIST_LIB_SCHEDULE_REDUCTION_ARRIVALS_ARRIVALTIMES_H

#include "redistSchedule/Reduction/Arrivals.h"

namespace redist::schedule {

using Times = std::span<const std::int64_t>;
using Elements = std::vector<std::int32_t>;

/// When a machine has combined its own element, available at `own`, with
/// those of its children, which are ready at these times, in ascending order.
std::int64_t readyAfter(std::int64_t own, Times childrenReady,
                        const ReductionCost &);

/// The tree with its earliest times; no bound yet.
/// Precondition: one parent is -1, no cycle.
ArrivalTree timedArrivals(Elements parent, Times arrivals,
                          const ReductionCost &);

/// The elements from the latest to the earliest, ties by ascending index.
Elements latestFirst(Times arrivals);

/// max_j (a_(j) + L*(j)): the j latest elements must be reduced after the
/// earliest of them. `latest`: latestFirst().
std::int64_t arrivalBound(Times arrivals, const Elements &latest,
                          const ReductionCost &);

} // namespace redist::schedule

#endif
