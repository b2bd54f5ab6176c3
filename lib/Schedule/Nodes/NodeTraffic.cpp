//===- NodeTraffic.cpp - Messages between nodes ---------------------------===//
//
// Source nodes one after the other: each has an array of all target nodes, into
// which the rows of its ranks are added. A row is the product of what the
// rank's coordinates share along each axis.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Nodes/NodeTraffic.h"

#include "Product/GridMessages.h"

#include <algorithm>

using namespace redist::schedule;

namespace {

class TrafficSum {
public:
  explicit TrafficSum(const PlacedAssignment &given);

  NodeTraffic run();

private:
  void addTargets(std::size_t axis, std::int64_t p, const AxisPartner &sofar);
  void add(std::int64_t p, std::int64_t q, std::int64_t length);
  void finish(std::int64_t node);

  const PlacedAssignment &placed;
  RankNumbering sources, targets;
  std::vector<AxisRows> axes;
  /// Of one source node, by target node; those that are not empty.
  std::vector<NodeMessage> sums;
  std::vector<std::int64_t> touched;
  NodeTraffic result;
};

} // namespace

TrafficSum::TrafficSum(const PlacedAssignment &given)
    : placed(given), sources(RankNumbering::ofSource(given.assignment)),
      targets(RankNumbering::ofTarget(given.assignment)),
      sums(static_cast<std::size_t>(given.target.nodes())) {
  for (const Axis &axis : given.assignment.axes)
    axes.emplace_back(axis, 1);
  result.sent.resize(static_cast<std::size_t>(sources.ranks()));
  result.received.resize(static_cast<std::size_t>(targets.ranks()));
}

void TrafficSum::add(std::int64_t p, std::int64_t q, std::int64_t length) {
  if (placed.assignment.sharing.sourceOf(q, sources.ranks()) == p)
    return;
  const std::int64_t from = placed.source.nodeOf(p),
                     to = placed.target.nodeOf(q);
  NodeMessage &sum = sums[static_cast<std::size_t>(to)];
  if (sum.pairs == 0)
    touched.push_back(to);
  sum = {from, to, sum.length + length, sum.pairs + 1};
  if (placed.staysOnNode(from, to))
    return;
  ++result.sent[static_cast<std::size_t>(p)];
  ++result.received[static_cast<std::size_t>(q)];
}

void TrafficSum::addTargets(std::size_t axis, std::int64_t p,
                            const AxisPartner &sofar) {
  if (axis == axes.size())
    return add(p, sofar.coordinate, sofar.length);
  for (const AxisPartner &own : axes[axis].row(sources.coordinate(p, axis)))
    addTargets(axis + 1, p,
               {sofar.coordinate + own.coordinate * targets.stride(axis),
                sofar.length * own.length});
}

void TrafficSum::finish(std::int64_t node) {
  std::ranges::sort(touched);
  for (const std::int64_t to : touched) {
    NodeMessage &sum = sums[static_cast<std::size_t>(to)];
    (placed.staysOnNode(node, to) ? result.inside : result.between)
        .push_back(sum);
    sum = {};
  }
  touched.clear();
}

NodeTraffic TrafficSum::run() {
  for (std::int64_t node = 0; node < placed.source.nodes(); ++node) {
    for (std::int64_t slot = 0; slot < placed.source.ranksOn(node); ++slot)
      addTargets(0, placed.source.rankAt(node, slot), {0, 1});
    finish(node);
  }
  return std::move(result);
}

NodeTraffic redist::schedule::trafficOf(const PlacedAssignment &placed) {
  return TrafficSum(placed).run();
}

std::int64_t NodeTraffic::pairs() const {
  std::int64_t sum = 0;
  for (const NodeMessage &message : between)
    sum += message.pairs;
  return sum;
}

std::int64_t NodeTraffic::elements() const {
  std::int64_t sum = 0;
  for (const NodeMessage &message : between)
    sum += message.length;
  return sum;
}

std::int64_t NodeTraffic::portBound() const {
  std::vector<std::int64_t> out, in;
  const auto add = [](std::vector<std::int64_t> &sums, std::int64_t node,
                      std::int64_t length) {
    const auto i = static_cast<std::size_t>(node);
    sums.resize(std::max(sums.size(), i + 1), 0);
    return sums[i] += length;
  };
  std::int64_t busiest = 0;
  for (const NodeMessage &message : between)
    busiest = std::max({busiest, add(out, message.from, message.length),
                        add(in, message.to, message.length)});
  return busiest;
}
