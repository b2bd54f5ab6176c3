//===- ReductionProgramTest.cpp - Programs, carried out -------------------===//
//
// All programs of up to 64 ranks by synchronous messages: they end, everyone
// who must has the result, in rank order and computed alike on all ranks where
// it must be, and as soon as lengthOf() says.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Reduction/ReductionTree.h"

#include "ProgramSimulator.h"
#include "ReductionCases.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace redist::schedule;
using namespace redist::schedule::test;

static constexpr ReductionForm allForms[] = {
    ReductionForm::ToRoot, ReductionForm::ThenBroadcast,
    ReductionForm::ThenReversed, ReductionForm::Butterfly};

/// What is wrong with the results; empty if nothing is.
static std::string offenceOf(const ReductionSchedule &schedule,
                             ReductionForm form, std::int64_t root,
                             bool notifies) {
  const ReductionProblem &problem = schedule.problem();
  const Simulation simulation =
      simulate(programsOf(schedule, form, root, notifies), problem.cost, true);
  if (!simulation.problem.empty())
    return simulation.problem;
  const SimulatedRank &atRoot =
      simulation.ranks[static_cast<std::size_t>(root)];
  for (std::int64_t rank = 0; rank < problem.ranks; ++rank) {
    const SimulatedRank &own = simulation.ranks[static_cast<std::size_t>(rank)];
    const std::string where = "rank " + std::to_string(rank) + " has ";
    if (notifies && rank != root && !own.isNotified)
      return where + "no notice";
    if (form == ReductionForm::ToRoot && rank != root)
      continue;
    std::string value = own.value;
    if (!problem.ordered && form != ReductionForm::Butterfly)
      std::sort(value.begin(), value.end());
    if (value != letters(problem.ranks))
      return where + own.value;
    if (own.expression != atRoot.expression)
      return where + "another expression";
  }
  return "";
}

static std::string describe(const ReductionProblem &problem, ReductionForm form,
                            std::int64_t root) {
  return std::string(nameOf(form)) + " to " + std::to_string(root) + " of " +
         std::to_string(problem.ranks) + ", d " +
         std::to_string(problem.cost.transfer) + " c " +
         std::to_string(problem.cost.combine) + " K " +
         std::to_string(problem.maxTransfers) + " " +
         std::to_string(problem.maxReducers) +
         (problem.ordered ? " ordered " : " ") +
         std::string(nameOf(problem.strategy));
}

static void checkAllRoots(const ReductionProblem &problem) {
  const ReductionSchedule schedule = scheduleOf(problem);
  for (const ReductionForm form : allForms)
    for (std::int64_t root = 0; root < problem.ranks; ++root)
      ASSERT_EQ(offenceOf(schedule, form, root,
                          root % 2 == 0 && form == ReductionForm::ToRoot),
                "")
          << describe(problem, form, root);
}

TEST(ReductionProgram, EveryRootInAnyOrder) {
  for (std::int64_t ranks = 1; ranks <= 64; ++ranks)
    checkAllRoots({ranks, {1, 1, 0}});
}

TEST(ReductionProgram, EveryRootInRankOrder) {
  for (std::int64_t ranks = 1; ranks <= 64; ++ranks)
    for (const ReductionCost &cost :
         {ReductionCost{2, 1, 0}, ReductionCost{1, 3, 0}}) {
      ReductionProblem problem = {ranks, cost};
      problem.ordered = true;
      checkAllRoots(problem);
    }
}

/// Trees in memory, some of which cannot end at every rank: the result is then
/// sent on.
TEST(ReductionProgram, EveryRootUnderLimitsAndStrategies) {
  for (std::int64_t ranks = 1; ranks <= 20; ++ranks)
    for (const bool ordered : {false, true})
      for (const ReductionProblem &limits :
           {ReductionProblem{ranks, {2, 3, 0}, 1, 0},
            ReductionProblem{ranks, {2, 3, 0}, 3, 0},
            ReductionProblem{ranks, {2, 3, 0}, 0, 1},
            ReductionProblem{ranks, {2, 3, 0}, 0, 3},
            ReductionProblem{ranks, {2, 3, 0}, 2, 2}}) {
        ReductionProblem problem = limits;
        problem.ordered = ordered;
        checkAllRoots(problem);
        problem.maxTransfers = problem.maxReducers = 0;
        problem.strategy = ranks % 2 == 0 ? ReductionStrategy::Binomial
                                          : ReductionStrategy::Fibonacci;
        checkAllRoots(problem);
      }
}

