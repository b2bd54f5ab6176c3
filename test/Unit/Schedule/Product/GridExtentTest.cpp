//===- GridExtentTest.cpp - True lengths along one axis -------------------===//
//
// Against owners counted element by element: the least number of steps is the
// greatest number of messages that a rank really has, lengths are the true
// ones, and rows, columns, steps and words agree.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/OneDimension/Verify.h"
#include "redistSchedule/Product/GridSchedule.h"

#include "ColouringOracle.h"
#include "ElementOracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace redist::schedule;
using namespace redist::schedule::test;

static Result<GridSchedule> make(const Redistribution &parameters,
                                 StrategyKind strategy, std::int64_t extent) {
  return makeGridSchedule(oneAxis(parameters, extent), strategy);
}

/// The length that it is made for; absent: superblocks.
static std::optional<std::int64_t> lengthOf(const GridSchedule &schedule) {
  return schedule.assignment().axes[0].length;
}

static Lengths noLengths(const Assignment &assignment) {
  return Lengths(static_cast<std::size_t>(assignment.sourceRanks()),
                 std::vector<std::int64_t>(
                     static_cast<std::size_t>(assignment.targetRanks()), 0));
}

/// Lengths that the rows carry, or the columns.
static Lengths lengthsOfRows(const GridSchedule &schedule, bool columns) {
  Lengths lengths = noLengths(schedule.assignment());
  std::vector<Message> row;
  const std::int64_t ranks = columns ? schedule.assignment().targetRanks()
                                     : schedule.assignment().sourceRanks();
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    if (columns)
      schedule.receiveRow(rank, row);
    else
      schedule.sendRow(rank, row);
    EXPECT_TRUE(std::is_sorted(
        row.begin(), row.end(),
        [](const Message &a, const Message &b) { return a.step < b.step; }));
    for (const auto &[step, partner, length] : row) {
      const std::int64_t p = columns ? partner : rank;
      const std::int64_t q = columns ? rank : partner;
      EXPECT_EQ(schedule.stepOf(p, q), step);
      lengths[static_cast<std::size_t>(p)][static_cast<std::size_t>(q)] +=
          length;
    }
  }
  return lengths;
}

/// Lengths that the steps carry; no rank has two messages in one of them.
static Lengths lengthsOfSteps(const std::vector<Step> &steps,
                              const Assignment &assignment) {
  Lengths lengths = noLengths(assignment);
  for (const Step &step : steps) {
    std::set<std::int64_t> senders, receivers;
    std::int64_t longest = 0;
    for (const auto &[from, to, length] : step.transfers) {
      EXPECT_TRUE(senders.insert(from).second);
      EXPECT_TRUE(receivers.insert(to).second);
      EXPECT_GT(length, 0);
      lengths[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)] +=
          length;
      longest = std::max(longest, length);
    }
    EXPECT_EQ(step.cost, longest);
  }
  return lengths;
}

static std::int64_t costOf(const std::vector<Step> &steps) {
  std::int64_t cost = 0;
  for (const Step &step : steps)
    cost += step.cost;
  return cost;
}

/// As many steps as the busiest rank has messages, for the strategies that
/// promise it.
static bool isFewestSteps(StrategyKind strategy) {
  return strategy == StrategyKind::Auto || strategy == StrategyKind::Exact ||
         strategy == StrategyKind::Stepwise;
}

/// Whatever it is made for, its steps carry the elements of the extent.
static void checkSteps(const GridSchedule &schedule,
                       const Redistribution &parameters, std::int64_t extent) {
  const Assignment assignment = oneAxis(parameters, extent);
  const Lengths lengths = countElements(parameters, extent);
  const std::vector<Step> steps = schedule.allSteps(assignment);
  ASSERT_EQ(lengthsOfSteps(steps, assignment), lengths);
  const VerifyReport report = verify(schedule, assignment);
  ASSERT_TRUE(report.valid()) << report.offences.front();
  ASSERT_EQ(report.elements, extent);
  ASSERT_EQ(report.bounds.stepCount, maximumDegree(lengths));
  if (isFewestSteps(schedule.strategy())) {
    ASSERT_EQ(static_cast<std::int64_t>(steps.size()), maximumDegree(lengths));
  }
}

