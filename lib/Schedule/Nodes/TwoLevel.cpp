//===- TwoLevel.cpp - One message a pair of nodes -------------------------===//
//
// See TwoLevel.h. Everything about a pair is computed from the placements when
// it is asked for.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Nodes/TwoLevel.h"

#include "Product/GridMessages.h"
#include "Support/Arithmetic.h"

#include <algorithm>

using namespace redist::schedule;

std::int64_t redist::schedule::carrierOf(const NodePlacement &placement,
                                         std::int64_t node, std::int64_t from,
                                         std::int64_t to) {
  return placement.rankAt(node, modulo(to - from, placement.ranksOn(node)));
}

TwoLevelSteps
redist::schedule::makeTwoLevelSteps(const PlacedAssignment &placed,
                                    std::span<const Step> nodeSteps) {
  TwoLevelSteps result;
  for (const Step &step : nodeSteps) {
    result.push_back({step.cost, {}});
    for (const auto &[from, to, length] : step.transfers)
      result.back().carriages.push_back(
          {from, to, carrierOf(placed.source, from, from, to),
           carrierOf(placed.target, to, from, to), length});
  }
  return result;
}

NodeBuffers::NodeBuffers(const PlacedAssignment &given) : placed(given) {
  for (const Axis &axis : given.assignment.axes)
    axes.emplace_back(axis);
}

std::int64_t NodeBuffers::length(std::int64_t p, std::int64_t q) const {
  const Assignment &assignment = placed.assignment;
  if (assignment.sharing.sourceOf(q, assignment.sourceRanks()) == p)
    return 0;
  const RankNumbering sources = RankNumbering::ofSource(assignment),
                      targets = RankNumbering::ofTarget(assignment);
  std::int64_t product = 1;
  for (std::size_t k = 0; k < axes.size() && product > 0; ++k)
    product *=
        axes[k].length(sources.coordinate(p, k), targets.coordinate(q, k));
  return product;
}

void NodeBuffers::partsOf(std::int64_t fromNode, std::int64_t toNode,
                          std::vector<BufferPart> &parts) const {
  parts.clear();
  std::int64_t offset = 0;
  for (std::int64_t i = 0; i < placed.source.ranksOn(fromNode); ++i)
    for (std::int64_t j = 0; j < placed.target.ranksOn(toNode); ++j) {
      const std::int64_t p = placed.source.rankAt(fromNode, i),
                         q = placed.target.rankAt(toNode, j);
      if (const std::int64_t own = length(p, q); own > 0) {
        parts.push_back({p, q, offset, own});
        offset += own;
      }
    }
}

namespace {

class TwoLevelVerifier {
public:
  TwoLevelVerifier(const PlacedAssignment &given, const TwoLevelSteps &carried)
      : placed(given), steps(carried) {}

  VerifyReport run();

private:
  void offend(std::string text) {
    constexpr std::size_t most = 20;
    if (report.offences.size() < most)
      report.offences.push_back(std::move(text));
  }
  void checkCarriage(const Carriage &, std::size_t step);
  void collect(std::int64_t from, std::int64_t to, std::int64_t length,
               const NodeBuffers &);
  void checkParts();

  const PlacedAssignment &placed;
  const TwoLevelSteps &steps;
  VerifyReport report;
  std::vector<BufferPart> delivered, parts;
};

} // namespace

void TwoLevelVerifier::checkCarriage(const Carriage &one, std::size_t step) {
  const auto isRight = [&](const NodePlacement &placement, std::int64_t node,
                           std::int64_t rank) {
    return rank >= 0 && rank < placement.ranks() &&
           placement.nodeOf(rank) == node &&
           placement.slotOf(rank) ==
               modulo(one.toNode - one.fromNode, placement.ranksOn(node));
  };
  const std::string which = " in step " + std::to_string(step);
  if (!isRight(placed.source, one.fromNode, one.sender))
    offend("rank " + std::to_string(one.sender) +
           " is not the carrier from node " + std::to_string(one.fromNode) +
           which);
  if (!isRight(placed.target, one.toNode, one.receiver))
    offend("rank " + std::to_string(one.receiver) +
           " is not the carrier to node " + std::to_string(one.toNode) + which);
}

void TwoLevelVerifier::collect(std::int64_t from, std::int64_t to,
                               std::int64_t length,
                               const NodeBuffers &buffers) {
  buffers.partsOf(from, to, parts);
  std::int64_t end = 0;
  for (const BufferPart &part : parts) {
    if (part.offset != end)
      offend("the buffer from node " + std::to_string(from) + " to node " +
             std::to_string(to) + " has a gap or an overlap at " +
             std::to_string(end));
    end = part.offset + part.length;
    delivered.push_back(part);
  }
  if (end != length)
    offend("the buffer from node " + std::to_string(from) + " to node " +
           std::to_string(to) + " has " + std::to_string(end) +
           " elements instead of " + std::to_string(length));
}

/// What arrived and what stayed on nodes must be the messages of the ranks.
void TwoLevelVerifier::checkParts() {
  std::ranges::sort(delivered, [](const BufferPart &a, const BufferPart &b) {
    return std::pair(a.from, a.to) < std::pair(b.from, b.to);
  });
  const std::vector<ListedMessage> expected =
      messagesOf(placed.assignment).list;
  const bool same = std::ranges::equal(
      delivered, expected, [](const BufferPart &a, const ListedMessage &b) {
        return a.from == b.from && a.to == b.to && a.length == b.length;
      });
  if (!same)
    offend("buffers and memory do not hold each message of the ranks once");
}

VerifyReport TwoLevelVerifier::run() {
  std::vector<Step> nodeSteps;
  for (const TwoLevelStep &step : steps) {
    nodeSteps.push_back({step.cost, {}});
    for (const Carriage &one : step.carriages)
      nodeSteps.back().transfers.push_back(
          {one.fromNode, one.toNode, one.length});
  }
  report = verifyNodeSteps(placed, nodeSteps);
  if (!report.valid())
    return std::move(report);
  const NodeBuffers buffers(placed);
  for (std::size_t t = 0; t < steps.size(); ++t)
    for (const Carriage &one : steps[t].carriages) {
      checkCarriage(one, t);
      collect(one.fromNode, one.toNode, one.length, buffers);
    }
  for (const NodeMessage &one : trafficOf(placed).inside)
    collect(one.from, one.to, one.length, buffers);
  checkParts();
  return std::move(report);
}

VerifyReport redist::schedule::verifyTwoLevel(const PlacedAssignment &placed,
                                              const TwoLevelSteps &steps) {
  return TwoLevelVerifier(placed, steps).run();
}
