//===- SharedRunsTest.cpp - Shared runs against owner by element ----------===//
#include "redistSchedule/Intersection/SharedRuns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

using namespace redist::schedule;

/// (source coordinate, target coordinate, source, target) of every position in
/// the range that the coordinates hold, sorted; a pair's in the order of the
/// runs.
using Elements = std::vector<std::array<std::int64_t, 4>>;

static bool byCoordinates(const std::array<std::int64_t, 4> &a,
                          const std::array<std::int64_t, 4> &b) {
  return std::tie(a[0], a[1]) < std::tie(b[0], b[1]);
}

struct Sides {
  DimensionLayout source, target;
  std::int64_t length;
  std::int64_t sourceLower = 0, sourceStride = 1;
  std::int64_t targetLower = 0, targetStride = 1;
};

static Elements expand(const Sides &s, std::int64_t p, std::int64_t q,
                       Interval range) {
  const AxisSide source(s.source, s.sourceLower, s.sourceStride, s.length);
  const AxisSide target(s.target, s.targetLower, s.targetStride, s.length);
  Elements elements;
  forEachSharedRuns(source, p, target, q, range, [&](const SharedRuns &g) {
    for (std::int64_t run = 0; run < g.count; ++run)
      for (std::int64_t i = 0; i < g.length; ++i)
        elements.push_back(
            {g.sourceCoordinate, g.targetCoordinate,
             g.source + run * g.sourceStride + i * source.step(),
             g.target + run * g.targetStride + i * target.step()});
  });
  std::ranges::stable_sort(elements, byCoordinates);
  return elements;
}

/// The definition; `p`, `q`: or anyCoordinate.
static Elements bruteForce(const Sides &s, std::int64_t p, std::int64_t q,
                           Interval range) {
  Elements elements;
  for (std::int64_t t = range.begin; t < range.end; ++t) {
    const std::int64_t from = s.sourceLower + t * s.sourceStride;
    const std::int64_t to = s.targetLower + t * s.targetStride;
    if ((p == anyCoordinate || s.source.owner(from) == p) &&
        (q == anyCoordinate || s.target.owner(to) == q))
      elements.push_back({s.source.owner(from), s.target.owner(to),
                          s.source.localIndex(from), s.target.localIndex(to)});
  }
  std::ranges::stable_sort(elements, byCoordinates);
  return elements;
}

/// By source, by target and by pair: the same elements, in the same order.
static void expectRuns(const Sides &s, Interval range) {
  Elements bySource, byTarget, byPair;
  for (std::int64_t p = 0; p < s.source.ranks; ++p) {
    std::ranges::copy(expand(s, p, anyCoordinate, range),
                      std::back_inserter(bySource));
    for (std::int64_t q = 0; q < s.target.ranks; ++q)
      std::ranges::copy(expand(s, p, q, range), std::back_inserter(byPair));
  }
  for (std::int64_t q = 0; q < s.target.ranks; ++q)
    std::ranges::copy(expand(s, anyCoordinate, q, range),
                      std::back_inserter(byTarget));
  std::ranges::stable_sort(byTarget, byCoordinates);
  ASSERT_EQ(bySource, byPair);
  ASSERT_EQ(byTarget, byPair);
  Elements expected = bruteForce(s, anyCoordinate, anyCoordinate, range);
  std::ranges::sort(expected);
  std::ranges::sort(byPair);
  ASSERT_EQ(byPair, expected);
}

TEST(SharedRuns, EqualOwnerByElementForAllSmallLayouts) {
  const std::int64_t blocks[] = {1, 2, 3, 5, 8, 13, 40, 100};
  for (std::int64_t p = 1; p <= 4; ++p)
    for (std::int64_t q = 1; q <= 4; ++q)
      for (const std::int64_t r : blocks)
        for (const std::int64_t s : blocks)
          for (const Interval range : {Interval{0, 97}, Interval{60, 131},
                                       Interval{0, 0}, Interval{13, 14}}) {
            expectRuns({{p, r, {}}, {q, s, {}}, 131}, range);
            ASSERT_FALSE(HasFatalFailure())
                << p << " " << r << " " << q << " " << s << " range "
                << range.begin << " " << range.end;
          }
}

