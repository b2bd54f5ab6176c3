//===- PlannerTest.cpp - What is embedded, and what is not -----*- C++ -*-===//
#include "Directives.h"

#include "redistSchedule/OneDimension/Verify.h"

#include <gtest/gtest.h>

using namespace redistc::plan;
using namespace redistc::plan::test;
using redist::schedule::StrategyKind;

static RedistributePlan planned(const CheckedRedistribute &directive,
                                std::int64_t maxEntries = 65536) {
  auto plan = planRedistribute(directive, {maxEntries, nullptr});
  EXPECT_TRUE(plan) << plan.error().message;
  return *plan;
}

TEST(Planner, EmbedsConstantsWhateverTheExtentIs) {
  const RedistributePlan plan =
      planned(directive(unknown("n"), cyclic(constant(3), constant(16)),
                        cyclic(constant(5), constant(16))));
  ASSERT_EQ(plan.instances.size(), 1u);
  EXPECT_EQ(plan.instances[0].deferral, DeferralKind::None);
  EXPECT_EQ(plan.instances[0].embedded, std::vector<int>{0});
  ASSERT_EQ(plan.embedded.size(), 1u);
  // Desprez et al., example 1: 7 of the 16 ranks receive from each one.
  EXPECT_EQ(plan.embedded[0].stepCount, 7);
  EXPECT_EQ(plan.embedded[0].minimumSteps, 7);
  const auto &axes = plan.embedded[0].assignment.axes;
  ASSERT_EQ(axes.size(), 1u);
  EXPECT_EQ(axes[0].source, (redist::schedule::DimensionLayout{16, 3, {}}));
  EXPECT_EQ(axes[0].length, std::nullopt);
}

TEST(Planner, EmbeddedWordsDecodeToAVerifiedScheduleOfTheSameCounts) {
  const RedistributePlan plan =
      planned(directive(constant(1000), cyclic(constant(4), constant(6)),
                        cyclic(constant(3), constant(9))));
  ASSERT_EQ(plan.embedded.size(), 1u);
  const auto schedule = redist::schedule::decodeGrid(plan.embedded[0].words);
  ASSERT_TRUE(schedule) << schedule.error().message;
  EXPECT_TRUE(verify(*schedule).valid());
  EXPECT_EQ(schedule->stepCount(), plan.embedded[0].stepCount);
  EXPECT_EQ(schedule->totalCost(), plan.embedded[0].totalCost);
}

/// One schedule of the superblock, and what is true of each of three
/// directives: cyclic(2) onto(5) to cyclic(3) onto(4), 60 elements a
/// superblock.
TEST(Planner, NumbersAreThoseOfTheDirective) {
  const auto from = cyclic(constant(2), constant(5));
  const auto to = cyclic(constant(3), constant(4));
  const EmbeddedSchedule open =
      planned(directive(unknown("n"), from, to)).embedded.at(0);
  const EmbeddedSchedule whole =
      planned(directive(constant(600), from, to)).embedded.at(0);
  const EmbeddedSchedule little =
      planned(directive(constant(10), from, to)).embedded.at(0);
  EXPECT_EQ(open.scope, ScheduleScope::Superblock);
  EXPECT_EQ(whole.scope, ScheduleScope::Directive);
  EXPECT_EQ(whole.words, open.words);
  EXPECT_EQ(whole.totalCost, 10 * open.totalCost);
  EXPECT_EQ(whole.costLowerBound, 10 * open.costLowerBound);
  // Ranks 0 to 4 hold 0 1 | 2 3 | 4 5 | 6 7 | 8 9, and 0 to 3 are to hold
  // 0 1 2 | 3 4 5 | 6 7 8 | 9: all but 0 1 and 3 travel, two steps at least.
  EXPECT_EQ(little.totalCost, 3);
  EXPECT_TRUE(little.provedOptimal);

  CheckedRedistribute unshared = directive(constant(10), from, to);
  unshared.instances[0].to.firstRank = unknown("first");
  EXPECT_EQ(planned(unshared).embedded.at(0).scope, ScheduleScope::Unknown);
}

