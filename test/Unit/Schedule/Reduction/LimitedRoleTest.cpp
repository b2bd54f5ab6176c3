//===- LimitedRoleTest.cpp - Roles with limits, without a tree ------------===//
//
// Beside the roles of schedules with a tree in memory, for all small cases and
// random ones; far beyond that parents and children say the same, and times
// keep the limits.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Reduction/ReductionTree.h"

#include "ReductionCases.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace redist::schedule;
using namespace redist::schedule::test;

static void expectSameRole(const ReductionRole &found,
                           const ReductionRole &wanted) {
  EXPECT_EQ(found.parent, wanted.parent);
  EXPECT_EQ(found.start, wanted.start);
  ASSERT_EQ(found.children.size(), wanted.children.size());
  for (std::size_t i = 0; i < found.children.size(); ++i) {
    EXPECT_EQ(found.children[i].rank, wanted.children[i].rank);
    EXPECT_EQ(found.children[i].isLeft, wanted.children[i].isLeft);
    EXPECT_EQ(found.children[i].start, wanted.children[i].start);
  }
}

/// Ranks `step` apart.
static void expectRoles(const ReductionProblem &problem, std::int64_t root,
                        std::int64_t step) {
  const ReductionSchedule schedule = scheduleOf(problem);
  for (std::int64_t rank = 0; rank < problem.ranks; rank += step) {
    SCOPED_TRACE(describe(problem) + " rank " + std::to_string(rank));
    const Result<ReductionRole> found = limitedRole(problem, rank, root);
    ASSERT_TRUE(found) << found.error().message;
    expectSameRole(*found, schedule.role(rank, root));
    if (testing::Test::HasFailure())
      return;
  }
}

TEST(LimitedRole, isThatOfTheScheduleForAllSmallCases) {
  for (std::int64_t ranks = 5; ranks <= 16; ++ranks)
    for (std::int64_t transfers = 0; transfers <= 4; ++transfers)
      for (std::int64_t reducers = 0; reducers <= 6; ++reducers)
        for (std::int64_t transfer = 1; transfer <= 3; ++transfer)
          for (std::int64_t combine = 0; combine <= 3; ++combine)
            for (const std::int64_t latency : {0, 3}) {
              ReductionProblem problem = {ranks, {transfer, combine, latency}};
              problem.maxTransfers = transfers;
              problem.maxReducers = reducers;
              expectRoles(problem, 0, 1);
              if (HasFailure())
                return;
            }
}

TEST(LimitedRole, isThatOfTheSchedule) {
  ReductionCases cases(12);
  for (int i = 0; i < 2000; ++i) {
    ReductionProblem problem = {1 + cases.below(i % 9 ? 60 : 400),
                                cases.cost(i % 2 ? 4 : 100)};
    if (i % 3 != 0)
      problem.maxReducers = cases.below(i % 5 ? 9 : problem.ranks) + 1;
    if (i % 3 != 1)
      problem.maxTransfers = cases.below(i % 5 ? 7 : problem.ranks) + 1;
    problem.ordered = i % 31 == 0;
    expectRoles(problem, cases.below(problem.ranks), 1);
    if (HasFailure())
      return;
  }
}

TEST(LimitedRole, isThatOfLargeSchedules) {
  ReductionCases cases(13);
  for (int i = 0; i < 24; ++i) {
    ReductionProblem problem = {1 + cases.below(1 << (10 + i % 11)),
                                cases.cost(i % 2 ? 6 : 1000)};
    problem.cost.transfer += 1;
    problem.maxTransfers = 1 + cases.below(i % 5 ? 60 : 5000);
    if (i % 2 == 0)
      problem.maxReducers = problem.maxTransfers + cases.below(80);
    expectRoles(problem, cases.below(problem.ranks), 1 + problem.ranks / 40);
    if (HasFailure())
      return;
  }
}

class HugeRoles {
public:
  explicit HugeRoles(const ReductionProblem &given)
      : problem(given), length(reductionLength(given)->length) {}

  /// Rank by rank to the root, and down again.
  void expectAgreement(std::int64_t rank, ReductionCases &cases) const {
    SCOPED_TRACE(describe(problem) + " rank " + std::to_string(rank));
    while (rank != 0 && !testing::Test::HasFailure())
      rank = expectParent(rank);
    EXPECT_EQ(roleOf(0).start, length);
    for (ReductionRole role = roleOf(0);
         !role.children.empty() && !testing::Test::HasFailure();) {
      const std::size_t last = role.children.size() - 1;
      rank = role.children[last - indexOf(cases.below(std::min<std::int64_t>(
                                      static_cast<std::int64_t>(last) + 1, 9)))]
                 .rank;
      expectParent(rank);
      role = roleOf(rank);
    }
  }

private:
  ReductionProblem problem;
  std::int64_t length;