/// Words of an embedded tree of five ranks: 1 below 0, and 2, 3, 4 below 1.
static std::vector<std::uint32_t> wordsOfABroom(ReductionProblem problem) {
  std::vector<std::uint32_t> words = encode(scheduleOf(problem));
  EXPECT_EQ(words.size(), 19u);
  words[16] =
      static_cast<std::uint32_t>(timed({-1, 0, 1, 1, 1}, problem.cost).length);
  words[18] = 0b01'01'01'00;
  std::uint32_t sum = 0x811c9dc5;
  for (std::size_t i = 3; i < words.size(); ++i) {
    sum = (sum ^ words[i]) * 0x01000193;
    sum ^= sum >> 15;
  }
  words[2] = sum;
  return words;
}

/// A sink with one child must be first or last, so that ranks 1, 2 and 3 get
/// the result from there.
TEST(ReductionProgram, SendsOnWhereTheTreeCannotHaveTheRoot) {
  ReductionProblem problem = {5, {2, 1, 0}};
  problem.ordered = true;
  problem.maxReducers = 3; // so that there is a table to be spoilt
  problem.strategy = ReductionStrategy::Binomial;
  const Result<ReductionSchedule> broom =
      decodeReduction(wordsOfABroom(problem));
  ASSERT_TRUE(broom) << broom.error().message;
  for (std::int64_t root = 0; root < 5; ++root) {
    for (const ReductionForm form : allForms)
      ASSERT_EQ(offenceOf(*broom, form, root, form == ReductionForm::ToRoot),
                "")
          << describe(problem, form, root);
    const Program own =
        programOf(*broom, ReductionForm::ToRoot, root, root, false);
    EXPECT_EQ(own.back().kind == ReductionStepKind::ReceiveResult,
              root > 0 && root < 4);
  }
}

TEST(ReductionProgram, LengthsAreThoseOfTheModel) {
  for (std::int64_t ranks = 1; ranks <= 40; ++ranks)
    for (const ReductionCost &cost :
         {ReductionCost{1, 1, 0}, ReductionCost{3, 1, 0},
          ReductionCost{2, 7, 0}, ReductionCost{0, 1, 0},
          ReductionCost{1, 0, 0}, ReductionCost{1, 2, 5},
          ReductionCost{3, 1, 2}}) {
      const ReductionProblem problem = {ranks, cost};
      const ReductionSchedule schedule = scheduleOf(problem);
      for (const ReductionForm form : allForms)
        for (const bool fullDuplex : {false, true})
          ASSERT_EQ(
              lengthOf(schedule, form, fullDuplex),
              simulate(programsOf(schedule, form, 0, false), cost, fullDuplex)
                  .length)
              << describe(problem, form, 0);
    }
}

/// The way back alone: as long as said, and within the limit.
TEST(ReductionProgram, BroadcastsKeepTheLimit) {
  for (std::int64_t ranks = 1; ranks <= 70; ++ranks)
    for (std::int64_t limit = 0; limit <= 40; ++limit)
      for (const std::int64_t latency : {0, 3}) {
        ReductionProblem problem = {ranks, {2, 1, latency}, limit};
        const ReductionSchedule schedule = scheduleOf(problem);
        std::vector<Program> programs =
            programsOf(schedule, ReductionForm::ThenBroadcast, 0, false);
        for (Program &program : programs)
          std::erase_if(program, [](const ReductionStep &step) {
            return step.kind == ReductionStepKind::Combine ||
                   step.kind == ReductionStepKind::Send ||
                   step.kind == ReductionStepKind::AwaitTurn ||
                   step.kind == ReductionStepKind::PassTurn;
          });
        const Simulation simulation = simulate(programs, problem.cost, false);
        ASSERT_EQ(simulation.problem, "");
        ASSERT_EQ(simulation.length,
                  lengthOf(schedule, ReductionForm::ThenBroadcast, false) -
                      schedule.length())
            << ranks << " " << limit << " " << latency;
        if (limit > 0 && latency == 0) {
          ASSERT_LE(simulation.maxResults, limit) << ranks;
        }
      }
}

