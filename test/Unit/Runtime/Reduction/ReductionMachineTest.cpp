//===- ReductionMachineTest.cpp - The machine of reductions ---------------===//
//
// The machine of reductions over virtual ranks whose messages wait for their
// receivers: every form, root and number of ranks, values of fixed size, in
// pieces, and of any length; failures of any combine, of packing and of taking
// the result; messages that are as long as a failure's. Nothing waits for ever,
// and no message is left over. Limits on transfers hold, whoever is late.
//
//===----------------------------------------------------------------------===//
#include "LoopbackChannel.h"
#include "Reduction/Machine/Machine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <stdexcept>

using namespace redist;
using namespace redist::runtime;
using schedule::ReductionForm;

/// A row of letters that is joined, or one of counters that are added; throws
/// where it is told to.
class TestOperand final : public detail::operand {
public:
  enum class At { Never, Begin, Pack, Combine, Assign };

  std::string text; ///< of the accumulator
  std::vector<int> numbers;
  bool isText = true;
  At throwsAt = At::Never;
  bool hasBegun = false;
  int combines = 0;

  std::int64_t fixed_bytes() const override {
    return isText ? -1 : static_cast<std::int64_t>(numbers.size() * 4);
  }
  std::int64_t grain_bytes() const override { return isText ? 0 : 4; }
  void append_shape(std::vector<std::int64_t> &) const override {}
  bool is_exact() const override { return true; }
  bool is_noexcept() const override { return false; }
  void begin() override {
    throwIf(At::Begin);
    hasBegun = true;
  }
  detail::byte_view pack(std::vector<std::byte> &) const override {
    throwIf(At::Pack);
    if (isText)
      return {reinterpret_cast<const std::byte *>(text.data()), text.size()};
    return {reinterpret_cast<const std::byte *>(numbers.data()),
            numbers.size() * 4};
  }
  void combine(std::byte *received, std::size_t size, bool isLeft,
               std::size_t offset) override {
    EXPECT_TRUE(hasBegun);
    ++combines;
    throwIf(At::Combine);
    const auto *const bytes = reinterpret_cast<const char *>(received);
    if (isText) {
      const std::string other(bytes, size);
      text.insert(isLeft ? 0 : text.size(), other);
      return;
    }
    for (std::size_t i = 0; i < size; i += 4) {
      int other = 0;
      std::memcpy(&other, bytes + i, 4);
      numbers.at((offset + i) / 4) += other;
    }
  }
  void assign(const std::byte *received, std::size_t size,
              std::size_t offset) override {
    throwIf(At::Assign);
    if (isText)
      text.assign(reinterpret_cast<const char *>(received), size);
    else
      std::copy_n(received, size,
                  reinterpret_cast<std::byte *>(numbers.data()) + offset);
  }
  void commit() override {}

private:
  void throwIf(At place) const {
    if (throwsAt == place)
      throw std::runtime_error("as told");
  }
};

/// Combines when the virtual ranks have gone as far as they can.
class LateCombiner final : public CombineRunner {
public:
  void start(CombineTask &task) override { waiting.push_back(&task); }
  void wait(CombineTask &, std::chrono::microseconds) override {}
  bool runOne() {
    if (waiting.empty())
      return false;
    waiting.front()->run();
    waiting.erase(waiting.begin());
    return true;
  }

private:
  std::vector<CombineTask *> waiting;
};

struct World {
  World(int size, int ranks, const schedule::ReductionProblem &problem)
      : net(size), operands(static_cast<std::size_t>(size)),
        schedule(*schedule::makeReduction(problem)), count(ranks) {}

  LoopbackNet net;
  std::vector<TestOperand> operands;
  schedule::ReductionSchedule schedule;
  std::vector<int> firstRanks; ///< of nodes; empty: a tree of ranks
  std::vector<std::vector<Action>> actions;
  std::vector<std::unique_ptr<Machine>> machines;
  LateCombiner combiner;
  int count;

  void start(ActionShape shape) {
    const int size = static_cast<int>(operands.size());
    shape.size = size;
    for (int rank = 0; rank < size; ++rank) {
      shape.rank = rank;
      actions.push_back(firstRanks.empty() ? actionsOf(schedule, shape)
                                           : actionsOnNodes(shape));
    }
    for (int rank = 0; rank < size; ++rank) {
      const auto i = static_cast<std::size_t>(rank);
      machines.push_back(std::make_unique<Machine>(net.of(rank)));
      machines.back()->start(actions[i], rank, operands[i], combiner, nullptr);
    }
  }

  /// Whether all ranks end.
  bool run(ActionShape shape) {
    start(shape);
    return runOn();
  }

