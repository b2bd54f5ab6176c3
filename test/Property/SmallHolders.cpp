//===- SmallHolders.cpp - Copies and parts on all small grids -------------===//
//
// All grids of up to six ranks a side, in one to three dimensions, with copies
// and parts at every place of them, small extents, on shared and on other
// ranks; in one step, and by way of stripes. Elements are compared with the
// definition of the layouts, one by one. One of 13 cases is tried, or one of
// n with REDIST_CASE_STRIDE=n in the environment; REDIST_EVERY_GRID tries all.
//
//===----------------------------------------------------------------------===//
#include "VirtualTrial.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

using namespace redist::runtime;
using namespace redist::runtime::test;
using redist::schedule::Holders;

static constexpr std::int64_t maxRanks = 6;

/// Calls back with all lists of up to two holders that `left` ranks allow.
template <typename Take>
static void forAllHolders(std::size_t dimensions, bool ofSource,
                          std::int64_t left, std::vector<Holders> &chosen,
                          Take take) {
  take();
  if (chosen.size() == 2)
    return;
  const std::size_t first = chosen.empty() ? 0 : chosen.back().dimension;
  for (std::int64_t ranks = 2; ranks <= left; ++ranks)
    for (std::size_t place = first; place <= dimensions; ++place)
      for (const bool areParts : {false, true})
        if (ofSource || !areParts) {
          chosen.push_back({ranks, place, areParts});
          forAllHolders(dimensions, ofSource, left / ranks, chosen, take);
          chosen.pop_back();
        }
}

/// The ways to deal `extent` elements: as a whole; else single elements, or in
/// blocks, one to a rank or (`many`) of two.
static std::vector<DimensionLayout> layoutsOf(std::int64_t ranks,
                                              std::int64_t extent, bool many) {
  if (ranks == 1)
    return {{}};
  const std::int64_t block =
      std::max<std::int64_t>(1, (extent + ranks - 1) / ranks);
  std::vector<DimensionLayout> all = {{ranks, block, {}}, {ranks, 1, {}}};
  if (many && block != 2)
    all.push_back({ranks, 2, {}});
  return all;
}

/// All sides of these extents.
static std::vector<Side> allSides(const std::vector<std::int64_t> &extents,
                                  bool ofSource) {
  std::vector<Side> sides;
  Side side;
  side.extents = extents;
  side.lower.assign(extents.size(), 0);
  side.stride.assign(extents.size(), 1);
  const auto deal = [&](auto &next, std::int64_t left) -> void {
    const std::size_t k = side.layouts.size();
    if (k == extents.size()) {
      forAllHolders(k, ofSource, left, side.holders,
                    [&] { sides.push_back(side); });
      return;
    }
    for (std::int64_t ranks = 1; ranks <= left; ++ranks)
      for (const DimensionLayout &one :
           layoutsOf(ranks, extents[k], extents.size() == 1)) {
        side.layouts.push_back(one);
        next(next, left / ranks);
        side.layouts.pop_back();
      }
  };
  deal(deal, maxRanks);
  return sides;
}

namespace {

struct Counts {
  std::int64_t all = 0, tried = 0, striped = 0, ofParts = 0;
  TakenWays ways;
};

} // namespace

/// One of so many cases is tried.
static std::int64_t caseStride() {
  if (std::getenv("REDIST_EVERY_GRID"))
    return 1;
  const char *const given = std::getenv("REDIST_CASE_STRIDE");
  return given ? std::max(1, std::atoi(given)) : 13;
}

/// So that what is tried has no period: each source and target is met, and each
/// with all places of the target.
static std::int64_t mixedNumber(std::int64_t number) {
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;
  return static_cast<std::int64_t>(
      static_cast<std::uint64_t>(number) * golden >> 32);
}

/// All pairs of sides; `turned`: dimension k of the target is the last but k of
/// the source.
static void checkAll(std::vector<std::int64_t> extents, bool turned,
                     Counts &counts) {
  const std::int64_t share = caseStride();
  const std::vector<Side> sources = allSides(extents, true);
  if (turned)
    std::ranges::reverse(extents);
  const std::vector<Side> targets = allSides(extents, false);
  Case c;
  c.lengths = extents;
  for (std::size_t k = 0; k < extents.size(); ++k)
    c.sourceDimension.push_back(
        static_cast<std::int32_t>(turned ? extents.size() - 1 - k : k));
  c.elementSizes = {1};
  for (const Side &source : sources)
    for (const Side &target : targets) {
      const std::int64_t mixed = mixedNumber(++counts.all);
      if (mixed % share != 0)
        continue;
      c.source = source;
      c.target = target;
      c.sharesRanks = mixed / share % 3 != 0;
      c.target.placement.firstRank =
          c.sharesRanks ? mixed / share % 3 - 1 : source.ranks();
      c.rankCount = static_cast<int>(std::max(
          source.ranks(), c.target.placement.firstRank + target.ranks()));
      checkCase(c, false, counts.ways);
      if (const auto stripes = byStripes(c);
          stripes && !testing::Test::HasFailure()) {
        ++counts.striped;
        checkCase(stripes->first, false, counts.ways);
        checkCase(stripes->second, false, counts.ways);
      }
      if (testing::Test::HasFailure())
        return;
      ++counts.tried;
      counts.ofParts += source.hasParts();
    }
}

TEST(SmallHolders, GiveWhatTheDefinitionsSayAlongOneDimension) {
  Counts counts;
  for (const std::int64_t extent : {0, 1, 5, 7, 12})
    checkAll({extent}, false, counts);
  EXPECT_GE(counts.ofParts, counts.tried / 4);
  EXPECT_GE(counts.striped, counts.tried / 20);
  EXPECT_GE(counts.ways.posted, counts.tried);
  RecordProperty("cases", std::to_string(counts.tried));
}

TEST(SmallHolders, GiveWhatTheDefinitionsSayAlongTwoDimensions) {
  Counts counts;
  checkAll({5, 3}, false, counts);
  checkAll({2, 7}, true, counts);
  EXPECT_GE(counts.ofParts, counts.tried / 4);
  EXPECT_GE(counts.striped, counts.tried / 20);
  EXPECT_GE(counts.ways.posted, counts.tried);
  RecordProperty("cases", std::to_string(counts.tried));
}

TEST(SmallHolders, GiveWhatTheDefinitionsSayAlongThreeDimensions) {
  Counts counts;
  checkAll({3, 2, 4}, false, counts);
  checkAll({2, 3, 3}, true, counts);
  EXPECT_GE(counts.ofParts, counts.tried / 4);
  EXPECT_GE(counts.striped, counts.tried / 20);
  EXPECT_GE(counts.ways.posted, counts.tried);
  RecordProperty("cases", std::to_string(counts.tried));
}
