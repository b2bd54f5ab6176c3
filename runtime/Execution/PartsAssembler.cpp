//===- PartsAssembler.cpp - Parts of values, in the order of ranks --------===//
#include "Execution/PartsAssembler.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>
#include <memory>

namespace redist::runtime {

static constexpr std::int64_t lineBytes = 64;
/// What is combined at a time: with a part of it, a fraction of the first
/// level cache.
static constexpr std::int64_t pieceBytes = 8 * 1024;
/// Of all buffers for the messages into a rank, which has one a peer and round.
static constexpr std::int64_t maxBytesPerRank = std::int64_t{2} << 20;
static constexpr std::int64_t maxRoundBytes = 64 * 1024;
/// One arrives while another is combined.
static constexpr int roundsAwaited = 2;

static std::int64_t pieceRoom(const RedistributionPlan &plan) {
  const std::int64_t largest = std::ranges::max(plan.parameters().elementSizes);
  return (std::max(pieceBytes, largest) + lineBytes - 1) / lineBytes *
         lineBytes;
}

PartsAssembler::PartsAssembler(const RedistributionPlan &usedPlan,
                               const Rounds &usedRounds,
                               ChunkQueue &usedReceives,
                               Transport &usedTransport)
    : plan(usedPlan), rounds(usedRounds), receives(usedReceives),
      transport(usedTransport), places(plan.receives().size()),
      memory(static_cast<std::size_t>(2 * pieceRoom(plan) + lineBytes)) {
  void *begin = memory.data();
  std::size_t room = memory.size();
  values = static_cast<std::byte *>(std::align(
      lineBytes, static_cast<std::size_t>(2 * pieceRoom(plan)), begin, room));
  own = values + pieceRoom(plan);
  if (plan.ownPart().elements > 0)
    ownProgram.emplace(plan.ownPart().pattern, plan.parameters().elementSizes);
  // A ring shows one chunk of a peer at a time.
  queue.provide(receives.hasRing() ? 1 : roundsAwaited,
                std::max<std::size_t>(1, plan.receives().size()));
}

ExecutorOptions PartsAssembler::wholeRounds(ExecutorOptions options,
                                            const RedistributionPlan &plan) {
  if (options.method == schedule::TransferMethod::Eager) {
    options.interleave = std::numeric_limits<std::int64_t>::max();
    return options;
  }
  // Slots of rings are no shorter (SharedRings.cpp), but of more than some
  // 1,800 ranks, or of hundreds of objects.
  constexpr std::int64_t least = 1024;
  const std::int64_t ranks = plan.parameters().rankCount;
  const std::int64_t share =
      std::max(least, (maxBytesPerRank / ranks - 1024) / 128 * 128);
  const std::int64_t unit =
      plan.shape().order().stripLength * plan.elementBytes();
  options.roundBytes =
      std::max(unit, std::min({share, maxRoundBytes, options.roundBytes}));
  options.chunkBytes = options.roundBytes;
  options.keepsRounds = true;
  options.interleave = std::numeric_limits<std::int64_t>::max();
  options.receiveWindow = static_cast<int>(std::max<std::int64_t>(
      {options.window, options.receiveWindow,
       roundsAwaited *
           std::min<std::int64_t>(plan.parameters().assignment.sourceRanks(),
                                  std::numeric_limits<int>::max() / 2)}));
  return options;
}

void PartsAssembler::begin(std::span<const std::byte *const> ownSources,
                           std::span<std::byte *const> ownTargets,
                           StoreKind kind, Recorder *usedRecorder,
                           const Combiners &usedCombiners) {
  queue.restart();
  sources = ownSources;
  targets = ownTargets;
  stores = kind;
  recorder = usedRecorder;
  combiners = usedCombiners;
}

void PartsAssembler::write() {
  const RoundQueue::Tile &tile = *oldest();
  for (const int slot : tile.slots) {
    const ChunkQueue::Chunk &chunk = receives.chunk(slot);
    assert(chunk.position == rounds.begin(*chunk.message, tile.round) &&
           chunk.elements ==
               rounds.begin(*chunk.message, tile.round + 1) - chunk.position &&
           "a chunk is a round");
    places[static_cast<std::size_t>(chunk.message - plan.receives().data())] =
        chunk.buffer ? chunk.buffer : transport.arrived(chunk.message->peer);
  }
  for (const PartGroup &group : plan.partGroups()) {
    const std::int64_t begin = rounds.begin(*group.message, tile.round);
    combine(group, begin, rounds.begin(*group.message, tile.round + 1) - begin);
  }
  for (const int slot : tile.slots) {
    const ChunkQueue::Chunk &chunk = receives.chunk(slot);
    if (!chunk.buffer)
      transport.release(chunk.message->peer);
    receives.finish(slot);
  }
  queue.dropOldest();
}

void PartsAssembler::writeAll(std::span<const std::byte *const> messages) {
  std::ranges::copy(messages, places.begin());
  for (const PartGroup &group : plan.partGroups())
    combine(group, 0, group.message->elements);
}

/// Elements [begin, begin + count) of the messages, where `places` begin.
void PartsAssembler::combine(const PartGroup &group, std::int64_t begin,
                             std::int64_t count) {
  if (count == 0)
    return;
  const PhaseSpan span(recorder, Phase::Unpack, group.message->step,
                       count * plan.elementBytes());
  std::int64_t before = 0; // bytes of the objects before this one, an element
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const std::int64_t size = plan.parameters().elementSizes[i];
    const std::int64_t most = std::max<std::int64_t>(1, pieceBytes / size);
    for (std::int64_t done = 0; done < count; done += most)
      combinePiece(group, i, begin, begin + done, std::min(most, count - done),
                   before * count);
    before += size;
  }
}

/// Where elements of a part lie in one piece: in its message, whose chunk
/// begins with element `begin`, or packed from this rank's source.
const std::byte *PartsAssembler::partAt(int piece, std::size_t object,
                                        std::int64_t begin,
                                        std::int64_t position,
                                        std::int64_t count,
                                        std::int64_t before) {
  const std::int64_t size = plan.parameters().elementSizes[object];
  if (piece != PartGroup::own)
    return places[static_cast<std::size_t>(piece)] + before +
           (position - begin) * size;
  const CopyPattern &pattern = plan.ownPart().pattern;
  if (const auto place = pattern.contiguousAt(position, count))
    return sources[object] + *place * size;
  ownProgram->copy(object, {own, sources[object], position, size}, position,
                   count);
  return own;
}

void PartsAssembler::combinePiece(const PartGroup &group, std::size_t object,
                                  std::int64_t begin, std::int64_t position,
                                  std::int64_t count, std::int64_t before) {
  const std::int64_t size = plan.parameters().elementSizes[object];
  const auto bytes = static_cast<std::size_t>(count * size);
  bool isFirst = true;
  for (const int piece : group.pieces) {
    const std::byte *const part =
        partAt(piece, object, begin, position, count, before);
    if (isFirst)
      std::memcpy(values, part, bytes);
    else
      combiners.parts[object].run(values, part, count * size);
    isFirst = false;
  }
  group.message->pattern.copy(
      {targets[object], values, position, size, stores, nullptr,
       combiners.target.empty() ? nullptr : &combiners.target[object]},
      position, count);
}

} // namespace redist::runtime
