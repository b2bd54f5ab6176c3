//===- NodeView.h - A redistribution between nodes, for people -*- C++ -*-===//
//
// Room View: what `redist-plan redistribute --ranks-per-node` adds. Comes in:
// an assignment whose ranks are placed on nodes. Goes out: the nodes' view of
// it, its steps with their carriers, and which way is faster, as text and JSON.
// Nodes of source and target are numbered from 0 each, as ranks are.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_VIEW_NODEVIEW_H
#define REDISTC_VIEW_NODEVIEW_H

#include "redistSchedule/Nodes/NodeCosts.h"
#include "redistSchedule/Nodes/TwoLevel.h"

#include <ostream>

namespace redistc::view {

class JsonWriter;

struct NodeView {
  redist::schedule::PlacedAssignment placed;
  /// Ranks a node, as asked for.
  std::int64_t sourcePerNode = 1, targetPerNode = 1;
  /// The nodes' view, where it is a layout.
  std::optional<redist::schedule::Assignment> regular = std::nullopt;
  std::string_view method = {};
  std::int64_t stepCount = 0, totalCost = 0, messageCount = 0;
  redist::schedule::LowerBounds bounds = {};
  /// With the carriers. This and what follows is absent where the messages of
  /// ranks are too many to be listed.
  std::optional<redist::schedule::TwoLevelSteps> steps = std::nullopt;
  std::optional<redist::schedule::NodeLoad> load = std::nullopt;
  std::int64_t inside = 0; ///< elements that go from rank to rank of a node
  std::optional<redist::schedule::VerifyReport> report = std::nullopt;

  bool stepsAreLeast() const { return stepCount == bounds.stepCount; }
  bool costIsLeast() const { return totalCost == bounds.totalCost; }
};

/// `list`: with steps and load. Errors: as makeNodeSchedule(), and TooLarge
/// where nothing is listed and no layout is the nodes' view. `verify` needs
/// `list`. Precondition: isConsistent().
redist::schedule::Result<NodeView>
makeNodeView(const redist::schedule::PlacedAssignment &, bool list,
             bool verify);

/// Lines behind the header of a redistribution, then the steps where
/// `withSteps` and the view has them, then the report.
void writeNodeText(const NodeView &, bool withSteps, std::ostream &);

/// The key "nodes" and its object.
void writeNodeJson(const NodeView &, JsonWriter &);

} // namespace redistc::view

#endif
