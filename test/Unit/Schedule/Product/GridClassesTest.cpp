//===- GridClassesTest.cpp - Classes of several axes, by brute force ------===//
//
// What the rule by classes relies on: in a product of communication grids,
// classes, row and column types, alpha, beta, copies and weights multiply.
// Checked against pairs of ranks on every small grid of two axes, and some of
// three.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Product/GridSchedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

using namespace redist::schedule;

/// Lengths of all pairs of one axis for its superblock.
static std::vector<std::vector<std::int64_t>>
lengthsOf(const Redistribution &axis) {
  std::vector<std::vector<std::int64_t>> lengths(
      static_cast<std::size_t>(axis.source.ranks),
      std::vector<std::int64_t>(static_cast<std::size_t>(axis.target.ranks)));
  const std::int64_t superblock = *CommunicationGrid::make(axis)->superblock();
  for (std::int64_t i = 0; i < superblock; ++i)
    ++lengths[static_cast<std::size_t>(axis.source.owner(i))]
             [static_cast<std::size_t>(axis.target.owner(i))];
  return lengths;
}

static Assignment assignmentOf(const std::vector<Redistribution> &axes) {
  Assignment assignment;
  for (const Redistribution &own : axes) {
    Axis axis;
    axis.source = {own.source.ranks, own.source.block, {}};
    axis.target = {own.target.ranks, own.target.block, {}};
    assignment.axes.push_back(axis);
  }
  return assignment;
}

/// Lengths of all pairs of ranks, row by row.
static std::vector<std::vector<std::int64_t>>
productOf(const std::vector<Redistribution> &axes) {
  std::vector<std::vector<std::int64_t>> product = {{1}};
  for (const Redistribution &axis : axes) {
    const auto own = lengthsOf(axis);
    std::vector<std::vector<std::int64_t>> next;
    for (const auto &outer : product)
      for (const auto &inner : own) {
        next.emplace_back();
        for (const std::int64_t a : outer)
          for (const std::int64_t b : inner)
            next.back().push_back(a * b);
      }
    product = std::move(next);
  }
  return product;
}

/// Sorted lengths of a row, as a multiset that types must agree on.
static std::vector<std::int64_t> sortedMessages(std::vector<std::int64_t> row) {
  std::erase(row, 0);
  std::sort(row.begin(), row.end());
  return row;
}

static std::vector<std::vector<std::int64_t>>
transposed(const std::vector<std::vector<std::int64_t>> &matrix) {
  std::vector<std::vector<std::int64_t>> result(matrix.front().size());
  for (const auto &row : matrix)
    for (std::size_t i = 0; i < row.size(); ++i)
      result[i].push_back(row[i]);
  return result;
}

using Profile = std::map<std::vector<std::int64_t>, std::int64_t>;

/// How many ranks of a side have which lengths.
static Profile profileOf(const std::vector<std::vector<std::int64_t>> &rows) {
  Profile profile;
  for (const auto &row : rows)
    ++profile[sortedMessages(row)];
  return profile;
}

/// The same from the class problem: ranks are dealt evenly to the types, and
/// have each class of their type beta (or alpha) times.
static Profile profileOf(const ClassProblem &problem, bool isRow,
                         std::int64_t ranks) {
  const auto types =
      static_cast<std::size_t>(isRow ? problem.rowTypes : problem.columnTypes);
  std::vector<std::vector<std::int64_t>> ofType(types);
  for (const MessageClass &own : problem.classes)
    for (std::int64_t i = 0; i < (isRow ? problem.beta : problem.alpha); ++i)
      ofType[static_cast<std::size_t>(isRow ? own.rowType : own.columnType)]
          .push_back(own.weight);
  Profile profile;
  for (auto &messages : ofType) {
    std::sort(messages.begin(), messages.end());
    profile[messages] += ranks / static_cast<std::int64_t>(types);
  }
  return profile;
}

