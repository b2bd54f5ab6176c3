//===- RankOrder.cpp - One message after the other, node by node ----------===//
//
// The pairs of nodes of a step are a matching, so the messages of their ranks
// fall into parts that share no rank: one Kőnig colouring orders them all. What
// stays on a node is coloured by itself.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Nodes/NodeSchedule.h"

#include "Product/GridMessages.h"
#include "redistSchedule/EdgeColouring/Colouring.h"

#include <algorithm>

using namespace redist::schedule;

/// Appends the steps of some messages of ranks.
static void appendSteps(std::vector<ListedMessage> list, std::int64_t targets,
                        std::vector<Step> &steps) {
  MessageList messages;
  messages.list = std::move(list);
  messages.byColumn = orderByColumn(messages.list, targets);
  const BipartiteGraph graph = graphOf(messages);
  Colouring colouring = colourByInsertion(graph);
  sortColoursByCost(graph, colouring);
  const std::size_t base = steps.size();
  steps.resize(base + static_cast<std::size_t>(colouring.colourCount));
  for (std::size_t i = 0; i < messages.list.size(); ++i) {
    const ListedMessage &one = messages.list[i];
    Step &step =
        steps[base + static_cast<std::size_t>(colouring.colourOfEdge[i])];
    step.cost = std::max(step.cost, one.length);
    step.transfers.push_back({one.from, one.to, one.length});
  }
}

RankOrder redist::schedule::orderByNodes(const NodeSchedule &schedule) {
  const PlacedAssignment &placed = schedule.placed;
  // The step of the only pair of nodes that a source node is in, by step.
  const auto nodes = static_cast<std::size_t>(placed.source.nodes());
  std::vector<std::vector<std::pair<std::int64_t, std::size_t>>> stepTo(nodes);
  for (std::size_t t = 0; t < schedule.steps.size(); ++t)
    for (const Transfer &one : schedule.steps[t].transfers)
      stepTo[static_cast<std::size_t>(one.from)].emplace_back(one.to, t);
  for (auto &row : stepTo)
    std::ranges::sort(row);

  std::vector<std::vector<ListedMessage>> byStep(schedule.steps.size() + 1);
  for (const ListedMessage &one : messagesOf(placed.assignment).list) {
    const std::int64_t from = placed.source.nodeOf(one.from),
                       to = placed.target.nodeOf(one.to);
    const auto &row = stepTo[static_cast<std::size_t>(from)];
    const std::size_t t =
        placed.staysOnNode(from, to)
            ? schedule.steps.size()
            : std::ranges::lower_bound(row, std::pair(to, std::size_t{0}))
                  ->second;
    byStep[t].push_back(one);
  }
  RankOrder result;
  const std::int64_t targets = placed.target.ranks();
  for (std::size_t t = 0; t < byStep.size(); ++t) {
    if (t == schedule.steps.size())
      result.between = static_cast<std::int64_t>(result.steps.size());
    if (!byStep[t].empty())
      appendSteps(std::move(byStep[t]), targets, result.steps);
  }
  return result;
}

/// Whether two different pairs of nodes share `own` in a step.
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

VerifyReport redist::schedule::verifyRankOrder(const PlacedAssignment &placed,
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
