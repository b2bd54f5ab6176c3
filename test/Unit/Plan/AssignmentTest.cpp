//===- AssignmentTest.cpp - Directives of several dimensions ---*- C++ -*-===//
#include "Directives.h"

#include <gtest/gtest.h>

using namespace redistc::plan;
using namespace redistc::plan::test;
using redist::schedule::Assignment;
using redist::schedule::canonical;
using redist::schedule::RankSharing;
using redist::schedule::StrategyKind;

static RedistributePlan planned(const CheckedRedistribute &directive) {
  auto plan = planRedistribute(directive, {});
  EXPECT_TRUE(plan) << plan.error().message;
  return *plan;
}

/// What the only instance has embedded.
static Assignment embedded(const CheckedRedistribute &directive) {
  const RedistributePlan plan = planned(directive);
  EXPECT_EQ(plan.embedded.size(), 1u) << describe(plan, plan.instances[0]);
  return plan.embedded.empty() ? Assignment{} : plan.embedded[0].assignment;
}

static std::string reason(const CheckedRedistribute &directive) {
  const RedistributePlan plan = planned(directive);
  EXPECT_TRUE(plan.embedded.empty());
  return plan.instances[0].reason;
}

/// a[n][m] from(cyclic(3), cyclic(2) onto(2, 2)) to(cyclic(2), * onto(4))
static CheckedRedistribute grids() {
  return directive({extent(unknown("n")), extent(unknown("m"))},
                   layout({cyclic(constant(3)), cyclic(constant(2))},
                          {constant(2), constant(2)}),
                   layout({cyclic(constant(2)), whole()}, {constant(4)}));
}

TEST(Assignment, PairsDimensionsOfGridsWithoutTheirExtents) {
  Assignment expected;
  expected.axes = {{{2, 3, {}}, {4, 2, {}}, {}}, {{2, 2, {}}, {1, 1, {}}, {}}};
  expected.sharing = {RankSharing::Kind::Shift, 0, {}};
  const RedistributePlan plan = planned(grids());
  ASSERT_EQ(plan.embedded.size(), 1u);
  EXPECT_EQ(plan.embedded[0].assignment, canonical(expected));
  // Rank 0 of (3, 2) holds rows 0-2, 6-8, 12-14, ... which all 4 targets share;
  // a target gets columns from both, rows from both: 4 messages, of which a
  // rank of the source keeps one where a target rank is the same.
  EXPECT_EQ(plan.embedded[0].minimumSteps, plan.embedded[0].stepCount);
}

TEST(Assignment, GridExtentsBelongToDistributedDimensions) {
  const Assignment made = embedded(directive(
      {extent(unknown("n")), extent(unknown("m")), extent(unknown("k"))},
      layout({whole(), cyclic(constant(3)), whole()}, {constant(4)}),
      layout({whole(), whole(), cyclic(constant(5))}, {constant(3)})));
  ASSERT_EQ(made.axes.size(), 3u);
  EXPECT_EQ(made.axes[0].source.ranks, 1);
  EXPECT_EQ(made.axes[1].source.ranks, 4);
  EXPECT_EQ(made.axes[1].source.block, 3);
  EXPECT_EQ(made.axes[2].target.ranks, 3);
  EXPECT_EQ(made.axes[2].target.block, 5);
}

TEST(Assignment, PermutationTakesTheSourceDimension) {
  CheckedRedistribute checked =
      directive({extent(unknown("n")), extent(unknown("m"))},
                layout({cyclic(constant(3)), whole()}, {constant(4)}),
                layout({cyclic(constant(5)), whole()}, {constant(4)}));
  checked.permutation = {1, 0};
  const Assignment made = embedded(checked);
  ASSERT_EQ(made.axes.size(), 2u);
  // Axis 0 is dimension 0 of the target and dimension 1 of the source.
  EXPECT_EQ(made.axes[0].source.ranks, 1);
  EXPECT_EQ(made.axes[0].target.ranks, 4);
  EXPECT_EQ(made.axes[1].source.ranks, 4);
  EXPECT_EQ(made.axes[1].target.ranks, 1);
}

/// BLOCK of the target has the extent of the dimension it comes from.
TEST(Assignment, PermutedBlockTakesTheExtentOfItsDimension) {
  CheckedRedistribute checked =
      directive({extent(constant(1000)), extent(unknown("m"))},
                layout({cyclic(constant(1)), whole()}, {constant(2)}),
                layout({whole(), block()}, {constant(4)}));
  checked.permutation = {1, 0};
  const Assignment made = embedded(checked);
  ASSERT_EQ(made.axes.size(), 2u);
  EXPECT_EQ(made.axes[1].target.block, 250);
  checked.permutation = {};
  EXPECT_EQ(reason(checked), "'m' is not a constant");
}

TEST(Assignment, SharingNeedsBothFirstRanks) {
  // All-to-all on the same 4 ranks: one of the 4 messages of a rank stays.
  CheckedRedistribute checked =
      directive(unknown("n"), cyclic(constant(1), constant(4)),
                cyclic(constant(4), constant(4)));
  EXPECT_EQ(embedded(checked).sharing.kind, RankSharing::Kind::Shift);
  EXPECT_EQ(planned(checked).embedded[0].stepCount, 3);

  checked.instances[0].to.firstRank = constant(1);
  EXPECT_EQ(embedded(checked).sharing.shift,
            embedded(checked).sharing.kind == RankSharing::Kind::Shift ? 1 : 0);

  checked.instances[0].to.firstRank = constant(4); // disjoint
  EXPECT_EQ(embedded(checked).sharing.kind, RankSharing::Kind::None);
  EXPECT_EQ(planned(checked).embedded[0].stepCount, 4);

  checked.instances[0].to.firstRank = unknown("first");
  EXPECT_EQ(embedded(checked).sharing.kind, RankSharing::Kind::None);
  EXPECT_EQ(planned(checked).embedded[0].stepCount, 4);
}

