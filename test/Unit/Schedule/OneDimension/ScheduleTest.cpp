//===- ScheduleTest.cpp - Every strategy on every small grid --------------===//
//
// All strategies for all small parameters: each message once, no rank twice in
// a step, rows and columns and single steps consistent, counts at their lower
// bounds where the strategy promises it. The checks are written out here and
// use the element oracle, not verify().
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/OneDimension/Bounds.h"
#include "redistSchedule/OneDimension/Verify.h"

#include "ElementOracle.h"

#include <gtest/gtest.h>

#include <set>

using namespace redist::schedule;
using namespace redist::schedule::test;

/// Steps against lengths counted element by element.
static void checkSteps(const std::vector<Step> &steps, const Lengths &lengths) {
  std::set<std::pair<std::int64_t, std::int64_t>> seen;
  for (const Step &step : steps) {
    ASSERT_FALSE(step.transfers.empty());
    std::set<std::int64_t> senders, receivers;
    std::int64_t longest = 0, previous = -1;
    for (const auto &[from, to, length] : step.transfers) {
      ASSERT_GT(from, previous) << "ascending senders";
      previous = from;
      ASSERT_TRUE(senders.insert(from).second);
      ASSERT_TRUE(receivers.insert(to).second);
      ASSERT_TRUE(seen.insert({from, to}).second);
      ASSERT_EQ(length, lengths[static_cast<std::size_t>(from)]
                               [static_cast<std::size_t>(to)]);
      longest = std::max(longest, length);
    }
    ASSERT_EQ(step.cost, longest);
  }
  std::size_t messages = 0;
  for (const auto &row : lengths)
    for (const std::int64_t length : row)
      messages += length > 0;
  ASSERT_EQ(seen.size(), messages);
}

/// Rows, columns and stepOf() against the list of all steps.
static void checkRows(const Schedule &schedule,
                      const std::vector<Step> &steps) {
  const auto &[source, target] = schedule.grid().redistribution();
  std::vector<std::vector<Message>> rows(
      static_cast<std::size_t>(source.ranks)),
      columns(static_cast<std::size_t>(target.ranks));
  for (std::size_t i = 0; i < steps.size(); ++i)
    for (const auto &[from, to, length] : steps[i].transfers) {
      const auto step = static_cast<std::int64_t>(i);
      rows[static_cast<std::size_t>(from)].push_back({step, to, length});
      columns[static_cast<std::size_t>(to)].push_back({step, from, length});
      ASSERT_EQ(schedule.stepOf(from, to), step);
    }
  std::vector<Message> row;
  for (std::int64_t p = 0; p < source.ranks; ++p) {
    schedule.sendRow(p, row);
    ASSERT_EQ(row, rows[static_cast<std::size_t>(p)]);
  }
  for (std::int64_t q = 0; q < target.ranks; ++q) {
    schedule.receiveRow(q, row);
    ASSERT_EQ(row, columns[static_cast<std::size_t>(q)]);
  }
}

static void checkSchedule(const Schedule &schedule) {
  const Redistribution &parameters = schedule.grid().redistribution();
  const Lengths lengths = countElements(parameters, superblockOf(parameters));
  const std::vector<Step> steps = schedule.allSteps();
  checkSteps(steps, lengths);
  checkRows(schedule, steps);
  ASSERT_EQ(schedule.stepCount(), static_cast<std::int64_t>(steps.size()));
  std::int64_t cost = 0;
  for (const Step &step : steps)
    cost += step.cost;
  ASSERT_EQ(schedule.totalCost(), cost);
  const LowerBounds bounds = lowerBounds(schedule.grid());
  ASSERT_EQ(bounds.stepCount, maximumDegree(lengths));
  ASSERT_GE(schedule.stepCount(), bounds.stepCount);
  ASSERT_GE(schedule.totalCost(), schedule.costLowerBound());
  ASSERT_GE(schedule.costLowerBound(), bounds.totalCost);
  ASSERT_EQ(schedule.provedOptimal(),
            schedule.totalCost() == schedule.costLowerBound());
  const VerifyReport report = verify(schedule);
  ASSERT_TRUE(report.valid()) << report.offences.front();
  ASSERT_EQ(report.totalCost, cost);
}

static bool isFewestSteps(StrategyKind strategy) {
  return strategy != StrategyKind::Greedy &&
         strategy != StrategyKind::Caterpillar &&
         strategy != StrategyKind::AllToAll && strategy != StrategyKind::Direct;
}

class EveryStrategy : public testing::TestWithParam<StrategyKind> {};

