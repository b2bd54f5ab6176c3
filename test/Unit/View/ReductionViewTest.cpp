//===- ReductionViewTest.cpp - A reduction, for people ----------*- C++ -*-===//
//
// What redist-plan's own tests cannot ask for: trees that have no given root,
// and documents in which every number is known beforehand.
//
//===----------------------------------------------------------------------===//
#include "redistc/View/ReductionView.h"

#include <gtest/gtest.h>

#include <sstream>

using namespace redistc::view;
using namespace redist::schedule;

static ReductionSchedule scheduleOf(const ReductionProblem &problem) {
  const Result<ReductionSchedule> made = makeReduction(problem);
  EXPECT_TRUE(made);
  return *made;
}

/// Five ranks, 1 below 0, and 2, 3, 4 below 1: a sink with one subtree can only
/// be the first or the last rank. Embedded words are the way to such a tree.
static ReductionSchedule broom() {
  ReductionProblem problem = {5, {2, 1, 0}};
  problem.ordered = true;
  problem.maxReducers = 3; // so that there is a table to be spoilt
  problem.strategy = ReductionStrategy::Binomial;
  std::vector<std::uint32_t> words = encode(scheduleOf(problem));
  words[16] =
      static_cast<std::uint32_t>(timed({-1, 0, 1, 1, 1}, problem.cost).length);
  words[18] = 0b01'01'01'00;
  std::uint32_t sum = 0x811c9dc5;
  for (std::size_t i = 3; i < words.size(); ++i) {
    sum = (sum ^ words[i]) * 0x01000193;
    sum ^= sum >> 15;
  }
  words[2] = sum;
  const Result<ReductionSchedule> decoded = decodeReduction(words);
  EXPECT_TRUE(decoded);
  return *decoded;
}

TEST(ReductionView, ShowsHowAResultIsSentOn) {
  const ReductionSchedule schedule = broom();
  ASSERT_EQ(schedule.length(), 10); // 1 combines at 3, 5, 7 and sends until 9
  for (std::int64_t root = 0; root < 5; ++root) {
    const ReductionView view =
        makeView(schedule, {1, 1}, {.root = root, .verify = true});
    const bool ends = root == 0 || root == 4;
    EXPECT_EQ(view.length, ends ? 10 : 12);
    EXPECT_EQ(view.report->length, view.length);
    EXPECT_EQ(view.sentOnFrom.has_value(), !ends);
    ASSERT_EQ(view.rows.size(), 5u);
    const std::int64_t sink = view.sentOnFrom.value_or(root);
    EXPECT_EQ(view.rows[static_cast<std::size_t>(sink)].parent, -1);
    EXPECT_EQ(view.rows[static_cast<std::size_t>(sink)].operands, 5);
    std::ostringstream text, json;
    writeText(view, false, text);
    writeJson(view, json);
    EXPECT_EQ(text.str().find("sent on") != std::string::npos, !ends);
    EXPECT_EQ(json.str().find(
                  "\"sent_on\": {\"from\": 0, \"to\": " + std::to_string(root) +
                  ", \"transfer_start\": 10}") != std::string::npos,
              !ends);
  }
}

TEST(ReductionView, TellsTheSinkAndTheRootTheirRoles) {
  const ReductionSchedule schedule = broom();
  std::ostringstream sink, root;
  writeText(makeView(schedule, {1, 1}, {.root = 2, .rank = 0}), false, sink);
  writeText(makeView(schedule, {1, 1}, {.root = 2, .rank = 2}), false, root);
  EXPECT_NE(sink.str().find("  sends to rank 2 10 - 12 the result\n"),
            std::string::npos)
      << sink.str();
  EXPECT_NE(root.str().find("  has the result at 12\n"), std::string::npos)
      << root.str();
}

/// Rank 2 has the first element; both others come when it is there, and the
/// second of them waits for the first one's transfer.
TEST(ReductionView, DrawsWhatComesLate) {
  const ReductionCost cost = {1, 4, 0};
  const std::vector<std::int64_t> arrivals = {4, 3, 0};
  const Result<ArrivalTree> tree = reduceArrivals(arrivals, cost);
  ASSERT_TRUE(tree);
  const ReductionView view = makeView(*tree, arrivals, cost, {1, 1}, true);
  EXPECT_TRUE(view.report->isValid);
  EXPECT_EQ(view.length, 11);
  std::int64_t combines = 0;
  for (std::size_t i = 0; i < view.rows.size(); ++i) {
    const ReductionRow &row = view.rows[i];
    if (row.parent < 0)
      continue;
    // Combined when it and another are there, no earlier than it arrived.
    EXPECT_GE(row.start, arrivals[i]);
    EXPECT_GE(row.combine, row.start + cost.transfer);
    ++combines;
  }
  EXPECT_EQ(combines, 2);
}

TEST(ReductionView, TimesInTheUnitOfTheCosts) {
  ReductionProblem problem = {3, {9, 2, 0}}; // 3/2 and 1/3 in sixths
  const ReductionView view = makeView(scheduleOf(problem), {1, 6}, {});
  EXPECT_EQ(view.time(view.length), "3.33333333333");
  std::ostringstream text;
  writeText(view, false, text);
  EXPECT_NE(text.str().find("transfer d = 1.5, combine c = 0.333333333333\n"),
            std::string::npos)
      << text.str();
}

TEST(ReductionView, ListsNothingThatIsNotAskedFor) {
  const ReductionSchedule schedule = scheduleOf({1'000'000'000, {1, 1}});
  const ReductionView large = makeView(schedule, {1, 1}, {.allreduce = true});
  EXPECT_TRUE(large.rows.empty());
  EXPECT_FALSE(large.alternatives);
  EXPECT_EQ(large.length, 44);
  EXPECT_FALSE(large.allreduce->lengths[1]); // takes the roles of all ranks
  EXPECT_EQ(large.allreduce->lengths[0], 44 + 30);
  const ReductionView role =
      makeView(scheduleOf({8, {1, 1}}), {1, 1}, {.rank = 7});
  EXPECT_TRUE(role.rows.empty());
  EXPECT_FALSE(role.alternatives);
}