TEST(Planner, BlockNeedsAConstantExtent) {
  const auto from = block(constant(4));
  const auto to = cyclic(constant(2), constant(4));
  const RedistributePlan known = planned(directive(constant(10), from, to));
  ASSERT_EQ(known.embedded.size(), 1u);
  // ceil(10 / 4)
  EXPECT_EQ(known.embedded[0].assignment.axes[0].source.block, 3);

  const RedistributePlan runtime = planned(directive(unknown("n"), from, to));
  EXPECT_TRUE(runtime.embedded.empty());
  EXPECT_EQ(runtime.instances[0].deferral, DeferralKind::NotConstant);
  EXPECT_EQ(runtime.instances[0].reason, "'n' is not a constant");
}

/// Blocks of 101 on 100 ranks and of 102 on 99 meet in two others at most, of
/// which one may be the same rank; the runtime looks for just that extent.
TEST(Planner, EmbedsAScheduleOfLessThanASuperblockForItsExtent) {
  const std::int64_t N = 10'007;
  CheckedRedistribute checked =
      directive(constant(N), block(constant(100)), block(constant(99)));
  checked.instances[0].to.firstRank = constant(100); // disjoint
  const RedistributePlan plan = planned(checked);
  ASSERT_EQ(plan.embedded.size(), 1u);
  EXPECT_EQ(plan.embedded[0].assignment.axes[0].length, N);
  EXPECT_EQ(plan.embedded[0].stepCount, 2);
  EXPECT_EQ(plan.embedded[0].minimumSteps, 2);
  const auto key = redist::schedule::gridKeyOf(plan.embedded[0].words);
  ASSERT_TRUE(key);
  EXPECT_EQ(key->assignment, plan.embedded[0].assignment);
  const auto made = redist::schedule::makeGridSchedule(
      plan.embedded[0].assignment, StrategyKind::Auto);
  ASSERT_TRUE(made);
  EXPECT_EQ(redist::schedule::encode(*made), plan.embedded[0].words)
      << "what the runtime would plan";

  const RedistributePlan limited = planned(checked, 10);
  EXPECT_EQ(limited.instances[0].deferral, DeferralKind::TooLarge);
}

/// Extents of at least 8 superblocks (of 45 elements) share one schedule; below
/// that each has its own.
TEST(Planner, ExtentsOfFewSuperblocksAreToldApart) {
  CheckedRedistribute checked =
      directive(constant(44), cyclic(constant(3), constant(3)),
                cyclic(constant(5), constant(3)));
  for (const std::int64_t length : {8 * 45, 8 * 45 + 1, 20}) {
    checked.instances.push_back(checked.instances[0]);
    checked.instances.back().sections[0].length = constant(length);
  }
  const RedistributePlan plan = planned(checked);
  ASSERT_EQ(plan.embedded.size(), 3u);
  EXPECT_EQ(plan.embedded[0].assignment.axes[0].length, 44);
  EXPECT_EQ(plan.embedded[1].assignment.axes[0].length, std::nullopt);
  EXPECT_EQ(plan.embedded[2].assignment.axes[0].length, 20);
  EXPECT_EQ(plan.instances[1].embedded, std::vector<int>{1});
  EXPECT_EQ(plan.instances[2].embedded, std::vector<int>{1});
  EXPECT_EQ(plan.instances[3].embedded, std::vector<int>{2});
}

TEST(Planner, SizedBlockDoesNotNeedTheExtent) {
  const CheckedLayout from = layout({sizedBlock(constant(8))}, {constant(4)});
  const RedistributePlan plan =
      planned(directive(unknown("n"), from, cyclic(constant(2), constant(4))));
  EXPECT_EQ(plan.instances[0].deferral, DeferralKind::None);
}

TEST(Planner, NamesEveryUnknownParameterOnce) {
  const RedistributePlan plan =
      planned(directive(constant(7), cyclic(unknown("k"), unknown("p")),
                        cyclic(unknown("m"), unknown("p"))));
  EXPECT_EQ(plan.instances[0].reason, "'k', 'p' and 'm' are not constants");
}

