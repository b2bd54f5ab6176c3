//===- ReductionScheduleTest.cpp - Roles by random access -----------------===//
//
// The closed form against Algorithm 1, all roots, sizes up to 10^18, degenerate
// costs, and what is refused.
//
//===----------------------------------------------------------------------===//
#include "ReductionCases.h"

#include <gtest/gtest.h>

#include <set>

using namespace redist::schedule;
using namespace redist::schedule::test;

static std::vector<std::int64_t> childRanks(const ReductionRole &role) {
  std::vector<std::int64_t> ranks;
  for (const ReductionChild &child : role.children)
    ranks.push_back(child.rank);
  return ranks;
}

TEST(ReductionSchedule, LengthIsThatOfAlgorithmOne) {
  ReductionCases cases(1);
  for (int i = 0; i < 20000; ++i) {
    const std::int64_t ranks = 1 + cases.below(i % 10 == 0 ? 3000 : 60);
    const ReductionCost cost = cases.cost(12);
    ASSERT_EQ(*optimalReductionLength(ranks, cost),
              greedyTree(ranks, cost).length)
        << describe({ranks, cost});
  }
}

/// A = 2, B = 1: N(T) is Fibonacci's F_(T+1), so L*(n) = T for F_T < n <=
/// F_(T+1); up to F_90 = 2880067194370816120.
TEST(ReductionSchedule, FibonacciLengths) {
  std::int64_t fewer = 1, more = 1; // N(0), N(1)
  for (std::int64_t time = 2; time < 90; ++time) {
    fewer = std::exchange(more, fewer + more);
    ASSERT_EQ(*optimalReductionLength(more, {1, 1}), time);
    ASSERT_EQ(*optimalReductionLength(more + 1, {1, 1}), time + 1);
  }
  EXPECT_EQ(more, 2880067194370816120);
}

/// A = B: the elements double each time.
TEST(ReductionSchedule, PowersOfTwo) {
  for (std::int64_t order = 1; order < 62; ++order) {
    const std::int64_t ranks = std::int64_t{1} << order;
    EXPECT_EQ(*optimalReductionLength(ranks, {5, 0}), 5 * order);
    EXPECT_EQ(*optimalReductionLength(ranks - 1, {0, 5}),
              order == 1 ? 0 : 5 * order);
    EXPECT_EQ(*optimalReductionLength(ranks + (order < 61 ? 1 : 0), {5, 0}),
              5 * order + (order < 61 ? 5 : 0));
  }
}

/// The d/c at n = 64 and 512 and common sizes: every root, every rank.
TEST(ReductionSchedule, EveryRootOfSmallProblems) {
  for (std::int64_t ranks = 1; ranks <= 33; ++ranks)
    for (const ReductionCost &cost : {ReductionCost{1, 10},
                                      {1, 2},
                                      {1, 1},
                                      {2, 1},
                                      {10, 1},
                                      {1, 0},
                                      {0, 1},
                                      {2, 3, 7},
                                      {0, 0, 4},
                                      {0, 0, 0}})
      for (const bool ordered : {false, true}) {
        ReductionProblem problem = {ranks, cost};
        problem.ordered = ordered;
        const ReductionSchedule schedule = scheduleOf(problem);
        ASSERT_TRUE(schedule.isClosedForm());
        ASSERT_TRUE(schedule.isOptimal());
        ASSERT_EQ(schedule.length(), greedyTree(ranks, cost).length);
        for (std::int64_t root = 0; root < ranks; ++root) {
          const ReductionReport report = verify(schedule, root);
          ASSERT_TRUE(report.isValid)
              << describe(problem) << " root " << root << report.problem;
          ASSERT_EQ(report.length, schedule.length());
          ASSERT_EQ(schedule.role(root, root).parent, -1);
          ASSERT_EQ(schedule.role(root, root).start, schedule.length());
        }
      }
}

/// Among equals the parent with fewest children: a binomial tree at n = 4.
TEST(ReductionSchedule, FewestChildren) {
  const ReductionSchedule schedule = scheduleOf({4, {1, 1}});
  EXPECT_EQ(schedule.role(0, 0).children.size(), 2U);
  // Six elements in time 5 = L*(8), A = 2, B = 1: N(3) + N(2) = 5 others.
  EXPECT_EQ(scheduleOf({6, {1, 1}}).role(2, 2).children.size(), 2U);
}

