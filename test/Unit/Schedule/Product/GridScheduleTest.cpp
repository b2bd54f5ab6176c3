//===- GridScheduleTest.cpp - Schedules of grids --------------------------===//
//
// Which rule an assignment gets, what canonical() leaves out, strategies and
// their refusals, sharing, extremes of size, and the embedding.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Product/GridSchedule.h"
#include "redistSchedule/OneDimension/Embedding.h"
#include "redistSchedule/OneDimension/Verify.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace redist::schedule;

static Axis axis(const BlockCyclic &source, const BlockCyclic &target,
                 std::optional<std::int64_t> length = std::nullopt) {
  Axis result;
  result.source = {source.ranks, source.block, {}};
  result.target = {target.ranks, target.block, {}};
  result.length = length;
  return result;
}

static const RankSharing allShared = {RankSharing::Kind::Shift, 0, {}};

static GridSchedule make(const Assignment &assignment,
                         StrategyKind strategy = StrategyKind::Auto) {
  Result<GridSchedule> schedule = makeGridSchedule(assignment, strategy);
  EXPECT_TRUE(schedule);
  return *std::move(schedule);
}

static ErrorKind errorOf(const Assignment &assignment, StrategyKind strategy) {
  const Result<GridSchedule> schedule = makeGridSchedule(assignment, strategy);
  EXPECT_FALSE(schedule);
  return schedule.error().kind;
}

/// Closed forms are left where no more than few messages may be listed.
TEST(GridSchedule, ClosedFormsNeedNoList) {
  std::int64_t closed = 0, refused = 0;
  const auto expectClosed = [&](const Assignment &assignment,
                                StrategyKind strategy) {
    const Result<GridSchedule> whole = makeGridSchedule(assignment, strategy);
    const Result<GridSchedule> made =
        makeGridSchedule(assignment, strategy, {nullptr, nullptr, 8});
    if (!made) {
      EXPECT_EQ(made.error().kind,
                whole ? ErrorKind::TooLarge : ErrorKind::StrategyNotForCase);
      ++refused;
      return;
    }
    if (made->messageCount() <= 8)
      return;
    ++closed;
    EXPECT_LE(tableEntries(*made), 8);
    ASSERT_TRUE(whole);
    EXPECT_EQ(made->stepCount(), whole->stepCount());
    EXPECT_GE(made->totalCost(), whole->totalCost());
    EXPECT_LE(made->costLowerBound(), whole->costLowerBound());
    EXPECT_TRUE(verify(*made).valid());
    if (tableEntries(*whole) == 0) {
      EXPECT_EQ(made->hash(), whole->hash());
    }
  };
  for (std::int64_t p = 1; p <= 6; ++p)
    for (std::int64_t q = 1; q <= 6; ++q)
      for (std::int64_t r = 1; r <= 5; ++r)
        for (std::int64_t s = 1; s <= 5; ++s) {
          Assignment assignment;
          assignment.axes = {axis({p, r}, {q, s})};
          for (const StrategyKind strategy :
               {StrategyKind::Auto, StrategyKind::Circulant,
                StrategyKind::Classes, StrategyKind::Stepwise,
                StrategyKind::Direct})
            expectClosed(assignment, strategy);
          assignment.axes.push_back(axis({q, 2}, {3, r}));
          expectClosed(assignment, StrategyKind::Auto);
        }
  EXPECT_GT(closed, 1000);
  EXPECT_GT(refused, 1000);
}

TEST(GridSchedule, OneAxisHasItsOwnSchedule) {
  const Redistribution alone = {{15, 3}, {16, 5}};
  for (int kind = 0; kind < 9; ++kind) {
    const auto strategy = static_cast<StrategyKind>(kind);
    const Result<Schedule> expected = makeSchedule(alone, strategy);
    Assignment assignment;
    assignment.axes = {axis({1, 1}, {1, 1}, 77),
                       axis(alone.source, alone.target, 240000)};
    const Result<GridSchedule> schedule =
        makeGridSchedule(assignment, strategy);
    ASSERT_EQ(static_cast<bool>(schedule), static_cast<bool>(expected));
    if (!expected)
      continue;
    EXPECT_EQ(schedule->stepCount(), expected->stepCount());
    EXPECT_EQ(schedule->totalCost(), expected->totalCost());
    EXPECT_EQ(schedule->method(), expected->method());
    EXPECT_EQ(schedule->stepOf(7, 9), expected->stepOf(7, 9));
  }
}

