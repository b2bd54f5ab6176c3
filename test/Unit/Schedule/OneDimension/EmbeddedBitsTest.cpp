//===- EmbeddedBitsTest.cpp - Every bit of embedded words counts ----------===//
//
// Each bit of the words of schedules, grid schedules and trees is turned, and
// the checksum made to fit: either the words are refused, or they are what
// encode() writes of what they say.
//
//===----------------------------------------------------------------------===//
#include "Support/Words.h"

#include "redistSchedule/OneDimension/Embedding.h"
#include "redistSchedule/Product/GridSchedule.h"
#include "redistSchedule/Reduction/ReductionSchedule.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace redist::schedule;

template <typename Decode>
static void expectEveryBitCounts(const std::vector<std::uint32_t> &words,
                                 Decode decodeWords) {
  const auto same = decodeWords(words);
  ASSERT_TRUE(same);
  EXPECT_EQ(encode(*same), words);
  for (std::size_t bit = 3 * wordBits; bit < words.size() * wordBits; ++bit) {
    std::vector<std::uint32_t> turned = words;
    turned[bit / wordBits] ^= std::uint32_t{1} << bit % wordBits;
    sealFrame(turned);
    if (const auto decoded = decodeWords(turned)) {
      EXPECT_EQ(encode(*decoded), turned) << "bit " << bit;
    }
  }
}

/// Left out: of many ranks, a closed form takes time and memory by their
/// number.
static Result<Schedule>
decodeOfFewRanks(const std::vector<std::uint32_t> &words) {
  const auto key = keyOf(words);
  if (key && std::max(key->redistribution.source.ranks,
                      key->redistribution.target.ranks) > 1000)
    return badEncoding("it is large");
  return decode(words);
}

TEST(EmbeddedBits, OfSchedules) {
  for (const std::string_view name : strategyNames())
    if (const auto schedule =
            makeSchedule({{3, 2}, {4, 3}}, *strategyFromName(name)))
      expectEveryBitCounts(encode(*schedule), decodeOfFewRanks);
}

TEST(EmbeddedBits, OfGridSchedules) {
  const auto expectOf = [](const Assignment &assignment) {
    const auto schedule = makeGridSchedule(assignment, StrategyKind::Auto);
    ASSERT_TRUE(schedule);
    expectEveryBitCounts(encode(*schedule),
                         [](const auto &words) { return decodeGrid(words); });
  };
  Assignment assignment;
  assignment.axes.push_back(
      Axis{DimensionLayout{4, 3, {}}, DimensionLayout{3, 2, {}}, std::nullopt});
  expectOf(assignment);
  assignment.axes.push_back(
      Axis{DimensionLayout{2, 1, {}}, DimensionLayout{3, 2, {}}, std::nullopt});
  expectOf(assignment);
  assignment.axes[0].length = 50;
  assignment.axes[1].length = 7;
  assignment.sharing = {RankSharing::Kind::Shift, 1, {}};
  expectOf(assignment);
}

TEST(EmbeddedBits, OfTrees) {
  ReductionProblem problem;
  problem.ranks = 9;
  problem.cost = {3, 7, 0};
  for (const std::int64_t transfers : {0, 2}) {
    problem.maxTransfers = transfers;
    const auto schedule = makeReduction(problem);
    ASSERT_TRUE(schedule);
    expectEveryBitCounts(encode(*schedule), [](const auto &words) {
      return decodeReduction(words);
    });
  }
}
