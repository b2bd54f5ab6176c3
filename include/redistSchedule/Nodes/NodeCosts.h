//===- NodeCosts.h - Cost model of two-level exchange ----------*- C++ -*-===//
//
// What a redistribution takes where ranks share the port of their node, in two
// ways: each rank sends its own messages, or one message goes from node to node
// (TwoLevel.h). Few large messages save what every message costs the rank that
// sends or receives it; they cost a pass through memory on both sides, and the
// ranks of a node wait for each other.
//
//   by ranks     max(latency + max(n a, B/p), 2 n a) + min(n a, B/p) / 3
//   two levels   latency + (m + 2) a + B/p + 0.4 * 2 B/w
//
// n, m: messages of the busiest rank and carrier; B: bytes of the busiest port;
// a: seconds of a call, to send or to receive; p: bytes a second of a port, w:
// of a node's memory. By ranks, packing is hidden behind the port, calls
// overlap with it but for a third, and a rank that sends much receives after
// that. In two levels the port hides more than half of the packing.
// docs/SchedulingMath.md, "Nodes", compares it with a simulation.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_NODES_NODECOSTS_H
#define REDISTSCHEDULE_NODES_NODECOSTS_H

#include "redistSchedule/Nodes/NodeTraffic.h"

namespace redist::schedule {

/// Of a machine: seconds, and bytes a second.
struct NodeCosts {
  double latency; ///< until the first byte is there
  double perCall; ///< of a rank, to send or to receive a message
  double port;    ///< of a node, in each direction
  double memory;  ///< of a node's ranks together, when they copy
};

/// Eight ranks a node on the networks of the simulation: 10 and 100 Gb/s.
inline constexpr NodeCosts tenGigabit = {10e-6, 0.5e-6, 1.2125e9, 32e9};
inline constexpr NodeCosts hundredGigabit = {0.75e-6, 0.5e-6, 12.125e9, 64e9};

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
