//===- ReductionStrategyTest.cpp - Strategies by random access -----------===//
//
// Roles of binomial and Fibonacci trees against the trees in memory, every root
// in rank order, and sizes up to 10^18.
//
//===----------------------------------------------------------------------===//
#include "ReductionCases.h"

#include "redistSchedule/Reduction/ReductionTree.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace redist::schedule;
using namespace redist::schedule::test;

static constexpr ReductionStrategy strategies[] = {
    ReductionStrategy::Binomial, ReductionStrategy::Fibonacci};

static ReductionTree treeOf(const ReductionProblem &problem) {
  return problem.strategy == ReductionStrategy::Binomial
             ? binomialTree(problem.ranks, problem.cost)
             : fibonacciTree(problem.ranks, problem.cost);
}

/// A machine's children in the order of their starts, ties by descending index.
static std::vector<std::int32_t> childrenIn(const ReductionTree &tree,
                                            std::size_t machine) {
  std::vector<std::int32_t> children;
  for (std::size_t i = tree.parent.size(); i-- > 1;)
    if (tree.parent[i] == static_cast<std::int32_t>(machine))
      children.push_back(static_cast<std::int32_t>(i));
  std::stable_sort(children.begin(), children.end(),
                   [&](std::int32_t x, std::int32_t y) {
                     return tree.start[static_cast<std::size_t>(x)] <
                            tree.start[static_cast<std::size_t>(y)];
                   });
  return children;
}

static void expectSame(const ReductionProblem &problem) {
  const ReductionTree tree = treeOf(problem);
  const Result<ReductionSchedule> schedule = makeReduction(problem);
  ASSERT_TRUE(schedule) << describe(problem);
  ASSERT_TRUE(schedule->isClosedForm());
  ASSERT_EQ(schedule->length(), tree.length) << describe(problem);
  const std::vector<ReductionRole> roles = schedule->roles(0);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    ASSERT_EQ(roles[i].parent, tree.parent[i]) << describe(problem) << i;
    ASSERT_EQ(roles[i].start, tree.start[i]) << describe(problem) << i;
    const std::vector<std::int32_t> children = childrenIn(tree, i);
    ASSERT_EQ(roles[i].children.size(), children.size());
    for (std::size_t k = 0; k < children.size(); ++k) {
      ASSERT_EQ(roles[i].children[k].rank, children[k]) << describe(problem);
      ASSERT_EQ(roles[i].children[k].start,
                tree.start[static_cast<std::size_t>(children[k])]);
    }
  }
}

TEST(ReductionStrategies, RolesAreThoseOfTheTree) {
  ReductionCases cases(7);
  for (const ReductionStrategy strategy : strategies)
    for (std::int64_t ranks = 3; ranks < 150; ++ranks)
      for (int i = 0; i < 4; ++i)
        expectSame({ranks, cases.cost(i == 0 ? 1 : 12), 0, 0, false, strategy});
}

TEST(ReductionStrategies, EveryRankCanBeTheSinkInOrder) {
  ReductionCases cases(8);
  for (const ReductionStrategy strategy : strategies)
    for (std::int64_t ranks = 3; ranks < 70; ++ranks) {
      const ReductionProblem problem = {ranks, cases.cost(12), 0,
                                        0,     true,           strategy};
      const Result<ReductionSchedule> schedule = makeReduction(problem);
      ASSERT_TRUE(schedule);
      for (std::int64_t root = 0; root < ranks; ++root) {
        const ReductionReport report = verify(*schedule, root);
        ASSERT_TRUE(report.isValid) << describe(problem) << report.problem;
        ASSERT_EQ(report.length, treeOf(problem).length);
        ASSERT_EQ(schedule->role(root, root).parent, -1);
      }
    }
}

/// Whether a role agrees with those of its parent and children.
static void expectParentsAgree(const ReductionSchedule &schedule,
                               std::int64_t rank, std::int64_t root) {
  const ReductionRole role = schedule.role(rank, root);
  for (const ReductionChild &child : role.children) {
    const ReductionRole below = schedule.role(child.rank, root);
    ASSERT_EQ(below.parent, rank);
    ASSERT_EQ(below.start, child.start);
    ASSERT_LT(below.start, role.start);
  }
  if (rank == root)
    return;
  const ReductionRole above = schedule.role(role.parent, root);
  ASSERT_EQ(std::count_if(above.children.begin(), above.children.end(),
                          [&](const ReductionChild &child) {
                            return child.rank == rank &&
                                   child.start == role.start;
                          }),
            1);
}

/// 2^59 < 10^18 <= 2^60: with c = 0 a binomial tree takes 60 turns, which is
/// least.
TEST(ReductionStrategies, AnyNumberOfRanks) {
  constexpr std::int64_t ranks = 1000000000000000000;
  EXPECT_EQ(
      makeReduction({ranks, {5, 0}, 0, 0, false, ReductionStrategy::Binomial})
          ->length(),
      300);
  EXPECT_TRUE(
      makeReduction({ranks, {5, 0}, 0, 0, false, ReductionStrategy::Binomial})
          ->isOptimal());
  ReductionCases cases(9);
  for (const ReductionStrategy strategy : strategies)
    for (const bool ordered : {false, true}) {
      const ReductionSchedule schedule =
          *makeReduction({ranks, {3, 7}, 0, 0, ordered, strategy});
      EXPECT_EQ(tableEntries(schedule), 0);
      EXPECT_FALSE(schedule.isOptimal());
      const Result<ReductionSchedule> again = decodeReduction(encode(schedule));
      ASSERT_TRUE(again);
      EXPECT_EQ(again->length(), schedule.length());
      for (int i = 0; i < 50; ++i) {
        const std::int64_t root = cases.below(ranks);
        expectParentsAgree(schedule, cases.below(ranks), root);
        expectParentsAgree(schedule, root, root);
      }
    }
}

TEST(ReductionStrategies, TimesThatLeave62BitsAreRefused) {
  const Result<ReductionSchedule> schedule =
      makeReduction({1000000,
                     {1, 1000000000000000000},
                     0,
                     0,
                     false,
                     ReductionStrategy::Fibonacci});
  ASSERT_FALSE(schedule);
  EXPECT_EQ(schedule.error().kind, ErrorKind::TooLarge);
}
