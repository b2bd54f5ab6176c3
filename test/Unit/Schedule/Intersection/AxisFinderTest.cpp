//===- AxisFinderTest.cpp - Axes against owners element by element --------===//
//
// Partners and lengths of all messages: regular axes, sections with strides of
// either sign, irregular blocks; then axes of up to 2^61 elements.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Intersection/AxisFinder.h"

#include "AxisOracle.h"
#include "redistSchedule/Intersection/CommunicationGrid.h"
#include "redistSchedule/Intersection/SharedRuns.h"

#include <gtest/gtest.h>

#include <random>

using namespace redist::schedule;
using namespace redist::schedule::test;

static Axis axis(DimensionLayout source, DimensionLayout target,
                 std::int64_t length) {
  Axis result;
  result.source = std::move(source);
  result.target = std::move(target);
  result.length = length;
  return result;
}

/// Elements of all runs that a pair shares, and how many groups they are.
static std::pair<std::int64_t, int> runsOf(const Axis &one, std::int64_t p,
                                           std::int64_t q) {
  const AxisSide source(one.source, one.sourceLower, one.sourceStride,
                        *one.length);
  const AxisSide target(one.target, one.targetLower, one.targetStride,
                        *one.length);
  std::pair<std::int64_t, int> found{0, 0};
  forEachSharedRuns(source, p, target, q, {0, *one.length},
                    [&](const SharedRuns &runs) {
                      found.first += runs.length * runs.count;
                      ++found.second;
                    });
  return found;
}

static DimensionLayout cyclic(std::int64_t ranks, std::int64_t block) {
  return {ranks, block, {}};
}

static DimensionLayout genBlock(std::vector<std::int64_t> sizes) {
  const auto ranks = static_cast<std::int64_t>(sizes.size());
  return {ranks, 1, std::move(sizes)};
}

/// All small regular axes, and the same with offsets and strides.
TEST(AxisFinder, SmallCyclicAxes) {
  const std::vector<std::pair<std::int64_t, std::int64_t>> sections = {
      {0, 1}, {3, 1}, {1, 2}, {2, 5}, {70, -1}, {200, -3}};
  for (std::int64_t P = 1; P <= 4; ++P)
    for (std::int64_t Q = 1; Q <= 4; ++Q)
      for (const std::int64_t r : {1, 2, 3, 5})
        for (const std::int64_t s : {1, 2, 4})
          for (const auto &from : sections)
            for (const auto &to : sections)
              for (const std::int64_t length : {0, 1, 9, 61}) {
                Axis one = axis(cyclic(P, r), cyclic(Q, s), length);
                std::tie(one.sourceLower, one.sourceStride) = from;
                std::tie(one.targetLower, one.targetStride) = to;
                ASSERT_EQ(offenceOf(one), "") << describe(one);
              }
}

TEST(AxisFinder, SeveralPeriodsAndATail) {
  for (const std::int64_t sourceStride : {1, 2, -3, 4})
    for (const std::int64_t targetStride : {1, -1, 6}) {
      Axis one = axis(cyclic(3, 2), cyclic(2, 4), 203);
      one.sourceStride = sourceStride, one.targetStride = targetStride;
      one.sourceLower = sourceStride < 0 ? 1000 : 5;
      one.targetLower = targetStride < 0 ? 1000 : 7;
      EXPECT_EQ(offenceOf(one), "") << describe(one);
    }
}

TEST(AxisFinder, IrregularBlocks) {
  const DimensionLayout sizes = genBlock({3, 0, 5, 2, 0, 7});
  for (std::int64_t P = 1; P <= 4; ++P)
    for (const std::int64_t block : {1, 3, 8})
      for (const std::int64_t length : {0, 1, 8, 17}) {
        ASSERT_EQ(offenceOf(axis(sizes, cyclic(P, block), length)), "");
        ASSERT_EQ(offenceOf(axis(cyclic(P, block), sizes, length)), "");
      }
  EXPECT_EQ(offenceOf(axis(sizes, genBlock({0, 0, 9, 9}), 17)), "");
  Axis section = axis(sizes, genBlock({4, 4, 4, 0, 4}), 5);
  section.sourceLower = 16, section.sourceStride = -3;
  section.targetLower = 1, section.targetStride = 2;
  EXPECT_EQ(offenceOf(section), "");
  EXPECT_EQ(offenceOf(axis(genBlock({0, 0}), genBlock({0}), 0)), "");
  EXPECT_EQ(offenceOf(axis(genBlock({11}), cyclic(3, 2), 11)), "");
}

/// CYCLIC(3) on 2 -> CYCLIC(2) on 2, source indices 1, 3, 5, ...: owners of the
/// source 0 1 1 0 1 1 0 1 1, of the target 0 0 1 1 0 0 1 1 0.
TEST(AxisFinder, ExampleOfTheHeader) {
  Axis one = axis(cyclic(2, 3), cyclic(2, 2), 9);
  one.sourceLower = 1, one.sourceStride = 2;
  const AxisFinder finder(one);
  EXPECT_EQ(finder.length(0, 0), 1);
  EXPECT_EQ(finder.length(0, 1), 2);
  EXPECT_EQ(finder.length(1, 0), 4);
}

/// Without a length: one superblock.
TEST(AxisFinder, WithoutLengthOneSuperblock) {
  Axis one = axis(cyclic(3, 4), cyclic(5, 2), 0);
  one.length = std::nullopt;
  Axis superblock = one;
  superblock.length = 60;
  const AxisFinder open(one), closed(superblock);
  std::int64_t sum = 0;
  for (std::int64_t p = 0; p < 3; ++p)
    for (std::int64_t q = 0; q < 5; ++q) {
      EXPECT_EQ(open.length(p, q), closed.length(p, q));
      sum += open.length(p, q);
    }
  EXPECT_EQ(sum, 60);
}

