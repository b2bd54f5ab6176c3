//===- ReductionCostTest.cpp - Fractions and seconds as ticks -------------===//
//
// The unit is the largest that makes all costs whole.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Reduction/Cost.h"

#include <gtest/gtest.h>

#include <limits>

using namespace redist::schedule;

TEST(ReductionCost, TurnAndCadence) {
  const ReductionCost cost = {3, 5, 2};
  EXPECT_EQ(cost.turn(), 10);
  EXPECT_EQ(cost.cadence(), 5);
}

TEST(ReductionCost, FractionsOverTheirCommonDenominator) {
  const TickedCost ticked = *exactCost({3, 2}, {1, 3});
  EXPECT_EQ(ticked.cost, (ReductionCost{9, 2, 0})); // of 1/6
  EXPECT_EQ(ticked.tick, (Fraction{1, 6}));
}

TEST(ReductionCost, LargestUnitThatSuffices) {
  // 4/3 = 2 * 2/3, 10/3 = 5 * 2/3, 2 = 3 * 2/3
  const TickedCost ticked = *exactCost({4, 3}, {10, 3}, {2, 1});
  EXPECT_EQ(ticked.cost, (ReductionCost{2, 5, 3}));
  EXPECT_EQ(ticked.tick, (Fraction{2, 3}));
  EXPECT_EQ(exactCost({6, 1}, {10, 1})->tick, (Fraction{2, 1}));
}

TEST(ReductionCost, NothingCosts) {
  EXPECT_EQ(exactCost({0, 1}, {0, 1})->cost, (ReductionCost{0, 0, 0}));
  EXPECT_EQ(exactCost({0, 1}, {7, 3})->cost, (ReductionCost{0, 1, 0}));
}

TEST(ReductionCost, RefusesWhatIsNegativeOrTooLarge) {
  EXPECT_EQ(exactCost({-1, 2}, {1, 1}).error().kind, ErrorKind::CostNegative);
  EXPECT_EQ(exactCost({1, 2}, {1, 1}, {-1, 1}).error().kind,
            ErrorKind::CostNegative);
  // Three primes near 2^31: their product takes 93 bits.
  EXPECT_EQ(
      exactCost({1, 2147483647}, {1, 2147483629}, {1, 2147483587}).error().kind,
      ErrorKind::TooLarge);
  EXPECT_EQ(exactCost({std::int64_t{1} << 61, 1}, {1, 3}).error().kind,
            ErrorKind::TooLarge);
}

TEST(ReductionCost, SecondsAreTheDecimalsThatTheyWereWrittenAs) {
  EXPECT_EQ(*costOfSeconds(2.0e-3, 3.1e-3), (ReductionCost{20, 31, 0}));
  EXPECT_EQ(*costOfSeconds(0.1, 0.2, 0.3), (ReductionCost{1, 2, 3}));
  EXPECT_EQ(*costOfSeconds(1e-9, 1), (ReductionCost{1, 1000000000, 0}));
  EXPECT_EQ(*costOfSeconds(1e300, 2e300), (ReductionCost{1, 2, 0}));
  EXPECT_EQ(*costOfSeconds(0, 5e-324), (ReductionCost{0, 1, 0}));
  EXPECT_EQ(*costOfSeconds(12.5, 0), (ReductionCost{1, 0, 0}));
}

TEST(ReductionCost, OtherSecondsAreRounded) {
  constexpr std::int64_t one = std::int64_t{1} << 30;
  // 2^30 / 3 = 357913941.33
  EXPECT_EQ(*costOfSeconds(1.0 / 3, 1), (ReductionCost{357913941, one, 0}));
  EXPECT_EQ(*costOfSeconds(1e-300, 1e300), (ReductionCost{0, one, 0}));
  EXPECT_EQ(*costOfSeconds(1e-9, 2.000000001), (ReductionCost{1, one, 0}));
}

TEST(ReductionCost, RefusesSecondsThatAreNoCosts) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(costOfSeconds(-1e-9, 1));
  EXPECT_FALSE(costOfSeconds(1, infinite));
  EXPECT_FALSE(costOfSeconds(1, 1, std::numeric_limits<double>::quiet_NaN()));
  EXPECT_FALSE(costOfSeconds(0, 0));
}