  /// For a while one rank or combine at a time goes on, some of them seldom.
  bool runUnevenly(ActionShape shape, unsigned seed) {
    start(shape);
    std::minstd_rand random(seed + 1);
    const std::size_t late = random() % machines.size();
    for (int i = 0; i < 40 * count; ++i) {
      const std::size_t rank = random() % (machines.size() + 1);
      if (rank == late && random() % 16 != 0)
        continue;
      if (rank < machines.size())
        machines[rank]->advance();
      else
        combiner.runOne();
    }
    return runOn();
  }

  bool runOn() {
    // A rank goes on as long as others can: many rounds without a value or
    // combine mean that all wait.
    int idle = 0;
    while (idle < 40) {
      bool areDone = true;
      for (auto &machine : machines)
        areDone &= machine->advance();
      if (areDone)
        return net.unmatched() == 0;
      idle = combiner.runOne() || moved() ? 0 : idle + 1;
    }
    return false;
  }

private:
  std::vector<Action> actionsOnNodes(const ActionShape &shape) const {
    const auto next =
        std::upper_bound(firstRanks.begin(), firstRanks.end(), shape.rank);
    schedule::ReductionProblem problem = schedule.problem();
    problem.ranks = *next - *(next - 1);
    const auto inside = schedule::makeReduction(problem);
    problem.ranks = std::ssize(firstRanks) - 1;
    const auto between = schedule::makeReduction(problem);
    return actionsOf(NodeTrees{firstRanks, *between, *inside}, shape);
  }

  std::int64_t lastSent = 0;
  bool moved() {
    std::int64_t sent = 0;
    for (const auto &machine : machines)
      sent += machine->times().messages;
    const bool hasMoved = sent != lastSent;
    lastSent = sent;
    return hasMoved;
  }
};

static const ReductionForm allForms[] = {
    ReductionForm::ToRoot, ReductionForm::ThenBroadcast,
    ReductionForm::ThenReversed, ReductionForm::Butterfly};

static schedule::ReductionProblem problemOf(int ranks, std::int64_t transfer,
                                            std::int64_t combine) {
  schedule::ReductionProblem problem;
  problem.ranks = ranks;
  problem.cost = {transfer, combine, 0};
  problem.ordered = true;
  return problem;
}

/// Beyond the first message for every third rank.
static std::string textOf(int rank) {
  return std::string(rank % 3 == 0 ? 5000 : 3, static_cast<char>('a' + rank));
}

/// No nodes, nodes of two and of three ranks, and unequal ones: their first
/// ranks, and the number of ranks.
static std::vector<std::vector<int>> nodesOf(int ranks) {
  std::vector<std::vector<int>> all(1);
  for (const int perNode : {2, 3, 0}) {
    std::vector<int> first;
    for (int rank = 0; rank < ranks;
         rank += perNode > 0 ? perNode : 1 + rank % 4)
      first.push_back(rank);
    first.push_back(ranks);
    all.push_back(first);
  }
  return all;
}

static bool hasResult(const ActionShape &shape, int rank, int ranks) {
  return rank < ranks &&
         (shape.form != ReductionForm::ToRoot || shape.root == rank);
}

static void joinTexts(int ranks, ReductionForm form, int root,
                      std::int64_t combine, const std::vector<int> &nodes) {
  World world(ranks, ranks, problemOf(ranks, 2, combine));
  world.firstRanks = nodes;
  std::string all;
  for (int rank = 0; rank < ranks; ++rank) {
    world.operands[static_cast<std::size_t>(rank)].text = textOf(rank);
    all += textOf(rank);
  }
  ActionShape shape;
  shape.form = form;
  shape.root = root;
  shape.mayFail = (ranks + root) % 2 == 0;
  ASSERT_TRUE(world.run(shape)) << ranks << " ranks, root " << root;
  for (int rank = 0; rank < ranks; ++rank) {
    const auto i = static_cast<std::size_t>(rank);
    EXPECT_EQ(world.machines[i]->failure(), nullptr);
    if (hasResult(shape, rank, ranks)) {
      EXPECT_EQ(world.operands[i].text, all);
      EXPECT_EQ(world.machines[i]->hasAccumulator(), ranks > 1);
    }
  }
}

TEST(ReductionMachine, JoinsTextsInOrder) {
  for (int ranks = 1; ranks <= 12; ++ranks)
    for (const ReductionForm form : allForms)
      for (int root = 0; root < ranks; ++root)
        for (const std::int64_t combine : {1, 2, 7})
          for (const std::vector<int> &nodes : nodesOf(ranks))
            joinTexts(ranks, form, root, combine, nodes);
}

