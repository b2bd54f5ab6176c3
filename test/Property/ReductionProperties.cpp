//===- ReductionProperties.cpp - Reductions against exhaustive search -----===//
//
// Optimal lengths under every limit, the closed form against Algorithm 1, the
// roles of all ranks carried out by a simulator that knows nothing of trees.
//
//===----------------------------------------------------------------------===//
#include "../Unit/Schedule/ProgramSimulator.h"
#include "AllReductions.h"

#include "redistSchedule/Reduction/ReductionTree.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

using namespace redist::schedule;
using namespace redist::schedule::test;

static std::int64_t number(std::int64_t least, std::int64_t most) {
  return *rc::gen::resize(rc::kNominalSize,
                          rc::gen::inRange<std::int64_t>(least, most + 1));
}

/// Equal costs, free ones, latencies are frequent.
static ReductionCost randomCost(std::int64_t most) {
  const std::int64_t transfer = number(0, 4) == 0 ? 0 : number(1, most);
  std::int64_t combine = number(0, 4) == 0 ? transfer : number(0, most);
  if (transfer + combine == 0)
    combine = 1;
  return {transfer, combine, number(0, 2) == 0 ? number(1, most) : 0};
}

static ReductionSchedule made(const ReductionProblem &problem) {
  Result<ReductionSchedule> schedule = makeReduction(problem);
  RC_ASSERT(static_cast<bool>(schedule));
  return *std::move(schedule);
}

/// Claimed times of all ranks, one against the other and against the limits.
static std::string offenceOfTimes(const ReductionSchedule &schedule,
                                  std::int64_t root) {
  const ReductionProblem &problem = schedule.problem();
  std::int64_t reducers = 0;
  std::vector<std::int64_t> starts;
  for (std::int64_t rank = 0; rank < problem.ranks; ++rank) {
    const ReductionRole role = schedule.role(rank, root);
    const std::string where = "rank " + std::to_string(rank) + ": ";
    reducers += !role.children.empty();
    std::int64_t port = 0, done = 0;
    for (const ReductionChild &child : role.children) {
      const ReductionRole below = schedule.role(child.rank, root);
      if (below.parent != rank || below.start != child.start)
        return where + "a child knows nothing of it";
      if (child.start < port)
        return where + "two transfers at once";
      port = child.start + problem.cost.transfer;
      done = std::max(done, port + problem.cost.latency) + problem.cost.combine;
      starts.push_back(child.start);
    }
    if (rank == root ? done != schedule.length() : role.start < done)
      return where + "not ready in time";
  }
  if (problem.maxReducers > 0 && reducers > problem.maxReducers)
    return "too many reducers";
  for (const std::int64_t start : starts) {
    const auto atOnce =
        std::count_if(starts.begin(), starts.end(), [&](std::int64_t other) {
          return other <= start && start < other + problem.cost.transfer;
        });
    if (problem.maxTransfers > 0 && atOnce > problem.maxTransfers)
      return "too many transfers at once";
  }
  return "";
}

static void checkSchedule(const ReductionSchedule &schedule,
                          std::int64_t root) {
  const ReductionProblem &problem = schedule.problem();
  const ReductionReport report = verify(schedule, root);
  RC_ASSERT(report.problem == "");
  RC_ASSERT(report.length == schedule.length());
  RC_ASSERT(offenceOfTimes(schedule, root) == "");
  const Simulation simulation =
      simulate(programsOf(schedule, ReductionForm::ToRoot, root, false),
               problem.cost, true);
  RC_ASSERT(simulation.problem == "");
  const SimulatedRank &own = simulation.ranks[static_cast<std::size_t>(root)];
  // As soon as can be is no later than planned.
  RC_ASSERT(own.ready <= schedule.length());
  std::string value = own.value;
  if (!problem.ordered)
    std::sort(value.begin(), value.end());
  RC_ASSERT(value == letters(problem.ranks));
}

RC_GTEST_PROP(RandomReductions, NoTreeIsShorter, ()) {
  static const AllTrees all(9);
  ReductionProblem problem = {number(1, 9), randomCost(12)};
  problem.maxReducers = number(0, 1) * number(1, 8);
  problem.ordered = number(0, 1) == 0;
  const ReductionSchedule schedule = made(problem);
  RC_TAG(problem.maxReducers > 0 ? "reducers" : "free");
  RC_ASSERT(schedule.length() ==
            all.minLength(problem.ranks, problem.maxReducers, problem.cost));
  RC_ASSERT(schedule.isOptimal());
  RC_ASSERT(schedule.lowerBound() <= schedule.length());
  RC_ASSERT(schedule.length() <= schedule.upperBound());
  checkSchedule(schedule, number(0, problem.ranks - 1));
}

/// Algorithm 2; the schedule of at most twelve machines is searched for.
RC_GTEST_PROP(RandomReductions, NoScheduleOfFewTransfersIsShorter, ()) {
  const std::int64_t ranks = number(2, 12);
  ReductionProblem problem = {ranks, {number(1, 8), number(0, 10), 0}};
  problem.maxTransfers = number(1, std::max<std::int64_t>(ranks / 2, 1));
  problem.ordered = number(0, 1) == 0;
  const ReductionSchedule schedule = made(problem);
  RC_ASSERT(
      limitedTransfersTree(ranks, problem.maxTransfers, problem.cost).length ==
      schedule.length());
  RC_ASSERT_FALSE(canBeShorter(ranks, problem.maxTransfers, problem.cost,
                               schedule.length()));
  RC_ASSERT(canBeShorter(ranks, problem.maxTransfers, problem.cost,
                         schedule.length() + 1));
  RC_ASSERT(schedule.length() <= schedule.upperBound());
  checkSchedule(schedule, number(0, ranks - 1));
}

