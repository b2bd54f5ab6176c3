//===- ExtentScheduleTest.cpp - Schedules for less than a superblock ------===//
//
// Against owners counted element by element: the least number of steps is the
// greatest number of messages that a rank really has, lengths are the true
// ones, and rows, columns, steps and words agree.
//
//===----------------------------------------------------------------------===//
#include "redist/Schedule/Embedding.h"
#include "redist/Schedule/Verify.h"

#include "ColouringOracle.h"
#include "ElementOracle.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace redist::schedule;
using namespace redist::schedule::test;

static Result<Schedule> make(const Redistribution &parameters,
                             StrategyKind strategy, std::int64_t extent) {
  return makeSchedule(parameters, strategy, {nullptr, extent});
}

/// Lengths that the rows carry, or the columns.
static Lengths lengthsOfRows(const Schedule &schedule, bool columns) {
  const auto &[source, target] = schedule.grid().redistribution();
  Lengths lengths(
      static_cast<std::size_t>(source.ranks),
      std::vector<std::int64_t>(static_cast<std::size_t>(target.ranks), 0));
  std::vector<Message> row;
  const std::int64_t ranks = columns ? target.ranks : source.ranks;
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

static std::int64_t costOf(const std::vector<Step> &steps) {
  std::int64_t cost = 0;
  for (const Step &step : steps)
    cost += step.cost;
  return cost;
}

static void checkExtent(const Schedule &schedule, std::int64_t extent) {
  const Lengths lengths =
      countElements(schedule.grid().redistribution(), extent);
  ASSERT_EQ(schedule.extent(), extent);
  ASSERT_EQ(lengthsOfRows(schedule, false), lengths);
  ASSERT_EQ(lengthsOfRows(schedule, true), lengths);
  ASSERT_EQ(schedule.minimumSteps(), maximumDegree(lengths));
  const std::vector<Step> steps = schedule.allSteps();
  ASSERT_EQ(schedule.stepCount(), static_cast<std::int64_t>(steps.size()));
  ASSERT_EQ(schedule.totalCost(), costOf(steps));
  const std::vector<Step> again = schedule.allSteps(extent);
  ASSERT_EQ(again.size(), steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i)
    ASSERT_EQ(again[i].transfers, steps[i].transfers);
  for (const VerifyReport &report :
       {verify(schedule), verify(schedule, extent)}) {
    ASSERT_TRUE(report.valid()) << report.offences.front();
    ASSERT_EQ(report.elements, extent);
    ASSERT_EQ(report.bounds.stepCount, schedule.minimumSteps());
    ASSERT_LE(report.bounds.totalCost, schedule.costLowerBound());
  }
  ASSERT_EQ(schedule.provedOptimal(),
            schedule.totalCost() == schedule.costLowerBound());
}

static void checkWords(const Schedule &schedule, StrategyKind strategy) {
  const std::vector<std::uint32_t> words = encode(schedule);
  const Result<EmbeddingKey> key = keyOf(words);
  ASSERT_TRUE(key);
  ASSERT_EQ(*key, (EmbeddingKey{schedule.grid().redistribution(), strategy,
                                schedule.extent()}));
  const Result<Schedule> decoded = decode(words);
  ASSERT_TRUE(decoded) << decoded.error().message;
  ASSERT_EQ(decoded->extent(), schedule.extent());
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

class ExtentSchedules : public testing::TestWithParam<StrategyKind> {};

static bool isFewestSteps(StrategyKind strategy) {
  return strategy == StrategyKind::Auto || strategy == StrategyKind::Exact ||
         strategy == StrategyKind::Stepwise;
}

/// Every extent from nothing to two superblocks. From one superblock on, the
/// schedule is the one that holds for all.
TEST_P(ExtentSchedules, EveryExtent) {
  const StrategyKind strategy = GetParam();
  int made = 0;
  forAllParameters(4, 3, [&](const Redistribution &parameters) {
    const std::int64_t L = superblockOf(parameters);
    const Result<Schedule> period = makeSchedule(parameters, strategy);
    for (std::int64_t extent = 0; extent <= 2 * L && !HasFailure(); ++extent) {
      SCOPED_TRACE(describe(parameters) + " N=" + std::to_string(extent));
      const Result<Schedule> schedule = make(parameters, strategy, extent);
      ASSERT_EQ(bool(schedule), bool(period));
      if (!schedule)
        return;
      ++made;
      if (extent >= L) {
        ASSERT_EQ(schedule->hash(), period->hash());
        ASSERT_EQ(schedule->extent(), std::nullopt);
        ASSERT_TRUE(verify(*schedule, extent).valid());
        continue;
      }
      checkExtent(*schedule, extent);
      if (isFewestSteps(strategy)) {
        ASSERT_EQ(schedule->stepCount(), schedule->minimumSteps());
      }
      checkWords(*schedule, strategy);
    }
  });
  EXPECT_GT(made, 0);
}

/// Larger grids, at a few extents: what sweeps of small ones do not reach.
TEST_P(ExtentSchedules, LargerGrids) {
  const StrategyKind strategy = GetParam();
  for (const Redistribution &parameters :
       {redistribution(16, 16, 3, 5), redistribution(15, 15, 3, 5),
        redistribution(12, 20, 7, 4), redistribution(24, 7, 6, 35),
        redistribution(13, 29, 1, 16), redistribution(40, 41, 11, 13)})
    for (std::int64_t part = 1; part <= 7 && !HasFailure(); ++part) {
      const std::int64_t extent = superblockOf(parameters) * part / 7 - 1;
      SCOPED_TRACE(describe(parameters) + " N=" + std::to_string(extent));
      const Result<Schedule> schedule = make(parameters, strategy, extent);
      if (!schedule) {
        ASSERT_EQ(schedule.error().kind, ErrorKind::StrategyNotForCase);
        continue;
      }
      checkExtent(*schedule, extent);
      if (isFewestSteps(strategy)) {
        ASSERT_EQ(schedule->stepCount(), schedule->minimumSteps());
      }
      checkWords(*schedule, strategy);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Strategies, ExtentSchedules,
    testing::Values(StrategyKind::Auto, StrategyKind::Exact,
                    StrategyKind::Circulant, StrategyKind::Classes,
                    StrategyKind::Stepwise, StrategyKind::Greedy,
                    StrategyKind::Caterpillar, StrategyKind::AllToAll,
                    StrategyKind::Direct),
    [](const auto &strategy) { return std::string(name(strategy.param)); });

/// Blocks of similar sizes meet in two or three others, whatever the classes
/// say.
TEST(ExtentSchedule, BlockToBlockTakesFewSteps) {
  for (std::int64_t P = 2; P <= 40; ++P)
    for (std::int64_t Q = P + 1; Q < 2 * P; ++Q)
      for (const std::int64_t N : {P * Q - 1, P * Q + 1, std::int64_t{99991}}) {
        const Redistribution there = {*makeBlock(P, N), *makeBlock(Q, N)};
        for (const Redistribution &parameters :
             {there, Redistribution{there.target, there.source}}) {
          SCOPED_TRACE(describe(parameters) + " N=" + std::to_string(N));
          const Schedule schedule = *make(parameters, StrategyKind::Auto, N);
          ASSERT_LE(schedule.allSteps(N).size(), 3U);
          ASSERT_TRUE(verify(schedule, N).valid());
        }
      }
}

/// Two steps have one least cost: that of the best order on each chain.
TEST(ExtentSchedule, TwoStepsCostTheLeast) {
  int cases = 0;
  forAllParameters(6, 9, [&](const Redistribution &parameters) {
    const std::int64_t L = superblockOf(parameters);
    for (std::int64_t extent = 1; extent < std::min<std::int64_t>(L, 40);
         extent += 3) {
      const Schedule schedule = *make(parameters, StrategyKind::Exact, extent);
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
      ASSERT_EQ(schedule.totalCost(), LeastCostOracle(graph).leastCost())
          << describe(parameters) << " N=" << extent;
      ++cases;
    }
  });
  EXPECT_GT(cases, 1000);
}

TEST(ExtentSchedule, ThousandBlocksTakeTwoSteps) {
  const std::int64_t N = 1'000'000'007;
  const Redistribution parameters = {*makeBlock(1000, N), *makeBlock(999, N)};
  const Schedule period = *makeSchedule(parameters, StrategyKind::Auto);
  EXPECT_GE(period.stepCount(), 999);
  for (const StrategyKind strategy :
       {StrategyKind::Auto, StrategyKind::Exact, StrategyKind::Stepwise}) {
    const Schedule schedule = *make(parameters, strategy, N);
    EXPECT_EQ(schedule.stepCount(), 2);
    EXPECT_EQ(schedule.totalCost(), 1'999'009);
    EXPECT_EQ(tableEntries(schedule), 1998);
    const VerifyReport report = verify(schedule);
    EXPECT_TRUE(report.valid()) << report.offences.front();
    EXPECT_TRUE(report.stepsAreLeast());
  }
}

/// Two blocks that meet: no walk over elements or pairs of ranks ends in time.
TEST(ExtentSchedule, HundredThousandRanks) {
  const std::int64_t N = 1'000'000'000'007;
  const Redistribution parameters = {*makeBlock(100'000, N),
                                     *makeBlock(99'999, N)};
  const Schedule schedule = *make(parameters, StrategyKind::Auto, N);
  EXPECT_EQ(schedule.stepCount(), 2);
  const VerifyReport report = verify(schedule, N);
  EXPECT_TRUE(report.valid()) << report.offences.front();
  EXPECT_TRUE(report.stepsAreLeast());
  std::vector<Message> row;
  schedule.sendRow(50'000, row);
  EXPECT_EQ(row.size(), 2U);
}

/// Beyond 62 bits there is no superblock, and every extent is less than one.
TEST(ExtentSchedule, NoSuperblock) {
  const std::int64_t N = (std::int64_t{1} << 44) + 7;
  const Redistribution parameters = {*makeBlock(3, N), *makeBlock(7, N)};
  ASSERT_EQ(gridOf(parameters).superblock(), std::nullopt);
  const Schedule schedule = *make(parameters, StrategyKind::Auto, N);
  EXPECT_EQ(schedule.extent(), N);
  EXPECT_EQ(schedule.stepCount(), 3);
  const VerifyReport report = verify(schedule);
  EXPECT_TRUE(report.valid()) << report.offences.front();
  EXPECT_EQ(report.elements, N);
}

/// A large all-to-all grid keeps its closed form where the extent would need as
/// many steps; a rank then needs its own row alone.
TEST(ExtentSchedule, LargeGridsKeepClosedForms) {
  const std::int64_t N = 1'000'000'007;
  const Redistribution parameters = {*makeBlock(1024, N), {1024, 1}};
  const Schedule schedule = *make(parameters, StrategyKind::Auto, N);
  EXPECT_EQ(schedule.extent(), std::nullopt);
  EXPECT_EQ(tableEntries(schedule), 0);
  EXPECT_EQ(decidingExtent(parameters, N), std::nullopt);
  EXPECT_EQ(schedule.stepCount(), 1024);
  EXPECT_EQ(lowerBounds(schedule.grid(), N).stepCount, 1024);
  // So few elements leave most pairs without a message.
  const Schedule small =
      *make(redistribution(1024, 1023, 32, 31), StrategyKind::Auto, 1'000'000);
  EXPECT_EQ(small.extent(), 1'000'000);
  EXPECT_EQ(small.stepCount(), 62);
  EXPECT_EQ(small.totalCost(), small.costLowerBound());
}

/// Long blocks against single elements: many pieces, few messages.
TEST(ExtentSchedule, BlocksAgainstElements) {
  const std::int64_t N = 100'003;
  for (const Redistribution &parameters :
       {Redistribution{*makeBlock(4, N), {4, 1}},
        Redistribution{{6, 1}, *makeBlock(4, N)},
        Redistribution{*makeBlock(9, N), {6, 5}}}) {
    SCOPED_TRACE(describe(parameters));
    const Schedule schedule = *make(parameters, StrategyKind::Auto, N);
    checkExtent(schedule, N);
    EXPECT_EQ(schedule.stepCount(), schedule.minimumSteps());
  }
}

TEST(ExtentSchedule, NothingTakesNoSteps) {
  const Schedule schedule =
      *make(redistribution(3, 4, 2, 5), StrategyKind::Auto, 0);
  EXPECT_EQ(schedule.stepCount(), 0);
  EXPECT_EQ(schedule.totalCost(), 0);
  EXPECT_TRUE(schedule.provedOptimal());
  EXPECT_TRUE(schedule.allSteps().empty());
  EXPECT_TRUE(verify(schedule).valid());
}

TEST(ExtentSchedule, RefusesImpossibleExtents) {
  const Redistribution parameters = redistribution(3, 4, 2, 5);
  EXPECT_EQ(make(parameters, StrategyKind::Auto, -1).error().kind,
            ErrorKind::ExtentNegative);
  EXPECT_EQ(
      make(parameters, StrategyKind::Auto, std::int64_t{1} << 62).error().kind,
      ErrorKind::TooLarge);
  EXPECT_EQ(decidingExtent(parameters, -1), std::nullopt);
  EXPECT_EQ(decidingExtent(redistribution(0, 4, 2, 5), 3), std::nullopt);
}

/// A message can no longer be found where the words state another extent.
TEST(ExtentSchedule, WordsOfAnotherExtentAreRefused) {
  const Schedule schedule =
      *make(redistribution(5, 4, 2, 3), StrategyKind::Auto, 29);
  const std::vector<std::uint32_t> words = encode(schedule);
  for (std::size_t i = 0; i < words.size(); ++i)
    for (const std::uint32_t bit : {1U, 1U << 5, 1U << 31}) {
      std::vector<std::uint32_t> spoilt = words;
      spoilt[i] ^= bit;
      EXPECT_FALSE(decode(spoilt)) << i;
    }
  for (std::size_t size = 0; size < words.size(); ++size)
    EXPECT_FALSE(decode(std::span(words).first(size)));
}

TEST(ExtentSchedule, HashKnowsTheExtent) {
  const Redistribution parameters = redistribution(5, 4, 2, 3);
  const auto hashOf = [&](std::int64_t extent) {
    return make(parameters, StrategyKind::Auto, extent)->hash();
  };
  EXPECT_EQ(hashOf(29), hashOf(29));
  EXPECT_NE(hashOf(29), hashOf(30));
  EXPECT_NE(hashOf(29), makeSchedule(parameters, StrategyKind::Auto)->hash());
}