/// Of 0 numbers, of as many bytes as a failure has, of many.
static void addNumbers(int length, int segments, int ranks, ReductionForm form,
                       const std::vector<int> &nodes) {
  const int size = nodes.empty() ? ranks + 2 : ranks;
  World world(size, ranks, problemOf(ranks, 1, 1));
  world.firstRanks = nodes;
  for (int rank = 0; rank < size; ++rank) {
    TestOperand &own = world.operands[static_cast<std::size_t>(rank)];
    own.isText = false;
    for (int i = 0; i < length; ++i)
      own.numbers.push_back(rank * 1000 + i);
  }
  ActionShape shape;
  shape.form = form;
  shape.root = ranks - 1;
  shape.bytes = 4 * length;
  shape.grain = 4;
  shape.segments = segments;
  shape.mayFail = length % 2 == 0;
  ASSERT_TRUE(world.run(shape)) << ranks << " ranks";
  for (int rank = 0; rank < size; ++rank) {
    if (!hasResult(shape, rank, ranks))
      continue;
    const auto &own = world.operands[static_cast<std::size_t>(rank)].numbers;
    for (int i = 0; i < length; ++i)
      ASSERT_EQ(own[static_cast<std::size_t>(i)],
                ranks * (ranks - 1) / 2 * 1000 + ranks * i);
  }
}

TEST(ReductionMachine, AddsNumbersInPieces) {
  for (const int length : {0, 1, 6, 40, 1000})
    for (const int segments : {1, 2, 3, 8})
      for (int ranks = 2; ranks <= 9; ++ranks)
        for (const ReductionForm form : allForms)
          for (const std::vector<int> &nodes : nodesOf(ranks))
            addNumbers(length, segments, ranks, form, nodes);
}

/// Wherever it happens, all ranks hear of it, those that only call, too. Texts
/// of failures that make the message as long as a value.
static void tellFailure(TestOperand::At place, int length, int ranks,
                        ReductionForm form, int bad,
                        const std::vector<int> &nodes, int &failures) {
  World world(nodes.empty() ? ranks + 3 : ranks, ranks, problemOf(ranks, 2, 1));
  world.firstRanks = nodes;
  for (auto &own : world.operands) {
    own.isText = length < 0;
    own.text.assign(1, 'x');
    own.numbers.assign(static_cast<std::size_t>(std::max(length, 0)), 1);
  }
  world.operands[static_cast<std::size_t>(bad)].throwsAt = place;
  ActionShape shape;
  shape.form = form;
  shape.root = ranks / 2;
  shape.bytes = length < 0 ? -1 : 4 * length;
  shape.grain = length < 0 ? 0 : 4;
  shape.segments = 3;
  shape.mayFail = true;
  ASSERT_TRUE(world.run(shape))
      << ranks << " ranks, " << static_cast<int>(place);
  const Failure *const first = world.machines.front()->failure();
  failures += first != nullptr;
  for (const auto &machine : world.machines) {
    ASSERT_EQ(machine->failure() != nullptr, first != nullptr);
    if (first) {
      EXPECT_EQ(machine->failure()->rank, bad);
      EXPECT_EQ(machine->failure()->text, "as told");
    }
  }
}

TEST(ReductionMachine, TellsFailuresToAll) {
  using At = TestOperand::At;
  int failures = 0, failuresOnNodes = 0;
  for (const At place : {At::Begin, At::Pack, At::Combine, At::Assign})
    for (const int length : {-1, 0, 4, 6, 300})
      for (int ranks = 2; ranks <= 7; ++ranks)
        for (const ReductionForm form : allForms)
          for (int bad = 0; bad < ranks; ++bad) {
            if (place == At::Assign && length >= 0)
              continue; // numbers are copied
            for (const std::vector<int> &nodes : nodesOf(ranks))
              tellFailure(place, length, ranks, form, bad, nodes,
                          nodes.empty() ? failures : failuresOnNodes);
          }
  EXPECT_GT(failures, 1000);
  EXPECT_GT(failuresOnNodes, 3000);
}

/// One combine and one element beside the accumulator, which is what overlap
/// needs and all it costs: while a combine is not done, the next element has
/// been received, but no further one.
TEST(ReductionMachine, ReceivesTheNextWhileItCombines) {
  schedule::ReductionProblem star = problemOf(6, 10, 1);
  star.maxReducers = 1;
  World world(6, 6, star);
  for (auto &own : world.operands)
    own.text.assign(1, 'x');
  ActionShape shape;
  for (int rank = 0; rank < 6; ++rank) {
    shape.rank = rank;
    shape.size = 6;
    world.actions.push_back(actionsOf(world.schedule, shape));
    world.machines.push_back(std::make_unique<Machine>(world.net.of(rank)));
  }
  for (std::size_t i = 0; i < 6; ++i)
    world.machines[i]->start(world.actions[i], static_cast<int>(i),
                             world.operands[i], world.combiner, nullptr);
  for (int done = 0; done < 5; ++done) {
    int gone = 0;
    for (int round = 0; round < 3; ++round) {
      gone = 0;
      for (auto &machine : world.machines)
        gone += machine->advance();
    }
    EXPECT_EQ(world.operands[0].combines, done);
    EXPECT_EQ(gone, std::min(done + 2, 5));
    EXPECT_TRUE(world.combiner.runOne());
  }
  EXPECT_TRUE(world.machines[0]->advance());
  EXPECT_EQ(world.operands[0].text, "xxxxxx");
}