TEST_P(EveryStrategy, IsASchedule) {
  const StrategyKind strategy = GetParam();
  int applicable = 0;
  forAllParameters(6, 6, [&](const Redistribution &parameters) {
    if (HasFailure())
      return;
    SCOPED_TRACE(describe(parameters));
    const Result<Schedule> schedule = makeSchedule(parameters, strategy);
    if (!schedule) {
      ASSERT_TRUE(strategy == StrategyKind::Circulant ||
                  strategy == StrategyKind::Classes);
      ASSERT_EQ(schedule.error().kind, ErrorKind::StrategyNotForCase);
      return;
    }
    ++applicable;
    ASSERT_EQ(schedule->strategy(), strategy);
    checkSchedule(*schedule);
    if (isFewestSteps(strategy)) {
      ASSERT_EQ(schedule->stepCount(), schedule->grid().minimumSteps());
    }
  });
  EXPECT_GT(applicable, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Strategies, EveryStrategy,
    testing::Values(StrategyKind::Auto, StrategyKind::Exact,
                    StrategyKind::Circulant, StrategyKind::Classes,
                    StrategyKind::Stepwise, StrategyKind::Greedy,
                    StrategyKind::Caterpillar, StrategyKind::AllToAll,
                    StrategyKind::Direct),
    [](const auto &strategy) { return std::string(name(strategy.param)); });

/// r = 1 or s = 1: least steps and least cost, for P < Q, P = Q and P > Q.
TEST(Schedule, CirculantIsOptimalForAllRanks) {
  for (std::int64_t P = 1; P <= 14; ++P)
    for (std::int64_t Q = 1; Q <= 14; ++Q)
      for (std::int64_t K = 1; K <= 16; ++K)
        for (const Redistribution &parameters :
             {redistribution(P, Q, 1, K), redistribution(P, Q, K, 1)}) {
          SCOPED_TRACE(describe(parameters));
          const Schedule schedule =
              *makeSchedule(parameters, StrategyKind::Circulant);
          const LowerBounds bounds = lowerBounds(schedule.grid());
          ASSERT_EQ(schedule.stepCount(), bounds.stepCount);
          ASSERT_EQ(schedule.totalCost(), bounds.totalCost);
          ASSERT_TRUE(schedule.provedOptimal());
          const VerifyReport report = verify(schedule);
          ASSERT_TRUE(report.valid()) << report.offences.front();
        }
}

/// r' = s' = 1: Proposition 4 of Desprez et al., and both bounds attained.
TEST(Schedule, ClassByClassIsOptimal) {
  forAllParameters(9, 9, [](const Redistribution &parameters) {
    const Result<Schedule> schedule =
        makeSchedule(parameters, StrategyKind::Classes);
    const CommunicationGrid grid = gridOf(parameters);
    ASSERT_EQ(static_cast<bool>(schedule),
              grid.rowTypes() == 1 && grid.columnTypes() == 1);
    if (schedule) {
      ASSERT_TRUE(schedule->provedOptimal()) << describe(parameters);
    }
  });
}

TEST(Schedule, StrategiesSayWhyTheyDoNotApply) {
  const Result<Schedule> circulant =
      makeSchedule(redistribution(4, 4, 6, 10), StrategyKind::Circulant);
  ASSERT_FALSE(circulant);
  EXPECT_EQ(circulant.error().message,
            "strategy circulant needs one block size to divide the other; "
            "here they are in the ratio of 3 and 5");
  const Result<Schedule> classes =
      makeSchedule(redistribution(15, 15, 3, 5), StrategyKind::Classes);
  ASSERT_FALSE(classes);
  EXPECT_EQ(classes.error().message,
            "strategy classes needs a source block prime to the number of "
            "target ranks, but both are divisible by 3; the reduced block "
            "sizes are 3 and 5");
}

TEST(Schedule, ErrorsOfTheGridPassThrough) {
  EXPECT_EQ(
      makeSchedule(redistribution(0, 4, 1, 1), StrategyKind::Auto).error().kind,
      ErrorKind::RanksNotPositive);
  EXPECT_EQ(makeSchedule(redistribution(2, 2, std::int64_t{1} << 61, 1),
                         StrategyKind::Auto)
                .error()
                .kind,
            ErrorKind::TooLarge);
}

TEST(Schedule, NamesAreWhatUsersWrite) {
  const std::vector<std::string_view> expected = {
      "auto",   "exact",       "circulant", "classes", "stepwise",
      "greedy", "caterpillar", "alltoall",  "direct"};
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(),
                         strategyNames().begin(), strategyNames().end()));
  for (const std::string_view word : expected)
    EXPECT_EQ(name(*strategyFromName(word)), word);
  EXPECT_FALSE(strategyFromName("Auto"));
  EXPECT_FALSE(strategyFromName(""));
}

/// A block layout of coprime huge sizes: no superblock is ever complete.
TEST(Schedule, HugeBlockLayouts) {
  const std::int64_t extent = (std::int64_t{1} << 44) + 7;
  for (const Redistribution &parameters :
       {Redistribution{*makeBlock(3, extent), *makeBlock(7, extent)},
        Redistribution{*makeBlock(8, extent), {5, 64}},
        Redistribution{{6, 1}, *makeBlock(4, extent)}}) {
    SCOPED_TRACE(describe(parameters));
    const Schedule schedule = *makeSchedule(parameters, StrategyKind::Auto);
    EXPECT_EQ(schedule.stepCount(), schedule.grid().minimumSteps());
    const VerifyReport whole = verify(schedule);
    EXPECT_TRUE(whole.valid()) << whole.offences.front();
  }
}

TEST(Schedule, EqualInputGivesEqualHash) {
  const auto hashOf = [](const Redistribution &parameters,
                         StrategyKind strategy) {
    return makeSchedule(parameters, strategy)->hash();
  };
  const Redistribution one = redistribution(4, 7, 7, 2);
  EXPECT_EQ(hashOf(one, StrategyKind::Auto), hashOf(one, StrategyKind::Auto));
  EXPECT_NE(hashOf(one, StrategyKind::Auto),
            hashOf(one, StrategyKind::Caterpillar));
  EXPECT_NE(hashOf(one, StrategyKind::Auto),
            hashOf(redistribution(4, 7, 7, 3), StrategyKind::Auto));
}

/// As many classes as ranks, and as many steps: the cost of each step is found
/// once.
TEST(Schedule, ClosedFormsOfAMillionClasses) {
  const std::int64_t ranks = 1'000'000;
  const Result<Schedule> schedule =
      makeSchedule({{ranks, ranks}, {ranks, 1}}, StrategyKind::Auto);
  ASSERT_TRUE(schedule);
  EXPECT_EQ(schedule->stepCount(), ranks);
  EXPECT_EQ(schedule->totalCost(), ranks);
}
