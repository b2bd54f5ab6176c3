//===- ArrivalSearch.h - Local search on late-element trees ----*- C++ -*-===//
//
// Private to lib/Schedule/Reduction. Local search on a tree: a subtree goes to
// another machine, or two elements change places, while that makes the length
// less, or the sum of the times at which machines are ready.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_REDUCTION_ARRIVALS_ARRIVALSEARCH_H
#define REDIST_LIB_SCHEDULE_REDUCTION_ARRIVALS_ARRIVALSEARCH_H

#include "Reduction/Arrivals/ArrivalTimes.h"

namespace redist::schedule {

/// A tree that is at least as good. Stops at the length `enough`, or after
/// `budget` machines were timed, which it takes off the budget.
Elements improveArrivals(Elements parent, Times arrivals, const ReductionCost &,
                         std::int64_t enough, std::int64_t &budget);

} // namespace redist::schedule

#endif
