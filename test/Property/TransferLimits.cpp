//===- TransferLimits.cpp - Limits on transfers, whatever takes how long --===//
//
// Programs under a limit on transfers, where every transfer, combine and turn
// takes as long as it likes: at no time more elements are under way than the
// limit allows, and every program ends. An element is under way from the moment
// its sender comes to it until its receiver has it.
//
// An adversary chooses what happens next: anything at random, or everything
// that sends before anything that arrives, which brings as many elements under
// way as can be, or ranks that stand still for long.
//
//===----------------------------------------------------------------------===//
#include "../Unit/Schedule/ProgramSimulator.h"
#include "../Unit/Schedule/ReductionCases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

using namespace redist::schedule;
using namespace redist::schedule::test;

using Kind = ReductionStepKind;

enum class Delays { Random, SendsFirst, SlowRanks, Rendezvous };

class Adversary {
public:
  Adversary(const std::vector<Program> &given, Delays kind, std::uint64_t seed)
      : programs(given), delays(kind), random(seed), next(given.size()),
        isCombining(given.size()), waitsForReceiver(given.size()) {
    for (std::size_t rank = 0; rank < given.size(); ++rank)
      slowness.push_back(random.below(4) == 0 ? 50 : 1);
  }

  struct Outcome {
    std::string problem;
    std::int64_t maxUnderWay = 0;
  };
  Outcome run() {
    while (const std::optional<Event> event = chosen())
      happen(*event);
    for (std::size_t rank = 0; rank < programs.size(); ++rank)
      if (next[rank] != programs[rank].size() && outcome.problem.empty())
        outcome.problem = "rank " + std::to_string(rank) + " waits at step " +
                          std::to_string(next[rank]);
    for (const auto &[pair, count] : turns)
      if (count != 0 && outcome.problem.empty())
        outcome.problem = "a turn is left over";
    if (!underWay.empty() && outcome.problem.empty())
      outcome.problem = "an element is left over";
    return outcome;
  }

private:
  struct Event {
    std::size_t rank;
    bool endsCombine; ///< else the rank's next step
  };
  using Pair = std::pair<std::size_t, std::size_t>; ///< from, to

  bool isSend(std::size_t rank) const {
    const Kind kind = programs[rank][next[rank]].kind;
    return kind == Kind::Send || kind == Kind::SendResult;
  }

  /// Whether the rank's next step can be done now.
  bool canGoOn(std::size_t rank) const {
    if (next[rank] == programs[rank].size() || waitsForReceiver[rank])
      return false;
    const ReductionStep &step = programs[rank][next[rank]];
    const auto peer = static_cast<std::size_t>(step.peer);
    switch (step.kind) {
    case Kind::Combine: // the next element may come while this is combined
      return underWay.count({peer, rank}) > 0 && isCombining[rank] < 2;
    case Kind::ReceiveResult:
      return underWay.count({peer, rank}) > 0 && isCombining[rank] == 0;
    case Kind::Send:
    case Kind::SendResult:
      return isCombining[rank] == 0;
    case Kind::AwaitTurn: {
      const auto turn = turns.find({peer, rank});
      return turn != turns.end() && turn->second > 0;
    }
    case Kind::PassTurn:
      return true;
    case Kind::ReceiveNotice: {
      const auto notice = notices.find({peer, rank});
      return notice != notices.end() && notice->second > 0;
    }
    case Kind::SendNotice:
    case Kind::Exchange:
      break;
    }
    return true;
  }

  std::optional<Event> chosen() {
    std::vector<Event> sends, others;
    for (std::size_t rank = 0; rank < programs.size(); ++rank) {
      if (isCombining[rank] > 0)
        others.push_back({rank, true});
      if (canGoOn(rank))
        (isSend(rank) ? sends : others).push_back({rank, false});
    }
    if (delays == Delays::SendsFirst && !sends.empty())
      return anyOf(sends);
    others.insert(others.end(), sends.begin(), sends.end());
    if (others.empty())
      return std::nullopt;
    return anyOf(others);
  }

  Event anyOf(const std::vector<Event> &events) {
    for (;;) {
      const Event event = events[static_cast<std::size_t>(
          random.below(static_cast<std::int64_t>(events.size())))];
      if (delays != Delays::SlowRanks ||
          random.below(slowness[event.rank]) == 0)
        return event;
    }
  }

  void happen(const Event &event) {
    if (event.endsCombine) {
      --isCombining[event.rank];
      return;
    }
    const ReductionStep &step = programs[event.rank][next[event.rank]++];
    const auto peer = static_cast<std::size_t>(step.peer);
    switch (step.kind) {
    case Kind::Combine:
      ++isCombining[event.rank];
      [[fallthrough]];
    case Kind::ReceiveResult:
      underWay.erase({peer, event.rank});
      waitsForReceiver[peer] = false;
      return;
    case Kind::Send:
    case Kind::SendResult:
      underWay.insert({{event.rank, peer}, true});
      waitsForReceiver[event.rank] = delays == Delays::Rendezvous;
      outcome.maxUnderWay = std::max(
          outcome.maxUnderWay, static_cast<std::int64_t>(underWay.size()));
      return;
    case Kind::AwaitTurn:
      --turns[{peer, event.rank}];
      return;
    case Kind::PassTurn:
      ++turns[{event.rank, peer}];
      return;
    case Kind::SendNotice:
      ++notices[{event.rank, peer}];
      return;
    case Kind::ReceiveNotice:
      --notices[{peer, event.rank}];
      return;
    case Kind::Exchange:
      outcome.problem = "an exchange keeps no limit";
    }
  }

