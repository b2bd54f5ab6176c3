//===- ReductionCases.h - Problems for tests of reductions ------*- C++ -*-===//
//
// Random problems with few ranks and small costs, all strategies and limits.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_UNIT_SCHEDULE_REDUCTIONCASES_H
#define REDIST_TEST_UNIT_SCHEDULE_REDUCTIONCASES_H

#include "redistSchedule/Reduction/ReductionTree.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

namespace redist::schedule::test {

class ReductionCases {
public:
  explicit ReductionCases(std::uint64_t seed) : random(seed) {}

  /// In [0, n).
  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  }
  /// One in three with latency.
  ReductionCost cost(std::int64_t most) {
    const std::int64_t latency = below(3) == 0 ? below(most) : 0;
    return {below(most), below(most), latency};
  }
  ReductionProblem problem(std::int64_t maxRanks) {
    ReductionProblem result;
    result.ranks = 1 + below(maxRanks);
    result.cost = cost(9);
    result.ordered = below(2) == 0;
    result.strategy = static_cast<ReductionStrategy>(below(4));
    result.maxTransfers = below(2) * below(result.ranks + 1);
    result.maxReducers = below(2) * below(result.ranks + 1);
    return result;
  }
  /// Any tree whose parents come before their children.
  std::vector<std::int32_t> parents(std::int64_t ranks) {
    std::vector<std::int32_t> result = {-1};
    for (std::int64_t i = 1; i < ranks; ++i)
      result.push_back(static_cast<std::int32_t>(below(i)));
    return result;
  }

private:
  std::mt19937_64 random;
};

inline std::string describe(const ReductionProblem &problem) {
  const ReductionCost &cost = problem.cost;
  return std::string(nameOf(problem.strategy)) +
         (problem.ordered ? " ordered" : "") +
         " n=" + std::to_string(problem.ranks) +
         " d=" + std::to_string(cost.transfer) +
         " c=" + std::to_string(cost.combine) +
         " latency=" + std::to_string(cost.latency) +
         " transfers=" + std::to_string(problem.maxTransfers) +
         " reducers=" + std::to_string(problem.maxReducers);
}

/// The schedule of a problem that has one.
inline ReductionSchedule scheduleOf(const ReductionProblem &problem) {
  Result<ReductionSchedule> schedule = makeReduction(problem);
  EXPECT_TRUE(schedule) << describe(problem) << ": "
                        << (schedule ? "" : schedule.error().message);
  return *std::move(schedule);
}

} // namespace redist::schedule::test

#endif
