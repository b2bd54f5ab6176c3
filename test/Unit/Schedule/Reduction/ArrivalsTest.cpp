//===- ArrivalsTest.cpp - Reductions of elements that come later ----------===//
//
// Against all labelled trees with all orders of receiving and combining, and
// against what is known where transfers or combines are free. Every tree is
// replayed, and the checker is shown trees that are wrong.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Reduction/Arrivals.h"

#include "ReductionCases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

using namespace redist::schedule;
using namespace redist::schedule::test;

using Times = std::vector<std::int64_t>;

static ArrivalTree reduced(const Times &arrivals, const ReductionCost &cost) {
  Result<ArrivalTree> tree = reduceArrivals(arrivals, cost);
  EXPECT_TRUE(tree) << (tree ? "" : tree.error().message);
  const ReductionReport report = verify(*tree, arrivals, cost);
  EXPECT_TRUE(report.isValid) << report.problem;
  EXPECT_EQ(report.length, tree->length);
  return *std::move(tree);
}

/// When a machine with this own element is done with elements that are ready
/// elsewhere: the best of all orders in which to receive and to combine.
static std::int64_t bestOrder(std::int64_t own, Times ready,
                              const ReductionCost &cost) {
  std::int64_t best = -1;
  std::sort(ready.begin(), ready.end());
  do {
    Times there = {own};
    std::int64_t port = 0;
    for (const std::int64_t time : ready) {
      port = std::max(port, time) + cost.transfer;
      there.push_back(port + cost.latency);
    }
    std::sort(there.begin(), there.end());
    do {
      std::int64_t done = there[0];
      for (std::size_t i = 1; i < there.size(); ++i)
        done = std::max(done, there[i]) + cost.combine;
      best = best < 0 ? done : std::min(best, done);
    } while (std::next_permutation(there.begin(), there.end()));
  } while (std::next_permutation(ready.begin(), ready.end()));
  return best;
}

class AllLabelledTrees {
public:
  AllLabelledTrees(const Times &given, const ReductionCost &costs)
      : arrivals(given), cost(costs), parent(given.size(), -1) {
    for (std::size_t sink = 0; sink < given.size(); ++sink)
      choose(0, sink);
  }
  std::int64_t least = -1;

private:
  void choose(std::size_t element, std::size_t sink) {
    if (element == parent.size()) {
      const std::int64_t length = readyTime(sink, 0);
      if (length >= 0 && reached == parent.size())
        least = least < 0 ? length : std::min(least, length);
      reached = 0;
      return;
    }
    if (element == sink) {
      parent[element] = parent.size();
      choose(element + 1, sink);
      return;
    }
    for (parent[element] = 0; parent[element] < parent.size();
         ++parent[element])
      if (parent[element] != element)
        choose(element + 1, sink);
  }

  /// Counts who reaches the sink: not all where there is a cycle.
  std::int64_t readyTime(std::size_t machine, int depth) {
    ++reached;
    Times ready;
    for (std::size_t i = 0; i < parent.size(); ++i)
      if (parent[i] == machine)
        ready.push_back(readyTime(i, depth + 1));
    return bestOrder(arrivals[machine], ready, cost);
  }

  const Times &arrivals;
  const ReductionCost &cost;
  std::vector<std::size_t> parent;
  std::size_t reached = 0;
};

TEST(Arrivals, ReferenceInstances) {
  EXPECT_EQ(reduced({4, 3, 0}, {1, 4, 0}).length, 11);
  EXPECT_EQ(reduced({0, 0, 7, 1, 6}, {1, 2, 0}).length, 10);
  // 12 where a machine must begin with its own element.
  EXPECT_EQ(reduced({3, 0, 5, 8}, {2, 2, 0}).length, 11);
  EXPECT_EQ(reduced({7}, {2, 2, 0}).length, 7);
}

TEST(Arrivals, NoTreeOfFiveIsShorter) {
  ReductionCases cases(5);
  for (int i = 0; i < 120; ++i) {
    const ReductionCost cost = cases.cost(6);
    Times arrivals(static_cast<std::size_t>(1 + cases.below(i % 40 ? 4 : 5)));
    const std::int64_t most = 1 + cases.below(4 * cost.turn() + 1);
    for (std::int64_t &arrival : arrivals)
      arrival = cases.below(most);
    const ArrivalTree tree = reduced(arrivals, cost);
    ASSERT_TRUE(tree.isOptimal);
    ASSERT_EQ(tree.length, AllLabelledTrees(arrivals, cost).least)
        << ::testing::PrintToString(arrivals) << " " << cost.transfer << " "
        << cost.combine << " " << cost.latency;
  }
}

static Times randomArrivals(ReductionCases &cases, std::int64_t count,
                            std::int64_t most) {
  Times arrivals(static_cast<std::size_t>(count));
  for (std::int64_t &arrival : arrivals)
    arrival = cases.below(most);
  return arrivals;
}

/// max_j (a_(j) + ceil(log2 j) d), arrivals sorted from the latest.
TEST(Arrivals, FreeCombines) {
  ReductionCases cases(6);
  for (int i = 0; i < 300; ++i) {
    const std::int64_t d = 1 + cases.below(9);
    Times arrivals = randomArrivals(cases, 1 + cases.below(200), 60);
    const ArrivalTree tree = reduced(arrivals, {d, 0, 0});
    std::sort(arrivals.rbegin(), arrivals.rend());
    std::int64_t expected = 0;
    for (std::size_t j = 1, log = 0; j <= arrivals.size(); ++j) {
      log += (std::size_t{1} << log) < j;
      expected = std::max(expected,
                          arrivals[j - 1] + static_cast<std::int64_t>(log) * d);
    }
    ASSERT_EQ(tree.length, expected);
    ASSERT_TRUE(tree.isOptimal);
  }
}

