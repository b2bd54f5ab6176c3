//===- MessageExecutionTest.cpp - By steps, or by derived types -----------===//
#include "redist/Schedule/MessageExecution.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace redist::schedule;

static constexpr std::int64_t kilobyte = 1024, megabyte = kilobyte * kilobyte;

/// 4 ranks to 4, 16 MB each, in runs of so many bytes.
static MessageTraffic traffic(double run) {
  return {4, 4, 3, 4 * megabyte, 4.0 * megabyte, 16 * megabyte, run};
}

/// 0.4 ns a byte by steps; types take 0.1 ns less, and 40 ns more for a run.
static NetworkCosts costs() {
  NetworkCosts some;
  some.perByte = 1e-10;
  some.packing = 2e-10;
  some.perCall = 5e-7;
  some.typedByte = -1e-10;
  some.typedRun = 4e-8;
  return some;
}

TEST(MessageExecution, CountsCallsBytesAndRuns) {
  const NetworkCosts some = costs();
  const MessageTraffic what = traffic(512);
  const auto chunks =
      16.0 * megabyte / static_cast<double>(flowOf(what, some).chunkBytes);
  const ExecutionForecast found = forecastOf(what, some);
  EXPECT_NEAR(found.bySteps, 1e-6 * (3 + chunks) + 4e-10 * 16 * megabyte, 1e-9);
  // 0.4 - 0.1 + 40 / 512 ns a byte.
  EXPECT_NEAR(found.byTypes, 2e-6 * 3 + 3.78125e-10 * 16 * megabyte, 1e-9);
}

TEST(MessageExecution, TakesWhatIsExpectedToTakeLess) {
  // 0.1 ns a byte are 40 ns after 400 bytes.
  EXPECT_FALSE(forecastOf(traffic(24), costs()).prefersTypes());
  EXPECT_FALSE(forecastOf(traffic(400), costs()).prefersTypes());
  EXPECT_TRUE(forecastOf(traffic(4096), costs()).prefersTypes());
  for (double run = 1; run < 1e6; run *= 1.5) {
    const ExecutionForecast found = forecastOf(traffic(run), costs());
    if (found.prefersTypes())
      EXPECT_LT(found.byTypes, found.bySteps) << run;
    else
      EXPECT_LE(found.bySteps, 1.06 * found.byTypes) << run;
  }
}

TEST(MessageExecution, KeepsSmallMessagesWhereTheyAre) {
  // A message more to be made known is 1 us; 0.08 ns a byte are gained.
  MessageTraffic small = traffic(4096);
  small.longest = 4 * kilobyte;
  small.typical = 4.0 * kilobyte;
  small.mostOnRank = 16 * kilobyte;
  EXPECT_FALSE(forecastOf(small, costs()).prefersTypes());
}

TEST(MessageExecution, HasNoReasonForTypesWithoutMeasurement) {
  for (const NetworkCosts &usual : {NetworkCosts(), nodeCosts()})
    for (double run = 8; run < 1e6; run *= 2)
      EXPECT_FALSE(forecastOf(traffic(run), usual).prefersTypes()) << run;
}

TEST(MessageExecution, ExpectsNothingBelowNoTime) {
  NetworkCosts odd = costs();
  odd.typedByte = -1;
  EXPECT_GE(forecastOf(traffic(64), odd).byTypes, 0);
}
