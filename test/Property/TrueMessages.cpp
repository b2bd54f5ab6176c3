//===- TrueMessages.cpp - What schedules cost for what was asked ----------===//
//
// The messages of random assignments, with any length and with shared ranks,
// are counted element by element, and the least total cost at the least number
// of steps is found by a search over all schedules of them, which shares
// nothing with the library. `exact` has to reach it, and to say so; `auto` has
// to stay near; no bound may be above it.
//
// REDIST_SCHEDULE_CASES: how many cases a test has.
//
//===----------------------------------------------------------------------===//
#include "GridAssignments.h"

#include "redistSchedule/EdgeColouring/Colouring.h"
#include "redistSchedule/OneDimension/Verify.h"
#include "redistSchedule/Product/GridSchedule.h"
#include "redistc/Exact/ClassSolver.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <set>

using namespace redist::schedule;
using namespace redist::schedule::test;

static std::uint64_t casesOr(std::uint64_t usual) {
  const char *text = std::getenv("REDIST_SCHEDULE_CASES");
  return text ? std::strtoull(text, nullptr, 10) : usual;
}

/// Whether messages can be scheduled in a number of steps at less than a cost:
/// longest messages first, each into a step that is there already or into a new
/// one, whose cost is then its own length.
class CheaperSearch {
public:
  CheaperSearch(const PairLengths &lengths, std::int64_t stepCount)
      : steps(static_cast<std::size_t>(stepCount)) {
    for (const auto &[pair, length] : lengths)
      messages.push_back({length, pair.first, pair.second});
    std::sort(messages.rbegin(), messages.rend());
  }

  /// Absent: the search has become too long.
  std::optional<bool> isCheaperThan(std::int64_t cost) {
    limit = cost;
    const bool found = place(0, 0, 0);
    if (visited > maxVisited)
      return std::nullopt;
    return found;
  }

private:
  struct Message {
    std::int64_t length, from, to;
    auto operator<=>(const Message &) const = default;
  };
  struct Partners {
    std::set<std::int64_t> senders, receivers;
  };
  static constexpr std::int64_t maxVisited = 300'000;

  bool place(std::size_t i, std::size_t opened, std::int64_t cost) {
    if (cost >= limit || ++visited > maxVisited)
      return false;
    if (i == messages.size())
      return true;
    const auto &[length, from, to] = messages[i];
    for (std::size_t k = 0; k < std::min(opened + 1, steps.size()); ++k) {
      Partners &step = steps[k];
      if (step.senders.contains(from) || step.receivers.contains(to))
        continue;
      step.senders.insert(from);
      step.receivers.insert(to);
      const bool isNew = k == opened;
      if (place(i + 1, opened + (isNew ? 1 : 0), cost + (isNew ? length : 0)))
        return true;
      step.senders.erase(from);
      step.receivers.erase(to);
    }
    return false;
  }

  std::vector<Message> messages;
  std::vector<Partners> steps;
  std::int64_t limit = 0, visited = 0;
};

static Assignment wholeAxis(Dice &dice, std::int64_t ranks,
                            std::int64_t block) {
  Assignment assignment;
  Axis axis;
  axis.source = {dice.roll(1, ranks), dice.roll(1, block), {}};
  axis.target = {dice.roll(1, ranks), dice.roll(1, block), {}};
  const std::int64_t superblock =
      *CommunicationGrid::make({axis.source.cyclic(), axis.target.cyclic()})
           ->superblock();
  // Less than a superblock, a few, whole ones, many.
  switch (dice.roll(0, 3)) {
  case 0:
    axis.length = dice.roll(1, superblock);
    break;
  case 1:
    axis.length = dice.roll(1, 8 * superblock);
    break;
  case 2:
    axis.length = dice.roll(1, 20) * superblock;
    break;
  case 3:
    axis.length = dice.roll(8 * superblock, 40 * superblock);
    break;
  }
  assignment.axes = {axis};
  assignment.sharing =
      randomSharing(dice, axis.source.ranks, axis.target.ranks);
  return assignment;
}

/// What the steps of a schedule are for the messages.
struct Actual {
  std::int64_t steps = 0, cost = 0;
};