  const std::vector<Program> &programs;
  Delays delays;
  ReductionCases random;
  std::vector<std::size_t> next;
  /// Elements that are here and not combined: one, and one that waits for it.
  std::vector<int> isCombining;
  std::vector<bool> waitsForReceiver;
  std::vector<std::int64_t> slowness;
  std::map<Pair, bool> underWay;
  std::map<Pair, int> turns, notices;
  Outcome outcome;
};

static constexpr ReductionForm limitedForms[] = {ReductionForm::ToRoot,
                                                 ReductionForm::ThenBroadcast,
                                                 ReductionForm::ThenReversed};

/// The most elements that came under way.
static std::int64_t checkAllDelays(const ReductionSchedule &schedule,
                                   ReductionForm form, std::int64_t root,
                                   std::uint64_t seed) {
  const ReductionProblem &problem = schedule.problem();
  const std::vector<Program> programs = programsOf(
      schedule, form, root, form == ReductionForm::ToRoot && root % 2 == 0);
  std::int64_t most = 0;
  for (const Delays delays : {Delays::Random, Delays::SendsFirst,
                              Delays::SlowRanks, Delays::Rendezvous}) {
    const Adversary::Outcome outcome = Adversary(programs, delays, seed).run();
    EXPECT_EQ(outcome.problem, "")
        << describe(problem) << ' ' << nameOf(form) << " to " << root;
    if (problem.maxTransfers > 0) {
      EXPECT_LE(outcome.maxUnderWay, problem.maxTransfers)
          << describe(problem) << ' ' << nameOf(form) << " to " << root;
    }
    most = std::max(most, outcome.maxUnderWay);
  }
  return most;
}

static constexpr ReductionCost someCosts[] = {{2, 1, 0}, {1, 1, 0}, {1, 4, 0},
                                              {0, 1, 0}, {1, 0, 0}, {0, 0, 0}};

TEST(TransferLimits, SmallOnesAllRootsAndLimits) {
  std::uint64_t seed = 1;
  for (std::int64_t ranks = 1; ranks <= 11; ++ranks)
    for (std::int64_t limit = 1; limit <= ranks; ++limit)
      for (const ReductionCost &cost : someCosts)
        for (const bool ordered : {false, true}) {
          ReductionProblem problem = {ranks, cost, limit};
          problem.ordered = ordered;
          const ReductionSchedule schedule = scheduleOf(problem);
          for (const ReductionForm form : limitedForms)
            for (std::int64_t root = 0; root < ranks; ++root)
              checkAllDelays(schedule, form, root, ++seed);
          ASSERT_FALSE(HasFailure());
        }
}

TEST(TransferLimits, UpToFortyRanksAllLimits) {
  ReductionCases cases(7);
  for (std::int64_t ranks = 12; ranks <= 40; ++ranks)
    for (std::int64_t limit = 1; limit <= ranks; ++limit) {
      ReductionProblem problem = {
          ranks, someCosts[static_cast<std::size_t>(cases.below(6))], limit};
      problem.ordered = cases.below(2) == 0;
      const ReductionSchedule schedule = scheduleOf(problem);
      for (const ReductionForm form : limitedForms)
        checkAllDelays(schedule, form, cases.below(ranks),
                       static_cast<std::uint64_t>(cases.below(1000)));
      ASSERT_FALSE(HasFailure());
    }
}

/// Strategies, limits on reducers too, latencies.
TEST(TransferLimits, AnyProblem) {
  ReductionCases cases(11);
  for (int i = 0; i < 2000; ++i) {
    ReductionProblem problem = cases.problem(40);
    if (problem.maxTransfers == 0)
      problem.maxTransfers = 1 + cases.below(problem.ranks);
    const ReductionSchedule schedule = scheduleOf(problem);
    for (const ReductionForm form : limitedForms)
      checkAllDelays(schedule, form, cases.below(problem.ranks),
                     static_cast<std::uint64_t>(i));
    ASSERT_FALSE(HasFailure());
  }
}

/// The adversary finds what nobody keeps: without a limit all leaves send at
/// once, and the limits that bind are used up.
TEST(TransferLimits, AreUsedUp) {
  for (std::int64_t limit = 0; limit <= 12; ++limit) {
    const ReductionProblem problem = {40, {1, 1, 0}, limit};
    EXPECT_EQ(checkAllDelays(scheduleOf(problem), ReductionForm::ToRoot, 3, 5),
              limit > 0 ? limit : 24);
  }
}

/// Nothing is said where the tree implies it.
TEST(TransferLimits, NoTurnsWhereTheyChangeNothing) {
  const auto turnsOf = [](const ReductionProblem &problem) {
    std::int64_t count = 0;
    for (const Program &program : programsOf(
             scheduleOf(problem), ReductionForm::ThenBroadcast, 0, false))
      count += std::count_if(program.begin(), program.end(),
                             [](const ReductionStep &step) {
                               return step.kind == ReductionStepKind::PassTurn;
                             });
    return count;
  };
  EXPECT_EQ(turnsOf({16, {2, 1, 0}, 0}), 0);
  EXPECT_EQ(turnsOf({16, {2, 1, 0}, 15}), 0);
  EXPECT_EQ(turnsOf({4, {1, 0, 0}, 2}), 0); // binomial: two leaves
  EXPECT_EQ(turnsOf({5, {1, 1, 0}, 2}), 2); // leaves: 3, children of one: 3
  EXPECT_EQ(turnsOf({3, {1, 1, 0}, 1}), 1);
}
