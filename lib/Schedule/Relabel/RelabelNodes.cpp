//===- RelabelNodes.cpp - The same node, where not the same rank ----------===//
//
// Processes that keep nothing are alike but for their nodes, and the positions
// that they have may be dealt to them anew: a transportation problem between
// nodes and positions, whose values are what lies on the node.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Relabel/Relabel.h"

#include "Relabel/RelabelProblem.h"
#include "redistSchedule/Intersection/AxisFinder.h"

#include <algorithm>

using namespace redist::schedule;

namespace {

class NodeRelabelling {
public:
  NodeRelabelling(const Assignment &given, const RankNodes &sources,
                  const RankNodes &targets)
      : problem(given), finders(given.axes.begin(), given.axes.end()),
        nodeOfSource(sources), nodeOfTarget(targets),
        nodes(1 + *std::ranges::max_element(sources)) {
    nodes = std::max(nodes, 1 + *std::ranges::max_element(targets));
  }

  void improve(Relabelling &found);

private:
  std::int64_t shared(std::int64_t source, std::int64_t position) const;
  void findIdle(const Relabelling &found);
  void findValues();
  std::int64_t &value(std::int64_t node, std::size_t column) {
    return values[static_cast<std::size_t>(node) * positions.size() + column];
  }
  std::vector<std::int64_t> deal();

  const RelabelProblem problem;
  const std::vector<AxisFinder> finders;
  const RankNodes &nodeOfSource, &nodeOfTarget;
  std::int64_t nodes;
  std::vector<std::size_t> idle;       ///< processes that keep nothing
  std::vector<std::int64_t> positions; ///< theirs
  std::vector<std::int64_t> values;    ///< by node, then as `positions`
};

} // namespace

std::int64_t NodeRelabelling::shared(std::int64_t source,
                                     std::int64_t position) const {
  std::int64_t product = 1;
  for (std::size_t k = 0; k < finders.size() && product > 0; ++k)
    product = boundedProduct(
        product, finders[k].length(problem.sourceCoordinate(k, source),
                                   problem.targetCoordinate(k, position)));
  return product;
}

void NodeRelabelling::findIdle(const Relabelling &found) {
  for (std::size_t i = 0; i < found.positionOf.size(); ++i) {
    const std::int64_t source = problem.assignment.sharing.sourceOf(
        static_cast<std::int64_t>(i), problem.sourceRanks);
    if (source >= 0 && shared(source, found.positionOf[i]) > 0)
      continue;
    idle.push_back(i);
    positions.push_back(found.positionOf[i]);
  }
}

void NodeRelabelling::findValues() {
  values.assign(static_cast<std::size_t>(nodes) * positions.size(), 0);
  for (std::int64_t source = 0; source < problem.sourceRanks; ++source)
    for (std::size_t column = 0; column < positions.size(); ++column) {
      std::int64_t &sum =
          value(nodeOfSource[static_cast<std::size_t>(source)], column);
      sum = std::min(sum + shared(source, positions[column]), maxElements);
    }
}

/// The node of each position; -1: any.
std::vector<std::int64_t> NodeRelabelling::deal() {
  TransportationProblem dealt;
  dealt.supplies.assign(static_cast<std::size_t>(nodes), 0);
  dealt.capacities.assign(positions.size(), 1);
  for (const std::size_t process : idle)
    ++dealt.supplies[static_cast<std::size_t>(nodeOfTarget[process])];
  for (std::int64_t node = 0; node < nodes; ++node)
    for (std::size_t column = 0; column < positions.size(); ++column)
      if (const std::int64_t worth = value(node, column); worth > 0)
        dealt.edges.push_back({static_cast<std::int32_t>(node),
                               static_cast<std::int32_t>(column), worth});
  const std::vector<std::int64_t> flows = transport(dealt);
  std::vector<std::int64_t> nodeOf(positions.size(), -1);
  for (std::size_t e = 0; e < flows.size(); ++e)
    if (flows[e] > 0)
      nodeOf[static_cast<std::size_t>(dealt.edges[e].column)] =
          dealt.edges[e].row;
  return nodeOf;
}

void NodeRelabelling::improve(Relabelling &found) {
  findIdle(found);
  if (boundedProduct(std::max(problem.sourceRanks, nodes),
                     static_cast<std::int64_t>(positions.size())) > maxEdges)
    return;
  findValues();
  std::vector<std::int64_t> nodeOf = deal();
  Int128 before = 0, after = 0;
  for (std::size_t i = 0; i < idle.size(); ++i) {
    before += value(nodeOfTarget[idle[i]], i);
    after += nodeOf[i] < 0 ? 0 : value(nodeOf[i], i);
  }
  if (after <= before)
    return;
  // Of each node's processes the next; then whoever is left takes the rest.
  const auto take = [&](std::size_t process, bool isAny) {
    for (std::size_t i = 0; i < positions.size(); ++i)
      if (positions[i] >= 0 &&
          (isAny ? nodeOf[i] < 0 : nodeOf[i] == nodeOfTarget[process])) {
        found.positionOf[process] = positions[i];
        positions[i] = -1;
        return true;
      }
    return false;
  };
  std::vector<std::size_t> left;
  for (const std::size_t process : idle)
    if (!take(process, false))
      left.push_back(process);
  for (const std::size_t process : left)
    take(process, true);
}

/// What lies on a node is its ranks' parts: halos do not count.
Relabelling redist::schedule::relabel(const Assignment &given,
                                      const RankNodes &sources,
                                      const RankNodes &targets) {
  const Assignment assignment = withoutHalos(given);
  Relabelling found = relabel(given);
  NodeRelabelling(assignment, sources, targets).improve(found);
  return found;
}
