//===- ReferenceInstances.h - Instances with known optima ------*- C++ -*-===//
//
// The table of Inputs/RedistributionReference.inc, for the tests of heuristics
// and of exact methods.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_UNIT_SCHEDULE_REFERENCEINSTANCES_H
#define REDIST_TEST_UNIT_SCHEDULE_REFERENCEINSTANCES_H

#include "redistSchedule/OneDimension/Schedule.h"

namespace redist::schedule::test {

/// The columns of the table.
struct ReferenceInstance {
  const char *name;
  std::int64_t P, Q, r, s;
  std::int64_t superblock, messages, minimumSteps, sortedBound;
  std::int64_t minCost; ///< at minimumSteps
  std::int64_t minCostAnySteps, stepsOfLeastCost;
  bool proved, provedAnySteps;
  std::int64_t caterpillarSteps, caterpillarCost;

  Redistribution parameters() const { return {{P, r}, {Q, s}}; }
};

inline constexpr ReferenceInstance instances[] = {
#include "Inputs/RedistributionReference.inc"
};

} // namespace redist::schedule::test

#endif
