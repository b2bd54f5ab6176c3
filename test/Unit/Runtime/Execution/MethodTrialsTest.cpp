//===- MethodTrialsTest.cpp - Learning how messages travel fastest --------===//
//
// Virtual ranks with clocks of their own: they are told the times of the
// slowest one, choose alike whatever their noise is, lose a bounded time, and
// end with the fastest method.
//
//===----------------------------------------------------------------------===//
#include "Execution/MethodTrials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

using namespace redist::runtime;
using redist::schedule::messageMethods;
using redist::schedule::MethodTimes;
using redist::schedule::PredictedTimes;
using redist::schedule::TransferMethod;

static constexpr double never = std::numeric_limits<double>::infinity();

/// Of one plan, on some ranks; each execution takes its method's time and up to
/// `noise` of it more, on every rank another amount.
class Ranks {
public:
  Ranks(int count, const PredictedTimes &expected, const MethodTimes &trueTimes,
        double mostNoise, unsigned seed)
      : trials(static_cast<std::size_t>(count), MethodTrials(expected)),
        seconds(trueTimes), noise(mostNoise), random(seed) {}

  /// The method that all have chosen.
  std::size_t execute() {
    const TransferMethod method = trials.front().method();
    const bool isMeasured = trials.front().isMeasured();
    double slowest = 0;
    for (MethodTrials &one : trials) {
      EXPECT_EQ(one.method(), method);
      EXPECT_EQ(one.isMeasured(), isMeasured);
      one.advance();
      slowest = std::max(slowest, seconds[indexOf(method)] *
                                      (1 + noise * fraction(random)));
    }
    for (MethodTrials &one : trials)
      if (isMeasured)
        one.add(slowest);
    return indexOf(method);
  }

private:
  std::vector<MethodTrials> trials;
  MethodTimes seconds;
  double noise;
  std::mt19937 random;
  std::uniform_real_distribution<double> fraction{0, 1};
};

/// Methods that must not be used have infinite times.
static PredictedTimes drawn(std::mt19937 &random, double spread) {
  std::uniform_real_distribution<double> factor(1, spread);
  PredictedTimes times;
  for (double &one : times.seconds)
    one = random() % 5 == 0 ? never : 1e-5 * factor(random);
  times.seconds[indexOf(TransferMethod::Stepwise)] = 1e-5 * factor(random);
  return times;
}

TEST(MethodTrials, RanksChooseAlikeAndLoseLittle) {
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    const PredictedTimes expected = drawn(random, 6);
    const double least = std::ranges::min(expected.seconds);
    Ranks ranks(1 + static_cast<int>(random() % 5), expected, expected.seconds,
                0.5, random());
    for (int execution = 1; execution <= 6; ++execution)
      EXPECT_LE(expected.seconds[ranks.execute()], 1.5 * least);
    for (int execution = 7; execution <= 300; ++execution) {
      const double taken = expected.seconds[ranks.execute()];
      EXPECT_LE(taken, 4 * least);
      if ((execution & (execution - 1)) != 0) { // not a look at another one
        EXPECT_LE(taken, 1.5 * least);
      }
    }
  }
}

TEST(MethodTrials, TheFastestOfThoseExpectedAlikeIsFoundBySeven) {
  std::mt19937 random(8);
  PredictedTimes alike;
  alike.seconds.fill(1e-5);
  for (int i = 0; i < 500; ++i) {
    const MethodTimes times = drawn(random, 3).seconds;
    PredictedTimes expected = alike;
    for (std::size_t k = 0; k < messageMethods; ++k)
      if (times[k] == never)
        expected.seconds[k] = never;
    Ranks ranks(3, expected, times, 0.02, random());
    for (int execution = 1; execution <= 6; ++execution)
      ranks.execute();
    for (int execution = 7; execution <= 100; ++execution) {
      const double taken = times[ranks.execute()];
      if ((execution & (execution - 1)) != 0) {
        EXPECT_LE(taken, 1.05 * std::ranges::min(times));
      }
    }
  }
}

TEST(MethodTrials, WrongExpectationsAreCorrectedByALook) {
  PredictedTimes expected;
  expected.seconds = {4e-5, never, never, 2e-5};
  Ranks ranks(2, expected, {1e-5, never, never, 5e-5}, 0.1, 3);
  for (int execution = 1; execution <= 7; ++execution)
    EXPECT_EQ(ranks.execute(), indexOf(TransferMethod::Alltoallw));
  for (int execution = 8; execution <= 100; ++execution)
    EXPECT_EQ(ranks.execute(), indexOf(TransferMethod::Stepwise));
}

TEST(MethodTrials, OneMethodIsNoChoice) {
  PredictedTimes expected;
  expected.seconds = {1e-5, never, never, never};
  EXPECT_FALSE(MethodTrials(expected).isChoice());
  expected.seconds = {1e-5, never, never, 9e-5};
  EXPECT_TRUE(MethodTrials(expected).isChoice());
}
