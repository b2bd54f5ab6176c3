//===- RoundsTest.cpp - Where messages are cut ----------------------------===//
#include "Copy/Rounds.h"

#include <gtest/gtest.h>

using namespace redist::runtime;
namespace schedule = redist::schedule;

/// The halo of a matrix of doubles, n x m on each of 2 x 2 ranks; of rank 0.
static RedistributionPlan haloPlan(std::int64_t n, std::int64_t m,
                                   std::int64_t width) {
  PlanParameters parameters;
  for (const std::int64_t extent : {n, m}) {
    const schedule::DimensionLayout blocks{2, extent, {}};
    const auto with = schedule::withHalo(blocks, 2 * extent, width, width);
    parameters.assignment.axes.push_back({blocks, *with, 2 * extent});
    parameters.sourceExtents.push_back(2 * extent);
    parameters.sourceRoom.push_back({width, width});
  }
  parameters.targetExtents = parameters.sourceExtents;
  parameters.targetRoom = parameters.sourceRoom;
  parameters.assignment.sharing.kind = schedule::RankSharing::Kind::Shift;
  parameters.movesHaloAlone = parameters.staysInPlace = true;
  parameters.elementSizes = {8};
  parameters.rankCount = 4;
  return {parameters, *schedule::makeGridSchedule(
                          parameters.assignment, schedule::StrategyKind::Auto)};
}

/// The longest message decides, not what stays in its place: a halo has as many
/// rounds as its messages fill.
TEST(Rounds, HalosAreCutByTheirMessages) {
  constexpr std::int64_t roundBytes = 64 * 1024;
  for (const std::int64_t n : {1, 40, 4000, 30'000})
    for (const std::int64_t m : {1, 40, 4000, 30'000})
      for (const std::int64_t width : {1, 2, 7}) {
        SCOPED_TRACE(testing::Message() << n << " x " << m << ", " << width);
        const RedistributionPlan plan = haloPlan(n, m, width);
        std::int64_t longest = 0;
        for (const PlannedMessage &message : plan.receives())
          longest = std::max(longest, 8 * message.elements);
        const Rounds rounds(plan, roundBytes);
        EXPECT_GE(rounds.count() * roundBytes, longest);
        EXPECT_LE(rounds.count(), 2 * longest / roundBytes + 1);
      }
}