static Actual actualOf(const GridSchedule &schedule,
                       const Assignment &assignment) {
  Actual actual;
  for (const Step &step : schedule.allSteps(assignment)) {
    ++actual.steps;
    actual.cost += step.cost;
  }
  return actual;
}

static Assignment smallAssignment(Dice &dice) {
  return dice.oneIn(3)
             ? randomAssignment(dice, static_cast<std::size_t>(dice.roll(1, 2)),
                                {3, 4, 30})
             : wholeAxis(dice, 6, 6);
}

/// What countsOf() says of a schedule is what its steps are.
static void checkCounts(const ScheduleCounts &counts, const Actual &actual,
                        const PairLengths &lengths) {
  ASSERT_EQ(counts.stepCount, actual.steps);
  ASSERT_EQ(counts.totalCost, actual.cost);
  ASSERT_EQ(counts.messageCount, static_cast<std::int64_t>(lengths.size()));
  ASSERT_EQ(counts.bounds.stepCount, greatestDegree(lengths));
  ASSERT_LE(counts.bounds.totalCost, counts.totalCost);
}

TEST(TrueMessages, ExactCostsTheLeastAndAutoIsNear) {
  const redistc::exact::ClassSolver solver;
  std::int64_t solved = 0;
  double ratios = 0;
  for (std::uint64_t seed = 1; seed <= casesOr(2500); ++seed) {
    Dice dice(seed);
    const Assignment assignment = smallAssignment(dice);
    const PairLengths lengths = countElements(assignment);
    if (lengths.empty() || lengths.size() > 24)
      continue;
    SCOPED_TRACE(describe(assignment) + " seed " + std::to_string(seed));
    const GridSchedule exact =
        *makeGridSchedule(assignment, StrategyKind::Exact, {&solver});
    const GridSchedule fast = *makeGridSchedule(assignment, StrategyKind::Auto);
    const Actual least = actualOf(exact, assignment);
    const Actual near = actualOf(fast, assignment);
    const auto exactCounts = countsOf(exact, assignment);
    const auto fastCounts = countsOf(fast, assignment);
    ASSERT_TRUE(exactCounts && fastCounts);
    ASSERT_NO_FATAL_FAILURE(checkCounts(*exactCounts, least, lengths));
    ASSERT_NO_FATAL_FAILURE(checkCounts(*fastCounts, near, lengths));
    ASSERT_TRUE(verify(exact, assignment).valid());
    ASSERT_TRUE(verify(fast, assignment).valid());
    ASSERT_EQ(least.steps, greatestDegree(lengths));
    ASSERT_EQ(near.steps, greatestDegree(lengths));
    ASSERT_TRUE(exactCounts->costIsLeast());
    ASSERT_LE(fastCounts->bounds.totalCost, least.cost);
    ASSERT_LE(least.cost, near.cost);
    ASSERT_LE(near.cost * 10, least.cost * 11);
    const auto isCheaper =
        CheaperSearch(lengths, least.steps).isCheaperThan(least.cost);
    if (!isCheaper)
      continue;
    ASSERT_FALSE(*isCheaper);
    ++solved;
    ratios += static_cast<double>(near.cost) / static_cast<double>(least.cost);
  }
  EXPECT_GT(solved, 0);
  EXPECT_LE(ratios, 1.01 * static_cast<double>(solved));
}

/// Of 500 messages at most, where a search over all schedules would not end.
TEST(TrueMessages, AutoIsNearExactOnLargerGrids) {
  redistc::exact::ClassSolverLimits limits;
  limits.seconds = 1;
  const redistc::exact::ClassSolver solver(limits);
  std::int64_t count = 0;
  double ratios = 0;
  for (std::uint64_t seed = 1; seed <= casesOr(60); ++seed) {
    Dice dice(seed);
    const Assignment assignment = wholeAxis(dice, 24, 24);
    const GridSchedule exact =
        *makeGridSchedule(assignment, StrategyKind::Exact, {&solver});
    const auto least = countsOf(exact, assignment);
    const auto near =
        countsOf(*makeGridSchedule(assignment, StrategyKind::Auto), assignment);
    ASSERT_TRUE(least && near);
    if (least->messageCount == 0 || least->messageCount > 500)
      continue;
    SCOPED_TRACE(describe(assignment) + " seed " + std::to_string(seed));
    ASSERT_TRUE(verify(exact, assignment).valid());
    ASSERT_LE(least->totalCost, near->totalCost);
    ASSERT_LE(near->totalCost * 10, least->totalCost * 11);
    ASSERT_LE(near->bounds.totalCost, least->totalCost);
    ratios += static_cast<double>(near->totalCost) /
              static_cast<double>(least->totalCost);
    ++count;
  }
  EXPECT_GT(count, 0);
  EXPECT_LE(ratios, 1.01 * static_cast<double>(count));
}

