//===- NodeProperties.cpp - Redistributions on nodes, element by element --===//
//
// Placements of up to 12 ranks a side on up to 4 nodes: all that are intervals
// or in turn, all others of up to 9 ranks, random ones. What nodes owe each
// other is counted element by element; closed forms must give the same. Two
// levels are carried out by virtual ranks on virtual nodes.
//
//===----------------------------------------------------------------------===//
#include "GridAssignments.h"
#include "RankOrder.h"

#include "redistSchedule/Nodes/NodeCosts.h"
#include "redistSchedule/Nodes/TwoLevel.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

using namespace redist::schedule;
using namespace redist::schedule::test;

namespace {

/// Who has an element before and after.
struct Owners {
  std::int64_t from, to;
};

using Pair = std::pair<std::int64_t, std::int64_t>;

} // namespace

/// Of all elements, in the order of the target's indices.
static std::vector<Owners> ownersOf(const Assignment &assignment) {
  const auto sourceStrides = assignment.sourceRankStrides(),
             targetStrides = assignment.targetRankStrides();
  std::vector<Owners> owners = {{0, 0}};
  for (std::size_t k = 0; k < assignment.dimensions(); ++k) {
    const Axis &axis = assignment.axes[k];
    std::vector<Owners> next;
    for (const Owners &one : owners)
      for (std::int64_t t = 0; t < *axis.length; ++t)
        for (const std::int64_t holder : receiversByWalking(
                 axis.target, axis.targetLower + t * axis.targetStride))
          next.push_back(
              {one.from +
                   sourceStrides[k] *
                       ownerByWalking(axis.source,
                                      axis.sourceLower + t * axis.sourceStride),
               one.to + targetStrides[k] * holder});
    owners = std::move(next);
  }
  return owners;
}

/// Buffers that the ranks of a node share: of those from and those to it.
struct VirtualNode {
  std::map<std::int64_t, std::vector<std::int64_t>> out, in;
};

/// Carries the elements, by number, and says what went wrong.
class VirtualNodes {
public:
  VirtualNodes(const PlacedAssignment &given, const TwoLevelSteps &carried)
      : placed(given), steps(carried), owners(ownersOf(given.assignment)),
        buffers(given), sources(static_cast<std::size_t>(given.source.nodes())),
        targets(static_cast<std::size_t>(given.target.nodes())),
        arrivedAt(owners.size(), -1) {}

  std::string run() {
    pack();
    for (const TwoLevelStep &step : steps)
      carry(step);
    unpack();
    for (std::size_t i = 0; i < owners.size(); ++i)
      if (arrivedAt[i] != owners[i].to)
        offence = "element " + std::to_string(i) + " is not at its rank";
    return offence;
  }

private:
  bool isKept(const Owners &one) const {
    return placed.assignment.sharing.sourceOf(one.to, placed.source.ranks()) ==
           one.from;
  }
  void arrive(std::size_t element, std::int64_t rank) {
    if (arrivedAt[element] >= 0)
      offence = "element " + std::to_string(element) + " arrives twice";
    arrivedAt[element] = rank;
  }
  void pack();
  void carry(const TwoLevelStep &);
  void unpack();

  const PlacedAssignment &placed;
  const TwoLevelSteps &steps;
  std::vector<Owners> owners;
  NodeBuffers buffers;
  std::vector<VirtualNode> sources, targets;
  std::vector<std::int64_t> arrivedAt;
  std::string offence;
};

void VirtualNodes::pack() {
  std::map<Pair, std::vector<std::size_t>> elements;
  for (std::size_t i = 0; i < owners.size(); ++i) {
    const Owners &one = owners[i];
    if (isKept(one) || placed.staysOnNode(placed.source.nodeOf(one.from),
                                          placed.target.nodeOf(one.to)))
      arrive(i, one.to);
    else
      elements[{one.from, one.to}].push_back(i);
  }
  std::vector<BufferPart> parts;
  for (std::int64_t a = 0; a < placed.source.nodes(); ++a)
    for (std::int64_t b = 0; b < placed.target.nodes(); ++b) {
      if (placed.staysOnNode(a, b))
        continue;
      buffers.partsOf(a, b, parts);
      std::vector<std::int64_t> &buffer =
          sources[static_cast<std::size_t>(a)].out[b];
      for (const BufferPart &part : parts) {
        buffer.resize(std::max(buffer.size(), static_cast<std::size_t>(
                                                  part.offset + part.length)),
                      -1);
        const auto &own = elements[{part.from, part.to}];
        if (static_cast<std::int64_t>(own.size()) != part.length)
          offence = "a part has the wrong length";
        for (std::size_t i = 0; i < own.size(); ++i)
          buffer[static_cast<std::size_t>(part.offset) + i] =
              static_cast<std::int64_t>(own[i]);
      }
    }
}

