//===- OverlapTest.cpp - Runs against owners element by element -----------===//
//
// Every element of every message, its local indices on both sides, for extents
// below, at and above whole superblocks; block layouts of any size.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Intersection/Overlap.h"

#include "ElementOracle.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace redist::schedule;
using namespace redist::schedule::test;

using Runs = std::vector<redist::schedule::Run>;

/// All runs of a message, repetitions written out.
static Runs allRuns(const Overlap &overlap) {
  Runs runs;
  for (std::int64_t t = 0; t < overlap.periods; ++t)
    for (const auto &run : overlap.runs)
      runs.push_back({run.globalIndex + t * overlap.globalStride,
                      run.sourceOffset + t * overlap.sourceStride,
                      run.targetOffset + t * overlap.targetStride, run.length});
  runs.insert(runs.end(), overlap.tail.begin(), overlap.tail.end());
  return runs;
}

static void checkExtent(const Redistribution &parameters, std::int64_t extent) {
  const CommunicationGrid grid = gridOf(parameters);
  const auto &[source, target] = parameters;
  std::vector<int> seen(static_cast<std::size_t>(extent), 0);
  for (std::int64_t p = 0; p < source.ranks; ++p)
    for (std::int64_t q = 0; q < target.ranks; ++q) {
      const Overlap message = overlap(grid, p, q, extent);
      std::int64_t length = 0, previousEnd = -1;
      for (const auto &run : allRuns(message)) {
        ASSERT_GT(run.length, 0);
        ASSERT_GE(run.globalIndex, previousEnd);
        previousEnd = run.globalIndex + run.length;
        for (std::int64_t i = 0; i < run.length; ++i) {
          const std::int64_t global = run.globalIndex + i;
          ASSERT_LT(global, extent);
          ASSERT_EQ(source.owner(global), p);
          ASSERT_EQ(target.owner(global), q);
          ASSERT_EQ(source.localIndex(global), run.sourceOffset + i);
          ASSERT_EQ(target.localIndex(global), run.targetOffset + i);
          ++seen[static_cast<std::size_t>(global)];
        }
        length += run.length;
      }
      ASSERT_EQ(message.length(), length);
      ASSERT_EQ(messageLength(grid, p, q, extent), length);
    }
  EXPECT_TRUE(std::all_of(seen.begin(), seen.end(),
                          [](int count) { return count == 1; }));
}

TEST(Overlap, EveryElementOnceForAnyExtent) {
  forAllParameters(4, 5, [](const Redistribution &parameters) {
    const std::int64_t L = superblockOf(parameters);
    for (const std::int64_t extent :
         {std::int64_t{0}, std::int64_t{1}, L / 3, L - 1, L, L + 1, 2 * L,
          2 * L + L / 2 + 1}) {
      SCOPED_TRACE(describe(parameters) + " N=" + std::to_string(extent));
      checkExtent(parameters, extent);
      if (testing::Test::HasFailure())
        return;
    }
  });
}

TEST(Overlap, BlockLayouts) {
  for (std::int64_t P = 1; P <= 5; ++P)
    for (std::int64_t Q = 1; Q <= 5; ++Q)
      for (std::int64_t extent : {1, 2, 7, 30, 101})
        for (std::int64_t block : {1, 3, 64}) {
          const BlockCyclic whole = *makeBlock(P, extent);
          SCOPED_TRACE(std::to_string(extent));
          checkExtent({whole, {Q, block}}, extent);
          checkExtent({{Q, block}, whole}, extent);
          checkExtent({whole, *makeBlock(Q, extent)}, extent);
        }
}

/// 2^45 + 1 elements from block on 3 ranks to block on 5: each message is at
/// most one run, found at once.
TEST(Overlap, HugeBlockLayoutsAreOneRunAMessage) {
  const std::int64_t extent = (std::int64_t{1} << 45) + 1;
  const Redistribution parameters = {*makeBlock(3, extent),
                                     *makeBlock(5, extent)};
  const CommunicationGrid grid = gridOf(parameters);
  std::int64_t sum = 0;
  for (std::int64_t p = 0; p < 3; ++p)
    for (std::int64_t q = 0; q < 5; ++q) {
      const Overlap message = overlap(grid, p, q, extent);
      EXPECT_EQ(message.periods, 0);
      EXPECT_LE(message.tail.size(), 1U);
      EXPECT_EQ(message.length(), messageLength(grid, p, q, extent));
      sum += message.length();
    }
  EXPECT_EQ(sum, extent);
}

/// The length alone takes no walk over the 2^40 single elements of a message.
TEST(Overlap, LengthOfHugeBlockToCyclic) {
  const std::int64_t extent = std::int64_t{1} << 42;
  const CommunicationGrid grid = gridOf({*makeBlock(4, extent), {3, 1}});
  std::int64_t sum = 0;
  for (std::int64_t p = 0; p < 4; ++p)
    for (std::int64_t q = 0; q < 3; ++q)
      sum += messageLength(grid, p, q, extent);
  EXPECT_EQ(sum, extent);
}

TEST(Overlap, RunsThatTouchAreOne) {
  const CommunicationGrid grid = gridOf(redistribution(1, 1, 3, 5));
  const Overlap message = overlap(grid, 0, 0, 31);
  EXPECT_EQ(message.runs, (Runs{{0, 0, 0, 15}}));
  EXPECT_EQ(message.periods, 2);
  EXPECT_EQ(message.tail, (Runs{{30, 30, 30, 1}}));
}

TEST(Overlap, FinderReusesItsResult) {
  const Redistribution parameters = redistribution(3, 4, 2, 5);
  const CommunicationGrid grid = gridOf(parameters);
  const OverlapFinder finder(grid, 77);
  Overlap reused;
  for (std::int64_t p = 0; p < 3; ++p)
    for (std::int64_t q = 0; q < 4; ++q) {
      finder.find(p, q, reused);
      const Overlap fresh = overlap(grid, p, q, 77);
      EXPECT_EQ(allRuns(reused), allRuns(fresh));
      EXPECT_EQ(finder.length(p, q), fresh.length());
    }
}