static void setItems(World &world, bool isText) {
  int rank = 0;
  for (TestOperand &own : world.operands) {
    own.isText = isText;
    own.text = textOf(rank);
    own.numbers.assign(10, ++rank);
  }
}

/// Values of a fixed size in pieces wanted, and others longer than a first
/// message; some ranks go on seldom, some combines end late.
TEST(ReductionMachine, KeepsLimitsOnTransfers) {
  unsigned seed = 0;
  std::int64_t maxWithout = 0;
  for (int ranks = 2; ranks <= 12; ++ranks)
    for (std::int64_t limit = 0; limit < ranks; ++limit)
      for (const ReductionForm form :
           {ReductionForm::ToRoot, ReductionForm::ThenBroadcast,
            ReductionForm::ThenReversed})
        for (int i = 0; i < 24; ++i) {
          auto problem = problemOf(ranks, 1 + i % 2, 1 + i % 3);
          problem.maxTransfers = limit;
          World world(ranks + i % 2, ranks, problem);
          const bool isText = i % 4 < 2;
          setItems(world, isText);
          world.net.countBeyond(headBytes);
          ActionShape shape;
          shape.form = form;
          shape.root = i % ranks;
          shape.bytes = isText ? -1 : 40;
          shape.grain = isText ? 0 : 4;
          shape.segments = limit > 0 ? 3 : 1;
          shape.mayFail = i % 5 == 0;
          ASSERT_TRUE(world.runUnevenly(shape, ++seed))
              << ranks << " ranks, limit " << limit << ", " << nameOf(form);
          if (limit > 0) {
            ASSERT_LE(world.net.maxUnderWay(), limit)
                << ranks << " ranks, " << nameOf(form);
          }
          if (limit == 0)
            maxWithout = std::max(maxWithout, world.net.maxUnderWay());
          const TestOperand &atRoot =
              world.operands[static_cast<std::size_t>(shape.root)];
          std::string all;
          for (int rank = 0; rank < ranks; ++rank)
            all += textOf(rank);
          if (isText) {
            EXPECT_EQ(atRoot.text, all);
          } else {
            EXPECT_EQ(atRoot.numbers[9], ranks * (ranks + 1) / 2);
          }
        }
  EXPECT_GT(maxWithout, 5);
}

/// A failure travels in place of the element, and so do turns.
TEST(ReductionMachine, FailuresKeepLimitsOnTransfers) {
  unsigned seed = 0;
  for (int ranks = 2; ranks <= 9; ++ranks)
    for (std::int64_t limit = 1; limit < ranks; ++limit)
      for (const ReductionForm form :
           {ReductionForm::ThenBroadcast, ReductionForm::ThenReversed})
        for (int bad = 0; bad < ranks; ++bad) {
          auto problem = problemOf(ranks, 1, 1 + bad % 2);
          problem.maxTransfers = limit;
          World world(ranks, ranks, problem);
          setItems(world, false);
          world.net.countBeyond(headBytes);
          world.operands[static_cast<std::size_t>(bad)].throwsAt =
              TestOperand::At::Pack;
          ActionShape shape;
          shape.form = form;
          shape.root = ranks / 2;
          shape.bytes = 40;
          shape.mayFail = true;
          ASSERT_TRUE(world.runUnevenly(shape, ++seed))
              << ranks << " ranks, limit " << limit;
          ASSERT_LE(world.net.maxUnderWay(), limit);
          for (const auto &machine : world.machines) {
            ASSERT_NE(machine->failure(), nullptr);
            EXPECT_EQ(machine->failure()->rank, bad);
          }
        }
}

/// The turn leaves when the element is here, though an older one is still being
/// combined: of six ranks below one, that combines nothing all the time, three
/// have sent.
TEST(ReductionMachine, PassesTurnsWhileItCombines) {
  schedule::ReductionProblem star = problemOf(6, 10, 1);
  star.maxReducers = star.maxTransfers = 1;
  World world(6, 6, star);
  setItems(world, true);
  world.start({});
  for (int round = 0; round < 40; ++round)
    for (auto &machine : world.machines)
      machine->advance();
  EXPECT_EQ(world.operands[0].combines, 0);
  std::int64_t sent = 0;
  for (const auto &machine : world.machines)
    sent += machine->times().messages;
  EXPECT_EQ(sent, 3);
  EXPECT_TRUE(world.runOn());
}
