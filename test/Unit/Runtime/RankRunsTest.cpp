//===- RankRunsTest.cpp - Grouped runs against owner by element -----------===//
#include "RankRuns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

using namespace redist;
using namespace redist::runtime;
using schedule::BlockCyclic;

/// (partner, mine, other) of every element, in the order of the runs.
using Elements = std::vector<std::array<std::int64_t, 3>>;

static Elements expand(const BlockCyclic &mine, std::int64_t coordinate,
                       const BlockCyclic &other, GlobalRange range) {
  Elements elements;
  forEachSharedRuns(mine, coordinate, other, range, [&](const SharedRuns &g) {
    for (std::int64_t run = 0; run < g.count; ++run)
      for (std::int64_t i = 0; i < g.length; ++i)
        elements.push_back({g.partner, g.mine + run * g.mineStride + i,
                            g.other + run * g.otherStride + i});
  });
  std::ranges::stable_sort(elements, {}, [](const auto &e) { return e[0]; });
  return elements;
}

static Elements bruteForce(const BlockCyclic &mine, std::int64_t coordinate,
                           const BlockCyclic &other, GlobalRange range) {
  Elements elements;
  for (std::int64_t i = range.begin; i < range.end; ++i)
    if (mine.owner(i) == coordinate)
      elements.push_back(
          {other.owner(i), mine.localIndex(i), other.localIndex(i)});
  std::ranges::stable_sort(elements, {}, [](const auto &e) { return e[0]; });
  return elements;
}

TEST(RankRuns, EqualOwnerByElementForAllSmallLayouts) {
  const std::int64_t blocks[] = {1, 2, 3, 5, 8, 13, 40, 100};
  for (std::int64_t p = 1; p <= 4; ++p)
    for (std::int64_t q = 1; q <= 4; ++q)
      for (const std::int64_t r : blocks)
        for (const std::int64_t s : blocks)
          for (const GlobalRange range :
               {GlobalRange{0, 97}, GlobalRange{0, 1}, GlobalRange{60, 131},
                GlobalRange{0, 0}, GlobalRange{13, 14}})
            for (std::int64_t c = 0; c < p; ++c) {
              const BlockCyclic mine{p, r}, other{q, s};
              ASSERT_EQ(expand(mine, c, other, range),
                        bruteForce(mine, c, other, range))
                  << p << " " << r << " " << q << " " << s << " coordinate "
                  << c << " range " << range.begin << " " << range.end;
            }
}

TEST(RankRuns, BlockToCyclicTakesThreeGroupsAPartnerAtMost) {
  const std::int64_t extent = std::int64_t{1} << 40;
  std::int64_t groups = 0;
  std::int64_t elements = 0;
  const BlockCyclic block{4, extent / 4}, cyclic{5, 3};
  const auto count = [&](const SharedRuns &g) {
    ++groups;
    elements += g.length * g.count;
  };
  forEachSharedRuns(block, 1, cyclic, {0, extent}, count);
  EXPECT_LE(groups, 15);
  EXPECT_EQ(elements, extent / 4);
  groups = elements = 0;
  forEachSharedRuns(cyclic, 2, block, {0, extent}, count);
  EXPECT_LE(groups, 12);
  EXPECT_EQ(elements, cyclic.localExtent(extent, 2));
}
