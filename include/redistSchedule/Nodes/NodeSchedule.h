//===- NodeSchedule.h - Schedule between nodes -----------------*- C++ -*-===//
//
// Steps in which no node sends to two nodes and none receives from two: the
// schedule of nodeAssignment() where placement and layouts fit together, else a
// colouring of the summed messages (NodeTraffic.h). Lengths are elements.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_NODES_NODESCHEDULE_H
#define REDISTSCHEDULE_NODES_NODESCHEDULE_H

#include "redistSchedule/Nodes/NodeTraffic.h"
#include "redistSchedule/OneDimension/Verify.h"
#include "redistSchedule/Product/GridSchedule.h"

namespace redist::schedule {

struct NodeSchedule {
  PlacedAssignment placed = {}; ///< what it is of, with lengths
  /// The nodes' view, where it is a layout.
  std::optional<Assignment> regular = std::nullopt;
  std::string_view method = {}; ///< how it was made, for people
  std::vector<Step> steps = {}; ///< between nodes
  NodeTraffic traffic = {};
  std::int64_t totalCost = 0;
  /// Of any steps between these nodes, and of the cost of stepCount() of them.
  LowerBounds bounds = {};
  /// Of the cost of any number of steps; at least the busiest port's.
  std::int64_t sortedBound = 0;

  std::int64_t stepCount() const {
    return static_cast<std::int64_t>(steps.size());
  }
};

/// Least steps; least cost where it is found (GridSchedule.h, `auto`). Errors:
/// as check(), withLengths(); TooLarge where ranks or messages cannot be
/// numbered in 31 bits. Time: trafficOf(), and making the schedule.
/// Precondition: isConsistent().
Result<NodeSchedule> makeNodeSchedule(const PlacedAssignment &,
                                      const GridScheduleOptions & = {});

/// Steps between the nodes, against what their ranks owe each other: each pair
/// of nodes once with its length, no node twice in a step, nothing below a
/// bound. Precondition: all axes have lengths.
VerifyReport verifyNodeSteps(const PlacedAssignment &, std::span<const Step>);

} // namespace redist::schedule

#endif
