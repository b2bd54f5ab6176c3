//===- FloorSums.h - Sums of floors -----------------------------*- C++ -*-===//
//
// Private to lib/Schedule: how many positions lie in an interval of one period
// and in one of another, without a look at each repetition.
//
//   periods 4 and 6, intervals [0, 2) and [1, 4), two repetitions of the first:
//   0 1 . . 4 5 . .   and   . 1 2 3 . . . 7   have 1 in common
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_SUPPORT_FLOORSUMS_H
#define REDIST_LIB_SCHEDULE_SUPPORT_FLOORSUMS_H

#include <cstdint>

namespace redist::schedule {

/// [begin, end) in every period.
struct RepeatedInterval {
  std::int64_t begin, end, period;
};

/// Positions below count * outer.period in both; O(log) of the periods.
/// Preconditions: 0 <= begin <= end <= period; count >= 0; count * outer.period
/// and both periods are below 2^62.
std::int64_t positionsInBoth(const RepeatedInterval &outer, std::int64_t count,
                             const RepeatedInterval &inner);

/// Least x >= 0 with low <= step * x mod modulus <= high; -1: there is none.
/// O(log modulus). Preconditions: 0 <= step < modulus < 2^62;
/// 0 <= low <= high < modulus.
std::int64_t firstResidueWithin(std::int64_t step, std::int64_t modulus,
                                std::int64_t low, std::int64_t high);

} // namespace redist::schedule

#endif
