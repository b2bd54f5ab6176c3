//===- LimitedLengthTest.cpp - Lengths with limits, without a tree --------===//
//
// Beside Algorithms 2 and 3 themselves, and beside schedules, for all small
// cases and random ones; and far beyond what a list could hold.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Reduction/ReductionTree.h"

#include "ReductionCases.h"

#include <gtest/gtest.h>

using namespace redist::schedule;
using namespace redist::schedule::test;

static std::int64_t lengthOf(const ReductionProblem &problem) {
  const Result<ReductionLength> found = reductionLength(problem);
  EXPECT_TRUE(found) << describe(problem);
  return found ? found->length : -1;
}

/// Of the schedule, which has a tree where a limit binds.
static void expectSchedule(const ReductionProblem &problem) {
  const Result<ReductionSchedule> schedule = makeReduction(problem);
  const Result<ReductionLength> found = reductionLength(problem);
  ASSERT_TRUE(schedule) << describe(problem);
  ASSERT_TRUE(found) << describe(problem);
  EXPECT_EQ(found->length, schedule->length()) << describe(problem);
  EXPECT_EQ(found->proof, schedule->proof()) << describe(problem);
  EXPECT_EQ(found->lowerBound, schedule->lowerBound()) << describe(problem);
  EXPECT_EQ(found->upperBound, schedule->upperBound()) << describe(problem);
  EXPECT_EQ(found->method, schedule->method()) << describe(problem);
  EXPECT_TRUE(found->hasRoles);
}

TEST(LimitedLength, isThatOfTheAlgorithmForAllSmallCases) {
  for (std::int64_t ranks = 3; ranks <= 40; ++ranks)
    for (std::int64_t transfer = 0; transfer <= 4; ++transfer)
      for (std::int64_t combine = 0; combine <= 4; ++combine)
        for (const std::int64_t latency : {0, 1, 7})
          for (std::int64_t limit = 1; limit < ranks; ++limit) {
            ReductionProblem problem = {ranks, {transfer, combine, latency}};
            problem.maxReducers = limit;
            ASSERT_EQ(lengthOf(problem),
                      limitedReducersTree(ranks, limit, problem.cost).length)
                << describe(problem);
            problem.maxReducers = 0;
            problem.maxTransfers = limit;
            ASSERT_EQ(
                lengthOf(problem),
                2 * limit < ranks - 1 || transfer == 0
                    ? limitedTransfersTree(ranks, limit, problem.cost).length
                    : greedyTree(ranks, problem.cost).length)
                << describe(problem);
          }
}

TEST(LimitedLength, isThatOfTheScheduleForRandomCases) {
  ReductionCases cases(11);
  for (int i = 0; i < 3000; ++i) {
    ReductionProblem problem = {1 + cases.below(3000),
                                cases.cost(i % 2 ? 9 : 500)};
    (i % 3 ? problem.maxReducers : problem.maxTransfers) =
        cases.below(i % 5 ? 40 : problem.ranks);
    if (i % 4 == 0)
      problem.maxTransfers = 1 + cases.below(problem.maxReducers + 1);
    expectSchedule(problem);
  }
}

TEST(LimitedLength, growsByOnePeriodWithEachTurnOfTheLimit) {
  for (const std::int64_t limit : {1, 1000, 1 << 20}) {
    ReductionProblem problem = {std::int64_t{1} << 50, {3, 5}};
    problem.maxReducers = limit;
    const std::int64_t length = lengthOf(problem);
    problem.ranks += 7 * limit;
    EXPECT_EQ(lengthOf(problem), length + 7 * 5);
    problem.maxReducers = 0;
    problem.maxTransfers = limit;
    const std::int64_t ofTransfers = lengthOf(problem);
    problem.ranks += 7 * limit;
    EXPECT_EQ(lengthOf(problem), ofTransfers + 7 * 3);
  }
}

