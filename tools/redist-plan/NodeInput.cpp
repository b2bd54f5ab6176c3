//===- NodeInput.cpp - Which ranks share a node ---------------------------===//
//
// See NodeInput.h. Ranks of one communicator are placed by their numbers in it:
// the first rank of a grid may be in the middle of a node, or of a turn.
//
//===----------------------------------------------------------------------===//
#include "NodeInput.h"

#include "AssignmentInput.h"
#include "Failure.h"
#include "NumberInput.h"

#include "redistc/Support/Spelling.h"

#include <algorithm>
#include <array>

using namespace redistplan;
using namespace redist::schedule;
using redistc::support::didYouMean;
using redistc::support::inQuotes;

static constexpr std::array<std::string_view, 2> placementNames = {"slot",
                                                                   "node"};

namespace {

struct NodeOptions {
  std::int64_t source, target; ///< ranks a node
  bool inTurn;
};

} // namespace

static std::optional<NodeOptions> optionsOf(const CommandLine &line) {
  const std::string_view placement = line.value("--placement").value_or("slot");
  if (std::ranges::find(placementNames, placement) == placementNames.end())
    throw UsageError("--placement: expected 'slot' or 'node', found " +
                     inQuotes(placement) +
                     didYouMean(placement, placementNames));
  const std::optional<std::string_view> text = line.value("--ranks-per-node");
  if (!text) {
    if (line.has("--placement"))
      throw UsageError("missing option '--ranks-per-node': '--placement' says "
                       "how ranks fill nodes");
    return std::nullopt;
  }
  const std::vector<std::int64_t> numbers = sizesOf("--ranks-per-node", *text);
  if (numbers.empty() || numbers.size() > 2 ||
      *std::ranges::min_element(numbers) < 1)
    throw InputError("--ranks-per-node: expected a positive number, or one for "
                     "each side, found " +
                     inQuotes(*text));
  return NodeOptions{numbers.front(), numbers.back(), placement == "node"};
}

static NodePlacement placed(std::int64_t ranks, std::int64_t perNode,
                            bool inTurn) {
  const NodePlacement slots = NodePlacement::slots(ranks, perNode);
  return inTurn ? NodePlacement::roundRobin(ranks, slots.nodes()) : slots;
}

std::optional<NodePlacement>
redistplan::nodePlacementOf(const CommandLine &line, std::int64_t ranks) {
  const std::optional<NodeOptions> options = optionsOf(line);
  if (!options)
    return std::nullopt;
  if (options->source != options->target)
    throw InputError("--ranks-per-node: expected one positive number, found " +
                     inQuotes(*line.value("--ranks-per-node")));
  return placed(ranks, options->source, options->inTurn);
}

/// Where the ranks of a communicator are dealt to `nodes` in turn: node i of
/// the side that begins at rank `first` is node (i + first) modulo `nodes`.
static RankSharing nodesInTurn(const FirstRanks &first, std::int64_t nodes,
                               std::int64_t sourceNodes,
                               std::int64_t targetNodes) {
  const std::int64_t shift =
      (first.target % nodes - first.source % nodes + nodes) % nodes;
  if (shift == 0)
    return {RankSharing::Kind::Shift, 0, {}};
  RankSharing sharing = {RankSharing::Kind::Map, 0, {}};
  for (std::int64_t node = 0; node < targetNodes; ++node) {
    const std::int64_t same = (node + shift) % nodes;
    sharing.map.push_back(same < sourceNodes ? same : -1);
  }
  return sharing;
}

/// Where target ranks have changed places, the positions of its grid are placed
/// as the ranks that take them.
static NodePlacement byPosition(const NodePlacement &placement,
                                const Relabelling &relabelling) {
  std::vector<std::int64_t> nodes(relabelling.positionOf.size());
  for (std::size_t rank = 0; rank < nodes.size(); ++rank)
    nodes[static_cast<std::size_t>(relabelling.positionOf[rank])] =
        placement.nodeOf(static_cast<std::int64_t>(rank));
  return NodePlacement::listed(std::move(nodes));
}

static PlacedAssignment placedInOne(const Assignment &assignment,
                                    const NodeOptions &asked,
                                    const FirstRanks &first) {
  const std::int64_t P = assignment.sourceRanks(), Q = assignment.targetRanks(),
                     h = asked.source;
  if (asked.inTurn) {
    const std::int64_t ranks = std::max(first.source + P, first.target + Q);
    const std::int64_t nodes = NodePlacement::slots(ranks, h).nodes();
    const NodePlacement source = NodePlacement::roundRobin(P, nodes),
                        target = NodePlacement::roundRobin(Q, nodes);
    return {assignment, source, target,
            nodesInTurn(first, nodes, source.nodes(), target.nodes())};
  }
  return {assignment, NodePlacement::slots(P, h, first.source % h),
          NodePlacement::slots(Q, h, first.target % h),
          RankSharing{RankSharing::Kind::Shift,
                      first.target / h - first.source / h,
                      {}}};
}

std::optional<NodeInput>
redistplan::nodeInputOf(const CommandLine &line, const Assignment &assignment,
                        const Relabelling *relabelling) {
  const std::optional<NodeOptions> asked = optionsOf(line);
  if (!asked)
    return std::nullopt;
  if (assignment.sharing.kind == RankSharing::Kind::None)
    return NodeInput{
        {assignment,
         placed(assignment.sourceRanks(), asked->source, asked->inTurn),
         placed(assignment.targetRanks(), asked->target, asked->inTurn)},
        asked->inTurn};
  if (asked->source != asked->target)
    throw InputError("--ranks-per-node: ranks of one communicator have nodes "
                     "of one size, not of " +
                     std::to_string(asked->source) + " and " +
                     std::to_string(asked->target));
  PlacedAssignment result = placedInOne(assignment, *asked, firstRanksOf(line));
  if (relabelling)
    result.target = byPosition(result.target, *relabelling);
  return NodeInput{std::move(result), asked->inTurn};
}