TEST(GridSchedule, UndistributedAxisWeighsAllMessagesAlike) {
  Assignment assignment;
  assignment.axes = {axis({3, 2}, {2, 3}), axis({1, 1}, {1, 1}, 5)};
  const std::vector<Step> whole = make(assignment).allSteps();
  assignment.axes[0].length = 60;
  const std::vector<Step> steps = make(assignment).allSteps(assignment);
  ASSERT_EQ(steps.size(), whole.size());
  for (std::size_t i = 0; i < steps.size(); ++i)
    EXPECT_EQ(steps[i].cost, whole[i].cost * 10 * 5);
}

TEST(Canonical, LeavesOutWhatNoScheduleDependsOn) {
  Assignment assignment;
  assignment.axes = {axis({2, 4}, {2, 6}, 24 * 5), axis({1, 3}, {1, 2}, 9)};
  assignment.sharing = {RankSharing::Kind::Shift, 2, {}}; // nobody is in both
  Assignment expected;
  expected.axes = {axis({2, 4}, {2, 6}), axis({1, 3}, {1, 2})};
  EXPECT_EQ(canonical(assignment), expected);
  assignment.axes[0].length = 24 * 1000 + 1;
  expected.axes[0].length = 24 * 1000 + 1;
  EXPECT_EQ(canonical(assignment), expected);
}

TEST(Canonical, KeepsSharingWhereAnythingStays) {
  Assignment assignment;
  assignment.axes = {axis({4, 1}, {4, 5})}; // all-to-all
  assignment.sharing = {RankSharing::Kind::Shift, 1, {}};
  EXPECT_EQ(canonical(assignment), assignment);
  assignment.axes = {axis({4, 6}, {4, 6})}; // p to p alone
  EXPECT_EQ(canonical(assignment).sharing, RankSharing{});
}

/// What the schedule of superblocks on disjoint ranks is made for.
static Assignment reduced(const Assignment &assignment) {
  return disjoint(periodic(canonical(assignment)));
}

TEST(Reduced, LeavesOutWhatDoesNotMatter) {
  Assignment assignment;
  assignment.axes = {axis({2, 4}, {2, 6}, 1000), axis({1, 1}, {1, 1}, 9)};
  assignment.axes[1].sourceLower = 3;
  assignment.axes[1].sourceStride = 2;
  assignment.sourceDimension = {0, 1};
  Assignment expected;
  expected.axes = {axis({2, 4}, {2, 6}), Axis{}};
  EXPECT_EQ(reduced(assignment), expected);
}

// Superblocks of 24 elements.
TEST(Reduced, KeepsLengthsOfFewSuperblocks) {
  Assignment assignment;
  assignment.axes = {axis({2, 4}, {2, 6}, 8 * 24 - 1)};
  EXPECT_EQ(reduced(assignment), assignment);
  assignment.axes[0].length = 8 * 24;
  EXPECT_EQ(reduced(assignment).axes[0].length, std::nullopt);
}

TEST(Reduced, LeavesOutLengthsOfManyMessagesWithAsManySteps) {
  Assignment assignment;
  assignment.axes = {axis({128, 1}, {127, 3}, 128 * 127 * 3 * 2)};
  EXPECT_EQ(reduced(assignment).axes[0].length, std::nullopt);
  assignment.axes[0].length = 20000; // fewer than a superblock, as many steps
  EXPECT_EQ(reduced(assignment).axes[0].length, std::nullopt);
  assignment.axes[0].length = 100; // far fewer messages
  EXPECT_EQ(reduced(assignment), assignment);
}