/// The same of one that is made for just this extent, and all that it states.
static void checkExtent(const GridSchedule &schedule,
                        const Redistribution &parameters, std::int64_t extent) {
  checkSteps(schedule, parameters, extent);
  ASSERT_EQ(lengthOf(schedule), extent);
  const Lengths lengths = countElements(parameters, extent);
  ASSERT_EQ(lengthsOfRows(schedule, false), lengths);
  ASSERT_EQ(lengthsOfRows(schedule, true), lengths);
  ASSERT_EQ(schedule.minimumSteps(), maximumDegree(lengths));
  const std::vector<Step> steps = schedule.allSteps();
  ASSERT_EQ(schedule.stepCount(), static_cast<std::int64_t>(steps.size()));
  ASSERT_EQ(schedule.totalCost(), costOf(steps));
  const std::vector<Step> again =
      schedule.allSteps(oneAxis(parameters, extent));
  ASSERT_EQ(again.size(), steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i)
    ASSERT_EQ(again[i].transfers, steps[i].transfers);
  const VerifyReport report = verify(schedule);
  ASSERT_TRUE(report.valid()) << report.offences.front();
  ASSERT_LE(report.bounds.totalCost, schedule.costLowerBound());
  ASSERT_EQ(schedule.provedOptimal(),
            schedule.totalCost() == schedule.costLowerBound());
}

static void checkWords(const GridSchedule &schedule) {
  const std::vector<std::uint32_t> words = encode(schedule);
  const Result<GridEmbeddingKey> key = gridKeyOf(words);
  ASSERT_TRUE(key);
  ASSERT_EQ(*key,
            (GridEmbeddingKey{schedule.assignment(), schedule.strategy()}));
  const Result<GridSchedule> decoded = decodeGrid(words);
  ASSERT_TRUE(decoded) << decoded.error().message;
  ASSERT_EQ(decoded->assignment(), schedule.assignment());
  ASSERT_EQ(decoded->hash(), schedule.hash());
  ASSERT_EQ(decoded->method(), schedule.method());
  ASSERT_EQ(decoded->totalCost(), schedule.totalCost());
  ASSERT_EQ(decoded->provedOptimal(), schedule.provedOptimal());
  const std::vector<Step> expected = schedule.allSteps();
  const std::vector<Step> steps = decoded->allSteps();
  ASSERT_EQ(steps.size(), expected.size());
  for (std::size_t i = 0; i < steps.size(); ++i)
    ASSERT_EQ(steps[i].transfers, expected[i].transfers);
}

class GridExtents : public testing::TestWithParam<StrategyKind> {};

static bool isOnOneRank(const Redistribution &parameters) {
  return parameters.source.ranks == 1 && parameters.target.ranks == 1;
}

/// Every extent from nothing to two superblocks, and about eight. From eight
/// on, the schedule is the one that holds for all, unless the messages of this
/// extent can do with less.
TEST_P(GridExtents, EveryExtent) {
  const StrategyKind strategy = GetParam();
  int made = 0;
  forAllParameters(4, 3, [&](const Redistribution &parameters) {
    const std::int64_t L = superblockOf(parameters);
    const Result<GridSchedule> period =
        makeGridSchedule(oneAxis(parameters, std::nullopt), strategy);
    std::vector<std::int64_t> extents;
    // Nothing on one rank is an axis without layouts, which suits all.
    for (std::int64_t extent = isOnOneRank(parameters) ? 1 : 0; extent <= 2 * L;
         ++extent)
      extents.push_back(extent);
    extents.insert(extents.end(), {8 * L - 1, 8 * L, 8 * L + L / 2});
    for (const std::int64_t extent : extents) {
      if (HasFailure())
        return;
      SCOPED_TRACE(describe(parameters) + " N=" + std::to_string(extent));
      const Result<GridSchedule> schedule = make(parameters, strategy, extent);
      ASSERT_EQ(bool(schedule), bool(period));
      if (!schedule)
        return;
      ++made;
      const bool isWhole = extent > 0 && extent % L == 0;
      const bool isBest =
          strategy == StrategyKind::Auto || strategy == StrategyKind::Exact;
      const bool isLong = extent >= 8 * L && (!isBest || !lengthOf(*schedule));
      if (isWhole || isLong || isOnOneRank(parameters)) {
        ASSERT_EQ(schedule->hash(), period->hash());
        ASSERT_EQ(lengthOf(*schedule), std::nullopt);
        checkSteps(*schedule, parameters, extent);
        continue;
      }
      checkExtent(*schedule, parameters, extent);
      checkWords(*schedule);
    }
  });
  EXPECT_GT(made, 0);
}

