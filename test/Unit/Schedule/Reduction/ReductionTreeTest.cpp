//===- ReductionTreeTest.cpp - Algorithms 1, 2 and 3 ----------------------===//
//
// Reference lengths, the paper's figures and theorems, its errors.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Reduction/ReductionTree.h"

#include "ReductionCases.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace redist::schedule;
using namespace redist::schedule::test;

using Parents = std::vector<std::int32_t>;
using Times = std::vector<std::int64_t>;

enum class ReferenceKind { Free, Transfers, Reducers, Binomial, Fibonacci };

struct ReductionReference {
  const char *name;
  ReferenceKind kind;
  std::int64_t ranks, limit;
  Fraction transfer, combine, length;

  ReductionProblem problem(const ReductionCost &cost) const {
    ReductionProblem result = {ranks, cost};
    result.maxTransfers = kind == ReferenceKind::Transfers ? limit : 0;
    result.maxReducers = kind == ReferenceKind::Reducers ? limit : 0;
    if (kind == ReferenceKind::Binomial)
      result.strategy = ReductionStrategy::Binomial;
    if (kind == ReferenceKind::Fibonacci)
      result.strategy = ReductionStrategy::Fibonacci;
    return result;
  }
};

static const ReductionReference references[] = {
#include "Inputs/ReductionReference.inc"
};

/// The tree of the algorithm itself, whatever makeReduction would choose.
static ReductionTree treeOf(const ReductionReference &reference,
                            const ReductionCost &cost) {
  switch (reference.kind) {
  case ReferenceKind::Free:
    return greedyTree(reference.ranks, cost);
  case ReferenceKind::Transfers:
    return limitedTransfersTree(reference.ranks, reference.limit, cost);
  case ReferenceKind::Reducers:
    return limitedReducersTree(reference.ranks, reference.limit, cost);
  case ReferenceKind::Binomial:
    return binomialTree(reference.ranks, cost);
  case ReferenceKind::Fibonacci:
    return fibonacciTree(reference.ranks, cost);
  }
  return {};
}

TEST(ReductionTree, ReferenceLengths) {
  EXPECT_EQ(std::size(references), 32U);
  for (const ReductionReference &reference : references) {
    SCOPED_TRACE(reference.name);
    const TickedCost ticked = *exactCost(reference.transfer, reference.combine);
    const ReductionProblem problem = reference.problem(ticked.cost);
    const ReductionSchedule schedule = *makeReduction(problem);
    const auto isReference = [&](std::int64_t ticks) {
      return ticks * ticked.tick.numerator * reference.length.denominator ==
             reference.length.numerator * ticked.tick.denominator;
    };
    EXPECT_TRUE(isReference(schedule.length())) << schedule.length();
    EXPECT_LE(schedule.lowerBound(), schedule.length());
    EXPECT_GE(schedule.upperBound(), schedule.length());
    if (reference.ranks > 100000)
      continue;
    const ReductionTree tree = treeOf(reference, ticked.cost);
    EXPECT_TRUE(isReference(tree.length)) << tree.length;
    const ReductionReport report = verify(tree, problem);
    EXPECT_TRUE(report.isValid) << report.problem;
    EXPECT_EQ(report.length, tree.length);
  }
}

/// Figure 1: t_4 = 0, t_3 = d, t_2 = 2d, also by Algorithm 2, whose printed
/// line 14 would give t_4 = c.
TEST(ReductionTree, FigureOne) {
  const ReductionCost cost = {7, 7};
  for (const ReductionTree &tree :
       {greedyTree(4, cost), limitedTransfersTree(4, 2, cost),
        limitedTransfersTree(4, 4, cost)}) {
    EXPECT_EQ(tree.length, 28);
    EXPECT_EQ(tree.start, (Times{28, 14, 7, 0}));
    EXPECT_EQ(tree.parent, (Parents{-1, 0, 0, 0}));
  }
}

