//===- ReduceTest.cpp - Which trees are embedded ---------------*- C++ -*-===//
#include "Directives.h"

#include <gtest/gtest.h>

using namespace redistc::plan;
using namespace redistc::plan::test;
using namespace redist::schedule;

static Seconds seconds(double value) { return {std::to_string(value), value}; }

/// reduce(+ : x) onto(ranks) cost(transfer: d, combine: c)
static CheckedReduce reduction(std::int64_t ranks, double d, double c) {
  CheckedReduce result;
  result.file = "app.cpp";
  result.line = 12;
  result.spelling = "#pragma reduce(+ : x)";
  result.operation.builtin = BuiltinOperator::Plus;
  result.items = {{"x", false, "", "", ""}};
  result.communicator = "MPI_COMM_WORLD";
  ReduceInstance instance;
  instance.onto = constant(ranks);
  instance.transferCost = seconds(d);
  instance.combineCost = seconds(c);
  result.instances = {instance};
  return result;
}

static ReducePlan planned(const CheckedReduce &directive,
                          std::int64_t maxEntries = 65536) {
  auto plan = Planner({maxEntries, nullptr}).plan(directive);
  EXPECT_TRUE(plan) << plan.error().message;
  return *plan;
}

static std::string described(const ReducePlan &plan) {
  return describe(plan, plan.instances[0]);
}

/// A = 5.1, B = 3.1 ms: the 15 smallest a A + b B, (a+b)!/(a!b!) of each, are
/// 0, 3.1, 5.1, 6.2, 2 of 8.2, 9.3, 10.2, 3 of 11.3, 12.4, 3 of 13.3.
TEST(PlanReduce, EmbedsTheTreeOfConstants) {
  const ReducePlan plan = planned(reduction(16, 2.0e-3, 3.1e-3));
  ASSERT_EQ(plan.embedded.size(), 1u);
  const EmbeddedTree &tree = plan.embedded[0];
  EXPECT_NEAR(tree.length, 5.1e-3 + 13.3e-3, 1e-12);
  EXPECT_NEAR(tree.lowerBound, 4 * 3.1e-3, 1e-12);
  EXPECT_NEAR(tree.binomial, 4 * 5.1e-3, 1e-12);
  EXPECT_EQ(tree.proof, ReductionProof::ClosedForm);
  EXPECT_EQ(plan.instances[0].deferral, DeferralKind::None);
  EXPECT_EQ(plan.instances[0].embedded, 0);
  EXPECT_EQ(described(plan),
            "tree embedded: 16 ranks, length 0.0184 s, the least possible "
            "(bound 0.0124 s); the binomial tree takes 0.0204 s; every rank "
            "has the result after 0.0204 s, by a butterfly in place of the "
            "tree");
}

/// The tree of 9 ranks takes 41 s (golden/reduction.json, R10), a broadcast
/// 4 s; a butterfly of 8 takes 33 s, and the ninth rank 11 s before and 1 s
/// behind it.
TEST(PlanReduce, TellsWhenEveryRankHasTheResult) {
  CheckedReduce directive = reduction(9, 1, 10);
  EXPECT_NE(described(planned(directive))
                .find("; every rank has the result after 45 s, by a broadcast "
                      "behind the tree"),
            std::string::npos)
      << described(planned(directive));
  directive.instances[0].root = constant(0);
  const ReducePlan plan = planned(directive);
  EXPECT_FALSE(plan.embedded[0].everywhere);
  EXPECT_EQ(described(plan).find("every rank"), std::string::npos);
  directive = reduction(1, 1, 1);
  EXPECT_EQ(described(planned(directive)).find("every rank"),
            std::string::npos);
}

/// The runtime looks for the problem that it has itself.
TEST(PlanReduce, WordsAreFoundByTheProblemOfTheRuntime) {
  CheckedReduce directive = reduction(9, 0.1, 0.2);
  directive.ordered = true;
  directive.strategy = ReductionStrategy::Fibonacci;
  directive.instances[0].transfers = constant(2);
  directive.instances[0].root = unknown("master");
  const ReducePlan plan = planned(directive);
  ASSERT_EQ(plan.embedded.size(), 1u);
  const auto key = reductionKeyOf(plan.embedded[0].words);
  ASSERT_TRUE(key) << key.error().message;
  const ReductionProblem wanted{9,    *costOfSeconds(0.1, 0.2),    2, 0,
                                true, ReductionStrategy::Fibonacci};
  EXPECT_EQ(*key, wanted);
  const auto schedule = decodeReduction(plan.embedded[0].words);
  ASSERT_TRUE(schedule) << schedule.error().message;
  EXPECT_NEAR(static_cast<double>(schedule->length()) * 0.1,
              plan.embedded[0].length, 1e-12);
}

TEST(PlanReduce, NamesWhatIsNotConstant) {
  CheckedReduce directive = reduction(16, 1, 1);
  directive.instances[0].onto = unknown("n");
  directive.instances[0].reducers = unknown("k");
  const ReducePlan plan = planned(directive);
  EXPECT_TRUE(plan.embedded.empty());
  EXPECT_EQ(plan.instances[0].deferral, DeferralKind::NotConstant);
  EXPECT_EQ(plan.instances[0].embedded, -1);
  EXPECT_EQ(described(plan),
            "the runtime plans: 'n' and 'k' are not constants");
  directive.instances[0] = ReduceInstance();
  directive.instances[0].transferCost = Seconds{"d", std::nullopt};
  directive.instances[0].combineCost = Seconds{"d", std::nullopt};
  EXPECT_EQ(described(planned(directive)),
            "the runtime plans: no onto(...) is given: the number of ranks is "
            "known at run time only; 'd' is not a constant");
}

