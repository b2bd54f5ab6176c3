//===- Capacity.h - Maximum number of elements in a time --------*- C++ -*-===//
//
// Private to lib/Schedule. N(T): the most elements that n machines can reduce
// in T ticks, which with its inverse, the optimal length, is all that a tree
// needs to be known anywhere (docs/SchedulingMath.md, section 11). With A =
// turn and B = cadence the last element that the sink receives was itself
// reduced in T - A, and all before it leave the sink T - B:
//
//   N(T) = 1 for 0 <= T < A,   N(T) = N(T - A) + N(T - B)
//        = 1 + sum over aA + bB <= T - A of C(a + b, a)
//        = 1 + sum over a of C(a + 1 + b(a), a + 1),
//          b(a) = floor((T - A - aA) / B)
//
//   A = 2, B = 1: N = 1 1 2 3 5 8 13 ... (Fibonacci)
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_REDUCTION_COST_CAPACITY_H
#define REDIST_LIB_SCHEDULE_REDUCTION_COST_CAPACITY_H

#include "redistSchedule/Reduction/Cost.h"

#include <limits>

namespace redist::schedule {

class Capacity {
public:
  static constexpr std::int64_t unlimited =
      std::numeric_limits<std::int64_t>::max();

  /// Precondition: 0 <= cadence <= turn < 2^62.
  Capacity(std::int64_t turn, std::int64_t cadence);

  std::int64_t turn() const { return a; }
  std::int64_t cadence() const { return b; }
  /// N(time), at most `unlimited`; 0 for a negative time. One addition for
  /// each multiple of the turn in `time`.
  std::int64_t operator()(std::int64_t time) const;
  /// The least time with N(time) >= elements; -1 where it is 2^62 or more.
  /// Precondition: 0 < elements < 2^62.
  std::int64_t timeFor(std::int64_t elements) const;

private:
  std::int64_t a, b;
  std::int64_t quotient = 0, remainder = 0; ///< of a by b
};

/// C(n, k), or Capacity::unlimited where that is less. Precondition:
/// 0 <= k <= n.
std::int64_t saturatingChoose(std::int64_t n, std::int64_t k);

/// Least k with 2^k >= n. Precondition: n > 0.
std::int64_t ceilLog2(std::int64_t n);

} // namespace redist::schedule

#endif
