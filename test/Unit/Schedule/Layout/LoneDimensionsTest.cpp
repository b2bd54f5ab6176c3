//===- LoneDimensionsTest.cpp - Dimensions that one side lacks ------------===//
//
// Who gives which rank its elements, against counting: one element, at every
// index, for all positions of a target, with and without another dimension
// that the source has alone, in either place; and that schedules are right.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/OneDimension/Verify.h"
#include "redistSchedule/Product/GridSchedule.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace redist::schedule;

/// b[0 : length] = a[index : length : 0], or a[lone][index : length : 0].
static Assignment spread(std::int64_t P, std::int64_t Q, std::int64_t index,
                         std::int64_t length, bool hasLone) {
  std::vector<Axis> axes = {{{P, 2, {}}, {Q, 3, {}}, length, index, 0}};
  std::vector<std::int32_t> sourceOf = {hasLone ? 1 : 0};
  if (hasLone) {
    axes.push_back({{2, 1, {}}, {}, 1, 3});
    axes.back().role = AxisRole::OfSource;
    sourceOf.push_back(0);
  }
  return assignmentOf(axes, sourceOf);
}

TEST(LoneDimensions, OneElementGoesToAllPositions) {
  for (const bool hasLone : {false, true})
    for (std::int64_t P = 1; P <= 4; ++P)
      for (std::int64_t Q = 1; Q <= 4; ++Q)
        for (std::int64_t index = 0; index < 10; ++index)
          for (const std::int64_t length : {1, 4, 13}) {
            const Assignment made = spread(P, Q, index, length, hasLone);
            ASSERT_FALSE(check(made));
            ASSERT_EQ(made.elements(), length);
            ASSERT_EQ(made.sourceRanks(), hasLone ? 2 * P : P);
            const auto schedule = makeGridSchedule(made, StrategyKind::Auto);
            ASSERT_TRUE(schedule);
            ASSERT_TRUE(verify(*schedule).valid());
            const std::int64_t owner =
                (hasLone ? 3 % 2 * P : 0) + index / 2 % P;
            for (std::int64_t p = 0; p < made.sourceRanks(); ++p) {
              std::vector<Message> row;
              schedule->sendRow(p, row);
              const std::int64_t targets = std::min(Q, (length + 2) / 3);
              ASSERT_EQ(std::ssize(row), p == owner ? targets : 0);
            }
          }
}

TEST(LoneDimensions, AreNumberedBehindOwnOnes) {
  Axis both{{2, 1, {}}, {3, 1, {}}, 5}, ofTarget{{}, {2, 1, {}}, 1},
      ofSource{{4, 1, {}}, {}, 1, 2};
  ofTarget.role = AxisRole::OfTarget;
  ofSource.role = AxisRole::OfSource;
  const Assignment made = assignmentOf({ofTarget, both, ofSource}, {-1, 0, 1});
  EXPECT_EQ(made.sourceDimension, (std::vector<std::int32_t>{2, 0, 1}));
  EXPECT_EQ(made.sourceRankStrides(), (std::vector<std::int64_t>{1, 4, 1}));
  EXPECT_EQ(made.targetRankStrides(), (std::vector<std::int64_t>{3, 1, 1}));
  // Nothing is lacking: the identity.
  EXPECT_TRUE(assignmentOf({both}, {0}).sourceDimension.empty());
}