/// d = 0, c = 1: each round doubles what has an element; the lowest index
/// first, so machine i takes from i without its highest bit.
TEST(ReductionTree, TiesGoToTheLowestIndex) {
  EXPECT_EQ(greedyTree(9, {0, 1}).parent,
            (Parents{-1, 0, 0, 1, 0, 1, 2, 3, 0}));
  // A limit that does not bind changes nothing.
  for (const ReductionCost &cost :
       {ReductionCost{1, 1}, {3, 1}, {1, 4}, {2, 2, 5}})
    for (const std::int64_t ranks : {2, 9, 40, 200}) {
      const ReductionTree free = greedyTree(ranks, cost);
      EXPECT_EQ(limitedTransfersTree(ranks, ranks, cost).parent, free.parent);
      EXPECT_EQ(limitedTransfersTree(ranks, ranks, cost).start, free.start);
      EXPECT_EQ(limitedReducersTree(ranks, ranks, cost).parent, free.parent);
    }
}

/// Two transfers at once, d = 2, c = 1; reversed times t = 3 5 6 7.
TEST(ReductionTree, AlgorithmTwoByHand) {
  const ReductionTree tree = limitedTransfersTree(5, 2, {2, 1});
  // s: 0 -> (2); 1 given at 3. s_0 = 2 -> 2 at 5, s_0 = 4. s_1 = 3 -> 3 at
  // max(4, 3) + 2 = 6, s_1 = 5. s_0 = 4 -> 4 at max(5, 5) + 2 = 7.
  EXPECT_EQ(tree.parent, (Parents{-1, 0, 0, 1, 0}));
  EXPECT_EQ(tree.start, (Times{7, 4, 2, 1, 0}));
  EXPECT_EQ(tree.length, 7);
}

/// One transfer at a time leaves a chain of transfers and one combine.
TEST(ReductionTree, OneTransferAtATime) {
  for (std::int64_t ranks = 2; ranks < 30; ++ranks)
    EXPECT_EQ(limitedTransfersTree(ranks, 1, {3, 2}).length,
              (ranks - 1) * 3 + 2);
}

/// One reducer: d + (n - 2) max(d, c) + c (section 3.1).
TEST(ReductionTree, OneReducer) {
  for (std::int64_t ranks = 2; ranks < 30; ++ranks) {
    EXPECT_EQ(limitedReducersTree(ranks, 1, {3, 2}).length,
              3 + (ranks - 2) * 3 + 2);
    EXPECT_EQ(limitedReducersTree(ranks, 1, {3, 5}).length,
              3 + (ranks - 2) * 5 + 5);
  }
}

/// Erratum 4: Proposition 8 would promise 2.
TEST(ReductionTree, PropositionEightIsTooLow) {
  EXPECT_EQ(limitedTransfersTree(6, 3, {0, 1}).length, 3);
}

/// Lemma 5, Proposition 6 and Corollary 11 as corrected.
TEST(ReductionTree, LengthsLieBetweenTheirBounds) {
  for (std::int64_t ranks = 1; ranks < 40; ++ranks)
    for (std::int64_t d = 0; d <= 4; ++d)
      for (std::int64_t c = 0; c <= 4; ++c)
        for (std::int64_t limit = 0; limit < ranks; ++limit)
          for (const bool ofReducers : {false, true}) {
            ReductionProblem problem = {ranks, {d, c}};
            (ofReducers ? problem.maxReducers : problem.maxTransfers) = limit;
            const ReductionSchedule schedule = *makeReduction(problem);
            ASSERT_LE(schedule.lowerBound(), schedule.length())
                << describe(problem);
            ASSERT_GE(schedule.upperBound(), schedule.length())
                << describe(problem);
            ASSERT_TRUE(schedule.isOptimal()) << describe(problem);
          }
}

TEST(ReductionTree, BoundsOfTheText) {
  const ReductionSchedule free = *makeReduction({9, {2, 3}});
  EXPECT_EQ(free.lowerBound(), 4 * 3);
  EXPECT_EQ(free.upperBound(), 4 * 5);
  // (ceil(log2 3) + 1 + ceil(9 / 3) - 2)(d + c)
  EXPECT_EQ(makeReduction({9, {2, 3}, 3, 0})->upperBound(), 4 * 5);
  EXPECT_EQ(makeReduction({9, {2, 3}, 0, 2})->upperBound(), 5 * 5);
}