void VirtualNodes::carry(const TwoLevelStep &step) {
  std::set<std::int64_t> sending, receiving;
  for (std::size_t i = 0; i < step.step.transfers.size(); ++i) {
    const auto &[from, to, length] = step.step.transfers[i];
    if (!sending.insert(from).second || !receiving.insert(to).second)
      offence = "a node is twice in a step";
    if (placed.source.nodeOf(step.carriers[i].sender) != from ||
        placed.target.nodeOf(step.carriers[i].receiver) != to)
      offence = "a carrier is on another node";
    auto &buffer = sources[static_cast<std::size_t>(from)].out[to];
    if (static_cast<std::int64_t>(buffer.size()) != length)
      offence = "a message has the wrong length";
    auto &arrived = targets[static_cast<std::size_t>(to)].in[from];
    arrived.insert(arrived.end(), buffer.begin(), buffer.end());
  }
}

void VirtualNodes::unpack() {
  std::vector<BufferPart> parts;
  for (std::int64_t b = 0; b < placed.target.nodes(); ++b)
    for (const auto &[a, buffer] : targets[static_cast<std::size_t>(b)].in) {
      buffers.partsOf(a, b, parts);
      for (const BufferPart &part : parts)
        for (std::int64_t i = 0; i < part.length; ++i)
          arrive(static_cast<std::size_t>(
                     buffer[static_cast<std::size_t>(part.offset + i)]),
                 part.to);
    }
}

/// Elements from node to node, without what stays on one.
static PairLengths countBetween(const PlacedAssignment &placed) {
  PairLengths lengths;
  for (const auto &[pair, length] : countElements(placed.assignment)) {
    const Pair nodes = {placed.source.nodeOf(pair.first),
                        placed.target.nodeOf(pair.second)};
    if (!placed.staysOnNode(nodes.first, nodes.second))
      lengths[nodes] += length;
  }
  return lengths;
}

static std::string describe(const NodePlacement &placement) {
  std::string text = " on";
  for (std::int64_t rank = 0; rank < placement.ranks(); ++rank)
    append(text, " ", placement.nodeOf(rank));
  return text;
}

static std::string describe(const PlacedAssignment &placed) {
  return describe(placed.assignment) + describe(placed.source) + " ->" +
         describe(placed.target);
}

static void expectNoOffence(const VerifyReport &report) {
  EXPECT_TRUE(report.valid())
      << (report.offences.empty() ? "" : report.offences.front());
}

/// All that must hold. Returns whether the nodes' view is a layout.
static bool checkPlaced(const PlacedAssignment &placed) {
  SCOPED_TRACE(describe(placed));
  EXPECT_TRUE(isConsistent(placed));
  const Result<NodeSchedule> made = makeNodeSchedule(placed);
  EXPECT_TRUE(made);
  if (!made)
    return false;
  const PairLengths expected = countBetween(placed);
  PairLengths summed;
  for (const NodeMessage &one : made->traffic.between)
    summed[{one.from, one.to}] = one.length;
  EXPECT_EQ(summed, expected);
  if (made->regular) {
    EXPECT_EQ(countElements(*made->regular), expected);
  }
  expectNoOffence(verifyNodeSteps(placed, made->steps));
  EXPECT_EQ(made->stepCount(), made->bounds.stepCount);
  EXPECT_GE(made->totalCost, made->bounds.totalCost);
  EXPECT_GE(made->bounds.totalCost, made->sortedBound);
  EXPECT_GE(made->sortedBound, made->traffic.portBound());

  const TwoLevelSteps steps = makeTwoLevelSteps(placed, made->steps);
  expectNoOffence(verifyTwoLevel(placed, steps));
  EXPECT_EQ(VirtualNodes(placed, steps).run(), "");
  const RankOrder order = orderByNodes(*made);
  expectNoOffence(verifyRankOrder(placed, order));
  return made->regular.has_value();
}

