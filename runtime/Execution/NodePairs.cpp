//===- NodePairs.cpp - Messages between pairs of nodes --------------------===//
#include "Execution/NodePairs.h"

#include "SharedMemory/NodeLanes.h"

#include <algorithm>
#include <stdexcept>

namespace redist::runtime {

/// Of a pair of nodes, in one message: where networks send at once, and do not
/// ask the receiver first.
static constexpr std::int64_t roundBytes = std::int64_t{32} << 10;
/// That a carrier has under way, in either direction; at least two messages.
static constexpr std::int64_t bytesUnderWay = std::int64_t{512} << 10;
static constexpr std::int64_t mostSlots = 64;
static constexpr std::int64_t slotAlignment = 128;
/// Pairs of ranks beyond which planning takes too long.
static constexpr std::int64_t maxMessages = std::int64_t{1} << 20;

static schedule::NodePlacement placementOf(const GridPlacement &placement,
                                           std::int64_t ranks,
                                           const NodeMap &map) {
  std::vector<std::int64_t> nodes;
  for (std::int64_t i = 0; i < ranks; ++i)
    nodes.push_back(map.nodeOf(placement.rank(i)));
  return schedule::NodePlacement::listed(std::move(nodes));
}

static schedule::PlacedAssignment placedOf(const RedistributionPlan &plan,
                                           const NodeMap &map) {
  const PlanParameters &own = plan.parameters();
  return {own.assignment,
          placementOf(own.source, own.assignment.sourceRanks(), map),
          placementOf(own.target, own.assignment.targetRanks(), map),
          {schedule::RankSharing::Kind::Shift, 0, {}}};
}

/// Whether two rounds of any pair fit in what a carrier may have: each message
/// has an element in a round at least.
static bool haveRoom(const RedistributionPlan &plan, const NodeMap &map) {
  const auto most = static_cast<std::int64_t>(map.mostRanksOnNode());
  return plan.elementBytes() <=
         (NodeLane::mostBytes / 2 - roundBytes - slotAlignment) / (most * most);
}

/// Lists of owners have no lengths that every rank could compute.
static bool hasLists(const schedule::Assignment &assignment) {
  return std::ranges::any_of(assignment.axes, [](const schedule::Axis &axis) {
    return axis.shares != nullptr;
  });
}

std::optional<NodePairs> NodePairs::of(const RedistributionPlan &plan,
                                       const NodeMap &map) {
  const schedule::Assignment &assignment = plan.parameters().assignment;
  if (!haveRoom(plan, map) || assignment.elements() == 0 ||
      hasLists(assignment))
    return std::nullopt;
  schedule::GridScheduleOptions options;
  options.maxMessages = maxMessages;
  const auto made = schedule::makeNodeSchedule(placedOf(plan, map), options);
  if (!made || made->traffic.between.empty())
    return std::nullopt;
  return NodePairs(plan, map, *made);
}

NodePairs::NodePairs(const RedistributionPlan &plan, const NodeMap &map,
                     const schedule::NodeSchedule &made)
    : number(map.ownNumber()),
      nodeLoad(schedule::loadOf(made.placed, made.traffic)) {
  for (const int node : map.nodeOfRank())
    isElsewhere.push_back(node != map.ownNode());
  const schedule::NodeBuffers buffers(made.placed);
  std::vector<schedule::BufferPart> parts;
  for (const schedule::Step &step : made.steps)
    for (const auto &[from, to, length] : step.transfers) {
      if (from != map.ownNode() && to != map.ownNode())
        continue;
      buffers.partsOf(from, to, parts);
      add(plan, map, static_cast<int>(from), static_cast<int>(to), parts);
    }
  finish(out);
  finish(in);
}

static std::size_t messageTo(int peer, std::int64_t elements,
                             const std::vector<PlannedMessage> &messages) {
  const auto found = std::ranges::find(messages, peer, &PlannedMessage::peer);
  if (found == messages.end() || found->elements != elements)
    throw std::logic_error("a message between nodes is none of the plan");
  return static_cast<std::size_t>(found - messages.begin());
}

/// Slices, and so rounds, of messages that are `elements` in all.
static std::int64_t roundsFor(std::int64_t elements,
                              std::int64_t elementBytes) {
  const std::int64_t perRound =
      std::max<std::int64_t>(1, roundBytes / elementBytes);
  return (elements + perRound - 1) / perRound;
}

static std::int64_t ceilDiv(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

void NodePairs::add(const RedistributionPlan &plan, const NodeMap &map,
                    int from, int to,
                    const std::vector<schedule::BufferPart> &parts) {
  const bool isSent = from == map.ownNode();
  const PlanParameters &own = plan.parameters();
  NodePair pair{map.numberOf(map.carrierOn(isSent ? from : to, from, to)),
                map.carrierOn(isSent ? to : from, from, to),
                1,
                0,
                0,
                0,
                0,
                0,
                {},
                {}};
  for (const schedule::BufferPart &part : parts)
    pair.elements += part.length;
  const std::int64_t wanted = roundsFor(pair.elements, plan.elementBytes());
  for (const schedule::BufferPart &part : parts)
    pair.rounds = std::max(pair.rounds,
                           ceilDiv(part.length, ceilDiv(part.length, wanted)));
  for (const schedule::BufferPart &part : parts) {
    const int source = own.source.rank(part.from),
              target = own.target.rank(part.to);
    const int here = isSent ? source : target, there = isSent ? target : source;
    const std::int64_t slice = ceilDiv(part.length, wanted);
    if (here == own.rank)
      pair.parts.push_back({messageTo(there, part.length,
                                      isSent ? plan.sends() : plan.receives()),
                            part.length, slice, pair.roundBytes});
    pair.roundBytes += slice * plan.elementBytes();
    const std::int64_t last =
        std::min(slice, part.length - slice * (pair.rounds - 1));
    if (last > 0)
      pair.lastBytes = pair.roundBytes - (slice - last) * plan.elementBytes();
    pair.members.push_back(map.numberOf(here));
  }
  std::ranges::sort(pair.members);
  pair.members.erase(std::ranges::unique(pair.members).begin(),
                     pair.members.end());
  (isSent ? out : in).pairs.push_back(std::move(pair));
}

void NodePairs::finish(NodeSide &side) {
  std::vector<std::int64_t> carried;
  for (NodePair &pair : side.pairs) {
    const auto carrier = static_cast<std::size_t>(pair.carrier);
    carried.resize(std::max(carried.size(), carrier + 1), 0);
    pair.firstItem = side.items;
    pair.firstCarried = carried[carrier];
    side.items += pair.rounds;
    carried[carrier] += pair.rounds;
    side.slotBytes = std::max(side.slotBytes, pair.roundBytes);
  }
  if (side.pairs.empty())
    return;
  side.slotBytes = ceilDiv(side.slotBytes, slotAlignment) * slotAlignment;
  side.slots =
      std::clamp<std::int64_t>(bytesUnderWay / side.slotBytes, 2, mostSlots);
  side.slots = std::min(side.slots, std::ranges::max(carried));
}

std::int64_t NodeSide::carried(int number) const {
  std::int64_t sum = 0;
  for (const NodePair &pair : pairs)
    sum += pair.carrier == number ? pair.rounds : 0;
  return sum;
}

std::int64_t NodeSide::carriedElements(int number) const {
  std::int64_t sum = 0;
  for (const NodePair &pair : pairs)
    sum += pair.carrier == number ? pair.elements : 0;
  return sum;
}

} // namespace redist::runtime
