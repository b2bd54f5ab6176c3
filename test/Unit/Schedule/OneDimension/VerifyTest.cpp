//===- VerifyTest.cpp - Every kind of fault is found ----------------------===//
//
// A correct list of steps is spoilt in one place; the report must name it.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/OneDimension/Verify.h"
#include "redistSchedule/Product/GridSchedule.h"

#include "ElementOracle.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace redist::schedule;
using namespace redist::schedule::test;

class Faults : public testing::Test {
protected:
  CommunicationGrid grid = gridOf(redistribution(16, 16, 3, 5));
  std::vector<Step> steps =
      makeSchedule(grid.redistribution(), StrategyKind::Classes)->allSteps();

  void expectOffence(const std::string &text) const {
    const VerifyReport report = verify(grid, steps);
    EXPECT_FALSE(report.valid());
    EXPECT_TRUE(std::any_of(report.offences.begin(), report.offences.end(),
                            [&](const std::string &offence) {
                              return offence.find(text) != std::string::npos;
                            }))
        << text << " is not among: " << testing::PrintToString(report.offences);
  }
};

TEST_F(Faults, NoneInACorrectSchedule) {
  const VerifyReport report = verify(grid, steps);
  EXPECT_TRUE(report.valid());
  EXPECT_EQ(report.messageCount, 112);
  EXPECT_EQ(report.elements, 240);
  EXPECT_EQ(report.stepCount, 7);
  EXPECT_EQ(report.totalCost, 15);
  EXPECT_EQ(report.bounds.totalCost, 15);
  EXPECT_TRUE(report.stepsAreLeast());
}

TEST_F(Faults, DoubleSend) {
  const Transfer moved = steps[1].transfers[4];
  steps[1].transfers.erase(steps[1].transfers.begin() + 4);
  steps[0].transfers.push_back(moved);
  expectOffence("rank 4 sends twice in step 0");
}

TEST_F(Faults, DoubleReceive) {
  const Transfer moved = steps[1].transfers[4];
  steps[1].transfers.erase(steps[1].transfers.begin() + 4);
  steps[0].transfers.push_back(moved);
  expectOffence("rank " + std::to_string(moved.to) +
                " receives twice in step 0");
}

TEST_F(Faults, MissingMessage) {
  const Transfer gone = steps[3].transfers.back();
  steps[3].transfers.pop_back();
  expectOffence("message " + std::to_string(gone.from) + " -> " +
                std::to_string(gone.to) + " of 2 elements is missing");
  expectOffence("the messages carry 238 of 240 elements");
}

TEST_F(Faults, MessageTwice) {
  steps.push_back({steps[2].cost, {steps[2].transfers[5]}});
  expectOffence("is sent in step 2 and again in step 7");
}

TEST_F(Faults, NeedlessMessage) {
  ASSERT_EQ(grid.length(0, 1), 0);
  steps.push_back({1, {{0, 1, 1}}});
  expectOffence("message 0 -> 1 in step 7 is not needed");
}

TEST_F(Faults, WrongLength) {
  steps[0].transfers[3].length = 2;
  expectOffence("has 2 elements instead of 3");
}

TEST_F(Faults, WrongCost) {
  steps[0].cost = 4;
  expectOffence("step 0 states cost 4, its longest message is 3");
}

TEST_F(Faults, UnknownRank) {
  steps.push_back({1, {{16, 0, 1}}});
  expectOffence("between ranks that do not exist");
}

TEST_F(Faults, EmptyStep) {
  steps.emplace_back();
  expectOffence("step 7 is empty");
}

/// Steps of one superblock are not those of another extent.
TEST_F(Faults, OtherExtent) {
  const auto isScheduleOf = [&](std::int64_t extent) {
    return verify(oneAxis(grid.redistribution(), extent), steps).valid();
  };
  EXPECT_TRUE(isScheduleOf(240));
  EXPECT_FALSE(isScheduleOf(480));
  EXPECT_FALSE(isScheduleOf(239));
}

TEST_F(Faults, ReportsNoMoreThanOneCanRead) {
  steps.clear();
  const VerifyReport report = verify(grid, steps);
  EXPECT_FALSE(report.valid());
  EXPECT_LE(report.offences.size(), 20U);
}

/// Two axes on shared ranks; every rank keeps what it has of itself.
TEST(GridFaults, AreFound) {
  Assignment assignment = oneAxis(redistribution(4, 4, 1, 5), 77);
  assignment.axes.push_back(oneAxis(redistribution(2, 3, 2, 1), 9).axes[0]);
  assignment.sharing = {RankSharing::Kind::Shift, 0, {}};
  const std::vector<Step> steps =
      makeGridSchedule(assignment, StrategyKind::Auto)->allSteps(assignment);
  EXPECT_TRUE(verify(assignment, steps).valid());

  std::vector<Step> spoilt = steps;
  spoilt[2].transfers.pop_back();
  EXPECT_FALSE(verify(assignment, spoilt).valid());
  spoilt = steps;
  ++spoilt[0].transfers[1].length;
  EXPECT_FALSE(verify(assignment, spoilt).valid());
  spoilt = steps;
  spoilt.push_back({1, {{2, 2, 1}}});
  EXPECT_EQ(verify(assignment, spoilt).offences.front(),
            "message 2 -> 2 in step " + std::to_string(steps.size()) +
                " is not needed");
}

/// Where lengths are counted in units that are not elements, each message is
/// still looked for.
TEST(GridFaults, MissingMessageOfHugeBlocks) {
  const std::int64_t large = (std::int64_t{1} << 40) + 1;
  Assignment assignment =
      oneAxis(redistribution(4, 6, large, large - 2), std::nullopt);
  assignment.axes.push_back(
      oneAxis(redistribution(5, 3, large + 6, large), std::nullopt).axes[0]);
  const GridSchedule schedule =
      *makeGridSchedule(assignment, StrategyKind::Auto);
  ASSERT_GT(schedule.lengthUnit(), 1);
  std::vector<Step> steps = schedule.allSteps();
  EXPECT_TRUE(verify(assignment, steps, false).valid());
  const Transfer gone = steps[1].transfers.back();
  steps[1].transfers.pop_back();
  const VerifyReport report = verify(assignment, steps, false);
  ASSERT_FALSE(report.valid());
  const std::string name = "message " + std::to_string(gone.from) + " -> " +
                           std::to_string(gone.to) + " of ";
  EXPECT_TRUE(std::any_of(
      report.offences.begin(), report.offences.end(),
      [&](const std::string &text) { return text.starts_with(name); }));
}
