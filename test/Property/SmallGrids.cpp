//===- SmallGrids.cpp - Every strategy on all small grids -----------------===//
//
// All P, Q <= 24 and r, s <= 12. `auto` is checked on every coprime pair of
// block sizes (a common divisor only scales the lengths), the other strategies
// on one representative of each reduced problem: the quotient graph, and with
// it the steps, depends on alpha, beta, r', s', g0, r mod g, s mod g and on
// whether all pairs communicate. REDIST_EVERY_GRID in the environment drops
// the reduction.
//
//===----------------------------------------------------------------------===//
#include "Properties.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <tuple>

using namespace redist::schedule;
using namespace redist::schedule::test;

static constexpr std::int64_t maxRanks = 24, largestBlock = 12;

static bool isCoprime(const Redistribution &parameters) {
  return std::gcd(parameters.source.block, parameters.target.block) == 1;
}

static auto reducedKey(const Redistribution &parameters) {
  const CommunicationGrid grid = gridOf(parameters);
  return std::make_tuple(grid.alpha(), grid.beta(), grid.columnTypes(),
                         grid.rowTypes(), grid.copies(),
                         grid.reducedSourceBlock() % grid.modulus(),
                         grid.reducedTargetBlock() % grid.modulus(),
                         grid.pattern() == PatternKind::AllToAll);
}

/// One set of parameters for each reduced problem.
static std::vector<Redistribution> representatives() {
  const bool every = std::getenv("REDIST_EVERY_GRID") != nullptr;
  std::vector<Redistribution> chosen;
  std::set<decltype(reducedKey({}))> seen;
  forAllParameters(maxRanks, largestBlock, [&](const Redistribution &p) {
    if (every || (isCoprime(p) && seen.insert(reducedKey(p)).second))
      chosen.push_back(p);
  });
  return chosen;
}

TEST(SmallGrids, AutoIsValidAndHasFewestSteps) {
  std::int64_t count = 0;
  forAllParameters(maxRanks, largestBlock, [&](const Redistribution &p) {
    if (!isCoprime(p))
      return;
    ++count;
    ASSERT_EQ(offenceOf(p, StrategyKind::Auto), "");
  });
  // 24 * 24 pairs of ranks, 91 coprime pairs of blocks.
  EXPECT_EQ(count, 24 * 24 * 91);
}

class EveryStrategy : public testing::TestWithParam<StrategyKind> {};

TEST_P(EveryStrategy, IsValidOnEveryReducedProblem) {
  const std::vector<Redistribution> chosen = representatives();
  ASSERT_GT(chosen.size(), 1000U);
  for (const Redistribution &parameters : chosen)
    ASSERT_EQ(offenceOf(parameters, GetParam()), "");
}

INSTANTIATE_TEST_SUITE_P(
    SmallGrids, EveryStrategy,
    testing::Values(StrategyKind::Exact, StrategyKind::Circulant,
                    StrategyKind::Classes, StrategyKind::Stepwise,
                    StrategyKind::Greedy, StrategyKind::Caterpillar,
                    StrategyKind::AllToAll, StrategyKind::Direct),
    [](const auto &test) { return std::string(name(test.param)); });
