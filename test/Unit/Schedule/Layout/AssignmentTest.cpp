//===- AssignmentTest.cpp - Grids, owners, and what can be wrong ----------===//
//
// Ranks of permuted grids, local indices of irregular blocks, the ranks that
// both grids share, and every error of check().
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Layout/Assignment.h"

#include <gtest/gtest.h>

using namespace redist::schedule;

static Axis axis(std::int64_t P, std::int64_t r, std::int64_t Q,
                 std::int64_t s) {
  Axis result;
  result.source = {P, r, {}};
  result.target = {Q, s, {}};
  return result;
}

TEST(Assignment, IrregularBlocksAreConsecutive) {
  const DimensionLayout layout = {4, 1, {3, 0, 5, 2}};
  const std::int64_t owners[] = {0, 0, 0, 2, 2, 2, 2, 2, 3, 3};
  const std::int64_t locals[] = {0, 1, 2, 0, 1, 2, 3, 4, 0, 1};
  for (std::int64_t i = 0; i < 10; ++i) {
    EXPECT_EQ(layout.owner(i), owners[i]);
    EXPECT_EQ(layout.localIndex(i), locals[i]);
    EXPECT_EQ(layout.globalIndex(owners[i], locals[i]), i);
  }
  EXPECT_EQ(layout.localExtent(10, 2), 5);
  EXPECT_EQ(layout.localExtent(6, 2), 3);
  EXPECT_EQ(layout.localExtent(6, 3), 0);
  EXPECT_EQ(layout.localExtent(10, 4), 0);
  EXPECT_EQ(layout.localExtent(10, -1), 0);
}

/// Source grid 2 x 3 by its own dimensions; axis 0 is its dimension 1.
TEST(Assignment, RankStridesFollowThePermutation) {
  Assignment transpose;
  transpose.axes = {axis(3, 1, 5, 1), axis(2, 1, 7, 1)};
  transpose.sourceDimension = {1, 0};
  EXPECT_EQ(transpose.sourceRanks(), 6);
  EXPECT_EQ(transpose.targetRanks(), 35);
  EXPECT_EQ(transpose.sourceRankStrides(), (std::vector<std::int64_t>{1, 3}));
  EXPECT_EQ(transpose.targetRankStrides(), (std::vector<std::int64_t>{7, 1}));
  transpose.axes[0].length = 6;
  transpose.axes[1].length = 7;
  EXPECT_EQ(transpose.elements(), 42);
}

TEST(Assignment, SharedRanks) {
  RankSharing none, shift, map;
  shift.kind = RankSharing::Kind::Shift;
  shift.shift = -2;
  map.kind = RankSharing::Kind::Map;
  map.map = {3, -1};
  EXPECT_EQ(none.sourceOf(0, 4), -1);
  EXPECT_EQ(shift.sourceOf(1, 4), -1);
  EXPECT_EQ(shift.sourceOf(2, 4), 0);
  EXPECT_EQ(shift.sourceOf(5, 4), 3);
  EXPECT_EQ(shift.sourceOf(6, 4), -1);
  EXPECT_EQ(map.sourceOf(0, 4), 3);
  EXPECT_EQ(map.sourceOf(1, 4), -1);
}

static Assignment valid() {
  Assignment result;
  result.axes = {axis(2, 3, 4, 5), axis(3, 1, 1, 1)};
  result.axes[1].source.sizes = {2, 0, 6};
  result.axes[1].length = 8;
  return result;
}

static ErrorKind errorOf(const Assignment &assignment) {
  const std::optional<Error> error = check(assignment);
  EXPECT_TRUE(error.has_value());
  if (!error)
    return ErrorKind::StrategyNotForCase; // never one of check()
  EXPECT_FALSE(error->message.empty());
  return error->kind;
}

/// The error of a valid assignment after one change.
template <typename Change> static ErrorKind errorAfter(Change change) {
  Assignment assignment = valid();
  change(assignment);
  return errorOf(assignment);
}