/// The same for all small costs and limits.
TEST(ReductionLengths, Algorithm2OfUpToNineRanks) {
  for (std::int64_t ranks = 2; ranks <= 9; ++ranks)
    for (std::int64_t limit = 1; limit <= ranks / 2; ++limit)
      for (std::int64_t transfer = 1; transfer <= 5; ++transfer)
        for (std::int64_t combine = 0; combine <= 7; ++combine) {
          const ReductionCost cost = {transfer, combine, 0};
          ASSERT_FALSE(
              canBeShorter(ranks, limit, cost,
                           limitedTransfersTree(ranks, limit, cost).length))
              << ranks << " " << limit << " " << transfer << " " << combine;
        }
}

/// All strategies and limits together, up to ranks with a letter each.
RC_GTEST_PROP(RandomReductions, EverySchedule, ()) {
  ReductionProblem problem = {number(1, 90), randomCost(20)};
  problem.ordered = number(0, 1) == 0;
  problem.strategy = static_cast<ReductionStrategy>(number(0, 3));
  problem.maxTransfers = number(0, 1) * number(1, problem.ranks);
  problem.maxReducers = number(0, 1) * number(1, problem.ranks);
  checkSchedule(made(problem), number(0, problem.ranks - 1));
}

/// Operators that do not commute: any root, at the optimal length.
RC_GTEST_PROP(RandomReductions, EveryRootInRankOrder, ()) {
  ReductionProblem problem = {number(1, 40), randomCost(9)};
  const std::int64_t length = made(problem).length();
  problem.ordered = true;
  const ReductionSchedule schedule = made(problem);
  RC_ASSERT(schedule.length() == length);
  for (std::int64_t root = 0; root < problem.ranks; ++root)
    checkSchedule(schedule, root);
}

/// One after the other through a generator of fixed behaviour: there are many.
TEST(ReductionLengths, ClosedFormIsAlgorithm1) {
  std::uint64_t state = 1;
  const auto below = [&](std::uint64_t n) {
    state = state * 6364136223846793005 + 1442695040888963407;
    return static_cast<std::int64_t>((state >> 33) % n);
  };
  for (int i = 0; i < 100'000; ++i) {
    const std::int64_t ranks = 1 + below(i % 100 == 0 ? 20'000 : 120);
    const std::uint64_t most = i % 3 == 0 ? 1'000'000 : 12;
    const ReductionCost cost = {below(most), below(most),
                                i % 4 == 0 ? below(most) : 0};
    const Result<std::int64_t> length = optimalReductionLength(ranks, cost);
    ASSERT_TRUE(length);
    ASSERT_EQ(*length, greedyTree(ranks, cost).length)
        << ranks << " " << cost.transfer << " " << cost.combine << " "
        << cost.latency;
  }
}

/// Up to 10^18 ranks, by random descents and climbs: parent and child tell the
/// same, and a rank is ready before it sends.
RC_GTEST_PROP(HugeReductions, ParentsAndChildrenAgree, ()) {
  ReductionProblem problem = {1, randomCost(1000)};
  for (std::int64_t digits = number(1, 18); digits > 0; --digits)
    problem.ranks = 10 * problem.ranks - number(0, 9) * (problem.ranks > 1);
  problem.ordered = number(0, 1) == 0;
  const ReductionSchedule schedule = made(problem);
  RC_ASSERT(schedule.isClosedForm());
  const std::int64_t root = number(0, problem.ranks - 1);
  const auto check = [&](std::int64_t rank, const ReductionRole &role) {
    std::int64_t port = 0, done = 0;
    for (const ReductionChild &child : role.children) {
      RC_ASSERT(child.start >= port);
      RC_ASSERT(!problem.ordered || child.isLeft == (child.rank < rank));
      port = child.start + problem.cost.transfer;
      done = std::max(done, port + problem.cost.latency) + problem.cost.combine;
    }
    RC_ASSERT(role.start >= done);
  };
  // Down, until there is no child.
  ReductionRole role = schedule.role(root, root);
  RC_ASSERT(role.parent == -1);
  RC_ASSERT(role.start == schedule.length());
  for (std::int64_t rank = root; true;) {
    check(rank, role);
    if (role.children.empty())
      break;
    const ReductionChild child = role.children[static_cast<std::size_t>(
        number(0, static_cast<std::int64_t>(role.children.size()) - 1))];
    role = schedule.role(child.rank, root);
    RC_ASSERT(role.parent == rank);
    RC_ASSERT(role.start == child.start);
    rank = child.rank;
  }
  // Up from any rank, which must end at the root.
  for (std::int64_t rank = number(0, problem.ranks - 1); rank != root;) {
    role = schedule.role(rank, root);
    check(rank, role);
    const ReductionRole above = schedule.role(role.parent, root);
    const auto own = std::find_if(
        above.children.begin(), above.children.end(),
        [&](const ReductionChild &child) { return child.rank == rank; });
    RC_ASSERT(own != above.children.end());
    RC_ASSERT(own->start == role.start);
    RC_ASSERT(above.start > role.start || problem.cost.turn() == 0);
    rank = role.parent;
  }
}