/// The comment of CapacityRule.cpp: subtrees 3 right, 2 left, 1 right, 1 left,
/// from the outside in and from the last combined on.
TEST(ReductionSchedule, OrderedRootInTheMiddle) {
  ReductionProblem problem = {8, {1, 1}};
  problem.ordered = true;
  const ReductionSchedule schedule = scheduleOf(problem);
  EXPECT_EQ(schedule.length(), 5);
  const ReductionRole root = schedule.role(3, 3);
  EXPECT_EQ(childRanks(root), (std::vector<std::int64_t>{2, 4, 0, 5}));
  EXPECT_TRUE(root.children[0].isLeft);
  EXPECT_FALSE(root.children[1].isLeft);
  EXPECT_TRUE(root.children[2].isLeft);
  EXPECT_FALSE(root.children[3].isLeft);
  EXPECT_EQ(root.children[0].start, 0);
  EXPECT_EQ(root.children[3].start, 3);
  EXPECT_EQ(schedule.role(7, 3).parent, 5);
}

/// From a rank up to the root: each link is known at both ends, times decrease.
static void expectLinked(const ReductionSchedule &schedule, std::int64_t rank,
                         std::int64_t root) {
  while (true) {
    const ReductionRole role = schedule.role(rank, root);
    std::int64_t after = -1;
    for (const ReductionChild &child : role.children) {
      ASSERT_GT(child.start, after);
      ASSERT_LE(child.start + schedule.problem().cost.turn(), role.start);
      after = child.start;
    }
    if (rank == root) {
      ASSERT_EQ(role.parent, -1);
      ASSERT_EQ(role.start, schedule.length());
      return;
    }
    const ReductionRole parent = schedule.role(role.parent, root);
    bool named = false;
    for (const ReductionChild &child : parent.children)
      named |=
          child.rank == rank && child.start == role.start &&
          (!schedule.problem().ordered || child.isLeft == (rank < role.parent));
    ASSERT_TRUE(named);
    rank = role.parent;
  }
}

TEST(ReductionSchedule, RolesAtTenToTheEighteen) {
  constexpr std::int64_t many = 1000000000000000000;
  ReductionCases cases(5);
  for (const ReductionCost &cost :
       {ReductionCost{1, 1}, {6, 7}, {1, 10}, {1, 0}, {7, 3, 40}})
    for (const bool ordered : {false, true}) {
      ReductionProblem problem = {many, cost};
      problem.ordered = ordered;
      const ReductionSchedule schedule = scheduleOf(problem);
      for (int i = 0; i < 20; ++i)
        expectLinked(schedule, cases.below(many), cases.below(many));
      expectLinked(schedule, many - 1, 0);
      expectLinked(schedule, 0, many - 1);
    }
}

TEST(ReductionSchedule, EveryRankIsAChildOnce) {
  const ReductionSchedule schedule = scheduleOf({20000, {3, 4}});
  std::set<std::int64_t> children;
  for (std::int64_t rank = 0; rank < 20000; ++rank)
    for (const ReductionChild &child : schedule.role(rank, 777).children)
      EXPECT_TRUE(children.insert(child.rank).second);
  EXPECT_EQ(children.size(), 19999U);
  EXPECT_EQ(children.count(777), 0U);
}

/// Only latency costs: all send to the root at once.
TEST(ReductionSchedule, OnlyLatency) {
  const ReductionSchedule schedule = scheduleOf({50, {0, 0, 3}});
  EXPECT_EQ(schedule.length(), 3);
  EXPECT_EQ(schedule.role(4, 4).children.size(), 49U);
}

/// Nothing costs: still a tree of few rounds, not a chain or a star.
TEST(ReductionSchedule, NothingCosts) {
  const ReductionSchedule schedule = scheduleOf({1024, {0, 0}});
  EXPECT_EQ(schedule.length(), 0);
  EXPECT_EQ(schedule.role(0, 0).children.size(), 10U);
}

TEST(ReductionSchedule, LimitsThatCannotBindTakeTheClosedForm) {
  EXPECT_TRUE(scheduleOf({9, {1, 1}, 4, 0}).isClosedForm()); // 4 pairs
  EXPECT_FALSE(scheduleOf({9, {1, 1}, 3, 0}).isClosedForm());
  EXPECT_TRUE(scheduleOf({9, {1, 1}, 0, 8}).isClosedForm());
  EXPECT_FALSE(scheduleOf({9, {1, 1}, 0, 7}).isClosedForm());
  EXPECT_TRUE(scheduleOf({9, {0, 1}, 1, 0}).isClosedForm());
  EXPECT_EQ(tableEntries(scheduleOf({9, {1, 1}, 4, 0})), 0);
  EXPECT_EQ(tableEntries(scheduleOf({9, {1, 1}, 3, 0})), 8);
}

TEST(ReductionSchedule, SaysWhatIsOptimal) {
  ReductionProblem problem = {100, {1, 1}};
  EXPECT_TRUE(scheduleOf(problem).isOptimal());
  problem.strategy = ReductionStrategy::Binomial; // 13 instead of 11
  EXPECT_FALSE(scheduleOf(problem).isOptimal());
  problem.ranks = 16; // a binomial tree where d = 0
  problem.cost = {0, 3};
  EXPECT_TRUE(scheduleOf(problem).isOptimal());
}

