//===- PostedMessages.cpp - Short messages that all ranks see -------------===//
#include "Execution/PostedMessages.h"

#include <algorithm>
#include <cstring>

namespace redist::runtime {

/// Equal for ranks of the target that are to have the same elements.
static std::int64_t numberOfPart(const PlanParameters &parameters, int rank) {
  const schedule::Assignment &assignment = parameters.assignment;
  std::int64_t position = 0;
  while (parameters.target.rank(position) != rank)
    ++position;
  const std::vector<std::int64_t> strides = assignment.targetRankStrides();
  for (std::size_t k = 0; k < assignment.dimensions(); ++k)
    if (const schedule::Axis &axis = assignment.axes[k];
        axis.role == schedule::AxisRole::Copies)
      position -= position / strides[k] % axis.target.ranks * strides[k];
  return position;
}

/// What goes to a node; false where it is too long.
bool PostedMessages::addPart(const RedistributionPlan &plan, int node,
                             const std::vector<int> &nodeOfRank) {
  const std::int64_t begin = parts.back();
  std::int64_t end = begin;
  std::vector<std::int64_t> known; // by packed message of the node
  const std::size_t first = packed.size();
  for (std::size_t i = 0; i < plan.sends().size(); ++i) {
    const PlannedMessage &message = plan.sends()[i];
    const auto peer = static_cast<std::size_t>(message.peer);
    if (!nodeOfRank.empty() && nodeOfRank[peer] != node)
      continue;
    const std::int64_t part = numberOfPart(plan.parameters(), message.peer);
    const auto same = static_cast<std::size_t>(std::ranges::find(known, part) -
                                               known.begin());
    if (same == known.size()) {
      if (message.elements > (maxBytes - end) / plan.elementBytes())
        return false;
      known.push_back(part);
      packed.push_back({i, static_cast<std::int32_t>(end)});
      end += PostHeader::inLines(message.elements * plan.elementBytes());
    }
    offsets[peer] = packed[first + same].at;
  }
  parts.push_back(static_cast<std::int32_t>(end));
  largestPart = std::max(largestPart, end - begin);
  return end <= maxBytes;
}

std::optional<PostedMessages>
PostedMessages::of(const RedistributionPlan &plan,
                   const std::vector<int> &nodeOfRank) {
  const PlanParameters &parameters = plan.parameters();
  if (parameters.rankCount > maxRanks ||
      plan.receivedElements() > maxReceivedBytes / plan.elementBytes())
    return std::nullopt;
  const int nodes =
      nodeOfRank.empty() ? 1 : 1 + *std::ranges::max_element(nodeOfRank);
  PostedMessages made;
  made.own = parameters.rank;
  made.offsets.resize(static_cast<std::size_t>(parameters.rankCount));
  const PostHeader header{made.offsets.size(), static_cast<std::size_t>(nodes)};
  made.parts.push_back(static_cast<std::int32_t>(header.bytes()));
  for (int node = 0; node < nodes; ++node)
    if (!made.addPart(plan, node, nodeOfRank))
      return std::nullopt;
  for (const PlannedMessage &message : plan.receives())
    made.peers.push_back(message.peer);
  made.places.resize(made.peers.size());
  return made;
}

void PostedMessages::pack(Executor &executor, const void *const *sources,
                          std::byte *post) const {
  const std::size_t offsetBytes = 4 * offsets.size();
  std::memcpy(post, offsets.data(), offsetBytes);
  std::memcpy(post + offsetBytes, parts.data(), 4 * parts.size());
  for (const Packed &one : packed)
    executor.packWhole(sources, one.send, post + one.at);
}

} // namespace redist::runtime
