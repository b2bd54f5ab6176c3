//===- NodeCosts.cpp - Cost model of two-level exchange -------------------===//
//
// See NodeCosts.h.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Nodes/NodeCosts.h"

#include "redistSchedule/Nodes/TwoLevel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

using namespace redist::schedule;

/// By ranks, the smaller of messages and port takes but this part of its time.
static constexpr double hidden = 3;

NodeLoad redist::schedule::loadOf(const PlacedAssignment &placed,
                                  const NodeTraffic &traffic) {
  NodeLoad load = {0, 0, traffic.portBound(), traffic.pairs(),
                   traffic.elements()};
  for (const auto *side : {&traffic.sent, &traffic.received})
    for (const std::int64_t messages : *side)
      load.rankMessages = std::max(load.rankMessages, messages);
  std::vector<std::int64_t> sent(traffic.sent.size(), 0),
      received(traffic.received.size(), 0);
  for (const NodeMessage &one : traffic.between) {
    const std::int64_t p = carrierOf(placed.source, one.from, one.from, one.to),
                       q = carrierOf(placed.target, one.to, one.from, one.to);
    load.carrierMessages =
        std::max({load.carrierMessages, ++sent[static_cast<std::size_t>(p)],
                  ++received[static_cast<std::size_t>(q)]});
  }
  return load;
}

/// Of what packing takes, this is not hidden behind the port.
static constexpr double leftOfPacking = 0.4;

static double secondsByRanks(const NodeLoad &load, double port,
                             const NodeCosts &costs) {
  const double calls = static_cast<double>(load.rankMessages) * costs.perCall;
  return std::max(costs.latency + std::max(calls, port), 2 * calls) +
         std::min(calls, port) / hidden;
}

static double secondsInTwoLevels(const NodeLoad &load, double port,
                                 const NodeCosts &costs) {
  constexpr double waiting = 2; // calls, for the ranks of both nodes
  return costs.latency +
         (static_cast<double>(load.carrierMessages) + waiting) * costs.perCall +
         port * (1 + leftOfPacking * 2 * costs.port / costs.memory);
}

NodeTimes redist::schedule::predictNodeTimes(const NodeLoad &load, double bytes,
                                             const NodeCosts &costs) {
  const double port =
      static_cast<double>(load.portElements) * bytes / costs.port;
  return {secondsByRanks(load, port, costs),
          secondsInTwoLevels(load, port, costs)};
}

/// By the time x of the port: what two levels gain falls, in straight lines
/// that meet where x is n a, and where the first byte is there before all calls
/// are made. Where it is 0.
double redist::schedule::borderOf(const NodeLoad &load,
                                  const NodeCosts &costs) {
  const auto gain = [&](double x) {
    return secondsByRanks(load, x, costs) - secondsInTwoLevels(load, x, costs);
  };
  if (load.pairs == 0 || gain(0) <= 0)
    return 0;
  const double calls = static_cast<double>(load.rankMessages) * costs.perCall;
  double before = 0;
  double x = calls;
  for (const double next : {std::max(calls, 2 * calls - costs.latency),
                            std::numeric_limits<double>::infinity()}) {
    if (gain(x) <= 0)
      break;
    before = std::exchange(x, next);
  }
  // Any second place on the line does.
  const double after = std::isinf(x) ? 2 * before : x;
  const double zero =
      before + gain(before) * (after - before) / (gain(before) - gain(after));
  return zero * costs.port / static_cast<double>(load.portElements) *
         static_cast<double>(load.elements) / static_cast<double>(load.pairs);
}