TEST(ReductionSchedule, Methods) {
  ReductionProblem problem = {9, {1, 1}};
  EXPECT_EQ(scheduleOf(problem).method(), "greedy, closed form");
  problem.maxTransfers = 2;
  EXPECT_EQ(scheduleOf(problem).method(), "greedy, limited transfers");
  problem.maxReducers = 2;
  EXPECT_EQ(scheduleOf(problem).method(),
            "greedy, limited transfers and reducers");
  problem.maxTransfers = 0;
  EXPECT_EQ(scheduleOf(problem).method(), "greedy, limited reducers");
  problem.strategy = ReductionStrategy::Binomial;
  EXPECT_EQ(scheduleOf(problem).method(), "binomial");
  problem.strategy = ReductionStrategy::Fibonacci;
  EXPECT_EQ(scheduleOf(problem).method(), "fibonacci");
}

TEST(ReductionSchedule, NamesOfStrategies) {
  for (const std::string_view name : reductionStrategyNames())
    EXPECT_EQ(nameOf(*reductionStrategyNamed(name)), name);
  EXPECT_EQ(reductionStrategyNamed("fibonacci"), ReductionStrategy::Fibonacci);
  EXPECT_EQ(reductionStrategyNames().size(), 5U);
  EXPECT_FALSE(reductionStrategyNamed("Greedy"));
}

static ErrorKind refusal(const ReductionProblem &problem) {
  const Result<ReductionSchedule> schedule = makeReduction(problem);
  EXPECT_FALSE(schedule) << describe(problem);
  return schedule ? ErrorKind::BadEncoding : schedule.error().kind;
}

TEST(ReductionSchedule, RefusesImpossibleProblems) {
  EXPECT_EQ(refusal({0, {1, 1}}), ErrorKind::RanksNotPositive);
  EXPECT_EQ(refusal({-4, {1, 1}}), ErrorKind::RanksNotPositive);
  EXPECT_EQ(refusal({4, {-1, 1}}), ErrorKind::CostNegative);
  EXPECT_EQ(refusal({4, {1, -1}}), ErrorKind::CostNegative);
  EXPECT_EQ(refusal({4, {1, 1, -1}}), ErrorKind::CostNegative);
  EXPECT_EQ(refusal({4, {1, 1}, -1, 0}), ErrorKind::LimitNegative);
  EXPECT_EQ(refusal({4, {1, 1}, 0, -1}), ErrorKind::LimitNegative);
  ReductionProblem left = {4, {1, 1}};
  left.strategy = ReductionStrategy::Mpi;
  EXPECT_EQ(refusal(left), ErrorKind::StrategyNotForCase);
}

TEST(ReductionSchedule, RefusesWhatLeaves62Bits) {
  constexpr std::int64_t limit = std::int64_t{1} << 62;
  EXPECT_EQ(refusal({limit, {1, 1}}), ErrorKind::TooLarge);
  EXPECT_EQ(scheduleOf({limit - 1, {1, 0}}).length(), 62);
  EXPECT_EQ(refusal({4, {limit - 1, limit - 1}}), ErrorKind::TooLarge);
  EXPECT_EQ(refusal({4, {limit - 1, 1}}), ErrorKind::TooLarge);
  // L*(2) = d, L*(3) = 2 d
  EXPECT_EQ(scheduleOf({2, {limit - 1, 0}}).length(), limit - 1);
  EXPECT_EQ(refusal({3, {limit / 2, 0}}), ErrorKind::TooLarge);
  EXPECT_EQ(scheduleOf({3, {limit / 2 - 1, 0}}).length(), limit - 2);
  constexpr std::int64_t table = (std::int64_t{1} << 26) + 1;
  EXPECT_EQ(refusal({table, {1, 1}, 2, 0}), ErrorKind::TooLarge);
  EXPECT_EQ(refusal({table, {0, 0, 1}}), ErrorKind::TooLarge);
  EXPECT_EQ(refusal({100, {limit / 50, 0}, 2, 0}), ErrorKind::TooLarge);
}

TEST(ReductionSchedule, HashesTellSchedulesApart) {
  std::set<std::uint64_t> hashes;
  int count = 0;
  for (std::int64_t ranks = 3; ranks < 12; ++ranks)
    for (const bool ordered : {false, true})
      for (const auto strategy :
           {ReductionStrategy::Greedy, ReductionStrategy::Binomial}) {
        ReductionProblem problem = {ranks, {2, 1}};
        problem.ordered = ordered;
        problem.strategy = strategy;
        hashes.insert(scheduleOf(problem).hash());
        EXPECT_EQ(scheduleOf(problem).hash(), scheduleOf(problem).hash());
        ++count;
      }
  EXPECT_EQ(hashes.size(), static_cast<std::size_t>(count));
}
