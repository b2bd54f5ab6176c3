//===- TwoLevel.cpp - One message for each pair of nodes ------------------===//
//
// See TwoLevel.h. Everything about a pair is computed from the placements when
// it is asked for.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Nodes/TwoLevel.h"

#include "Product/ExpectedLengths.h"
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
    result.push_back({step, {}});
    for (const auto &[from, to, length] : step.transfers)
      result.back().carriers.push_back(
          {carrierOf(placed.source, from, from, to),
           carrierOf(placed.target, to, from, to)});
  }
  return result;
}

NodeBuffers::NodeBuffers(const PlacedAssignment &placed)
    : source(placed.source), target(placed.target),
      lengths(std::make_shared<const ExpectedLengths>(placed.assignment)) {}

void NodeBuffers::partsOf(std::int64_t fromNode, std::int64_t toNode,
                          std::vector<BufferPart> &parts) const {
  parts.clear();
  std::int64_t offset = 0;
  for (std::int64_t i = 0; i < source.ranksOn(fromNode); ++i)
    for (std::int64_t j = 0; j < target.ranksOn(toNode); ++j) {
      const std::int64_t p = source.rankAt(fromNode, i),
                         q = target.rankAt(toNode, j);
      if (const std::int64_t own = lengths->length(p, q); own > 0) {
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
  void checkCarriers(const TwoLevelStep &, std::size_t number);
  void collect(std::int64_t from, std::int64_t to, std::int64_t length,
               const NodeBuffers &);
  void checkParts();

  const PlacedAssignment &placed;
  const TwoLevelSteps &steps;
  VerifyReport report;
  std::vector<BufferPart> delivered, parts;
};

} // namespace

static bool isOn(const NodePlacement &placement, std::int64_t rank,
                 std::int64_t node) {
  return rank >= 0 && rank < placement.ranks() &&
         placement.nodeOf(rank) == node;
}

void TwoLevelVerifier::checkCarriers(const TwoLevelStep &one,
                                     std::size_t number) {
  const std::string which = " in step " + std::to_string(number);
  if (one.carriers.size() != one.step.transfers.size())
    return offend("not one pair of carriers for each transfer" + which);
  for (std::size_t i = 0; i < one.carriers.size(); ++i) {
    const auto &[from, to, length] = one.step.transfers[i];
    const auto &[sender, receiver] = one.carriers[i];
    if (!isOn(placed.source, sender, from) ||
        !isOn(placed.target, receiver, to))
      offend("a carrier is not on its node" + which);
    if (sender != carrierOf(placed.source, from, from, to))
      offend("rank " + std::to_string(sender) +
             " is not the carrier from node " + std::to_string(from) + which);
    if (receiver != carrierOf(placed.target, to, from, to))
      offend("rank " + std::to_string(receiver) +
             " is not the carrier to node " + std::to_string(to) + which);
  }
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
  for (const TwoLevelStep &one : steps)
    nodeSteps.push_back(one.step);
  report = verifyNodeSteps(placed, nodeSteps);
  if (!report.valid())
    return std::move(report);
  const NodeBuffers buffers(placed);
  for (std::size_t t = 0; t < steps.size(); ++t) {
    checkCarriers(steps[t], t);
    for (const auto &[from, to, length] : steps[t].step.transfers)
      collect(from, to, length, buffers);
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
