//===- ReductionVerifyTest.cpp - The checker of reductions ----------------===//
//
// Every rule of the one-port model, broken one at a time; and schedules of all
// kinds, which keep them.
//
//===----------------------------------------------------------------------===//
#include "ReductionCases.h"

#include <gtest/gtest.h>

using namespace redist::schedule;
using namespace redist::schedule::test;

/// d = 2, c = 3, 5 machines: 2 and 1 send to 0, 4 and 3 to 1. Starts by hand:
/// 4 at 0, 3 at 3, so machine 1 has combined at 0 + 2 + 3 + 3 = 8; machine 2 at
/// 5 for a combine from 7 to 10; machine 1 at 8 for one from 10 to 13.
static ReductionTree example() {
  return {{-1, 0, 0, 1, 1}, {13, 8, 5, 3, 0}, 13};
}

static ReductionProblem problemOf(std::int64_t maxTransfers = 0,
                                  std::int64_t maxReducers = 0) {
  return {5, {2, 3}, maxTransfers, maxReducers};
}

static std::string complaint(const ReductionTree &tree,
                             const ReductionProblem &problem = problemOf()) {
  const ReductionReport report = verify(tree, problem);
  EXPECT_EQ(report.isValid, report.problem.empty());
  return report.problem;
}

TEST(ReductionVerify, AcceptsTheExample) {
  const ReductionReport report = verify(example(), problemOf(2, 2));
  EXPECT_TRUE(report.isValid) << report.problem;
  EXPECT_EQ(report.length, 13);
  EXPECT_EQ(report.peakTransfers, 1); // [0, 2) [3, 5) [5, 7) [8, 10)
  EXPECT_EQ(report.reducers, 2);
}

TEST(ReductionVerify, CountsMachines) {
  EXPECT_EQ(complaint(example(), {6, {2, 3}}),
            "the tree has 5 machines, not 6");
  ReductionTree tree = example();
  tree.start.pop_back();
  EXPECT_NE(complaint(tree), "");
}

TEST(ReductionVerify, EveryElementReachesTheSink) {
  ReductionTree tree = example();
  tree.parent = {-1, 0, 0, 4, 3};
  EXPECT_EQ(complaint(tree), "the element of machine 3 never reaches the sink");
  tree.parent = {1, 0, 0, 1, 1};
  EXPECT_EQ(complaint(tree), "the sink sends its element on");
  for (const std::int32_t above : {-1, 3, 5}) {
    tree = example();
    tree.parent[3] = above;
    EXPECT_EQ(complaint(tree),
              "machine 3 sends to machine " + std::to_string(above));
  }
}

TEST(ReductionVerify, OneTransferOnAPort) {
  ReductionTree tree = example();
  tree.start[3] = 1;
  EXPECT_EQ(complaint(tree), "machine 1 receives from machine 3 while another "
                             "transfer goes on");
}

TEST(ReductionVerify, NothingIsSentBeforeItIsCombined) {
  ReductionTree tree = example();
  tree.start[1] = 7;
  EXPECT_EQ(complaint(tree), "machine 1 sends at 7 what is combined at 8");
  tree = example();
  tree.start[3] = 4;
  EXPECT_EQ(complaint(tree), "machine 1 sends at 8 what is combined at 9");
}

TEST(ReductionVerify, NothingIsSentBeforeTheBeginning) {
  ReductionTree tree = example();
  tree.start[4] = -1;
  EXPECT_EQ(complaint(tree), "machine 4 sends before the beginning");
}

/// Latency delays arrivals, and does not hold the port.
TEST(ReductionVerify, Latency) {
  EXPECT_EQ(complaint(example(), {5, {2, 3, 1}}),
            "machine 1 sends at 8 what is combined at 9");
  ReductionTree tree = example();
  tree.start = {15, 9, 5, 3, 0};
  tree.length = 15;
  EXPECT_EQ(complaint(tree, {5, {2, 3, 1}}), "");
}

TEST(ReductionVerify, TheLengthIsTheSinksLastCombine) {
  ReductionTree tree = example();
  tree.length = 14;
  EXPECT_EQ(complaint(tree), "the length is 13, not 14");
  tree.length = 12;
  EXPECT_EQ(complaint(tree), "the length is 13, not 12");
}

TEST(ReductionVerify, Limits) {
  ReductionTree tree = example();
  tree.start[2] = 4; // [4, 6) meets [3, 5)
  EXPECT_EQ(complaint(tree), "");
  EXPECT_EQ(complaint(tree, problemOf(1)),
            "2 transfers at once, 1 are allowed");
  EXPECT_EQ(complaint(tree, problemOf(2)), "");
  EXPECT_EQ(complaint(tree, problemOf(0, 1)),
            "2 machines combine, 1 are allowed");
}

/// Transfers that take no time are never under way together.
TEST(ReductionVerify, TransfersWithoutDurationDoNotMeet) {
  const ReductionReport report = verify(greedyTree(16, {0, 1}), {16, {0, 1}});
  EXPECT_TRUE(report.isValid);
  EXPECT_EQ(report.peakTransfers, 0);
}

TEST(ReductionVerify, AcceptsSchedulesOfAllKinds) {
  ReductionCases cases(7);
  for (int i = 0; i < 20000; ++i) {
    const ReductionProblem problem = cases.problem(40);
    const std::int64_t root = cases.below(problem.ranks);
    const Result<ReductionSchedule> schedule = makeReduction(problem);
    ASSERT_TRUE(schedule) << describe(problem);
    const ReductionReport report = verify(*schedule, root);
    ASSERT_TRUE(report.isValid)
        << describe(problem) << " root " << root << ": " << report.problem;
    ASSERT_LE(schedule->lowerBound(), schedule->length()) << describe(problem);
    ASSERT_GE(schedule->upperBound(), schedule->length()) << describe(problem);
  }
}
