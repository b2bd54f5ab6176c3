//===- RedistributionTextTest.cpp - The tables of RR-3117 ------*- C++ -*-===//
//
// The tables are compared with those that Desprez et al. print for their first
// example, as corrected by counting elements. The step table is not: schedules
// of equal cost differ, so its letters are checked against the schedule.
//
//===----------------------------------------------------------------------===//
#include "redistc/View/RedistributionView.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

using namespace redistc::view;
using namespace redist::schedule;

static Assignment assignment(std::int64_t p, std::int64_t r, std::int64_t q,
                             std::int64_t s,
                             std::optional<std::int64_t> extent = {}) {
  Assignment result;
  result.axes.push_back({{p, r, {}}, {q, s, {}}, extent});
  return result;
}

static RedistributionView viewOf(const Assignment &assignment,
                                 const ViewRequest &request = {}) {
  auto schedule = makeGridSchedule(assignment, StrategyKind::Auto);
  EXPECT_TRUE(static_cast<bool>(schedule));
  return makeView(assignment, *schedule, StrategyKind::Auto, request);
}

static std::string textOf(const RedistributionView &view) {
  std::ostringstream out;
  writeText(view, true, out);
  return out.str();
}

/// Words of every line below the caption that starts with `caption`.
static std::vector<std::vector<std::string>>
tableBelow(const std::string &text, const std::string &caption) {
  std::istringstream lines(text.substr(text.find(caption)));
  std::vector<std::vector<std::string>> table;
  std::string line;
  std::getline(lines, line);
  std::getline(lines, line);
  while (std::getline(lines, line) && !line.empty()) {
    std::istringstream words(line);
    table.emplace_back(std::istream_iterator<std::string>(words),
                       std::istream_iterator<std::string>());
  }
  return table;
}

/// Example 1: P = Q = 16, r = 3, s = 5, L = 240.
static RedistributionView firstExample() {
  return viewOf(assignment(16, 3, 16, 5));
}

TEST(RedistributionText, FirstExampleGridIsTable1) {
  auto table =
      tableBelow(textOf(firstExample()), "Communication grid for P = Q = 16");
  ASSERT_EQ(table.size(), 18u);
  // Rows 12 and 15 as printed, blanks of the scan read as '-'.
  std::vector<std::string> row12 = {"12", "1", "2", "-", "-", "3",
                                    "-",  "-", "3", "-", "-", "3",
                                    "-",  "-", "2", "1", "-", "7"};
  std::vector<std::string> row15 = {"15", "-", "-", "2", "1", "-",
                                    "1",  "2", "-", "-", "3", "-",
                                    "-",  "3", "-", "-", "3", "7"};
  EXPECT_EQ(table[13], row12);
  EXPECT_EQ(table[16], row15);
  for (int rank = 0; rank < 16; ++rank)
    EXPECT_EQ(table[rank + 1].back(), "7") << "messages sent by " << rank;
  for (int rank = 0; rank < 16; ++rank)
    EXPECT_EQ(table[17][rank + 3], "7") << "messages received by " << rank;
}

TEST(RedistributionText, FirstExampleGridIsWhatCountingElementsGives) {
  std::map<std::pair<int, int>, int> count;
  for (int i = 0; i < 240; ++i)
    ++count[{i / 3 % 16, i / 5 % 16}];
  auto table = tableBelow(textOf(firstExample()), "Communication grid for");
  for (int p = 0; p < 16; ++p)
    for (int q = 0; q < 16; ++q) {
      auto found = count.find({p, q});
      EXPECT_EQ(table[p + 1][q + 1],
                found == count.end() ? "-" : std::to_string(found->second));
    }
}

TEST(RedistributionText, FirstExampleStepsAreSevenWithoutContention) {
  RedistributionView view = firstExample();
  auto table = tableBelow(textOf(view), "Communication steps for");
  ASSERT_EQ(table.size(), 17u);
  for (int p = 0; p < 16; ++p) {
    std::string letters;
    for (int q = 0; q < 16; ++q)
      if (table[p + 1][q + 1] != "-")
        letters += table[p + 1][q + 1];
    std::sort(letters.begin(), letters.end());
    EXPECT_EQ(letters, "abcdefg") << "row " << p;
  }
  const Transfer &transfer = view.steps->at(2).transfers.at(0);
  EXPECT_EQ(table[transfer.from + 1][transfer.to + 1], "c");
}

TEST(RedistributionText, FirstExampleCostsAreTable3) {
  auto table = tableBelow(textOf(firstExample()), "Communication costs for");
  ASSERT_EQ(table.size(), 2u);
  EXPECT_EQ(table[0], (std::vector<std::string>{"Step", "a", "b", "c", "d", "e",
                                                "f", "g", "Total"}));
  // The paper lists 3 3 3 2 2 1 1: one step a class, whatever the order.
  std::vector<std::string> costs(table[1].begin() + 1, table[1].end() - 1);
  std::sort(costs.rbegin(), costs.rend());
  EXPECT_EQ(costs,
            (std::vector<std::string>{"3", "3", "3", "2", "2", "1", "1"}));
  EXPECT_EQ(table[1].back(), "15");
}