static std::int64_t
greatestDegree(const std::vector<std::vector<std::int64_t>> &rows) {
  std::size_t degree = 0;
  for (const auto &row : rows)
    degree = std::max(degree, sortedMessages(row).size());
  return static_cast<std::int64_t>(degree);
}

static void expectStructure(const std::vector<Redistribution> &axes) {
  const Assignment assignment = assignmentOf(axes);
  const auto rows = productOf(axes);
  const auto columns = transposed(rows);
  const std::int64_t steps =
      std::max(greatestDegree(rows), greatestDegree(columns));
  const Result<ClassProblem> problem = classProblem(assignment, steps);
  ASSERT_TRUE(problem);
  EXPECT_EQ(profileOf(*problem, true, assignment.sourceRanks()),
            profileOf(rows));
  EXPECT_EQ(profileOf(*problem, false, assignment.targetRanks()),
            profileOf(columns));
  EXPECT_EQ(lowerBounds(assignment).stepCount, steps);

  const Result<GridSchedule> schedule =
      makeGridSchedule(assignment, StrategyKind::Auto);
  ASSERT_TRUE(schedule);
  EXPECT_EQ(schedule->stepCount(), steps);
  EXPECT_EQ(schedule->minimumSteps(), steps);
  std::vector<Message> row;
  for (std::size_t p = 0; p < rows.size(); ++p) {
    schedule->sendRow(static_cast<std::int64_t>(p), row);
    auto left = rows[p];
    for (const Message &message : row) {
      EXPECT_EQ(left[static_cast<std::size_t>(message.partner)],
                message.length);
      left[static_cast<std::size_t>(message.partner)] = 0;
    }
    EXPECT_EQ(sortedMessages(left).size(), 0U);
  }
}

TEST(GridClasses, MultiplyOnEverySmallGridOfTwoAxes) {
  std::vector<Redistribution> axes;
  for (std::int64_t P = 1; P <= 4; ++P)
    for (std::int64_t Q = 1; Q <= 4; ++Q)
      for (const auto &[r, s] :
           std::vector<std::pair<std::int64_t, std::int64_t>>{
               {1, 1}, {1, 2}, {2, 3}, {4, 3}})
        axes.push_back({{P, r}, {Q, s}});
  for (const Redistribution &first : axes)
    for (const Redistribution &second : axes) {
      expectStructure({first, second});
      if (HasFailure())
        FAIL() << first.source.ranks << " " << first.source.block << " "
               << first.target.ranks << " " << first.target.block << "  "
               << second.source.ranks << " " << second.source.block << " "
               << second.target.ranks << " " << second.target.block;
    }
}

TEST(GridClasses, MultiplyOnGridsOfThreeAxes) {
  expectStructure({{{2, 3}, {3, 2}}, {{4, 1}, {2, 3}}, {{1, 1}, {3, 2}}});
  expectStructure({{{3, 4}, {2, 9}}, {{2, 5}, {2, 3}}, {{3, 2}, {2, 3}}});
  expectStructure({{{6, 5}, {4, 9}}, {{1, 1}, {4, 1}}, {{4, 1}, {1, 1}}});
}

// 16 ranks reshaped: 8 x 2 -> 2 x 8, block-cyclic. Rows dominate on one axis
// and columns on the other, so that the product of the schedules of the axes
// would take four times as many steps.
TEST(GridClasses, ReshapedGridTakesTheGreaterProduct) {
  const Assignment assignment =
      assignmentOf({{{8, 1}, {2, 1}}, {{2, 1}, {8, 1}}});
  const Result<GridSchedule> schedule =
      makeGridSchedule(assignment, StrategyKind::Auto);
  ASSERT_TRUE(schedule);
  EXPECT_EQ(schedule->stepCount(), 4);
  EXPECT_EQ(schedule->messageCount(), 64);
  EXPECT_TRUE(schedule->provedOptimal());
}
