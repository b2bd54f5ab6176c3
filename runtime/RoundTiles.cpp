//===- RoundTiles.cpp - The chunks of a round, line by line ---------------===//
#include "RoundTiles.h"

#include <algorithm>

namespace redist::runtime {

RoundTiles::RoundTiles(const RedistributionPlan &usedPlan,
                       const Rounds &usedRounds, ChunkQueue &usedReceives,
                       Transport &usedTransport, JointCopy &usedJoint)
    : plan(usedPlan), rounds(usedRounds), receives(usedReceives),
      transport(usedTransport), joint(usedJoint) {
  const std::size_t messages = plan.receives().size();
  const bool isRing = transport.ringSlotBytes(plan.receives().front().peer) > 0;
  queue.provide(
      isRing ? 1
             : static_cast<std::size_t>(receives.slotCount()) / messages + 1,
      messages);
}

bool RoundTiles::areRings(const RedistributionPlan &plan,
                          const Transport &transport,
                          const ExecutorOptions &options) {
  return std::ranges::all_of(
      plan.receives(), [&](const PlannedMessage &message) {
        return transport.ringSlotBytes(message.peer) >= options.roundBytes;
      });
}

bool RoundTiles::areMessages(const RedistributionPlan &plan,
                             const Transport &transport,
                             const ExecutorOptions &options) {
  return options.chunkBytes == options.roundBytes &&
         std::ranges::all_of(
             plan.receives(), [&](const PlannedMessage &message) {
               return transport.ringSlotBytes(message.peer) == 0;
             });
}

bool RoundTiles::arePossible(const RedistributionPlan &plan,
                             const Rounds &rounds, const ChunkQueue &receives,
                             const Transport &transport,
                             const ExecutorOptions &options) {
  return rounds.periodsInRound() > 0 &&
         plan.stepCount() <= options.interleave && !plan.receives().empty() &&
         plan.receives().size() <=
             static_cast<std::size_t>(receives.slotCount()) &&
         (areRings(plan, transport, options) ||
          areMessages(plan, transport, options));
}

bool RoundTiles::begin(std::span<const std::byte *const> sources,
                       std::span<std::byte *const> ownTargets, StoreKind kind,
                       Recorder *usedRecorder) {
  queue.restart();
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

/// Of a chunk that has arrived.
const std::byte *RoundTiles::placeOf(const ChunkQueue::Chunk &chunk) const {
  return chunk.buffer ? chunk.buffer : transport.arrived(chunk.message->peer);
}

std::int64_t RoundTiles::bytes() const {
  std::int64_t elements = 0;
  for (const int slot : oldest()->slots)
    elements += receives.chunk(slot).elements;
  return elements * plan.elementBytes();
}

void RoundTiles::setSources(const TileQueue::Tile &tile) {
  for (const int slot : tile.slots) {
    const ChunkQueue::Chunk &chunk = receives.chunk(slot);
    const auto found = std::ranges::find(joint.ranks(), chunk.message->peer);
    if (found == joint.ranks().end())
      continue; // has none of the periods
    const auto source = static_cast<std::size_t>(found - joint.ranks().begin());
    const std::byte *from = placeOf(chunk);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      joint.setSource(source, i, from, tile.round * rounds.periodsInRound());
      from += chunk.elements * plan.parameters().elementSizes[i];
    }
  }
}

void RoundTiles::write(Ahead *ahead) {
  const TileQueue::Tile &tile = *oldest();
  const std::int64_t begin = tile.round * rounds.periodsInRound();
  const std::int64_t end =
      std::min(begin + rounds.periodsInRound(), joint.periods());
  setSources(tile);
  if (begin < end) {
    const PhaseSpan span(recorder, Phase::Unpack);
    joint.copy(targets, begin, end, stores, ahead);
  }
  for (const int slot : tile.slots) {
    const ChunkQueue::Chunk &chunk = receives.chunk(slot);
    unpackRest(chunk);
    if (!chunk.buffer)
      transport.release(chunk.message->peer);
    receives.finish(slot);
  }
  queue.dropOldest();
}

/// What follows the last period.
void RoundTiles::unpackRest(const ChunkQueue::Chunk &chunk) const {
  const std::int64_t end = chunk.position + chunk.elements;
  const std::int64_t begin =
      std::max(chunk.position, chunk.message->perPeriod * joint.periods());
  const std::byte *from = placeOf(chunk);
  for (std::size_t i = 0; begin < end && i < targets.size(); ++i) {
    const std::int64_t size = plan.parameters().elementSizes[i];
    chunk.message->pattern.copy(
        {targets[i], from, chunk.position, size, stores}, begin, end - begin);
    from += chunk.elements * size;
  }
}

} // namespace redist::runtime