TEST(RedistributionText, HeaderStatesCountsAndProof) {
  std::string text = textOf(firstExample());
  EXPECT_NE(text.find("P = 16 ranks, blocks of r = 3"), std::string::npos);
  EXPECT_NE(text.find("Q = 16 ranks, blocks of s = 5"), std::string::npos);
  EXPECT_NE(text.find("L = 240 elements"), std::string::npos);
  EXPECT_NE(text.find("partial, messages 112"), std::string::npos);
  EXPECT_NE(text.find("NS = 7, lower bound 7: proved least"),
            std::string::npos);
  EXPECT_NE(text.find("TC = 15, lower bound 15: proved least"),
            std::string::npos);
}

TEST(RedistributionText, TrueExtentShowsTrueLengths) {
  // 4 elements from CYCLIC(3) on 16 to CYCLIC(5) on 16: element 3 is the first
  // of rank 1, all others are of rank 0; all of them go to rank 0.
  auto view = viewOf(assignment(16, 3, 16, 5, 4), {.verify = true});
  EXPECT_EQ(view.stepCount, 2);
  EXPECT_EQ(view.totalCost, 4);
  EXPECT_EQ(view.messageCount, 2);
  auto table = tableBelow(textOf(view), "Communication grid for");
  EXPECT_EQ(table[1][1], "3");
  EXPECT_EQ(table[2][1], "1");
  EXPECT_EQ(table[17][3], "2");
  EXPECT_NE(textOf(view).find("Verification: valid"), std::string::npos);
}

TEST(RedistributionText, NothingToDoHasEmptyTables) {
  auto view = viewOf(assignment(2, 3, 3, 5, 0), {.verify = true});
  EXPECT_EQ(view.stepCount, 0);
  EXPECT_EQ(view.totalCost, 0);
  auto table = tableBelow(textOf(view), "Communication costs for");
  EXPECT_EQ(table[0], (std::vector<std::string>{"Step", "Total"}));
  EXPECT_EQ(table[1], (std::vector<std::string>{"Cost", "0"}));
}

TEST(RedistributionText, StepsAreNamedByLettersThenNumbers) {
  EXPECT_EQ(stepName(0, 1), "a");
  EXPECT_EQ(stepName(25, 26), "z");
  EXPECT_EQ(stepName(26, 27), "aa");
  EXPECT_EQ(stepName(51, 100), "az");
  EXPECT_EQ(stepName(52, 100), "ba");
  EXPECT_EQ(stepName(701, 702), "zz");
  EXPECT_EQ(stepName(0, 703), "1");
  EXPECT_EQ(stepName(702, 703), "703");
}

TEST(RedistributionText, InvalidReportsAreShown) {
  RedistributionView view = firstExample();
  (*view.steps)[0].transfers.pop_back();
  view.report = verify(view.assignment, *view.steps);
  ASSERT_FALSE(view.report->valid());
  std::string text = textOf(view);
  EXPECT_NE(text.find("Verification: INVALID"), std::string::npos);
  EXPECT_NE(text.find(view.report->offences.front()), std::string::npos);
}

/// A 4 x 6 array in blocks of rows on 2 to single columns on 3, and its
/// transpose: each rank owes 2 x 2 elements to each.
TEST(RedistributionText, SeveralDimensionsAreShownByTheirGrids) {
  Assignment transpose;
  transpose.axes = {{{1, 1, {}}, {3, 1, {}}, 6}, {{2, 2, {}}, {1, 1, {}}, 4}};
  transpose.sourceDimension = {1, 0};
  const RedistributionView view = viewOf(transpose, {.verify = true});
  EXPECT_EQ(view.pattern, PatternKind::AllToAll);
  EXPECT_EQ(view.stepCount, 3);
  EXPECT_EQ(view.totalCost, 12);
  const std::string text = textOf(view);
  EXPECT_NE(text.find("P = 2 ranks: cyclic(2), * onto(2)\n"),
            std::string::npos);
  EXPECT_NE(text.find("Q = 3 ranks: cyclic(1), * onto(3)\n"),
            std::string::npos);
  EXPECT_NE(text.find("permute     1, 0\n"), std::string::npos);
  EXPECT_NE(text.find("L = 3 x 4 = 12 elements"), std::string::npos);
  EXPECT_NE(text.find("N = 4 x 6 elements"), std::string::npos);
  const auto table = tableBelow(text, "Communication grid for P = 2, Q = 3");
  ASSERT_EQ(table.size(), 4u);
  EXPECT_EQ(table[1], (std::vector<std::string>{"0", "4", "4", "4", "3"}));
}

TEST(RedistributionText, EqualLayoutsMoveNothingUnlessRanksAreRenumbered) {
  Assignment same;
  same.axes = {{{2, 3, {}}, {2, 3, {}}, {}}, {{3, 1, {}}, {3, 1, {}}, {}}};
  EXPECT_EQ(viewOf(same).pattern, PatternKind::None);
  // The same pieces, but rank 1 of the source grid is (1, 0), not (0, 1).
  same.sourceDimension = {1, 0};
  EXPECT_EQ(viewOf(same).pattern, PatternKind::Partial);
}
