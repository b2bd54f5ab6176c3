//===- ProfileCheck.h - Is a profile what it says? -------------*- C++ -*-===//
//
// Checks a ClassProfile against its ClassProblem in integers, from the
// definition in ClassSchedule.h alone.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_UNIT_EXACT_PROFILECHECK_H
#define REDIST_TEST_UNIT_EXACT_PROFILECHECK_H

#include "redistSchedule/EdgeColouring/ClassSchedule.h"

#include <gtest/gtest.h>

#include <numeric>

namespace redistc::exact::test {

inline void checkLevel(const redist::schedule::ClassProblem &problem,
                       const redist::schedule::ClassProfile &profile,
                       std::size_t level) {
  std::vector<std::int64_t> rows(problem.rowTypes),
      columns(problem.columnTypes);
  for (std::size_t k = 0; k < problem.classes.size(); ++k) {
    std::int64_t share = profile.share[k][level];
    EXPECT_GE(share, 0);
    if (share > 0) {
      EXPECT_LE(problem.classes[k].weight, profile.costs[level]);
    }
    rows[problem.classes[k].rowType] += share;
    columns[problem.classes[k].columnType] += share;
  }
  for (std::int64_t sum : rows)
    EXPECT_LE(sum, problem.alpha * profile.steps[level]);
  for (std::int64_t sum : columns)
    EXPECT_LE(sum, problem.beta * profile.steps[level]);
}

inline void checkProfile(const redist::schedule::ClassProblem &problem,
                         const redist::schedule::ClassProfile &profile) {
  ASSERT_EQ(profile.steps.size(), profile.costs.size());
  ASSERT_EQ(profile.share.size(), problem.classes.size());
  std::int64_t stepCount = 0, totalCost = 0;
  for (std::size_t j = 0; j < profile.costs.size(); ++j) {
    EXPECT_GT(profile.steps[j], 0);
    if (j > 0) {
      EXPECT_LT(profile.costs[j], profile.costs[j - 1]);
    }
    stepCount += profile.steps[j];
    totalCost += profile.steps[j] * profile.costs[j];
  }
  EXPECT_EQ(stepCount, problem.stepCount);
  EXPECT_EQ(totalCost, profile.totalCost);
  EXPECT_LE(profile.lowerBound, profile.totalCost);
  EXPECT_EQ(profile.proved, profile.lowerBound == profile.totalCost);
  for (const std::vector<std::int64_t> &share : profile.share) {
    ASSERT_EQ(share.size(), profile.costs.size());
    EXPECT_EQ(std::accumulate(share.begin(), share.end(), std::int64_t{0}),
              problem.alpha * problem.beta);
  }
  for (std::size_t j = 0; j < profile.costs.size(); ++j)
    checkLevel(problem, profile, j);
}

} // namespace redistc::exact::test

#endif