TEST(Planner, InstancesWithEqualConstantsShareASchedule) {
  CheckedRedistribute checked =
      directive(unknown("n"), cyclic(constant(3), constant(4)),
                cyclic(constant(5), constant(4)));
  checked.isTemplated = true;
  checked.instances[0].context = "f<int>";
  checked.instances.push_back(checked.instances[0]);
  checked.instances[1].context = "f<long>";
  checked.instances.push_back(checked.instances[0]);
  checked.instances[2].context = "g<6>";
  checked.instances[2].to = cyclic(constant(6), constant(4));
  const RedistributePlan plan = planned(checked);
  ASSERT_EQ(plan.embedded.size(), 2u);
  EXPECT_EQ(plan.instances[0].embedded, std::vector<int>{0});
  EXPECT_EQ(plan.instances[1].embedded, std::vector<int>{0});
  EXPECT_EQ(plan.instances[2].embedded, std::vector<int>{1});
}

TEST(Planner, SaysThatATemplateIsNotInstantiated) {
  CheckedRedistribute checked =
      directive(unknown("n"), cyclic(unknown("K"), constant(4)),
                cyclic(constant(5), constant(4)));
  checked.isTemplated = true;
  const RedistributePlan plan = planned(checked);
  EXPECT_EQ(plan.instances[0].deferral, DeferralKind::Uninstantiated);
}

TEST(Planner, LimitsTheTable) {
  const CheckedRedistribute checked =
      directive(unknown("n"), cyclic(constant(3), constant(15)),
                cyclic(constant(5), constant(15)));
  const RedistributePlan all = planned(checked);
  ASSERT_EQ(all.embedded.size(), 1u);
  const auto schedule = redist::schedule::decodeGrid(all.embedded[0].words);
  ASSERT_TRUE(schedule);
  const std::int64_t entries = redist::schedule::tableEntries(*schedule);
  ASSERT_GT(entries, 0) << "the example needs a table";

  EXPECT_EQ(planned(checked, entries).embedded.size(), 1u);
  const RedistributePlan limited = planned(checked, entries - 1);
  EXPECT_TRUE(limited.embedded.empty());
  EXPECT_EQ(limited.instances[0].deferral, DeferralKind::TooLarge);
}

TEST(Planner, EmbedsNothingWhereTheStrategyHasNoSteps) {
  for (const StrategyKind strategy :
       {StrategyKind::AllToAll, StrategyKind::Direct}) {
    CheckedRedistribute checked =
        directive(constant(100), cyclic(constant(3), constant(4)),
                  cyclic(constant(5), constant(4)));
    checked.strategy = strategy;
    const RedistributePlan plan = planned(checked);
    EXPECT_TRUE(plan.embedded.empty());
    EXPECT_EQ(plan.instances[0].deferral, DeferralKind::NotNeeded);
  }
}

TEST(Planner, PassesTheRefusalOfAStrategyOn) {
  // circulant needs r = 1 or s = 1 once both are divided by their gcd.
  CheckedRedistribute checked =
      directive(unknown("n"), cyclic(constant(3), constant(4)),
                cyclic(constant(5), constant(4)));
  checked.strategy = StrategyKind::Circulant;
  const auto plan = planRedistribute(checked, {});
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().kind, redist::schedule::ErrorKind::StrategyNotForCase);
}

TEST(Planner, RefusesProductsBeyond64Bits) {
  const std::int64_t huge = std::int64_t{1} << 61;
  const auto plan = planRedistribute(
      directive(unknown("n"), cyclic(constant(huge), constant(7)),
                cyclic(constant(huge - 1), constant(5))),
      {});
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().kind, redist::schedule::ErrorKind::TooLarge);
}

TEST(Planner, GivesTheSameWordsWithAndWithoutItsCache) {
  const CheckedRedistribute checked =
      directive(unknown("n"), cyclic(constant(3), constant(15)),
                cyclic(constant(5), constant(15)));
  Planner planner{PlanOptions{}};
  const auto first = planner.plan(checked);
  const auto second = planner.plan(checked);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->embedded[0].words, second->embedded[0].words);
  EXPECT_EQ(first->embedded[0].words, planned(checked).embedded[0].words);
}
