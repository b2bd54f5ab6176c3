//===- StripesTest.cpp - Copies by way of stripes -------------------------===//
//
// All numbers of parts and copies up to 6 beside one or two dimensions: both
// assignments are right, every rank of the target has one stripe, and only
// elements of its own part where the target is whole; so each gets what it
// lacks, and no more.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Layout/Stripes.h"

#include "redistSchedule/OneDimension/Verify.h"
#include "redistSchedule/Product/GridSchedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace redist::schedule;

static void checkSchedule(const Assignment &assignment) {
  ASSERT_FALSE(check(assignment));
  const auto schedule = makeGridSchedule(assignment, StrategyKind::Auto);
  ASSERT_TRUE(schedule);
  ASSERT_TRUE(verify(*schedule).valid());
}

/// Elements of a coordinate's part of a dimension, in the section's numbers.
static std::set<std::int64_t> elementsOf(const DimensionLayout &layout,
                                         std::int64_t length,
                                         std::int64_t coordinate) {
  std::set<std::int64_t> all;
  for (std::int64_t i = 0; i < length; ++i)
    if (layout.owner(i) == coordinate)
      all.insert(i);
  return all;
}

/// Each stripe lies within the part of the rank that has it.
static void checkNested(const Stripes &stripes) {
  const Assignment &spreading = stripes.spreading;
  const auto sources = spreading.sourceRankStrides();
  const auto targets = spreading.targetRankStrides();
  for (std::size_t i = 0; i < stripes.targetOf.size(); ++i)
    for (std::size_t k = 0; k < spreading.dimensions(); ++k) {
      const Axis &axis = spreading.axes[k];
      if (!axis.isDimension())
        continue;
      const auto position = static_cast<std::int64_t>(i);
      const auto own = elementsOf(axis.source, *axis.length,
                                  position / sources[k] % axis.source.ranks);
      const auto wanted =
          elementsOf(axis.target, *axis.length,
                     stripes.targetOf[i] / targets[k] % axis.target.ranks);
      ASSERT_TRUE(
          std::includes(wanted.begin(), wanted.end(), own.begin(), own.end()))
          << "stripe " << i << ", axis " << k;
    }
}

static void checkStripes(const Assignment &dimensions,
                         const std::vector<Holders> &source,
                         const std::vector<Holders> &target, bool isNested) {
  const auto stripes = stripesOf(dimensions, source, target);
  ASSERT_TRUE(stripes);
  checkSchedule(stripes->combining);
  checkSchedule(stripes->spreading);
  ASSERT_EQ(stripes->combining.targetRanks(), stripes->spreading.sourceRanks());
  std::vector<std::int64_t> positions = stripes->targetOf;
  ASSERT_EQ(static_cast<std::int64_t>(positions.size()),
            stripes->spreading.targetRanks());
  std::sort(positions.begin(), positions.end());
  for (std::size_t i = 0; i < positions.size(); ++i)
    ASSERT_EQ(positions[i], static_cast<std::int64_t>(i));
  if (isNested)
    checkNested(*stripes);
}

TEST(Stripes, OfOneDimensionAreOfTheOwnPart) {
  for (std::int64_t parts = 2; parts <= 6; ++parts)
    for (std::int64_t copies = 2; copies <= 6; ++copies)
      for (std::int64_t ranks = 1; ranks <= 3; ++ranks)
        for (const std::int64_t block : {1, 2, 4, 6, 20})
          for (const std::int64_t length : {1, 5, 40}) {
            SCOPED_TRACE(
                std::to_string(parts) + " parts, " + std::to_string(copies) +
                " copies of cyclic(" + std::to_string(block) + ") on " +
                std::to_string(ranks) + ", N " + std::to_string(length));
            Assignment dimensions;
            dimensions.axes.push_back({{2, 3, {}}, {ranks, block, {}}, length});
            for (const std::size_t place : {0, 1})
              checkStripes(dimensions, {{parts, place, true}},
                           {{copies, 1 - place}}, true);
            if (HasFatalFailure())
              return;
          }
}

TEST(Stripes, OfSeveralDimensionsAndHolders) {
  for (std::int64_t copies = 2; copies <= 6; ++copies)
    for (std::int64_t rows : {1, 3, 8})
      for (std::int64_t columns : {1, 2, 9})
        for (const bool isPermuted : {false, true}) {
          Assignment dimensions;
          dimensions.axes.push_back({{1, 1, {}}, {2, 2, {}}, rows});
          dimensions.axes.push_back(
              {{3, 1, {}}, {2, 1, {columns, 2}}, columns});
          if (isPermuted)
            dimensions.sourceDimension = {1, 0};
          checkStripes(dimensions, {{2, 0, true}, {2, 1}, {3, 2, true}},
                       {{copies, 0}, {2, 2}}, true);
          // A section of the target: blocks of its elements.
          dimensions.axes[0].targetLower = 3;
          dimensions.axes[0].targetStride = 2;
          checkStripes(dimensions, {{2, 1, true}}, {{copies, 1}}, false);
          if (HasFatalFailure())
            return;
        }
}

