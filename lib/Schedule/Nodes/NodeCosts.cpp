//===- NodeCosts.cpp - By ranks or by nodes? ------------------------------===//
//
// See NodeCosts.h.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Nodes/NodeCosts.h"

#include "redistSchedule/Nodes/TwoLevel.h"

#include <algorithm>
#include <limits>

using namespace redist::schedule;

NodeLoad redist::schedule::loadOf(const PlacedAssignment &placed,
                                  const NodeTraffic &traffic) {
  NodeLoad load = {0, 0, traffic.portBound(), traffic.pairs(),
                   traffic.elements()};
  for (const auto *side : {&traffic.sent, &traffic.received})
    for (const RankTraffic &one : *side)
      load.rankMessages = std::max(load.rankMessages, one.messages);
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
  constexpr double hidden = 3;
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

/// What two levels take beyond the other way grows with the bytes: by the pass
/// through memory, and by what of the port messages no longer hide.
double redist::schedule::borderOf(const NodeLoad &load,
                                  const NodeCosts &costs) {
  const auto isFaster = [&](double bytes) {
    return predictNodeTimes(load, bytes, costs).twoLevelsAreFaster();
  };
  if (load.pairs == 0 || !isFaster(0))
    return 0;
  double low = 0, high = 1;
  while (isFaster(high)) {
    low = high, high *= 2;
    if (high > 1e18)
      return std::numeric_limits<double>::infinity();
  }
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (isFaster(middle) ? low : high) = middle;
  }
  return low * static_cast<double>(load.elements) /
         static_cast<double>(load.pairs);
}