TEST(Assignment, SectionsThatBeginElsewhereNeedTheirConstants) {
  CheckedRedistribute checked = directive(
      {slice(constant(5), constant(70), constant(2))},
      cyclic(constant(3), constant(4)), cyclic(constant(5), constant(3)));
  checked.into = {{"b", false, false}};
  const Assignment made = embedded(checked);
  ASSERT_EQ(made.axes.size(), 1u);
  EXPECT_EQ(made.axes[0].sourceLower, 5);
  EXPECT_EQ(made.axes[0].sourceStride, 2);
  EXPECT_EQ(made.axes[0].targetLower, 0) << "into(b) is the whole of b";
  EXPECT_EQ(made.axes[0].targetStride, 1);
  EXPECT_EQ(made.axes[0].length, 70);

  checked.instances[0].intoSections = {
      slice(constant(80), constant(70), constant(-1))};
  EXPECT_EQ(embedded(checked).axes[0].targetLower, 80);
  EXPECT_EQ(embedded(checked).axes[0].targetStride, -1);

  checked.instances[0].intoSections[0].lower = unknown("lo");
  EXPECT_EQ(reason(checked), "'lo' is not a constant");
  checked.instances[0].intoSections.clear();
  checked.instances[0].sections[0].length = unknown("n");
  EXPECT_EQ(reason(checked), "'n' is not a constant");
}

TEST(Assignment, ASectionFromTheBeginNeedsNoLength) {
  const Assignment made = embedded(directive(
      {slice(constant(0), unknown("n"), constant(1))},
      cyclic(constant(3), constant(4)), cyclic(constant(5), constant(3))));
  EXPECT_EQ(made.axes[0].length, std::nullopt);
}

/// Elements 2 to 5 of an array that knows how long it is.
TEST(Assignment, ASectionDoesNotTellWhatBlockDivides) {
  const CheckedRedistribute checked =
      directive({slice(constant(2), constant(4), constant(1))},
                cyclic(constant(3), constant(4)), block(constant(2)));
  EXPECT_EQ(reason(checked), "'block' is not a constant");
}

/// A column of an array that is distributed by rows.
TEST(Assignment, SectionsOfUndistributedDimensionsNeedNoConstants) {
  const CheckedRedistribute checked = directive(
      {extent(unknown("n")), slice(unknown("lo"), unknown("m"), unknown("by"))},
      layout({cyclic(constant(3)), whole()}, {constant(4)}),
      layout({cyclic(constant(5)), whole()}, {constant(4)}));
  const Assignment made = embedded(checked);
  ASSERT_EQ(made.axes.size(), 2u);
  EXPECT_EQ(made.axes[1], redist::schedule::Axis{});
}

TEST(Assignment, NamesWhatIsKnownAtRunTimeOnly) {
  CheckedRedistribute checked =
      directive(constant(10), layout({genBlock("sizes")}, {constant(4)}),
                cyclic(constant(5), constant(4)));
  EXPECT_EQ(reason(checked),
            "the sizes of 'gen_block(sizes)' are known at run time only");
  checked.instances[0].to = layout({genBlock("other")}, {unknown("p")});
  EXPECT_EQ(reason(checked),
            "'p' is not a constant, and the sizes of 'gen_block(sizes)' and "
            "'gen_block(other)' are known at run time only");
}

TEST(Assignment, RelabelChoosesTargetRanksAtRunTime) {
  CheckedRedistribute checked =
      directive(constant(10), cyclic(constant(1), constant(4)),
                cyclic(constant(5), constant(4)));
  checked.relabel = "position";
  EXPECT_EQ(reason(checked), "'relabel' chooses the target ranks at run time");
}

TEST(Assignment, OneScheduleForEachReachingLayout) {
  CheckedRedistribute checked =
      directive(unknown("n"), cyclic(constant(1), constant(4)),
                cyclic(constant(5), constant(4)));
  CheckedInstance &instance = checked.instances[0];
  checked.objects[0].isArray = true;
  instance.from.reset();
  EXPECT_EQ(reason(checked), "the layout of 'a' is known at run time only");

  instance.reaching = {cyclic(constant(1), constant(4)),
                       cyclic(constant(2), constant(4))};
  RedistributePlan plan = planned(checked);
  ASSERT_EQ(plan.embedded.size(), 2u);
  EXPECT_EQ(plan.instances[0].embedded, (std::vector<int>{0, 1}));
  EXPECT_EQ(plan.embedded[1].assignment.axes[0].source.block, 2);

  // `block` of n elements cannot be known here: the runtime plans for it.
  instance.reaching.push_back(block(constant(4)));
  plan = planned(checked);
  EXPECT_EQ(plan.embedded.size(), 2u);
  EXPECT_EQ(plan.instances[0].deferral, DeferralKind::None);
  EXPECT_EQ(plan.instances[0].reason, "'n' is not a constant");
}