TEST(Reduced, KeepsSharingOnlyWhereItSavesAStep) {
  Assignment assignment;
  assignment.axes = {axis({4, 1}, {4, 5})}; // all-to-all
  assignment.sharing = allShared;
  EXPECT_EQ(reduced(assignment), assignment);
  assignment.sharing.shift = 1; // rank 0 keeps nothing
  EXPECT_EQ(reduced(assignment).sharing, RankSharing{});
  assignment.sharing = {RankSharing::Kind::Map, 0, {0, 1, 2, 3}};
  EXPECT_EQ(reduced(assignment).sharing, allShared);
  assignment.sharing = {RankSharing::Kind::Map, 0, {2, 3, 0, 1}};
  EXPECT_EQ(reduced(assignment), assignment);
  assignment.sharing = {RankSharing::Kind::Map, 0, {-1, -1, -1, -1}};
  EXPECT_EQ(reduced(assignment).sharing, RankSharing{});
}

TEST(GridSchedule, SameLayoutOnSharedRanksNeedsNoStep) {
  Assignment assignment;
  assignment.axes = {axis({3, 2}, {3, 2}, 100), axis({2, 5}, {2, 5}, 70)};
  EXPECT_EQ(make(assignment).stepCount(), 1);
  assignment.sharing = allShared;
  const GridSchedule schedule = make(assignment);
  EXPECT_EQ(schedule.stepCount(), 0);
  EXPECT_EQ(schedule.totalCost(), 0);
  EXPECT_TRUE(verify(schedule).valid());
  EXPECT_TRUE(verify(schedule, assignment).valid());
  EXPECT_TRUE(decodeGrid(encode(schedule)));
}

TEST(GridSchedule, EmptyAxisHasNoMessages) {
  Assignment assignment;
  assignment.axes = {axis({300, 2}, {200, 3}, 0), axis({5, 2}, {2, 5}, 70)};
  for (int kind = 0; kind < 9; ++kind)
    if (const Result<GridSchedule> schedule =
            makeGridSchedule(assignment, static_cast<StrategyKind>(kind))) {
      EXPECT_EQ(schedule->stepCount(), 0);
      EXPECT_EQ(schedule->messageCount(), 0);
    }
}

// A corner turn: every rank keeps one block of 16.
TEST(GridSchedule, TransposeOnSharedRanksSavesAStep) {
  Assignment assignment;
  assignment.axes = {axis({1, 1}, {4, 4}, 16), axis({4, 4}, {1, 1}, 16)};
  assignment.sourceDimension = {1, 0};
  EXPECT_EQ(make(assignment).stepCount(), 4);
  assignment.sharing = allShared;
  const GridSchedule schedule = make(assignment);
  EXPECT_EQ(schedule.stepCount(), 3);
  // Of the undistributed axes, lengths are left out: none here is.
  EXPECT_EQ(schedule.totalCost(), 3 * 16);
  EXPECT_TRUE(schedule.provedOptimal());
}

TEST(GridSchedule, ManySharedMessagesAreARotation) {
  Assignment assignment;
  assignment.axes = {axis({300, 1}, {300, 1000})};
  assignment.sharing = allShared;
  const GridSchedule schedule = make(assignment);
  EXPECT_EQ(schedule.stepCount(), 299);
  EXPECT_EQ(schedule.messageCount(), 300 * 299);
  EXPECT_LE(static_cast<double>(schedule.totalCost()),
            1.11 * static_cast<double>(schedule.costLowerBound()));
  EXPECT_TRUE(verify(schedule).valid());
  assignment.sharing = {RankSharing::Kind::Map, 0, {}};
  for (std::int64_t q = 0; q < 300; ++q)
    assignment.sharing.map.push_back((q * 7 + 5) % 300);
  const GridSchedule mapped = make(assignment);
  EXPECT_EQ(mapped.stepCount(), 299);
  EXPECT_TRUE(verify(mapped).valid());
}