/// Larger grids, at a few extents: what sweeps of small ones do not reach.
TEST_P(GridExtents, LargerGrids) {
  const StrategyKind strategy = GetParam();
  for (const Redistribution &parameters :
       {redistribution(16, 16, 3, 5), redistribution(15, 15, 3, 5),
        redistribution(12, 20, 7, 4), redistribution(24, 7, 6, 35),
        redistribution(13, 29, 1, 16), redistribution(40, 41, 11, 13)})
    for (std::int64_t part = 1; part <= 7 && !HasFailure(); ++part) {
      const std::int64_t extent = superblockOf(parameters) * part / 7 - 1;
      SCOPED_TRACE(describe(parameters) + " N=" + std::to_string(extent));
      const Result<GridSchedule> schedule = make(parameters, strategy, extent);
      if (!schedule) {
        ASSERT_EQ(schedule.error().kind, ErrorKind::StrategyNotForCase);
        continue;
      }
      checkExtent(*schedule, parameters, extent);
      checkWords(*schedule);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Strategies, GridExtents,
    testing::Values(StrategyKind::Auto, StrategyKind::Exact,
                    StrategyKind::Circulant, StrategyKind::Classes,
                    StrategyKind::Stepwise, StrategyKind::Greedy,
                    StrategyKind::Caterpillar, StrategyKind::AllToAll,
                    StrategyKind::Direct),
    [](const auto &strategy) { return std::string(name(strategy.param)); });

/// Blocks of similar sizes meet in two or three others, whatever the classes
/// say.
TEST(GridExtent, BlockToBlockTakesFewSteps) {
  for (std::int64_t P = 2; P <= 40; ++P)
    for (std::int64_t Q = P + 1; Q < 2 * P; ++Q)
      for (const std::int64_t N : {P * Q - 1, P * Q + 1, std::int64_t{99991}}) {
        const Redistribution there = {*makeBlock(P, N), *makeBlock(Q, N)};
        for (const Redistribution &parameters :
             {there, Redistribution{there.target, there.source}}) {
          SCOPED_TRACE(describe(parameters) + " N=" + std::to_string(N));
          const GridSchedule schedule =
              *make(parameters, StrategyKind::Auto, N);
          ASSERT_LE(schedule.allSteps(oneAxis(parameters, N)).size(), 3U);
          ASSERT_TRUE(verify(schedule, oneAxis(parameters, N)).valid());
        }
      }
}

/// Two steps have one least cost: that of the best order on each chain.
TEST(GridExtent, TwoStepsCostTheLeast) {
  int cases = 0;
  forAllParameters(6, 9, [&](const Redistribution &parameters) {
    const std::int64_t L = superblockOf(parameters);
    for (std::int64_t extent = 1; extent < std::min<std::int64_t>(L, 40);
         extent += 3) {
      const GridSchedule schedule =
          *make(parameters, StrategyKind::Exact, extent);
      if (schedule.stepCount() > 2)
        return;
      ASSERT_TRUE(schedule.provedOptimal());
      BipartiteGraph graph;
      graph.rows = static_cast<std::int32_t>(parameters.source.ranks);
      graph.columns = static_cast<std::int32_t>(parameters.target.ranks);
      for (const Step &step : schedule.allSteps())
        for (const auto &[from, to, length] : step.transfers)
          graph.edges.push_back({static_cast<std::int32_t>(from),
                                 static_cast<std::int32_t>(to), length});
      ASSERT_EQ(schedule.totalCost(), LeastCostOracle(graph).minCost())
          << describe(parameters) << " N=" << extent;
      ++cases;
    }
  });
  EXPECT_GT(cases, 1000);
}

TEST(GridExtent, ThousandBlocksTakeTwoSteps) {
  const std::int64_t N = 1'000'000'007;
  const Redistribution parameters = {*makeBlock(1000, N), *makeBlock(999, N)};
  EXPECT_GE(gridOf(parameters).minimumSteps(), 999);
  for (const StrategyKind strategy :
       {StrategyKind::Auto, StrategyKind::Exact, StrategyKind::Stepwise}) {
    const GridSchedule schedule = *make(parameters, strategy, N);
    EXPECT_EQ(schedule.stepCount(), 2);
    EXPECT_EQ(schedule.totalCost(), 1'999'009);
    EXPECT_EQ(tableEntries(schedule), 1998);
    const VerifyReport report = verify(schedule);
    EXPECT_TRUE(report.valid()) << report.offences.front();
    EXPECT_TRUE(report.stepsAreLeast());
  }
}

/// Two blocks that meet: no walk over elements or pairs of ranks ends in time.
TEST(GridExtent, HundredThousandRanks) {
  const std::int64_t N = 1'000'000'000'007;
  const Redistribution parameters = {*makeBlock(100'000, N),
                                     *makeBlock(99'999, N)};
  const GridSchedule schedule = *make(parameters, StrategyKind::Auto, N);
  EXPECT_EQ(schedule.stepCount(), 2);
  const VerifyReport report = verify(schedule, oneAxis(parameters, N));
  EXPECT_TRUE(report.valid()) << report.offences.front();
  EXPECT_TRUE(report.stepsAreLeast());
  std::vector<Message> row;
  schedule.sendRow(50'000, row);
  EXPECT_EQ(row.size(), 2U);
}

/// Beyond 62 bits there is no superblock, and every extent is less than one.
TEST(GridExtent, NoSuperblock) {
  const std::int64_t N = (std::int64_t{1} << 44) + 7;
  const Redistribution parameters = {*makeBlock(3, N), *makeBlock(7, N)};
  ASSERT_EQ(gridOf(parameters).superblock(), std::nullopt);
  const GridSchedule schedule = *make(parameters, StrategyKind::Auto, N);
  EXPECT_EQ(lengthOf(schedule), N);
  EXPECT_EQ(schedule.stepCount(), 3);
  const VerifyReport report = verify(schedule);
  EXPECT_TRUE(report.valid()) << report.offences.front();
  EXPECT_EQ(report.elements, N);
}

/// A large all-to-all grid keeps its closed form where the extent would need as
/// many steps; a rank then needs its own row alone.
TEST(GridExtent, LargeGridsKeepClosedForms) {
  const std::int64_t N = 1'000'000'007;
  const Redistribution parameters = {*makeBlock(1024, N), {1024, 1}};
  const GridSchedule schedule = *make(parameters, StrategyKind::Auto, N);
  EXPECT_EQ(lengthOf(schedule), std::nullopt);
  EXPECT_EQ(tableEntries(schedule), 0);
  EXPECT_EQ(schedule.stepCount(), 1024);
  EXPECT_EQ(lowerBounds(oneAxis(parameters, N)).stepCount, 1024);
  // So few elements leave most pairs without a message.
  const GridSchedule small =
      *make(redistribution(1024, 1023, 32, 31), StrategyKind::Auto, 1'000'000);
  EXPECT_EQ(lengthOf(small), 1'000'000);
  EXPECT_EQ(small.stepCount(), 62);
  EXPECT_EQ(small.totalCost(), small.costLowerBound());
}

/// Long blocks against single elements: many pieces, few messages.
TEST(GridExtent, BlocksAgainstElements) {
  const std::int64_t N = 100'003;
  for (const Redistribution &parameters :
       {Redistribution{*makeBlock(4, N), {4, 1}},
        Redistribution{{6, 1}, *makeBlock(4, N)},
        Redistribution{*makeBlock(9, N), {6, 5}}}) {
    SCOPED_TRACE(describe(parameters));
    const GridSchedule schedule = *make(parameters, StrategyKind::Auto, N);
    checkExtent(schedule, parameters, N);
    EXPECT_EQ(schedule.stepCount(), schedule.minimumSteps());
  }
}

TEST(GridExtent, NothingTakesNoSteps) {
  const GridSchedule schedule =
      *make(redistribution(3, 4, 2, 5), StrategyKind::Auto, 0);
  EXPECT_EQ(schedule.stepCount(), 0);
  EXPECT_EQ(schedule.totalCost(), 0);
  EXPECT_TRUE(schedule.provedOptimal());
  EXPECT_TRUE(schedule.allSteps().empty());
  EXPECT_TRUE(verify(schedule).valid());
}

TEST(GridExtent, RefusesImpossibleExtents) {
  const Redistribution parameters = redistribution(3, 4, 2, 5);
  EXPECT_EQ(make(parameters, StrategyKind::Auto, -1).error().kind,
            ErrorKind::ExtentNegative);
  EXPECT_EQ(
      make(parameters, StrategyKind::Auto, std::int64_t{1} << 62).error().kind,
      ErrorKind::TooLarge);
}

/// A message can no longer be found where the words state another extent.
TEST(GridExtent, WordsOfAnotherExtentAreRefused) {
  const GridSchedule schedule =
      *make(redistribution(5, 4, 2, 3), StrategyKind::Auto, 29);
  const std::vector<std::uint32_t> words = encode(schedule);
  for (std::size_t i = 0; i < words.size(); ++i)
    for (const std::uint32_t bit : {1U, 1U << 5, 1U << 31}) {
      std::vector<std::uint32_t> spoilt = words;
      spoilt[i] ^= bit;
      EXPECT_FALSE(decodeGrid(spoilt)) << i;
    }
  for (std::size_t size = 0; size < words.size(); ++size)
    EXPECT_FALSE(decodeGrid(std::span(words).first(size)));
}

TEST(GridExtent, HashKnowsTheExtent) {
  const Redistribution parameters = redistribution(5, 4, 2, 3);
  const auto hashOf = [&](std::int64_t extent) {
    return make(parameters, StrategyKind::Auto, extent)->hash();
  };
  EXPECT_EQ(hashOf(29), hashOf(29));
  EXPECT_NE(hashOf(29), hashOf(30));
  EXPECT_NE(hashOf(29), hashOf(8 * superblockOf(parameters)));
}
