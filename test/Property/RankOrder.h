//===- RankOrder.h - One message after the other, node by node --*- C++ -*-===//
//
// docs/SchedulingMath.md, section 26, "One node at a time", carried out: an
// order of the messages between ranks, and what it must be.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_PROPERTY_RANKORDER_H
#define REDIST_TEST_PROPERTY_RANKORDER_H

#include "redistSchedule/Nodes/NodeSchedule.h"

namespace redist::schedule::test {

/// The messages of the ranks, so ordered that a node sends to one node at a
/// time and receives from one: step by step between nodes, each divided into
/// steps between ranks, as few as their messages need; then what stays on a
/// node, in steps that do not need the port and may be made at any time.
struct RankOrder {
  std::vector<Step> steps;  ///< between ranks
  std::int64_t between = 0; ///< of the first steps: those between nodes
};
RankOrder orderByNodes(const NodeSchedule &);

/// As verify() of steps, and that no node is in two pairs of nodes in a step.
VerifyReport verifyRankOrder(const PlacedAssignment &, const RankOrder &);

} // namespace redist::schedule::test

#endif