TEST(GridSchedule, SurplusStepOfManyMessagesIsDissolved) {
  Assignment assignment;
  assignment.axes = {axis({16, 17}, {8, 19}), axis({16, 23}, {32, 29})};
  EXPECT_EQ(make(assignment).stepCount(), 256);
  assignment.sharing = allShared;
  const GridSchedule schedule = make(assignment);
  EXPECT_EQ(schedule.stepCount(), 255);
  EXPECT_LE(static_cast<double>(schedule.totalCost()),
            1.05 * static_cast<double>(schedule.costLowerBound()));
  EXPECT_TRUE(verify(schedule).valid());
}

TEST(GridSchedule, StrategiesForOneDimensionRefuseMore) {
  Assignment assignment;
  assignment.axes = {axis({2, 1}, {3, 2}), axis({3, 1}, {2, 2})};
  for (const StrategyKind strategy :
       {StrategyKind::Circulant, StrategyKind::Classes})
    EXPECT_EQ(errorOf(assignment, strategy), ErrorKind::StrategyNotForCase);
  assignment.axes = {axis({2, 1}, {3, 2}, 50)};
  assignment.axes[0].sourceLower = 4;
  EXPECT_EQ(errorOf(assignment, StrategyKind::Circulant),
            ErrorKind::StrategyNotForCase);
  const Result<GridSchedule> schedule =
      makeGridSchedule(assignment, StrategyKind::Circulant);
  EXPECT_EQ(schedule.error().message,
            "strategy circulant is not for sections and gen_block");
}

TEST(GridSchedule, LengthsBeyondTheUnitsAreStillCompared) {
  const std::int64_t large = (std::int64_t{1} << 40) + 1;
  Assignment assignment;
  assignment.axes = {axis({4, large}, {6, large - 2}),
                     axis({5, large + 6}, {3, large}),
                     axis({1, 1}, {1, large})};
  const GridSchedule schedule = make(assignment);
  EXPECT_GT(schedule.lengthUnit(), 1);
  EXPECT_EQ(schedule.stepCount(), schedule.minimumSteps());
  EXPECT_GE(schedule.totalCost(), schedule.costLowerBound());
  EXPECT_GT(schedule.costLowerBound(), 0);
  EXPECT_TRUE(verify(schedule).valid());
  const Result<GridSchedule> decoded = decodeGrid(encode(schedule));
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->totalCost(), schedule.totalCost());
}

TEST(GridSchedule, TooManyRanksAreRefused) {
  const std::int64_t many = std::int64_t{1} << 33;
  Assignment assignment;
  assignment.axes = {axis({many, 1}, {2, 1}), axis({2, 1}, {many, 1})};
  EXPECT_EQ(errorOf(assignment, StrategyKind::Auto), ErrorKind::TooLarge);
}

/// One of each form.
static std::vector<GridSchedule> examples() {
  std::vector<GridSchedule> schedules;
  Assignment assignment;
  assignment.axes = {axis({4, 3}, {3, 5}), axis({1, 1}, {1, 1})};
  schedules.push_back(make(assignment)); // product
  assignment.axes = {axis({8, 1}, {2, 1}), axis({2, 3}, {8, 2})};
  schedules.push_back(make(assignment)); // table
  schedules.push_back(make(assignment, StrategyKind::Caterpillar));
  schedules.push_back(make(assignment, StrategyKind::Direct));
  assignment.axes[0].length = 13;
  assignment.sourceDimension = {1, 0};
  schedules.push_back(make(assignment)); // list
  assignment.axes[1].sourceLower = 20;
  assignment.axes[1].sourceStride = -2;
  assignment.axes[1].length = 11;
  assignment.axes[1].target.sizes = {1, 2, 0, 3, 4, 0, 0, 5};
  assignment.axes[1].target.block = 1;
  schedules.push_back(make(assignment, StrategyKind::Greedy));
  assignment = {};
  assignment.axes = {axis({200, 1}, {200, 900})};
  assignment.sharing = {RankSharing::Kind::Map, 0, {}};
  for (std::int64_t q = 0; q < 200; ++q)
    assignment.sharing.map.push_back(199 - q);
  schedules.push_back(make(assignment)); // rotation of what is shared
  return schedules;
}