/// Theorem 10: with d >= c machines that receive do so all the time.
TEST(ReductionTree, LimitsOnTransfersAndReducersAgreeForLongTransfers) {
  bool differ = false;
  for (std::int64_t ranks = 2; ranks < 60; ++ranks)
    for (std::int64_t limit = 1; limit <= ranks / 2; ++limit) {
      for (const ReductionCost &cost :
           {ReductionCost{1, 1}, {3, 2}, {5, 1}, {2, 0}})
        ASSERT_EQ(limitedTransfersTree(ranks, limit, cost).length,
                  limitedReducersTree(ranks, limit, cost).length);
      differ |= limitedTransfersTree(ranks, limit, {1, 3}).length !=
                limitedReducersTree(ranks, limit, {1, 3}).length;
    }
  EXPECT_TRUE(differ); // with d < c they need not
}

/// Propositions 13 and 16, Theorems 14 and 17.
TEST(ReductionTree, BinomialAndFibonacciTrees) {
  std::int64_t fibonacci = 1, next = 2; // F_2, F_3
  for (std::int64_t order = 1; order < 15; ++order) {
    const std::int64_t power = std::int64_t{1} << order;
    EXPECT_EQ(binomialTree(power, {3, 4}).length, order * 7);
    EXPECT_EQ(greedyTree(power, {0, 4}).length, order * 4);
    EXPECT_EQ(greedyTree(power, {4, 0}).length, order * 4);
    fibonacci = std::exchange(next, next + fibonacci);
    EXPECT_EQ(fibonacciTree(fibonacci, {5, 3}).length, 5 + (order - 1) * 5 + 3);
    EXPECT_EQ(greedyTree(fibonacci, {4, 4}).length, 4 + (order - 1) * 4 + 4);
  }
}

/// Figure 2 at single points, lowest index among equals: the worst binomial
/// ratio up to 10000 is 4/3, first at 4096, the worst Fibonacci one 3/2.
TEST(ReductionTree, FigureTwo) {
  const auto binomial = [](std::int64_t ranks) {
    return std::pair(binomialTree(ranks, {1, 1}).length,
                     greedyTree(ranks, {1, 1}).length);
  };
  const auto fibonacci = [](std::int64_t ranks) {
    return std::pair(fibonacciTree(ranks, {1, 0}).length,
                     greedyTree(ranks, {1, 0}).length);
  };
  using Lengths = std::pair<std::int64_t, std::int64_t>;
  EXPECT_EQ(binomial(4096), Lengths(24, 18));
  EXPECT_EQ(binomial(10000), Lengths(26, 20));
  EXPECT_EQ(fibonacci(4), Lengths(3, 2));
  EXPECT_EQ(fibonacci(234), Lengths(12, 8));
  EXPECT_EQ(fibonacci(10000), Lengths(19, 14));
}

/// t_i = max over the j-th smallest t of its senders of
/// t + d + (m - j) max(d, c) + c (Proposition 3, corrected); here j from 0.
static std::int64_t readyByProposition(const Parents &parents,
                                       std::size_t machine,
                                       const ReductionCost &cost) {
  Times ready;
  for (std::size_t i = machine + 1; i < parents.size(); ++i)
    if (parents[i] == static_cast<std::int32_t>(machine))
      ready.push_back(readyByProposition(parents, i, cost));
  std::sort(ready.begin(), ready.end());
  std::int64_t result = 0;
  const auto count = static_cast<std::int64_t>(ready.size());
  for (std::int64_t j = 0; j < count; ++j)
    result = std::max(result, ready[static_cast<std::size_t>(j)] + cost.turn() +
                                  (count - 1 - j) * cost.cadence());
  return result;
}

TEST(ReductionTree, TimesOfAnyTree) {
  ReductionCases cases(3);
  for (int i = 0; i < 3000; ++i) {
    const Parents parents = cases.parents(1 + cases.below(14));
    const ReductionCost cost = cases.cost(9);
    const ReductionTree tree = timed(parents, cost);
    ASSERT_EQ(tree.length, readyByProposition(parents, 0, cost));
    ASSERT_EQ(tree.start[0], tree.length);
    const ReductionReport report =
        verify(tree, {static_cast<std::int64_t>(parents.size()), cost});
    ASSERT_TRUE(report.isValid) << report.problem;
  }
}

/// Parents after their children, as users may number them.
TEST(ReductionTree, TimesOfATreeInAnyNumbering) {
  const ReductionTree tree = timed({-1, 3, 1, 0}, {2, 1}); // 2 -> 1 -> 3 -> 0
  EXPECT_EQ(tree.start, (Times{9, 3, 0, 6}));
  EXPECT_EQ(tree.length, 9);
}
