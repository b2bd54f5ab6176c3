//===- GridProperties.cpp - Schedules of random assignments ---------------===//
//
// Every strategy on random assignments of one to four axes: held against the
// messages counted element by element, against the greatest degree, and through
// the embedding.
//
//===----------------------------------------------------------------------===//
#include "GridAssignments.h"
#include "Properties.h"

#include "../Unit/Schedule/ColouringOracle.h"

#include "redistSchedule/Product/GridSchedule.h"

#include <gtest/gtest.h>

#include <set>

using namespace redist::schedule;
using namespace redist::schedule::test;

/// What is wrong with steps as those of the messages; empty if nothing is.
static std::string offenceOf(const std::vector<Step> &steps,
                             PairLengths lengths) {
  for (const Step &step : steps) {
    std::set<std::int64_t> senders, receivers;
    std::int64_t longest = 0;
    for (const auto &[from, to, length] : step.transfers) {
      const auto found = lengths.find({from, to});
      if (found == lengths.end() || found->second != length)
        return "a message that is not one";
      lengths.erase(found);
      if (!senders.insert(from).second || !receivers.insert(to).second)
        return "contention";
      longest = std::max(longest, length);
    }
    if (longest == 0 || longest != step.cost)
      return "cost of a step";
  }
  return lengths.empty() ? "" : "a message is missing";
}

/// Rows and columns of all ranks against the list of steps.
static std::string offenceOfRows(const GridSchedule &schedule) {
  std::set<std::vector<std::int64_t>> listed, sent, received;
  const std::vector<Step> steps = schedule.allSteps();
  for (std::size_t i = 0; i < steps.size(); ++i)
    for (const auto &[from, to, length] : steps[i].transfers) {
      listed.insert({static_cast<std::int64_t>(i), from, to, length});
      if (schedule.stepOf(from, to) != static_cast<std::int64_t>(i))
        return "stepOf";
    }
  std::vector<Message> row;
  for (std::int64_t p = 0; p < schedule.assignment().sourceRanks(); ++p) {
    schedule.sendRow(p, row);
    for (const auto &[step, partner, length] : row)
      sent.insert({step, p, partner, length});
  }
  for (std::int64_t q = 0; q < schedule.assignment().targetRanks(); ++q) {
    schedule.receiveRow(q, row);
    for (const auto &[step, partner, length] : row)
      received.insert({step, partner, q, length});
  }
  return listed == sent && listed == received ? "" : "rows";
}

static std::string offenceOf(const Assignment &assignment,
                             StrategyKind strategy) {
  static const redistc::exact::ClassSolver solver;
  const Result<GridSchedule> schedule =
      makeGridSchedule(assignment, strategy, {&solver});
  if (!schedule)
    return mayNotApply(strategy) &&
                   schedule.error().kind == ErrorKind::StrategyNotForCase
               ? ""
               : schedule.error().message;
  const PairLengths lengths = countElements(assignment);
  if (std::string offence = offenceOf(schedule->allSteps(assignment), lengths);
      !offence.empty())
    return offence;
  if (const VerifyReport report = verify(*schedule, assignment);
      !report.valid())
    return report.offences.front();
  if (const VerifyReport report = verify(*schedule); !report.valid())
    return report.offences.front();
  const bool fewest = strategy == StrategyKind::Auto ||
                      strategy == StrategyKind::Exact ||
                      strategy == StrategyKind::Stepwise;
  if (fewest && schedule->stepCount() != schedule->minimumSteps())
    return "more steps than needed";
  // All have few messages, so that true lengths count where they matter.
  if (fewest && schedule->stepCount() != greatestDegree(lengths))
    return "not as many steps as the greatest degree";
  if (std::string offence = offenceOfRows(*schedule); !offence.empty())
    return offence;
  const std::vector<std::uint32_t> words = encode(*schedule);
  const Result<GridSchedule> decoded = decodeGrid(words);
  if (!decoded)
    return decoded.error().message;
  if (encode(*decoded) != words || decoded->hash() != schedule->hash() ||
      decoded->totalCost() != schedule->totalCost() ||
      decoded->minimumSteps() != schedule->minimumSteps() ||
      decoded->assignment() != schedule->assignment())
    return "the embedding";
  const Result<GridEmbeddingKey> key = gridKeyOf(words);
  return key && key->assignment == schedule->assignment() &&
                 key->strategy == strategy
             ? ""
             : "the key";
}

static void checkRandom(std::size_t dimensions, const AxisLimits &limits,
                        std::uint64_t cases) {
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    Dice dice(seed * 1000 + dimensions);
    const Assignment assignment = randomAssignment(dice, dimensions, limits);
    ASSERT_FALSE(check(assignment)) << describe(assignment);
    ASSERT_EQ(canonical(canonical(assignment)), canonical(assignment))
        << describe(assignment);
    const auto strategy =
        static_cast<StrategyKind>(dice.oneIn(2) ? 0 : dice.roll(0, 8));
    ASSERT_EQ(offenceOf(assignment, strategy), "")
        << name(strategy) << " " << describe(assignment) << " seed " << seed;
  }
}

TEST(GridProperties, OneAxis) { checkRandom(1, {12, 9, 200}, 1500); }
TEST(GridProperties, TwoAxes) { checkRandom(2, {5, 6, 40}, 1500); }
TEST(GridProperties, ThreeAxes) { checkRandom(3, {3, 4, 16}, 800); }
TEST(GridProperties, FourAxes) { checkRandom(4, {3, 3, 9}, 500); }

/// Messages without classes: `exact` costs the least of all colourings.
TEST(GridProperties, FewMessagesAreSolvedExactly) {
  const redistc::exact::ClassSolver solver;
  int cases = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    Dice dice(seed);
    const Assignment assignment = randomAssignment(
        dice, static_cast<std::size_t>(dice.roll(1, 3)), {4, 5, 30});
    const GridSchedule schedule =
        *makeGridSchedule(assignment, StrategyKind::Exact, {&solver});
    if (schedule.messageCount() > 10 || schedule.stepCount() < 3)
      continue;
    BipartiteGraph graph;
    graph.rows = static_cast<std::int32_t>(assignment.sourceRanks());
    graph.columns = static_cast<std::int32_t>(assignment.targetRanks());
    for (const Step &step : schedule.allSteps())
      for (const auto &[from, to, length] : step.transfers)
        graph.edges.push_back({static_cast<std::int32_t>(from),
                               static_cast<std::int32_t>(to), length});
    ASSERT_EQ(schedule.totalCost(), LeastCostOracle(graph).minCost())
        << describe(assignment) << " seed " << seed;
    ASSERT_TRUE(schedule.provedOptimal()) << describe(assignment);
    ++cases;
  }
  EXPECT_GT(cases, 50);
}
