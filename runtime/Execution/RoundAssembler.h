//===- RoundAssembler.h - Assembles a round line by line -------*- C++ -*-===//
//
// Used where all elements that a rank receives come in periods, or in rows of
// periods, and every chunk is a whole round of its message. It waits for the
// chunks of a round, and then writes the rank's part of the target line by
// line, from these chunks and from the rank's own source, by one program
// (FusedGather.h). Comes in: chunk after chunk, as the executor starts and
// receives them. Elements after the last period of a vector are unpacked chunk
// by chunk.
//
// A ring shows one chunk of a peer at a time, so one round is awaited; of
// messages, as many as there are slots for: one arrives while another is
// written.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_EXECUTION_ROUNDASSEMBLER_H
#define REDIST_RUNTIME_EXECUTION_ROUNDASSEMBLER_H

#include "Copy/FusedGather.h"
#include "Execution/ChunkQueue.h"
#include "Execution/RoundQueue.h"
#include "Trace/Recorder.h"

#include <span>

namespace redist::runtime {

class RoundAssembler {
public:
  /// Refers to all of them, and to `joint`, which reads from messages; its
  /// programs are for one execution at a time.
  RoundAssembler(const RedistributionPlan &plan, const Rounds &rounds,
                 ChunkQueue &receives, Transport &transport,
                 FusedGather &gather);

  /// Whether plan, rounds and chunks are of this kind, and these go all through
  /// rings or all by messages.
  static bool arePossible(const RedistributionPlan &plan, const Rounds &rounds,
                          const ChunkQueue &receives,
                          const Transport &transport,
                          const ExecutorOptions &options,
                          const FusedGather &gather);

  /// Begins an execution, with an address an object, which must stay where they
  /// are; false: there is no program for these targets.
  bool begin(std::span<const std::byte *const> sources,
             std::span<std::byte *const> targets, StoreKind stores,
             Recorder *recorder, std::span<const Combiner> combiners);
  /// Elements of what stays on the rank that are written with the tiles, from
  /// the first one on.
  std::int64_t localElements() const { return ownElements; }

  /// Whether the next chunk may be started.
  bool hasRoom() const { return queue.hasRoom(receives.round()); }
  /// A chunk of the round, begun in this slot of the queue.
  void await(int slot, std::int64_t round) { queue.await(round, slot); }
  /// A chunk that was awaited has arrived.
  void add(int slot) { queue.note(slot); }
  /// Whether all of the oldest round is there.
  bool isComplete() const { return oldest() != nullptr; }
  /// Writes that round, and is done with its slots. `ahead`: as copyRuns().
  void write(Prefetcher *prefetcher);
  /// Bytes that came with it.
  std::int64_t bytes() const;

private:
  static bool areRings(const RedistributionPlan &plan,
                       const Transport &transport,
                       const ExecutorOptions &options);
  static bool areMessages(const RedistributionPlan &plan,
                          const Transport &transport,
                          const ExecutorOptions &options);
  const RoundQueue::Tile *oldest() const {
    return queue.complete(receives.atEnd() ? rounds.count() : receives.round());
  }
  bool isAwaited(std::size_t group) const;
  std::size_t pieceOf(const ChunkQueue::Chunk &chunk) const;
  const std::byte *placeOf(const ChunkQueue::Chunk &chunk) const;
  void setSources(const RoundQueue::Tile &tile);
  void writeGroups(std::int64_t round, Prefetcher *prefetcher);
  void unpackRest(const ChunkQueue::Chunk &chunk) const;

  const RedistributionPlan &plan;
  const Rounds &rounds;
  ChunkQueue &receives;
  Transport &transport;
  FusedGather &gather;
  RoundQueue queue;
  std::int64_t ownElements = 0;
  // Of the execution.
  std::span<std::byte *const> targets;
  StoreKind stores = StoreKind::Cached;
  Recorder *recorder = nullptr;
  std::span<const Combiner> combiners; ///< by object; empty: none
};

} // namespace redist::runtime

#endif