  static std::size_t indexOf(std::int64_t value) {
    return static_cast<std::size_t>(value);
  }
  ReductionRole roleOf(std::int64_t rank) const {
    const Result<ReductionRole> role = limitedRole(problem, rank, 0);
    EXPECT_TRUE(role) << role.error().message;
    return role ? *role : ReductionRole{};
  }
  /// Times of the rank, and that its parent knows it.
  std::int64_t expectParent(std::int64_t rank) const {
    const ReductionRole role = roleOf(rank);
    std::int64_t port = 0, done = 0;
    for (const ReductionChild &child : role.children) {
      EXPECT_GE(child.start, port);
      port = child.start + problem.cost.transfer;
      done = std::max(done, port + problem.cost.latency) + problem.cost.combine;
    }
    EXPECT_GE(role.start, done);
    // Machines are in the order of their transfers, the last one first.
    const std::int64_t before = rank + problem.maxTransfers;
    EXPECT_TRUE(before >= problem.ranks ||
                role.start >= roleOf(before).start + problem.cost.transfer);
    const ReductionRole above = roleOf(role.parent);
    const auto own = std::find_if(
        above.children.begin(), above.children.end(),
        [&](const ReductionChild &child) { return child.rank == rank; });
    EXPECT_TRUE(own != above.children.end() && own->start == role.start)
        << rank << " of " << role.parent;
    return role.parent;
  }
};

TEST(LimitedRole, agreesWithItsNeighboursAtAnyNumberOfRanks) {
  ReductionCases cases(14);
  for (int i = 0; i < 24; ++i) {
    ReductionProblem problem = {1'000'000'000'000'000 + cases.below(1'000'000),
                                cases.cost(i % 2 ? 6 : 300)};
    problem.cost.transfer = 1 + problem.cost.transfer % 9;
    if (i % 8 == 7) {
      problem.ranks = (std::int64_t{1} << 61) - cases.below(1000);
      problem.cost.transfer = 1;
    }
    problem.maxTransfers = 1 + cases.below(i % 4 ? 9 : 200);
    const HugeRoles roles(problem);
    for (const std::int64_t most : {problem.ranks, std::int64_t{1} << 30})
      roles.expectAgreement(cases.below(most), cases);
    if (HasFailure())
      return;
  }
}

/// Where each of those that combine has fewer than 2^26 elements.
TEST(LimitedRole, agreesWithItsNeighboursUnderBothLimits) {
  ReductionCases cases(15);
  for (int i = 0; i < 6; ++i) {
    ReductionProblem problem = {100'000'000 + cases.below(1'000'000),
                                cases.cost(9)};
    problem.cost.transfer += 1;
    problem.maxReducers = 1000 + cases.below(100);
    problem.maxTransfers = 1 + cases.below(problem.maxReducers);
    const HugeRoles roles(problem);
    roles.expectAgreement(cases.below(problem.ranks), cases);
    if (HasFailure())
      return;
  }
}

TEST(LimitedRole, repeatsUnderBothLimits) {
  ReductionProblem problem = {1'000'000'000'000'000, {1, 1}};
  problem.maxTransfers = 2;
  problem.maxReducers = 5;
  // Two machines give every second tick, three every third one.
  ReductionProblem small = problem;
  small.ranks = 10'000;
  const ReductionSchedule schedule = scheduleOf(small);
  const std::int64_t length = reductionLength(problem)->length;
  for (std::int64_t rank = 8000; rank < 8024; ++rank) {
    const std::int64_t turns = 80'000'000'000'000;
    const Result<ReductionRole> far =
        limitedRole(problem, rank + 12 * turns, 0);
    ASSERT_TRUE(far);
    const ReductionRole near = schedule.role(rank, 0);
    EXPECT_EQ(far->parent, near.parent);
    // Two transfers a tick.
    EXPECT_EQ(length - far->start, schedule.length() - near.start + 6 * turns);
  }
}

TEST(LimitedRole, saysWhatItDoesNotKnow) {
  ReductionProblem problem = {1'000'000'000'000, {1, 1}};
  problem.maxReducers = 5;
  EXPECT_TRUE(limitedRole(problem, 999'999'999'999, 0));
  EXPECT_EQ(limitedRole(problem, 3, 3).error().message,
            "rank 3 combines more than 2^26 elements");
  problem.maxTransfers = 3;
  EXPECT_TRUE(limitedRole(problem, 999'999'999'999, 0));
  EXPECT_EQ(limitedRole(problem, 3, 3).error().message,
            "rank 3 combines more than 2^26 elements");
  problem.ordered = true;
  EXPECT_EQ(limitedRole(problem, 9, 0).error().kind, ErrorKind::TooLarge);
  problem.ordered = false;
  problem.maxReducers = 0;
  problem.maxTransfers = 20'000'000;
  EXPECT_EQ(limitedRole(problem, 9, 0).error().kind, ErrorKind::TooLarge);
}