TEST(GridEmbedding, KeepsEverything) {
  for (const GridSchedule &schedule : examples()) {
    const std::vector<std::uint32_t> words = encode(schedule);
    const Result<GridSchedule> decoded = decodeGrid(words);
    ASSERT_TRUE(decoded) << schedule.method();
    EXPECT_EQ(encode(*decoded), words);
    EXPECT_EQ(decoded->method(), schedule.method());
    EXPECT_EQ(decoded->totalCost(), schedule.totalCost());
    EXPECT_EQ(decoded->costLowerBound(), schedule.costLowerBound());
    EXPECT_EQ(decoded->hash(), schedule.hash());
    const Result<GridEmbeddingKey> key = gridKeyOf(words);
    ASSERT_TRUE(key);
    EXPECT_EQ(key->assignment, schedule.assignment());
    EXPECT_EQ(key->strategy, schedule.strategy());
  }
}

/// The words with a right checksum and length, so that what they say is read.
static std::vector<std::uint32_t> sealed(std::vector<std::uint32_t> words) {
  words[1] = static_cast<std::uint32_t>(words.size());
  std::uint32_t value = 0x811c9dc5;
  for (std::size_t i = 3; i < words.size(); ++i) {
    value ^= words[i];
    value *= 0x01000193;
    value ^= value >> 15;
  }
  words[2] = value;
  return words;
}

TEST(GridEmbedding, CorruptWordsAreNotRead) {
  for (const GridSchedule &schedule : examples()) {
    const std::vector<std::uint32_t> words = encode(schedule);
    ASSERT_TRUE(decodeGrid(sealed(words)));
    for (std::size_t i = 0; i < words.size(); ++i) {
      std::vector<std::uint32_t> corrupt = words;
      corrupt[i] ^= 1U << (i % 32);
      EXPECT_FALSE(decodeGrid(corrupt)) << i;
    }
    for (std::size_t size = 0; size < words.size(); ++size)
      EXPECT_FALSE(decodeGrid(std::span(words).first(size))) << size;
  }
}

// The product of the ranks of all dimensions, each far below 0, has no number.
TEST(GridEmbedding, NegativeRanksAreRefused) {
  const std::size_t ranksOfTarget = 9, wordsOfAxis = 9;
  Assignment assignment;
  assignment.axes.assign(3, axis({2, 1}, {3, 2}));
  std::vector<std::uint32_t> words = encode(make(assignment));
  for (std::size_t k = 0; k < 3; ++k)
    words[ranksOfTarget + 1 + k * wordsOfAxis] = 0xff000000;
  const Result<GridEmbeddingKey> key = gridKeyOf(sealed(words));
  ASSERT_FALSE(key);
  EXPECT_NE(key.error().message.find("its header is out of range"),
            std::string::npos)
      << key.error().message;
}

// Words that only look right: whatever they say must end as a schedule of what
// they state, or as an error.
TEST(GridEmbedding, SealedNonsenseIsCheckedOrRefused) {
  for (const GridSchedule &schedule : examples()) {
    const std::vector<std::uint32_t> words = encode(schedule);
    for (std::size_t i = 3; i < std::min<std::size_t>(words.size(), 80); ++i)
      for (const std::uint32_t bit : {0U, 1U, 4U, 8U}) {
        std::vector<std::uint32_t> corrupt = words;
        corrupt[i] ^= 1U << bit;
        const Result<GridSchedule> decoded = decodeGrid(sealed(corrupt));
        if (decoded && decoded->messageCount() < 100000) {
          EXPECT_TRUE(verify(*decoded).valid()) << i << " " << bit;
        }
      }
    std::vector<std::uint32_t> longer = words;
    longer.push_back(0);
    EXPECT_FALSE(decodeGrid(sealed(longer)));
  }
}
