//===- Cost.h - Costs of transfers and combines -----------------*- C++ -*-===//
//
// Room Schedule. Costs are whole numbers of ticks, so that lengths are exact
// and the same on every rank, in the compiler and at run time. Comes in: a
// user's fractions, or seconds. Goes out: ticks, and what a tick is worth.
//
//   transfer 3/2, combine 1/3 -> 9 and 2 ticks of 1/6
//
// A transfer holds the ports of its two machines for `transfer` ticks; the
// element is there `latency` ticks later (0 in the paper's model). From the
// start of a transfer to the end of its combine: turn(), A of
// docs/SchedulingMath.md, section 10; a machine takes an element every
// cadence(), B, at best.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_REDUCTION_COST_H
#define REDISTSCHEDULE_REDUCTION_COST_H

#include "redistSchedule/Support/Fraction.h"
#include "redistSchedule/Support/Result.h"

#include <algorithm>
#include <cstdint>

namespace redist::schedule {

/// In ticks, each >= 0.
struct ReductionCost {
  std::int64_t transfer = 1; ///< d
  std::int64_t combine = 1;  ///< c
  std::int64_t latency = 0;
  bool operator==(const ReductionCost &) const = default;

  constexpr std::int64_t turn() const { return latency + transfer + combine; }
  constexpr std::int64_t cadence() const { return std::max(transfer, combine); }
};

/// Costs in ticks, and one tick in the unit in which they were given.
struct TickedCost {
  ReductionCost cost;
  Fraction tick;
};

/// Exact. Errors: a negative cost; TooLarge where the common denominator or a
/// cost in ticks leaves 62 bits.
Result<TickedCost> exactCost(Fraction transfer, Fraction combine,
                             Fraction latency = {});

/// Seconds as a program gives them. Exact for the shortest decimals that mean
/// the doubles where these need fewer than 31 bits together, else rounded to
/// 2^-30 of the largest. The same doubles give the same ticks everywhere.
/// Errors: a cost that is negative or not finite; all are 0.
Result<ReductionCost> costOfSeconds(double transfer, double combine,
                                    double latency = 0);

} // namespace redist::schedule

#endif