/// All ways to part ranks into up to four intervals, and to deal them to up to
/// four nodes in turn.
static std::vector<NodePlacement> rules(std::int64_t ranks) {
  std::vector<NodePlacement> result;
  std::vector<std::int64_t> nodes(static_cast<std::size_t>(ranks), 0);
  const auto part = [&](auto &self, std::size_t rank) -> void {
    if (rank == nodes.size()) {
      result.push_back(NodePlacement::listed(nodes));
      return;
    }
    nodes[rank] = nodes[rank - 1];
    self(self, rank + 1);
    if (nodes[rank - 1] < 3) {
      nodes[rank] = nodes[rank - 1] + 1;
      self(self, rank + 1);
    }
  };
  part(part, 1);
  for (std::int64_t n = 2; n <= std::min<std::int64_t>(ranks, 4); ++n)
    result.push_back(NodePlacement::roundRobin(ranks, n));
  return result;
}

/// All lists, up to the names of the nodes.
static std::vector<NodePlacement> lists(std::int64_t ranks) {
  std::vector<NodePlacement> result;
  std::vector<std::int64_t> nodes(static_cast<std::size_t>(ranks), 0);
  const auto choose = [&](auto &self, std::size_t rank,
                          std::int64_t used) -> void {
    if (rank == nodes.size()) {
      result.push_back(NodePlacement::listed(nodes));
      return;
    }
    for (std::int64_t node = 0; node <= std::min<std::int64_t>(used, 3);
         ++node) {
      nodes[rank] = node;
      self(self, rank + 1, std::max(used, node + 1));
    }
  };
  choose(choose, 1, 1);
  return result;
}

static Assignment oneAxis(std::int64_t P, std::int64_t r, std::int64_t Q,
                          std::int64_t s, std::optional<std::int64_t> length) {
  Axis axis;
  axis.source = {P, r, {}};
  axis.target = {Q, s, {}};
  axis.length = length;
  Assignment assignment;
  assignment.axes = {axis};
  return assignment;
}

/// On nodes of their own, and, where that is possible, on the same.
static void checkBoth(const Assignment &assignment, const NodePlacement &source,
                      const NodePlacement &target, std::int64_t &regular) {
  PlacedAssignment placed = {assignment, source, target};
  regular += checkPlaced(placed) ? 1 : 0;
  placed.nodes = {RankSharing::Kind::Shift, 0, {}};
  placed.assignment.sharing = {RankSharing::Kind::Shift, 0, {}};
  if (!isConsistent(placed))
    placed.assignment.sharing = {};
  checkPlaced(placed);
}

static Assignment someAxis(Dice &dice, std::int64_t P, std::int64_t Q) {
  if (dice.oneIn(3)) { // blocks
    const std::int64_t length = dice.roll(1, 40);
    return oneAxis(P, (length + P - 1) / P, Q, (length + Q - 1) / Q, length);
  }
  return oneAxis(P, dice.roll(1, 4), Q, dice.roll(1, 4), dice.roll(1, 60));
}

TEST(NodeProperties, AllIntervalsAndTurns) {
  Dice dice(24);
  std::int64_t regular = 0;
  for (std::int64_t P = 1; P <= 12; ++P)
    for (std::int64_t Q = 1; Q <= 12; ++Q) {
      const std::vector<NodePlacement> from = rules(P), to = rules(Q);
      // Each placement of either side meets some of the other's.
      for (std::size_t i = 0; i < std::max(from.size(), to.size()); ++i) {
        const Assignment assignment = someAxis(dice, P, Q);
        const auto other = static_cast<std::size_t>(dice.roll(0, 1 << 20));
        checkBoth(assignment, from[i % from.size()], to[other % to.size()],
                  regular);
        if (HasFailure())
          return;
      }
    }
  EXPECT_GT(regular, 1000);
}

static NodePlacement randomPlacement(Dice &dice, std::int64_t ranks) {
  if (dice.oneIn(3)) {
    const std::int64_t h = dice.roll(1, ranks);
    return NodePlacement::slots(ranks, h,
                                dice.oneIn(3) ? dice.roll(0, h - 1) : 0);
  }
  if (dice.oneIn(2))
    return NodePlacement::roundRobin(ranks, dice.roll(1, ranks + 1));
  std::vector<std::int64_t> nodes;
  for (std::int64_t rank = 0; rank < ranks; ++rank)
    nodes.push_back(dice.roll(0, 3));
  return NodePlacement::listed(nodes);
}