/// 2^45 elements of huge blocks, shifted by one: some runs a message.
TEST(AxisFinder, HugeShiftedBlocks) {
  const std::int64_t length = std::int64_t{1} << 45;
  Axis one = axis(cyclic(3, length / 3 + 1), cyclic(5, length / 5 + 1), length);
  one.targetLower = 1;
  const AxisFinder finder(one);
  std::int64_t sum = 0;
  for (std::int64_t p = 0; p < 3; ++p)
    for (std::int64_t q = 0; q < 5; ++q) {
      const auto [elements, groups] = runsOf(one, p, q);
      EXPECT_LE(groups, 2);
      EXPECT_EQ(elements, finder.length(p, q));
      sum += elements;
    }
  EXPECT_EQ(sum, length);
}

/// Lengths of many large blocks are sums, without a look at each; runs are
/// found one by one.
TEST(AxisFinder, LengthsOfManyBlocksAreThoseOfTheirRuns) {
  std::mt19937_64 random(5);
  const auto from = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(
                     random() % static_cast<std::uint64_t>(high - low));
  };
  for (int i = 0; i < 200; ++i) {
    const std::int64_t most = i % 4 == 0 ? 4 : 2; // strides
    Axis one =
        axis(cyclic(from(2, 5), from(1500, 9000)),
             cyclic(from(2, 5), from(1500, 9000)), from(1 << 25, 1 << 28));
    one.sourceLower = from(0, 30000), one.targetLower = from(0, 30000);
    one.sourceStride = from(1, most), one.targetStride = from(1, most);
    const AxisFinder finder(one);
    const std::int64_t p = from(0, one.source.ranks);
    const std::int64_t q = from(0, one.target.ranks);
    ASSERT_EQ(finder.length(p, q), runsOf(one, p, q).first) << describe(one);
  }
}

/// 2^59 blocks or so in all, too many to look at each.
TEST(AxisFinder, LengthsOfMoreBlocksThanCanBeWalked) {
  for (const std::int64_t bits : {4, 20, 29, 40}) {
    const std::int64_t block = std::int64_t{1} << bits;
    const std::int64_t length = (std::int64_t{1} << 61) + 12345;
    Axis there = axis(cyclic(3, 3 * block + 1), cyclic(4, block + 7), length);
    there.sourceLower = 5;
    Axis back = axis(there.target, there.source, length);
    back.targetLower = 5;
    const AxisFinder finder(there), reverse(back);
    std::int64_t sum = 0;
    for (std::int64_t p = 0; p < 3; ++p)
      for (std::int64_t q = 0; q < 4; ++q) {
        EXPECT_EQ(finder.length(p, q), reverse.length(q, p));
        sum += finder.length(p, q);
      }
    EXPECT_EQ(sum, length);
  }
}

/// 2^60 elements of irregular blocks to single elements, backwards: lengths and
/// partners without a look at any of them.
TEST(AxisFinder, HugeIrregularToCyclic) {
  const std::int64_t size = std::int64_t{1} << 58;
  Axis one = axis(genBlock({size, 3 * size}), cyclic(7, 1), 4 * size);
  one.targetLower = 4 * size, one.targetStride = -1;
  const AxisFinder finder(one);
  std::vector<AxisPartner> partners;
  finder.partnersOfSource(1, partners);
  ASSERT_EQ(partners.size(), 7U);
  std::int64_t sum = 0;
  for (const AxisPartner &partner : partners) {
    EXPECT_EQ(partner.length, finder.length(1, partner.coordinate));
    EXPECT_NEAR(static_cast<double>(partner.length),
                static_cast<double>(3 * size) / 7, 1e6);
    sum += partner.length;
  }
  EXPECT_EQ(sum, 3 * size);
}

/// A superblock of more than 62 bits: lengths as the communication grid says.
TEST(AxisFinder, SuperblockBeyondCounting) {
  const std::int64_t block = std::int64_t{1} << 40;
  Axis one = axis(cyclic(4, block - 1), cyclic(4, block), 0);
  one.length = std::nullopt;
  const AxisFinder finder(one);
  const auto grid =
      CommunicationGrid::make({one.source.cyclic(), one.target.cyclic()});
  ASSERT_FALSE(grid->superblock().has_value());
  std::vector<AxisPartner> partners;
  finder.partnersOfTarget(3, partners);
  ASSERT_EQ(partners.size(), 4U);
  for (const AxisPartner &partner : partners)
    EXPECT_EQ(partner.length, grid->length(partner.coordinate, 3));
}

/// A million ranks: a few partners, found at once.
TEST(AxisFinder, ManyRanks) {
  const std::int64_t P = 1'000'000, length = 1'000'000'007;
  Axis one = axis(cyclic(P, 1001), cyclic(P - 1, 1002), length);
  one.sourceLower = 12345;
  const AxisFinder finder(one);
  std::vector<AxisPartner> partners;
  std::int64_t sum = 0;
  for (std::int64_t p = 0; p < P; p += 9973) {
    finder.partnersOfSource(p, partners);
    EXPECT_LE(partners.size(), 4U);
    for (const AxisPartner &partner : partners) {
      EXPECT_EQ(partner.length, finder.length(p, partner.coordinate));
      sum += partner.length;
    }
  }
  EXPECT_GT(sum, 100'000);
}