TEST(Assignment, ValidOnesAreNotRefused) {
  EXPECT_FALSE(check(valid()).has_value());
  EXPECT_FALSE(check(Assignment{}).has_value());
  Assignment empty = valid();
  empty.axes[1].length = 0;
  empty.axes[1].sourceLower = -3; // nothing is asked for
  EXPECT_FALSE(check(empty).has_value());
  Assignment backwards = valid();
  backwards.axes[1].sourceLower = 7;
  backwards.axes[1].sourceStride = -1;
  EXPECT_FALSE(check(backwards).has_value());
}

TEST(Assignment, BadLayouts) {
  EXPECT_EQ(errorAfter([](Assignment &a) { a.axes[0].source.ranks = 0; }),
            ErrorKind::RanksNotPositive);
  EXPECT_EQ(errorAfter([](Assignment &a) { a.axes[0].target.block = -1; }),
            ErrorKind::BlockNotPositive);
  EXPECT_EQ(errorAfter([](Assignment &a) { a.axes[1].source.sizes[0] = -1; }),
            ErrorKind::BlockNotPositive);
  EXPECT_EQ(errorAfter([](Assignment &a) { a.axes[1].source.ranks = 4; }),
            ErrorKind::BlockTooSmall);
  EXPECT_EQ(errorAfter([](Assignment &a) {
              a.axes[0].source.block = std::int64_t{1} << 61;
            }),
            ErrorKind::TooLarge);
  EXPECT_EQ(errorAfter([](Assignment &a) {
              a.axes[1].source.sizes[0] = std::int64_t{1} << 62;
            }),
            ErrorKind::TooLarge);
}

TEST(Assignment, BadSections) {
  EXPECT_EQ(errorAfter([](Assignment &a) { a.axes[0].length = -1; }),
            ErrorKind::ExtentNegative);
  EXPECT_EQ(errorAfter([](Assignment &a) { a.axes[1].length.reset(); }),
            ErrorKind::ExtentNegative);
  EXPECT_EQ(errorAfter([](Assignment &a) { a.axes[1].sourceStride = 0; }),
            ErrorKind::BlockNotPositive);
  EXPECT_EQ(errorAfter([](Assignment &a) { a.axes[1].sourceLower = 1; }),
            ErrorKind::BlockTooSmall);
  EXPECT_EQ(errorAfter([](Assignment &a) { a.axes[1].targetStride = -1; }),
            ErrorKind::ExtentNegative);
  EXPECT_EQ(errorAfter([](Assignment &a) {
              a.axes[1].targetStride = std::int64_t{1} << 61;
            }),
            ErrorKind::TooLarge);
  EXPECT_EQ(errorAfter([](Assignment &a) {
              a.axes[0].length = std::int64_t{1} << 62;
            }),
            ErrorKind::TooLarge);
}

TEST(Assignment, BadProducts) {
  EXPECT_EQ(errorAfter([](Assignment &a) {
              a.axes[0] = axis(1 << 30, 1, 1 << 30, 1);
              a.axes[1] = axis(2, 1, 1, 1);
            }),
            ErrorKind::TooLarge);
  EXPECT_EQ(errorAfter([](Assignment &a) {
              a.axes[0].length = std::int64_t{1} << 60;
            }),
            ErrorKind::TooLarge);
}

TEST(Assignment, BadMaps) {
  EXPECT_EQ(errorAfter([](Assignment &a) { a.sourceDimension = {0, 0}; }),
            ErrorKind::BadEncoding);
  EXPECT_EQ(errorAfter([](Assignment &a) { a.sourceDimension = {0}; }),
            ErrorKind::BadEncoding);
  const auto sharing = [](std::vector<std::int64_t> map) {
    return errorAfter([&](Assignment &a) {
      a.sharing.kind = RankSharing::Kind::Map;
      a.sharing.map = map;
    });
  };
  EXPECT_EQ(sharing({0, 1, 2}), ErrorKind::BadEncoding);
  EXPECT_EQ(sharing({0, 1, 1, -1}), ErrorKind::BadEncoding);
  EXPECT_EQ(sharing({0, 1, 6, -1}), ErrorKind::BadEncoding);
  EXPECT_EQ(errorAfter([](Assignment &a) {
              a.sharing.kind = RankSharing::Kind::Shift;
              a.sharing.shift = std::int64_t{1} << 62;
            }),
            ErrorKind::TooLarge);
}
