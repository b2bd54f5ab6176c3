//===- ArrivalExact.h - Optimal trees of a few late elements ---*- C++ -*-===//
//
// Private to lib/Schedule/Reduction. All trees of a few elements, by subsets:
// when a machine is done depends on its children only by when they are ready,
// the sooner the better, so that the best tree of a subset tries each of its
// machines as the sink and each partition of the others into best subtrees.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_REDUCTION_ARRIVALS_ARRIVALEXACT_H
#define REDIST_LIB_SCHEDULE_REDUCTION_ARRIVALS_ARRIVALEXACT_H

#include "Reduction/Arrivals/ArrivalTimes.h"

namespace redist::schedule {

/// So many take some milliseconds.
inline constexpr std::size_t maxExactArrivals = 8;

/// Parents of an optimal tree. Precondition: 1 to maxExactArrivals elements.
Elements bestArrivalTree(Times arrivals, const ReductionCost &);

} // namespace redist::schedule

#endif
