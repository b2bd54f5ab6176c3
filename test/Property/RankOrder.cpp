//===- RankOrder.cpp - One message after the other, node by node ----------===//
//
// The pairs of nodes of a step are a matching, so the messages of their ranks
// fall into parts that share no rank: one Kőnig colouring orders them all. What
// stays on a node is coloured by itself.
//
//===----------------------------------------------------------------------===//
#include "RankOrder.h"

#include "GridAssignments.h"

#include "redistSchedule/EdgeColouring/Colouring.h"

#include <algorithm>

using namespace redist::schedule;
using namespace redist::schedule::test;

/// Appends the steps of some messages of ranks.
static void appendSteps(const PairLengths &messages, std::vector<Step> &steps) {
  BipartiteGraph graph;
  for (const auto &[pair, length] : messages) {
    const auto from = static_cast<std::int32_t>(pair.first),
               to = static_cast<std::int32_t>(pair.second);
    graph.edges.push_back({from, to, length});
    graph.rows = std::max(graph.rows, from + 1);
    graph.columns = std::max(graph.columns, to + 1);
  }
  const Colouring colouring = colourByInsertion(graph);
  const std::size_t base = steps.size();
  steps.resize(base + static_cast<std::size_t>(colouring.colourCount));
  auto colour = colouring.colourOfEdge.begin();
  for (const auto &[pair, length] : messages) {
    Step &step = steps[base + static_cast<std::size_t>(*colour++)];
    step.cost = std::max(step.cost, length);
    step.transfers.push_back({pair.first, pair.second, length});
  }
}

RankOrder test::orderByNodes(const NodeSchedule &schedule) {
  const PlacedAssignment &placed = schedule.placed;
  const std::size_t count = schedule.steps.size();
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> stepOf;
  for (std::size_t t = 0; t < count; ++t)
    for (const Transfer &one : schedule.steps[t].transfers)
      stepOf[{one.from, one.to}] = t;
  std::vector<PairLengths> byStep(count + 1);
  for (const auto &[pair, length] : countElements(placed.assignment)) {
    const std::int64_t from = placed.source.nodeOf(pair.first),
                       to = placed.target.nodeOf(pair.second);
    byStep[placed.staysOnNode(from, to) ? count : stepOf.at({from, to})][pair] =
        length;
  }
  RankOrder result;
  for (std::size_t t = 0; t <= count; ++t) {
    if (t == count)
      result.between = static_cast<std::int64_t>(result.steps.size());
    appendSteps(byStep[t], result.steps);
  }
  return result;
}

/// Which node is in two different pairs of nodes in a step; or nothing.
static std::string nodeOffence(const PlacedAssignment &placed, const Step &step,
                               std::size_t number,
                               std::vector<std::int64_t> &to,
                               std::vector<std::int64_t> &from) {
  std::ranges::fill(to, -1);
  std::ranges::fill(from, -1);
  for (const Transfer &one : step.transfers) {
    const std::int64_t a = placed.source.nodeOf(one.from),
                       b = placed.target.nodeOf(one.to);
    std::int64_t &partner = to[static_cast<std::size_t>(a)];
    std::int64_t &sender = from[static_cast<std::size_t>(b)];
    if (partner >= 0 && partner != b)
      return "node " + std::to_string(a) + " sends to two nodes in step " +
             std::to_string(number);
    if (sender >= 0 && sender != a)
      return "node " + std::to_string(b) + " receives from two nodes in step " +
             std::to_string(number);
    partner = b, sender = a;
  }
  return {};
}

VerifyReport test::verifyRankOrder(const PlacedAssignment &placed,
                                   const RankOrder &order) {
  VerifyReport report = verify(placed.assignment, order.steps);
  std::vector<std::int64_t> to(static_cast<std::size_t>(placed.source.nodes())),
      from(static_cast<std::size_t>(placed.target.nodes()));
  for (std::size_t t = 0; t < order.steps.size(); ++t) {
    const bool isBetween = static_cast<std::int64_t>(t) < order.between;
    std::string offence = nodeOffence(placed, order.steps[t], t, to, from);
    for (const Transfer &one : order.steps[t].transfers)
      if (placed.staysOnNode(placed.source.nodeOf(one.from),
                             placed.target.nodeOf(one.to)) == isBetween)
        offence = "step " + std::to_string(t) +
                  " mixes what stays on a node with what leaves it";
    if (!offence.empty())
      report.offences.push_back(std::move(offence));
  }
  return report;
}