/// One row of the source in all rows, or one, of the target.
TEST(Stripes, HaveTheDimensionsThatEitherSideLacks) {
  for (std::int64_t copies = 2; copies <= 4; ++copies)
    for (std::int64_t ranks = 1; ranks <= 3; ++ranks)
      for (const std::int64_t rows : {1, 7})
        for (const std::int64_t columns : {1, 9}) {
          Axis row{{2, 2, {}}, {ranks, 2, {}}, rows, 5, 0};
          const Axis column{{2, 1, {}}, {2, 3, {}}, columns};
          Axis lone{{3, 1, {}}, {}, 1, 4};
          lone.role = AxisRole::OfSource;
          checkStripes(assignmentOf({row, column, lone}, {2, 0, 1}),
                       {{2, 1, true}, {2, 3}, {3, 3, true}}, {{copies, 1}},
                       true);
          // A row that the source lacks.
          row = {{}, {ranks, 2, {}}, 1, 0, 1, 3};
          row.role = AxisRole::OfTarget;
          checkStripes(assignmentOf({row, column, lone}, {-1, 0, 1}),
                       {{3, 0, true}}, {{2, 0}, {copies, 2}}, false);
          if (HasFatalFailure())
            return;
        }
}

/// Ranks with copies of the source share what they send of the stripes.
TEST(Stripes, OfWhatFewRanksHave) {
  for (std::int64_t sources = 1; sources <= 3; ++sources)
    for (std::int64_t copies = 2; copies <= 6; ++copies)
      for (std::int64_t ranks = 1; ranks <= 3; ++ranks)
        for (const std::int64_t length : {1, 5, 40}) {
          Assignment dimensions;
          dimensions.axes.push_back({{sources, 3, {}}, {ranks, 4, {}}, length});
          for (const std::int64_t givers : {1, 2}) {
            const std::vector<Holders> from{{givers, 0}}, to{{copies, 1}};
            if (2 * sources * givers <= ranks * copies)
              checkStripes(dimensions, from, to, true);
            else
              EXPECT_FALSE(stripesOf(dimensions, from, to));
          }
          if (HasFatalFailure())
            return;
        }
}

/// From one rank to 64 copies: it sends each element twice, not 63 times.
TEST(Stripes, SendWhatOneRankHasTwice) {
  constexpr std::int64_t copies = 64, length = 6400;
  Assignment dimensions;
  dimensions.axes.push_back({{}, {}, length});
  const auto stripes = stripesOf(dimensions, {}, {{copies, 0}});
  ASSERT_TRUE(stripes);
  Assignment one = withHolders(dimensions, {}, {{copies, 0}});
  one.sharing.kind = RankSharing::Kind::Shift;
  EXPECT_EQ(lowerBounds(one).totalCost, (copies - 1) * length);
  std::int64_t both = 0;
  for (Assignment step : {stripes->combining, stripes->spreading}) {
    step.sharing.kind = RankSharing::Kind::Shift;
    both += lowerBounds(step).totalCost;
  }
  EXPECT_EQ(both, 2 * (copies - 1) * (length / copies));
}

TEST(Stripes, AreForPartsAndCopiesOfSomething) {
  Assignment dimensions;
  dimensions.axes.push_back({{1, 1, {}}, {1, 1, {}}, 8});
  EXPECT_FALSE(stripesOf(dimensions, {{4, 0}}, {{4, 0}}));
  EXPECT_FALSE(stripesOf(dimensions, {{4, 0, true}}, {}));
  EXPECT_TRUE(stripesOf(dimensions, {{4, 0, true}}, {{4, 0}}));
  dimensions.axes[0].target = {1, 1, {8}, 0, 0, 0, 7}; // any owners
  EXPECT_FALSE(stripesOf(dimensions, {}, {{4, 0}}));
  dimensions.axes[0].target = {};
  dimensions.axes[0].length = 0;
  EXPECT_FALSE(stripesOf(dimensions, {{4, 0, true}}, {{4, 0}}));
  dimensions.axes[0].length.reset();
  EXPECT_FALSE(stripesOf(dimensions, {{4, 0, true}}, {{4, 0}}));
}
