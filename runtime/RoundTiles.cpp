//===- RoundTiles.cpp - The chunks of a round, line by line ---------------===//
#include "RoundTiles.h"

#include <algorithm>

namespace redist::runtime {

RoundTiles::RoundTiles(const RedistributionPlan &usedPlan,
                       const Rounds &usedRounds, ChunkQueue &usedReceives,
                       Transport &usedTransport, JointCopy &usedJoint)
    : plan(usedPlan), rounds(usedRounds), receives(usedReceives),
      transport(usedTransport), joint(usedJoint) {
  slots.reserve(plan.receives().size());
}

bool RoundTiles::arePossible(const RedistributionPlan &plan,
                             const Rounds &rounds, const ChunkQueue &receives,
                             const Transport &transport,
                             const ExecutorOptions &options) {
  const auto goesAtOnce = [&](const PlannedMessage &message) {
    return transport.ringSlotBytes(message.peer) >= options.roundBytes;
  };
  return rounds.periodsInRound() > 0 &&
         plan.stepCount() <= options.interleave && !plan.receives().empty() &&
         plan.receives().size() <=
             static_cast<std::size_t>(receives.slotCount()) &&
         std::ranges::all_of(plan.receives(), goesAtOnce);
}

bool RoundTiles::begin(std::span<const std::byte *const> sources,
                       std::span<std::byte *const> ownTargets, StoreKind kind,
                       Recorder *usedRecorder) {
  slots.clear();
  arrived = 0;
  targets = ownTargets;
  stores = kind;
  recorder = usedRecorder;
  if (!joint.prepare(targets))
    return false;
  for (std::size_t s = 0; s < joint.ranks().size(); ++s)
    if (joint.ranks()[s] == plan.parameters().rank)
      for (std::size_t i = 0; i < sources.size(); ++i)
        joint.setSource(s, i, sources[i]);
  return true;
}

void RoundTiles::await(int slot, std::int64_t ofRound) {
  round = ofRound;
  slots.push_back(slot);
}

bool RoundTiles::add(int slot) {
  const ChunkQueue::Chunk &chunk = receives.chunk(slot);
  const auto source = static_cast<std::size_t>(
      std::ranges::find(joint.ranks(), chunk.message->peer) -
      joint.ranks().begin());
  const std::byte *from = transport.arrived(chunk.message->peer);
  for (std::size_t i = 0; source < joint.ranks().size() && i < targets.size();
       ++i) {
    joint.setSource(source, i, from, round * rounds.periodsInRound());
    from += chunk.elements * plan.parameters().elementSizes[i];
  }
  return ++arrived == slots.size() && isComplete();
}

std::int64_t RoundTiles::bytes() const {
  std::int64_t elements = 0;
  for (const int slot : slots)
    elements += receives.chunk(slot).elements;
  return elements * plan.elementBytes();
}

void RoundTiles::write(Ahead *ahead) {
  const std::int64_t begin = round * rounds.periodsInRound();
  const std::int64_t end =
      std::min(begin + rounds.periodsInRound(), joint.periods());
  if (begin < end) {
    const PhaseSpan span(recorder, Phase::Unpack);
    joint.copy(targets, begin, end, stores, ahead);
  }
  for (const int slot : slots) {
    const ChunkQueue::Chunk &chunk = receives.chunk(slot);
    unpackRest(chunk);
    transport.release(chunk.message->peer);
    receives.finish(slot);
  }
  slots.clear();
  arrived = 0;
}

/// What follows the last period.
void RoundTiles::unpackRest(const ChunkQueue::Chunk &chunk) const {
  const std::int64_t end = chunk.position + chunk.elements;
  const std::int64_t begin =
      std::max(chunk.position, chunk.message->perPeriod * joint.periods());
  const std::byte *from = transport.arrived(chunk.message->peer);
  for (std::size_t i = 0; begin < end && i < targets.size(); ++i) {
    const std::int64_t size = plan.parameters().elementSizes[i];
    chunk.message->pattern.copy(
        {targets[i], from, chunk.position, size, stores}, begin, end - begin);
    from += chunk.elements * size;
  }
}

} // namespace redist::runtime