TEST(SharedRuns, FollowSectionsInEitherDirection) {
  const DimensionLayout layouts[] = {{3, 1, {}},         {2, 4, {}},
                                     {4, 3, {}},         {3, 300, {}},
                                     {1, 1, {}},         {3, 1, {700, 0, 300}},
                                     {2, 1, {400, 600}}, {5, 2, {}}};
  for (const DimensionLayout &source : layouts)
    for (const DimensionLayout &target : layouts)
      for (const std::int64_t a : {1, 2, 3, 7, 12, -1, -3, -9})
        for (const std::int64_t b : {1, 2, 5, -1, -4}) {
          const std::int64_t length = 61;
          const auto lower = [&](std::int64_t stride) {
            return stride > 0 ? 5 : 5 - stride * (length - 1);
          };
          expectRuns({source, target, length, lower(a), a, lower(b), b},
                     {0, length});
          ASSERT_FALSE(HasFatalFailure())
              << source.ranks << " " << source.block << " by " << a << ", "
              << target.ranks << " " << target.block << " by " << b;
        }
}

static std::pair<std::int64_t, std::int64_t>
groupsAndElements(const Sides &s, std::int64_t p, std::int64_t q) {
  std::int64_t groups = 0;
  std::int64_t elements = 0;
  forEachSharedRuns(AxisSide(s.source, 0, s.sourceStride, s.length), p,
                    AxisSide(s.target, 0, s.targetStride, s.length), q,
                    {0, s.length}, [&](const SharedRuns &g) {
                      ++groups;
                      elements += g.length * g.count;
                    });
  return {groups, elements};
}

TEST(SharedRuns, BlockToCyclicTakesThreeGroupsAPartnerAtMost) {
  const std::int64_t extent = std::int64_t{1} << 40;
  const DimensionLayout block{4, extent / 4, {}}, cyclic{5, 3, {}};
  const auto there =
      groupsAndElements({block, cyclic, extent}, 1, anyCoordinate);
  EXPECT_LE(there.first, 15);
  EXPECT_EQ(there.second, extent / 4);
  const auto back =
      groupsAndElements({cyclic, block, extent}, 2, anyCoordinate);
  EXPECT_LE(back.first, 12);
  EXPECT_EQ(back.second, cyclic.localExtent(extent, 2));
}

TEST(SharedRuns, SectionsOfLongBlocksTakeFewGroups) {
  const std::int64_t length = std::int64_t{1} << 40;
  const DimensionLayout irregular{2, 1, {length, 2 * length}};
  const DimensionLayout cyclic{5, 3, {}};
  // Every second element: two blocks of three in a period, 2 + 1 elements.
  const auto found = groupsAndElements({irregular, cyclic, length, 0, 3, 0, 2},
                                       1, anyCoordinate);
  EXPECT_LE(found.first, 5 * 2 * 3);
  EXPECT_EQ(found.second, length - (length - 1) / 3 - 1);
}

/// Strides beyond a block: the next position of a coordinate is solved for.
TEST(SharedRuns, FollowLongStridesWithoutALookAtEachPosition) {
  const std::int64_t length = std::int64_t{1} << 40, ranks = 1'000'003;
  const DimensionLayout layout{ranks, 4, {}};
  const std::int64_t stride = 4'000'037;
  const AxisSide side(layout, 3, stride, length);
  for (const std::int64_t coordinate : {0, 1, 77, 1'000'002}) {
    std::int64_t t = side.next(coordinate, 12345);
    for (int i = 0; i < 100; ++i, t = side.next(coordinate, t + 1))
      ASSERT_EQ(layout.owner(3 + t * stride), coordinate);
  }
  // Against a look at each: all residues, in both directions.
  for (const std::int64_t step : {5, 6, 9, 14, 27, -5, -8, -13}) {
    const DimensionLayout few{5, 4, {}};
    const std::int64_t lower = step > 0 ? 2 : 2 - 99 * step;
    const AxisSide small(few, lower, step, 100);
    for (std::int64_t c = 0; c < 5; ++c)
      for (std::int64_t t = 0; t < 100; ++t) {
        std::int64_t expected = t;
        while (expected < 100 && few.owner(lower + expected * step) != c)
          ++expected;
        ASSERT_EQ(small.next(c, t), expected) << step << " " << c << " " << t;
      }
  }
}