TEST(PlanReduce, WithoutCostsTheRuntimeMeasuresWhereItMay) {
  CheckedReduce directive = reduction(16, 1, 1);
  directive.instances[0].transferCost.reset();
  directive.instances[0].combineCost.reset();
  directive.instances[0].isExact = true;
  EXPECT_EQ(
      described(planned(directive)),
      "the runtime plans: no cost(...) is given: the runtime measures, or "
      "leaves it to MPI");
  directive.instances[0].isExact = false;
  EXPECT_EQ(described(planned(directive)),
            "the runtime plans: no cost(...) is given: the runtime takes costs "
            "that never change how numbers are rounded, or leaves it to MPI");
  directive.operation = {std::nullopt, "merge"};
  directive.instances[0].isExact = true;
  EXPECT_EQ(described(planned(directive)),
            "the runtime plans: no cost(...) is given: the runtime measures");
}

TEST(PlanReduce, MpiNeedsNoTree) {
  CheckedReduce directive = reduction(16, 1, 1);
  directive.strategy = ReductionStrategy::Mpi;
  const ReducePlan plan = planned(directive);
  EXPECT_EQ(plan.instances[0].deferral, DeferralKind::NotNeeded);
  EXPECT_EQ(described(plan), "no tree embedded: strategy 'mpi' leaves the tree "
                             "to the MPI library");
}

TEST(PlanReduce, TablesHaveALimitAndClosedFormsNeedNone) {
  CheckedReduce directive = reduction(1000, 1, 1);
  directive.strategy = ReductionStrategy::Binomial;
  EXPECT_EQ(planned(directive, 0).embedded.size(), 1u);
  directive.instances[0].transfers = constant(100);
  EXPECT_EQ(planned(directive).embedded.size(), 1u);
  const ReducePlan plan = planned(directive, 999);
  EXPECT_EQ(plan.instances[0].deferral, DeferralKind::TooLarge);
  EXPECT_EQ(described(plan),
            "the runtime plans: the tree has 1000 table entries, more than "
            "--max-embedded-entries=999");
  const ReducePlan large = planned(reduction(1'000'000'000'000, 1, 1), 0);
  ASSERT_EQ(large.embedded.size(), 1u);
  // 2^39 < 10^12 <= 2^40
  EXPECT_EQ(large.embedded[0].binomial, 80);
  EXPECT_NE(described(large).find("the binomial tree takes at most 80 s"),
            std::string::npos);
}

/// At most one machine combines: 4 transfers, then the last combine.
TEST(PlanReduce, LimitsShapeTheTree) {
  CheckedReduce directive = reduction(5, 1, 1);
  directive.instances[0].reducers = constant(1);
  const ReducePlan plan = planned(directive);
  ASSERT_EQ(plan.embedded.size(), 1u);
  EXPECT_EQ(plan.embedded[0].length, 5);
  EXPECT_EQ(
      described(plan),
      "tree embedded: 5 ranks, length 5 s, by theorem 9 the least possible "
      "within its limits (bound 3 s); without the limit the binomial tree "
      "takes 4 s; every rank has the result after 8 s, by a broadcast behind "
      "the tree");
}

/// A claim names what it rests on, and there is none without.
TEST(PlanReduce, ClaimsNameTheirProof) {
  const auto lengthIn = [](std::int64_t transfers, std::int64_t reducers,
                           std::int64_t ranks) {
    CheckedReduce directive = reduction(ranks, 1, 1);
    if (transfers > 0)
      directive.instances[0].transfers = constant(transfers);
    if (reducers > 0)
      directive.instances[0].reducers = constant(reducers);
    const std::string text = described(planned(directive));
    const std::size_t first = text.find("length");
    return text.substr(first, text.find(" (bound") - first);
  };
  EXPECT_EQ(lengthIn(1, 0, 5), "length 5 s, by theorem 7 the least possible "
                               "within its limits");
  EXPECT_EQ(lengthIn(0, 2, 20), "length 12 s, by theorem 9 the least possible "
                                "within its limits");
  // As short as without the limit: nothing rests on the theorem.
  EXPECT_EQ(lengthIn(0, 3, 5), "length 4 s, the least possible");
}

TEST(PlanReduce, EqualConstantsShareATree) {
  CheckedReduce directive = reduction(16, 1, 2);
  directive.isTemplated = true;
  directive.instances.push_back(directive.instances[0]);
  directive.instances.push_back(directive.instances[0]);
  directive.instances[0].context = "f<1>";
  directive.instances[1].context = "f<2>";
  directive.instances[2].context = "f<3>";
  directive.instances[1].onto = constant(17);
  const ReducePlan plan = planned(directive);
  EXPECT_EQ(plan.embedded.size(), 2u);
  EXPECT_EQ(plan.instances[0].embedded, 0);
  EXPECT_EQ(plan.instances[1].embedded, 1);
  EXPECT_EQ(plan.instances[2].embedded, 0);
}

TEST(PlanReduce, AnUninstantiatedTemplateSaysSo) {
  CheckedReduce directive = reduction(16, 1, 2);
  directive.isTemplated = true;
  directive.instances[0].onto = unknown("N");
  const ReducePlan plan = planned(directive);
  EXPECT_EQ(plan.instances[0].deferral, DeferralKind::Uninstantiated);
  EXPECT_EQ(described(plan),
            "the runtime plans: 'N' is not a constant and nothing in this file "
            "instantiates the template");
}
