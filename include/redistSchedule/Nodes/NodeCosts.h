//===- NodeCosts.h - Cost model of two-level exchange ----------*- C++ -*-===//
//
// What a redistribution takes where ranks share the port of their node, in two
// ways: each rank sends its own messages, or one message goes from node to node
// (TwoLevel.h). Few large messages save what every message costs the rank that
// sends it; they cost a pass through memory on both sides that nothing hides.
//
//   by ranks     latency + max(n a, B/p) + min(n a, B/p) / 3
//   two levels   latency + m a + B/p + 2 B/w
//
// n, m: messages of the busiest rank and carrier; B: bytes of the busiest port;
// a: seconds a message; p: bytes a second of a port, w: of a node's memory. By
// ranks, packing is hidden behind the port, and messages overlap with it but
// for a third. docs/SchedulingMath.md, "Nodes", compares it with a simulation.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_NODES_NODECOSTS_H
#define REDISTSCHEDULE_NODES_NODECOSTS_H

#include "redistSchedule/Nodes/NodeTraffic.h"

namespace redist::schedule {

/// Of a machine: seconds, and bytes a second.
struct NodeCosts {
  double latency;    ///< until the first byte is there
  double perMessage; ///< of the rank that sends or receives it
  double port;       ///< of a node, in each direction
  double memory;     ///< of a node's ranks together, when they copy
};

/// The two networks of the simulation: 10 and 100 Gb/s.
inline constexpr NodeCosts tenGigabit = {45e-6, 1e-6, 1.125e9, 32e9};
inline constexpr NodeCosts hundredGigabit = {7e-6, 0.48e-6, 11.25e9, 64e9};

/// What the busiest of all have to do between nodes.
struct NodeLoad {
  std::int64_t rankMessages = 0;    ///< that a rank sends or receives
  std::int64_t carrierMessages = 0; ///< the same, where carriers do
  std::int64_t portElements = 0;
  std::int64_t pairs = 0, elements = 0; ///< of all
};

NodeLoad loadOf(const PlacedAssignment &, const NodeTraffic &);

struct NodeTimes {
  double byRanks, twoLevels; ///< seconds

  bool twoLevelsAreFaster() const { return twoLevels < byRanks; }
};

/// `bytes`: of an element; need not be a whole number.
NodeTimes predictNodeTimes(const NodeLoad &, double bytes, const NodeCosts &);

/// Where a pair of ranks exchanges fewer bytes than this, the mean over all
/// pairs, two levels are faster; 0 where they never are.
double borderOf(const NodeLoad &, const NodeCosts &);

} // namespace redist::schedule

#endif
