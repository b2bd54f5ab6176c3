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

std::optional<PostedMessages>
PostedMessages::of(const RedistributionPlan &plan) {
  const PlanParameters &parameters = plan.parameters();
  if (parameters.rankCount > maxRanks ||
      plan.receivedElements() > maxReceivedBytes / plan.elementBytes())
    return std::nullopt;
  PostedMessages made;
  made.own = parameters.rank;
  made.offsets.resize(static_cast<std::size_t>(parameters.rankCount));
  constexpr std::int64_t lineBytes = 64;
  const auto aligned = [](std::int64_t bytes) {
    return (bytes + lineBytes - 1) / lineBytes * lineBytes;
  };
  std::int64_t end = aligned(4 * parameters.rankCount);
  std::vector<std::int64_t> known; // by packed message
  for (std::size_t i = 0; i < plan.sends().size(); ++i) {
    const PlannedMessage &message = plan.sends()[i];
    const std::int64_t part = numberOfPart(parameters, message.peer);
    const auto same = static_cast<std::size_t>(std::ranges::find(known, part) -
                                               known.begin());
    if (same == known.size()) {
      if (message.elements > (maxBytes - end) / plan.elementBytes())
        return std::nullopt;
      known.push_back(part);
      made.packed.push_back({i, static_cast<std::int32_t>(end)});
      end += aligned(message.elements * plan.elementBytes());
    }
    made.offsets[static_cast<std::size_t>(message.peer)] = made.packed[same].at;
  }
  made.length = static_cast<std::int32_t>(end);
  for (const PlannedMessage &message : plan.receives())
    made.peers.push_back(message.peer);
  made.places.resize(made.peers.size());
  return made;
}

void PostedMessages::pack(Executor &executor, const void *const *sources,
                          std::byte *post) const {
  std::memcpy(post, offsets.data(), 4 * offsets.size());
  for (const Packed &one : packed)
    executor.packWhole(sources, one.send, post + one.at);
}

} // namespace redist::runtime