TEST(LimitedLength, isKnownForMoreRanksThanATreeHolds) {
  ReductionProblem problem = {1'000'000'000'000, {1, 1}};
  problem.maxReducers = 10'000'000'000;
  const Result<ReductionLength> found = reductionLength(problem);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->proof, ReductionProof::Theorem9);
  EXPECT_FALSE(found->hasRoles);
  EXPECT_LE(found->lowerBound, found->length);
  EXPECT_LE(found->length, found->upperBound);
  EXPECT_GT(found->length,
            *optimalReductionLength(problem.ranks, problem.cost));
  // One rank that combines takes an element each period.
  problem.maxReducers = 1;
  EXPECT_EQ(lengthOf(problem), 1'000'000'000'000);
  problem.cost = {2, 3, 4};
  EXPECT_EQ(lengthOf(problem), 9 + 3 * (problem.ranks - 2));
}

/// The recurrence of all times once all that may combine do
/// (docs/SchedulingMath.md, section 13, "Both limits").
TEST(LimitedLength, isThatOfTheScheduleUnderBothLimitsForAllSmallCases) {
  for (std::int64_t ranks = 5; ranks <= 30; ++ranks)
    for (std::int64_t transfers = 1; transfers < ranks / 2; ++transfers)
      for (std::int64_t reducers = 1; reducers < ranks - 1; ++reducers)
        for (std::int64_t transfer = 1; transfer <= 3; ++transfer)
          for (std::int64_t combine = 0; combine <= 4; ++combine)
            for (const std::int64_t latency : {0, 7}) {
              ReductionProblem problem = {ranks, {transfer, combine, latency}};
              problem.maxTransfers = transfers;
              problem.maxReducers = reducers;
              ASSERT_EQ(lengthOf(problem), scheduleOf(problem).length())
                  << describe(problem);
            }
}

TEST(LimitedLength, growsByTheSlowerLimitUnderBoth) {
  ReductionProblem problem = {std::int64_t{1} << 50, {3, 5, 2}};
  problem.maxTransfers = 600;
  problem.maxReducers = 1001; // 1001 / 5 combines a tick, 600 / 3 transfers
  const std::int64_t length = lengthOf(problem);
  problem.ranks += 7 * 600;
  EXPECT_EQ(lengthOf(problem), length + 7 * 3);
  problem.maxReducers = 999;
  const std::int64_t ofReducers = lengthOf(problem);
  problem.ranks += 7 * 999;
  EXPECT_EQ(lengthOf(problem), ofReducers + 7 * 5);
  // As many transfers as ranks that combine are no limit.
  problem.maxTransfers = 999;
  ReductionProblem alone = problem;
  alone.maxTransfers = 0;
  EXPECT_EQ(lengthOf(problem), lengthOf(alone));
}

TEST(LimitedLength, saysWhatItDoesNotKnow) {
  ReductionProblem problem = {1'000'000'000'000, {1, 1}};
  problem.maxReducers = 100'000'000;
  problem.maxTransfers = 3;
  EXPECT_EQ(reductionLength(problem).error().message,
            "both limits together need a list of the ranks that combine, and "
            "100000000 are more than 2^26");
  problem.maxReducers = 0;
  problem.maxTransfers = 100'000'000;
  EXPECT_EQ(reductionLength(problem).error().message,
            "the limit on transfers needs a table of more than 2^26 ranks "
            "before times repeat");
}

TEST(LimitedLength, saysWhereItLeaves62Bits) {
  ReductionProblem problem = {1'000'000'000'000, {1, std::int64_t{1} << 40}};
  problem.maxReducers = 1;
  EXPECT_EQ(reductionLength(problem).error().message,
            "the length leaves 62 bits");
  problem.maxTransfers = 1000;
  problem.cost = {std::int64_t{1} << 60, std::int64_t{1} << 61};
  for (const std::int64_t reducers : {0, 2000}) {
    problem.maxReducers = reducers;
    EXPECT_EQ(reductionLength(problem).error().message,
              "the length leaves 62 bits");
  }
  // Before times repeat.
  problem = {1'000'001, {std::int64_t{1} << 59, std::int64_t{1} << 59}};
  problem.maxTransfers = 400'000;
  EXPECT_EQ(reductionLength(problem).error().message,
            "the length leaves 62 bits");
}