/// Ranks of which all lists are checked; REDIST_NODE_RANKS=12 takes minutes.
static std::int64_t listedRanks() {
  const char *text = std::getenv("REDIST_NODE_RANKS");
  return text ? std::atoi(text) : 9;
}

/// Each list, on either side, against some placement of some ranks.
TEST(NodeProperties, AllLists) {
  Dice dice(9);
  std::int64_t regular = 0;
  for (std::int64_t ranks = 1; ranks <= listedRanks(); ++ranks)
    for (const NodePlacement &own : lists(ranks)) {
      const std::int64_t others = dice.roll(1, 12);
      const NodePlacement other = randomPlacement(dice, others);
      checkBoth(someAxis(dice, ranks, others), own, other, regular);
      checkBoth(someAxis(dice, others, ranks), other, own, regular);
      if (HasFailure())
        return;
    }
}

/// Every h that divides P, and every n: the formulas of theorem 1, with lengths
/// of superblocks.
TEST(NodeProperties, ClosedFormsOfSlotsAndTurns) {
  for (std::int64_t P = 1; P <= 12; ++P)
    for (std::int64_t h = 1; h <= P; ++h) {
      if (P % h != 0)
        continue;
      for (std::int64_t r = 1; r <= 3; ++r) {
        const Assignment assignment = oneAxis(P, r, 5, 2, std::nullopt);
        const NodePlacement target = NodePlacement::slots(5, 5);
        const auto slots =
            nodeAssignment({assignment, NodePlacement::slots(P, h), target});
        ASSERT_TRUE(slots);
        const DimensionLayout whole = {1, 1, {}};
        EXPECT_EQ(slots->axes[0].source,
                  h == P ? whole : (DimensionLayout{P / h, r * h, {}}));
        const auto turns = nodeAssignment(
            {assignment, NodePlacement::roundRobin(P, h), target});
        ASSERT_TRUE(turns);
        EXPECT_EQ(turns->axes[0].source,
                  h == 1 ? whole : (DimensionLayout{h, r, {}}));
        checkPlaced(
            *withLengths({assignment, NodePlacement::slots(P, h), target}));
        checkPlaced(*withLengths(
            {assignment, NodePlacement::roundRobin(P, h), target}));
      }
    }
}

/// Several axes, permuted, sections, gen_blocks, any sharing of nodes.
TEST(NodeProperties, RandomGrids) {
  Dice dice(2024);
  std::int64_t regular = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto d = static_cast<std::size_t>(dice.roll(1, 3));
    PlacedAssignment placed;
    placed.assignment = randomAssignment(dice, d,
                                         {4, 4,
                                          d == 1   ? 40
                                          : d == 2 ? 14
                                                   : 7});
    placed.assignment.sharing = {};
    placed.source = randomPlacement(dice, placed.assignment.sourceRanks());
    placed.target = randomPlacement(dice, placed.assignment.targetRanks());
    placed.nodes =
        randomSharing(dice, placed.source.nodes(), placed.target.nodes());
    regular += checkPlaced(placed) ? 1 : 0;
    if (HasFailure())
      return;
  }
  EXPECT_GT(regular, 500);
}

/// A verifier that finds nothing proves nothing.
TEST(NodeProperties, VerifiersFindFaults) {
  const PlacedAssignment placed =
      *withLengths({oneAxis(8, 3, 8, 5, std::nullopt),
                    NodePlacement::slots(8, 2),
                    NodePlacement::roundRobin(8, 4),
                    {RankSharing::Kind::Shift, 0, {}}});
  const NodeSchedule made = *makeNodeSchedule(placed);
  const TwoLevelSteps right = makeTwoLevelSteps(placed, made.steps);
  ASSERT_TRUE(verifyTwoLevel(placed, right).valid());
  const auto isRefused = [&](auto change) {
    TwoLevelSteps wrong = right;
    change(wrong);
    return !verifyTwoLevel(placed, wrong).valid();
  };
  EXPECT_TRUE(isRefused([](auto &one) { one.pop_back(); }));
  EXPECT_TRUE(isRefused([](auto &one) { one.push_back(one.back()); }));
  EXPECT_TRUE(isRefused([](auto &one) { ++one[0].step.transfers[0].length; }));
  EXPECT_TRUE(isRefused([](auto &one) { one[0].carriers[0].sender ^= 1; }));
  EXPECT_TRUE(isRefused([](auto &one) { one[0].carriers[0].receiver = 99; }));
  EXPECT_TRUE(isRefused([](auto &one) { one[0].carriers.pop_back(); }));
  EXPECT_TRUE(isRefused([](auto &one) {
    auto &to = one[0].step.transfers, &from = one[1].step.transfers;
    to.push_back(from[0]);
    from.erase(from.begin());
    one[0].carriers.push_back(one[1].carriers[0]);
    one[1].carriers.erase(one[1].carriers.begin());
  }));
  RankOrder order = orderByNodes(made);
  ASSERT_TRUE(verifyRankOrder(placed, order).valid());
  std::swap(order.steps.front(), order.steps.back());
  EXPECT_FALSE(verifyRankOrder(placed, order).valid());
}

