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
  bool inTurn = false; ///< ranks are dealt to nodes in turn; else in slots
  /// Most ranks on a node.
  std::int64_t sourcePerNode = 1, targetPerNode = 1;
  /// The nodes' view, where it is a layout.
  std::optional<redist::schedule::Assignment> regular = std::nullopt;
  std::string_view method = {};
  redist::schedule::ScheduleCounts counts = {};
  /// Of the cost of any number of steps, where it is known.
  std::int64_t sortedBound = 0;
  /// With the carriers. This and what follows is absent where the messages of
  /// ranks are too many to be listed.
  std::optional<redist::schedule::TwoLevelSteps> steps = std::nullopt;
  std::optional<redist::schedule::NodeLoad> load = std::nullopt;
  std::int64_t inside = 0; ///< elements that go from rank to rank of a node
  std::optional<redist::schedule::VerifyReport> report = std::nullopt;
};

struct NodeViewRequest {
  bool inTurn = false; ///< what was asked for: NodePlacement may see a rule
  bool list = true;    ///< with steps and load
  bool verify = false; ///< needs `list`
};

/// Errors: as makeNodeSchedule(), and TooLarge where nothing is listed and no
/// layout is the nodes' view. Precondition: isConsistent().
redist::schedule::Result<NodeView>
makeNodeView(const redist::schedule::PlacedAssignment &,
             const NodeViewRequest &);

/// Lines behind the header of a redistribution, then the steps where
/// `withSteps` and the view has them, then the report.
void writeNodeText(const NodeView &, bool withSteps, std::ostream &);

/// The key "nodes" and its object.
void writeNodeJson(const NodeView &, JsonWriter &);

} // namespace redistc::view

#endif
