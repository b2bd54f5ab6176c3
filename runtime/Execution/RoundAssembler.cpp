//===- RoundAssembler.cpp - Assembles a round line by line ----------------===//
#include "Execution/RoundAssembler.h"

#include <algorithm>

namespace redist::runtime {

RoundAssembler::RoundAssembler(const RedistributionPlan &usedPlan,
                               const Rounds &usedRounds,
                               ChunkQueue &usedReceives,
                               Transport &usedTransport,
                               FusedGather &usedGather)
    : plan(usedPlan), rounds(usedRounds), receives(usedReceives),
      transport(usedTransport), gather(usedGather) {
  const std::size_t messages = plan.receives().size();
  const bool isRing = transport.ringSlotBytes(plan.receives().front().peer) > 0;
  queue.provide(
      isRing ? 1
             : static_cast<std::size_t>(receives.slotCount()) / messages + 1,
      messages);
  const std::size_t own = plan.receives().size();
  for (std::size_t group = 0; group < gather.groups(); ++group)
    if (isAwaited(group))
      ownElements += gather.elementsIn(group, own);
}

/// Whether some of it comes in messages; else all stays on the rank.
bool RoundAssembler::isAwaited(std::size_t group) const {
  return &gather.leader(group) != &plan.local();
}

bool RoundAssembler::areRings(const RedistributionPlan &plan,
                              const Transport &transport,
                              const ExecutorOptions &options) {
  return std::ranges::all_of(
      plan.receives(), [&](const PlannedMessage &message) {
        return transport.ringSlotBytes(message.peer) >= options.roundBytes;
      });
}

bool RoundAssembler::areMessages(const RedistributionPlan &plan,
                                 const Transport &transport,
                                 const ExecutorOptions &options) {
  return options.chunkBytes == options.roundBytes &&
         std::ranges::all_of(
             plan.receives(), [&](const PlannedMessage &message) {
               return transport.ringSlotBytes(message.peer) == 0;
             });
}

bool RoundAssembler::arePossible(const RedistributionPlan &plan,
                                 const Rounds &rounds,
                                 const ChunkQueue &receives,
                                 const Transport &transport,
                                 const ExecutorOptions &options,
                                 const FusedGather &gather) {
  return (gather.hasRows() ? rounds.keepRows() : rounds.periodsInRound() > 0) &&
         plan.stepCount() <= options.interleave && !plan.receives().empty() &&
         plan.receives().size() <=
             static_cast<std::size_t>(receives.slotCount()) &&
         (areRings(plan, transport, options) ||
          areMessages(plan, transport, options));
}

bool RoundAssembler::begin(std::span<const std::byte *const> sources,
                           std::span<std::byte *const> ownTargets,
                           StoreKind kind, Recorder *usedRecorder,
                           std::span<const Combiner> usedCombiners) {
  queue.restart();
  targets = ownTargets;
  stores = kind;
  recorder = usedRecorder;
  combiners = usedCombiners;
  if (!gather.prepare(targets, combiners))
    return false;
  for (std::size_t i = 0; i < sources.size(); ++i)
    gather.setSource(plan.receives().size(), i, sources[i]);
  return true;
}

std::size_t RoundAssembler::pieceOf(const ChunkQueue::Chunk &chunk) const {
  return static_cast<std::size_t>(chunk.message - plan.receives().data());
}

/// Of a chunk that has arrived.
const std::byte *RoundAssembler::placeOf(const ChunkQueue::Chunk &chunk) const {
  return chunk.buffer ? chunk.buffer : transport.arrived(chunk.message->peer);
}

std::int64_t RoundAssembler::bytes() const {
  std::int64_t elements = 0;
  for (const int slot : oldest()->slots)
    elements += receives.chunk(slot).elements;
  return elements * plan.elementBytes();
}

void RoundAssembler::setSources(const RoundQueue::Tile &tile) {
  for (const int slot : tile.slots) {
    const ChunkQueue::Chunk &chunk = receives.chunk(slot);
    const std::byte *from = placeOf(chunk);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      gather.setSource(pieceOf(chunk), i, from, chunk.position);
      from += chunk.elements * plan.parameters().elementSizes[i];
    }
  }
}

void RoundAssembler::writeGroups(std::int64_t round, Prefetcher *prefetcher) {
  for (std::size_t group = 0; group < gather.groups(); ++group) {
    if (!isAwaited(group))
      continue;
    const auto unitsBefore = [&](std::int64_t number) {
      return gather.unitsBefore(group,
                                rounds.begin(gather.leader(group), number));
    };
    const std::int64_t begin = unitsBefore(round);
    const std::int64_t end = unitsBefore(round + 1);
    if (begin == end)
      continue;
    const PhaseSpan span(recorder, Phase::Unpack);
    gather.copy(group, targets, begin, end, stores, prefetcher);
  }
}

void RoundAssembler::write(Prefetcher *prefetcher) {
  const RoundQueue::Tile &tile = *oldest();
  setSources(tile);
  writeGroups(tile.round, prefetcher);
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
void RoundAssembler::unpackRest(const ChunkQueue::Chunk &chunk) const {
  const std::int64_t end = chunk.position + chunk.elements;
  const std::int64_t begin =
      std::max(chunk.position, gather.elementsOf(pieceOf(chunk)));
  const std::byte *from = placeOf(chunk);
  for (std::size_t i = 0; begin < end && i < targets.size(); ++i) {
    const std::int64_t size = plan.parameters().elementSizes[i];
    chunk.message->pattern.copy({targets[i], from, chunk.position, size, stores,
                                 nullptr,
                                 combiners.empty() ? nullptr : &combiners[i]},
                                begin, end - begin);
    from += chunk.elements * size;
  }
}

} // namespace redist::runtime
