//===- NodeInput.h - Which ranks share a node ------------------*- C++ -*-===//
//
// --ranks-per-node and --placement of the command line, as placements of the
// schedule library.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PLAN_NODEINPUT_H
#define REDIST_PLAN_NODEINPUT_H

#include "Format.h"

#include "redistSchedule/Nodes/NodePlacement.h"
#include "redistSchedule/Relabel/Relabel.h"

namespace redistplan {

struct NodeInput {
  redist::schedule::PlacedAssignment placed;
  bool inTurn; ///< --placement node; else slot
};

/// Absent where --ranks-per-node is not given. Where ranks are shared, nodes
/// are those of one communicator, and `relabelling` says which position of the
/// target grid a rank takes; else each side has nodes of its own. Throws
/// UsageError and InputError.
std::optional<NodeInput>
nodeInputOf(const CommandLine &, const redist::schedule::Assignment &,
            const redist::schedule::Relabelling *relabelling);

/// The nodes of the ranks of one communicator; absent where --ranks-per-node is
/// not given. Throws UsageError and InputError.
std::optional<redist::schedule::NodePlacement>
nodePlacementOf(const CommandLine &, std::int64_t ranks);

} // namespace redistplan

#endif