/// The two earliest are combined, again and again.
TEST(Arrivals, FreeTransfers) {
  ReductionCases cases(7);
  for (int i = 0; i < 300; ++i) {
    const std::int64_t c = 1 + cases.below(9);
    Times arrivals = randomArrivals(cases, 1 + cases.below(200), 60);
    const ArrivalTree tree = reduced(arrivals, {0, c, 0});
    while (arrivals.size() > 1) {
      std::sort(arrivals.rbegin(), arrivals.rend());
      arrivals.pop_back();
      arrivals.back() += c;
    }
    ASSERT_EQ(tree.length, arrivals[0]);
    ASSERT_TRUE(tree.isOptimal);
  }
}

TEST(Arrivals, AllAtOnce) {
  ReductionCases cases(8);
  for (int i = 0; i < 100; ++i) {
    const ReductionCost cost = cases.cost(9);
    const Times arrivals(static_cast<std::size_t>(1 + cases.below(300)), 17);
    const ArrivalTree tree = reduced(arrivals, cost);
    ASSERT_EQ(tree.length,
              17 + *optimalReductionLength(
                       static_cast<std::int64_t>(arrivals.size()), cost));
    ASSERT_TRUE(tree.isOptimal);
  }
}

/// Where no optimum is known: between the bound and waiting for all.
TEST(Arrivals, ManyElements) {
  ReductionCases cases(9);
  double stretch = 0;
  const int count = 60;
  for (int i = 0; i < count; ++i) {
    const ReductionCost cost = {1 + cases.below(9), 1 + cases.below(9), 0};
    const Times arrivals =
        randomArrivals(cases, 9 + cases.below(60), 1 + cases.below(80));
    const ArrivalTree tree = reduced(arrivals, cost);
    ASSERT_GE(tree.length, tree.lowerBound);
    ASSERT_LE(tree.length,
              *std::max_element(arrivals.begin(), arrivals.end()) +
                  *optimalReductionLength(
                      static_cast<std::int64_t>(arrivals.size()), cost));
    stretch +=
        static_cast<double>(tree.length) / static_cast<double>(tree.lowerBound);
  }
  EXPECT_LE(stretch / count, 1.05);
}

TEST(Arrivals, ThousandsOfElements) {
  ReductionCases cases(10);
  const ArrivalTree tree =
      reduced(randomArrivals(cases, 6000, 20'000), {2000, 3000, 0});
  EXPECT_LE(static_cast<double>(tree.length),
            1.1 * static_cast<double>(tree.lowerBound));
}

TEST(Arrivals, RefusesWhatIsImpossible) {
  const auto kindOf = [](const Times &arrivals, const ReductionCost &cost) {
    const Result<ArrivalTree> tree = reduceArrivals(arrivals, cost);
    EXPECT_FALSE(tree);
    return tree.error().kind;
  };
  EXPECT_EQ(kindOf({}, {1, 1, 0}), ErrorKind::RanksNotPositive);
  EXPECT_EQ(kindOf({0, -1}, {1, 1, 0}), ErrorKind::CostNegative);
  EXPECT_EQ(kindOf({0, 1}, {-1, 1, 0}), ErrorKind::CostNegative);
  const std::int64_t large = std::int64_t{1} << 61;
  EXPECT_EQ(kindOf({0, 2 * large - 1}, {1, 1, 0}), ErrorKind::TooLarge);
  EXPECT_EQ(kindOf({0, 1, 2}, {large, large, 0}), ErrorKind::TooLarge);
}

TEST(Arrivals, CheckerSeesWhatIsWrong) {
  const Times arrivals = {4, 3, 0};
  const ReductionCost cost = {1, 4, 0};
  const ArrivalTree tree = reduced(arrivals, cost);
  const auto problemOf = [&](auto spoil) {
    ArrivalTree spoilt = tree;
    spoil(spoilt);
    return verify(spoilt, arrivals, cost).problem;
  };
  EXPECT_EQ(problemOf([](ArrivalTree &) {}), "");
  EXPECT_EQ(problemOf([](ArrivalTree &t) { t.start.pop_back(); }),
            "not one parent, start and order an element");
  EXPECT_EQ(problemOf([](ArrivalTree &t) { t.parent[2] = 3; }),
            "element 2 has no such parent");
  EXPECT_EQ(problemOf([](ArrivalTree &t) { t.parent[2] = -1; }),
            "not exactly one sink");
  EXPECT_EQ(problemOf([](ArrivalTree &t) {
              t.parent[0] = 2;
              t.parent[2] = 0;
            }),
            "a cycle of parents");
  EXPECT_EQ(problemOf([](ArrivalTree &t) { t.start[2] = t.start[0]; }),
            "machine 1 receives two elements at once");
  EXPECT_EQ(problemOf([](ArrivalTree &t) { t.start[0] -= 1; }),
            "machine 0 sends before it is ready");
  EXPECT_EQ(problemOf([](ArrivalTree &t) { t.order[1].pop_back(); }),
            "machine 1 does not combine what it has");
  EXPECT_EQ(problemOf([](ArrivalTree &t) { t.length -= 1; }),
            "the length is 11");
  EXPECT_EQ(problemOf([](ArrivalTree &t) { t.lowerBound = 12; }),
            "shorter than the lower bound");
  EXPECT_EQ(problemOf([](ArrivalTree &t) { t.lowerBound = 10; }),
            "optimal, but longer than the lower bound");
}