/// d = c: the binomial broadcast takes 10, the butterfly folds and doubles.
TEST(ReductionProgram, ThousandRanks) {
  const ReductionSchedule schedule = scheduleOf({1000, {1, 1, 0}});
  EXPECT_EQ(lengthOf(schedule, ReductionForm::ToRoot, true), 16);
  EXPECT_EQ(lengthOf(schedule, ReductionForm::ThenBroadcast, true), 26);
  EXPECT_EQ(lengthOf(schedule, ReductionForm::Butterfly, true), 21);
  EXPECT_EQ(lengthOf(schedule, ReductionForm::Butterfly, false), 30);
  EXPECT_EQ(chooseAllreduce(schedule, true).form, ReductionForm::Butterfly);
  EXPECT_EQ(chooseAllreduce(schedule, true).length, 21);
  EXPECT_EQ(chooseAllreduce(schedule, false).form,
            ReductionForm::ThenBroadcast);
  EXPECT_EQ(chooseAllreduce(schedule, false).length, 26);
}

TEST(ReductionProgram, LimitsAndNamedTreesHaveNoButterfly) {
  ReductionProblem problem = {2, {1, 1, 0}};
  EXPECT_EQ(chooseAllreduce(scheduleOf(problem), true).form,
            ReductionForm::Butterfly);
  problem.maxTransfers = 1;
  EXPECT_EQ(chooseAllreduce(scheduleOf(problem), true).form,
            ReductionForm::ThenBroadcast);
  problem = {2, {1, 1, 0}, 0, 1};
  EXPECT_EQ(chooseAllreduce(scheduleOf(problem), true).form,
            ReductionForm::ThenBroadcast);
  problem = {2, {1, 1, 0}};
  problem.strategy = ReductionStrategy::Binomial;
  EXPECT_EQ(chooseAllreduce(scheduleOf(problem), true).form,
            ReductionForm::ThenBroadcast);
}

/// With much latency the tree that was made for it is the better way back.
TEST(ReductionProgram, LatencyCallsForTheReversedTree) {
  const ReductionSchedule schedule = scheduleOf({64, {1, 1, 20}});
  const AllreduceChoice choice = chooseAllreduce(schedule, false);
  EXPECT_LT(lengthOf(schedule, ReductionForm::ThenReversed, false),
            lengthOf(schedule, ReductionForm::ThenBroadcast, false));
  EXPECT_LE(choice.length,
            lengthOf(schedule, ReductionForm::ThenReversed, false));
}

/// A program needs no tree in memory: the first steps of some rank of 10^18,
/// and their counterparts on the ranks that they name.
TEST(ReductionProgram, RanksOfAHugeCommunicatorAgree) {
  const std::int64_t ranks = 1'000'000'000'000'000'000;
  const ReductionSchedule schedule = scheduleOf({ranks, {2, 3, 0}});
  for (std::int64_t i = 0; i < 50; ++i) {
    const std::int64_t rank = (i * 123'456'789'123'456'789) % ranks;
    for (const ReductionStep &step :
         programOf(schedule, ReductionForm::ThenBroadcast, rank, 5, false)) {
      const Program other = programOf(schedule, ReductionForm::ThenBroadcast,
                                      step.peer, 5, false);
      const auto isHalf = [&](const ReductionStep &candidate) {
        const bool sends = step.kind == ReductionStepKind::Send ||
                           step.kind == ReductionStepKind::SendResult;
        const bool result = step.kind == ReductionStepKind::SendResult ||
                            step.kind == ReductionStepKind::ReceiveResult;
        const ReductionStepKind wanted =
            result ? (sends ? ReductionStepKind::ReceiveResult
                            : ReductionStepKind::SendResult)
                   : (sends ? ReductionStepKind::Combine
                            : ReductionStepKind::Send);
        return candidate.peer == rank && candidate.kind == wanted;
      };
      ASSERT_EQ(std::count_if(other.begin(), other.end(), isHalf), 1)
          << rank << " and " << step.peer;
    }
  }
}
