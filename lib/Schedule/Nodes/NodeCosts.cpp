//===- NodeCosts.cpp - Cost model of two-level exchange -------------------===//
//
// See NodeCosts.h.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Nodes/NodeCosts.h"

#include "redistSchedule/Nodes/TwoLevel.h"

#include <algorithm>

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

NodeTimes redist::schedule::predictNodeTimes(const NodeLoad &load, double bytes,
                                             const NodeCosts &costs) {
  const double moved = static_cast<double>(load.portElements) * bytes;
  const double port = moved / costs.port;
  const double calls =
      static_cast<double>(load.rankMessages) * costs.perMessage;
  return {costs.latency + std::max(calls, port) +
              std::min(calls, port) / hidden,
          costs.latency +
              static_cast<double>(load.carrierMessages) * costs.perMessage +
              port + 2 * moved / costs.memory};
}

/// By ranks takes c, x and a third of the smaller one, two levels d, x and
/// 2 p/w x, where c = n a, d = m a and x = B/p: the difference is c - d at x =
/// 0 and falls, by 2/3 + 2 p/w while x < c, by 2 p/w beyond.
double redist::schedule::borderOf(const NodeLoad &load,
                                  const NodeCosts &costs) {
  const double c = static_cast<double>(load.rankMessages) * costs.perMessage,
               d = static_cast<double>(load.carrierMessages) * costs.perMessage,
               fall = 2 * costs.port / costs.memory;
  if (load.pairs == 0 || c <= d)
    return 0;
  double x = (c - d) / (fall + 1 - 1 / hidden);
  if (x > c)
    x = (c / hidden - d) / fall;
  return x * costs.port / static_cast<double>(load.portElements) *
         static_cast<double>(load.elements) / static_cast<double>(load.pairs);
}