static Assignment oneAxis(BlockCyclic source, BlockCyclic target,
                          std::int64_t length, bool isShared) {
  Assignment assignment;
  Axis axis;
  axis.source = {source.ranks, source.block, {}};
  axis.target = {target.ranks, target.block, {}};
  axis.length = length;
  assignment.axes = {axis};
  if (isShared)
    assignment.sharing = {RankSharing::Kind::Shift, 0, {}};
  return assignment;
}

/// Superblocks are far from the best here: more than one is begun, so that the
/// longest messages of few steps would make all of them long.
TEST(TrueMessages, ManyMessagesAreSplitInLevels) {
  const Assignment shared = oneAxis({200, 3}, {200, 64}, 49'920, true);
  EXPECT_LE(countsOf(*makeGridSchedule(shared, StrategyKind::Auto), shared)
                ->totalCost,
            282);
  const Assignment large = oneAxis({1000, 2}, {1000, 301}, 700'003, false);
  const auto counts =
      countsOf(*makeGridSchedule(large, StrategyKind::Auto), large);
  EXPECT_GE(counts->totalCost, 904);
  EXPECT_LE(counts->totalCost, 915);
  EXPECT_TRUE(counts->stepsAreLeast());
}

/// A search that would take minutes ends when its time is over, with the gap.
TEST(TrueMessages, ExactEndsInTime) {
  redistc::exact::ClassSolverLimits limits;
  limits.seconds = 1;
  const redistc::exact::ClassSolver solver(limits);
  const Assignment assignment = oneAxis({23, 33}, {21, 8}, 11'752, false);
  const auto begin = std::chrono::steady_clock::now();
  const auto counts =
      countsOf(*makeGridSchedule(assignment, StrategyKind::Exact, {&solver}),
               assignment);
  const std::chrono::duration<double> time =
      std::chrono::steady_clock::now() - begin;
  EXPECT_LT(time.count(), 1.6); // 1.2, and what other processes take
  EXPECT_TRUE(counts->stepsAreLeast());
  EXPECT_LE(counts->totalCost * 100, counts->bounds.totalCost * 105);
}

/// What the runtime finds embedded and what it plans by itself is the same.
TEST(TrueMessages, KnownSchedulesChangeNothing) {
  class Memory final : public KnownSchedules {
  public:
    std::optional<GridSchedule> find(const Assignment &assignment,
                                     StrategyKind strategy) override {
      for (const auto &[asked, made] : all)
        if (asked == assignment && made.strategy() == strategy)
          return *decodeGrid(encode(made));
      return std::nullopt;
    }
    void keep(const Assignment &asked, StrategyKind,
              const GridSchedule &made) override {
      all.emplace_back(asked, made);
    }
    std::vector<std::pair<Assignment, GridSchedule>> all;
  };
  for (std::uint64_t seed = 1; seed <= casesOr(150); ++seed) {
    Dice dice(seed);
    Assignment assignment = wholeAxis(dice, 9, 12);
    Memory memory;
    const std::int64_t lengths[] = {*assignment.axes[0].length,
                                    *assignment.axes[0].length + 1,
                                    *assignment.axes[0].length * 9 + 5};
    for (const std::int64_t length : lengths) {
      assignment.axes[0].length = length;
      const GridSchedule alone =
          *makeGridSchedule(assignment, StrategyKind::Auto);
      const GridSchedule known =
          *makeGridSchedule(assignment, StrategyKind::Auto, {nullptr, &memory});
      ASSERT_EQ(encode(known), encode(alone))
          << describe(assignment) << " seed " << seed;
    }
  }
}