/// Two levels win below the border and nowhere else.
TEST(NodeProperties, BorderParts) {
  Dice dice(26);
  int never = 0, early = 0, late = 0;
  for (int i = 0; i < 3000; ++i) {
    NodeLoad load = {dice.roll(1, 60), dice.roll(1, 30), dice.roll(1, 10'000)};
    load.pairs = dice.roll(load.rankMessages, 1000);
    load.elements = dice.roll(load.portElements, 100'000);
    const NodeCosts costs = {1e-6 * static_cast<double>(dice.roll(0, 50)),
                             1e-7 * static_cast<double>(dice.roll(1, 20)),
                             1e8 * static_cast<double>(dice.roll(1, 200)),
                             1e9 * static_cast<double>(dice.roll(1, 100))};
    const double border = borderOf(load, costs),
                 bytes = border * static_cast<double>(load.pairs) /
                         static_cast<double>(load.elements);
    const auto isFaster = [&](double size) {
      return predictNodeTimes(load, size, costs).twoLevelsAreFaster();
    };
    const double calls = static_cast<double>(load.rankMessages) * costs.perCall;
    const double port =
        bytes * static_cast<double>(load.portElements) / costs.port;
    ++(border == 0 ? never : port < calls ? early : late);
    ASSERT_FALSE(isFaster(bytes * 1.001 + 1e-6)) << i;
    if (border > 0) {
      ASSERT_TRUE(isFaster(bytes * 0.999)) << i;
      ASSERT_TRUE(isFaster(0)) << i;
    }
  }
  EXPECT_GT(std::min({never, early, late}), 100);
}

/// Where two levels win: all to all of 8 nodes with 8 ranks each.
TEST(NodeProperties, BorderIsThatOfTheSimulation) {
  const PlacedAssignment placed =
      *withLengths({oneAxis(64, 1, 64, 64, std::nullopt),
                    NodePlacement::slots(64, 8),
                    NodePlacement::slots(64, 8),
                    {RankSharing::Kind::Shift, 0, {}}});
  const NodeLoad load = loadOf(placed, trafficOf(placed));
  EXPECT_EQ(load.rankMessages, 56);
  EXPECT_EQ(load.carrierMessages, 1);
  EXPECT_EQ(load.pairs, 64 * 56);
  // As docs/SchedulingMath.md has it.
  EXPECT_NEAR(borderOf(load, tenGigabit), 699, 1);
  EXPECT_NEAR(borderOf(load, hundredGigabit), 1482, 1);
  // bench-smpi-nodes has measured these microseconds, to which the model was
  // fitted. The messages that stay on a node take 7 of them; the model leaves
  // them out.
  constexpr double inside = 7;
  struct Row {
    const NodeCosts &costs;
    double bytes, byRanks, twoLevels;
  };
  for (const Row &row : {Row{tenGigabit, 16, 63.0, 24.3},
                         {tenGigabit, 65, 63.0, 42.6},
                         {tenGigabit, 1040, 403.5, 406.7},
                         {tenGigabit, 8322, 3049.6, 3110.8},
                         {hundredGigabit, 16, 63.0, 10.4},
                         {hundredGigabit, 65, 63.0, 11.9},
                         {hundredGigabit, 1040, 71.2, 52.6},
                         {hundredGigabit, 8322, 312.1, 351.9}}) {
    const NodeTimes times = predictNodeTimes(load, row.bytes, row.costs);
    EXPECT_NEAR(times.byRanks * 1e6 + inside, row.byRanks, 0.13 * row.byRanks);
    EXPECT_NEAR(times.twoLevels * 1e6 + inside, row.twoLevels,
                0.05 * row.twoLevels);
    EXPECT_EQ(times.twoLevelsAreFaster(), row.twoLevels < row.byRanks);
  }
}
