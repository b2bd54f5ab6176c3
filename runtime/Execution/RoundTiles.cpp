//===- RoundTiles.cpp - The chunks of a round, line by line ---------------===//
#include "Execution/RoundTiles.h"

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
  const std::size_t own = plan.receives().size();
  for (std::size_t group = 0; group < joint.groups(); ++group)
    if (isAwaited(group))
      ownElements += joint.elementsIn(group, own);
}

/// Whether some of it comes in messages; else all stays on the rank.
bool RoundTiles::isAwaited(std::size_t group) const {
  return &joint.leader(group) != &plan.local();
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
                             const ExecutorOptions &options,
                             const JointCopy &joint) {
  return (joint.hasRows() ? rounds.keepRows() : rounds.periodsInRound() > 0) &&
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
  for (std::size_t i = 0; i < sources.size(); ++i)
    joint.setSource(plan.receives().size(), i, sources[i]);
  return true;
}

std::size_t RoundTiles::pieceOf(const ChunkQueue::Chunk &chunk) const {
  return static_cast<std::size_t>(chunk.message - plan.receives().data());
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
    const std::byte *from = placeOf(chunk);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      joint.setSource(pieceOf(chunk), i, from, chunk.position);
      from += chunk.elements * plan.parameters().elementSizes[i];
    }
  }
}

void RoundTiles::writeGroups(std::int64_t round, Ahead *ahead) {
  for (std::size_t group = 0; group < joint.groups(); ++group) {
    if (!isAwaited(group))
      continue;
    const auto unitsBefore = [&](std::int64_t number) {
      return joint.unitsBefore(group,
                               rounds.begin(joint.leader(group), number));
    };
    const std::int64_t begin = unitsBefore(round);
    const std::int64_t end = unitsBefore(round + 1);
    if (begin == end)
      continue;
    const PhaseSpan span(recorder, Phase::Unpack);
    joint.copy(group, targets, begin, end, stores, ahead);
  }
}

void RoundTiles::write(Ahead *ahead) {
  const TileQueue::Tile &tile = *oldest();
  setSources(tile);
  writeGroups(tile.round, ahead);
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
      std::max(chunk.position, joint.elementsOf(pieceOf(chunk)));
  const std::byte *from = placeOf(chunk);
  for (std::size_t i = 0; begin < end && i < targets.size(); ++i) {
    const std::int64_t size = plan.parameters().elementSizes[i];
    chunk.message->pattern.copy(
        {targets[i], from, chunk.position, size, stores}, begin, end - begin);
    from += chunk.elements * size;
  }
}

} // namespace redist::runtime
