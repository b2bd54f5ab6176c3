//===- PartsAssembler.h - Parts in the order of ranks -----------*- C++ -*-===//
//
// Where the elements of a target are combined from what several ranks have of
// them (partial). Comes in: chunk after chunk, as the executor starts and
// receives them, and this rank's own source. The chunks of a round are awaited;
// then each element becomes op(op(part 0, part 1), part 2), ..., piece by piece
// in memory that stays next to the processor, and goes to the target as it
// would out of one message. So the result does not depend on what arrives
// first.
//
// All parts of an element are messages with the same elements in the same order
// (RedistributionPlan.h), which are cut at the same places (Rounds.h).
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_EXECUTION_PARTSASSEMBLER_H
#define REDIST_RUNTIME_EXECUTION_PARTSASSEMBLER_H

#include "Copy/PackProgram.h"
#include "Execution/ChunkQueue.h"
#include "Execution/RoundQueue.h"
#include "Trace/Recorder.h"

#include <optional>
#include <span>

namespace redist::runtime {

class PartsAssembler {
public:
  /// Refers to all of them. Precondition: the plan has parts.
  PartsAssembler(const RedistributionPlan &plan, const Rounds &rounds,
                 ChunkQueue &receives, Transport &transport);

  /// Options with which every chunk is a whole round of its message, and there
  /// is room for the chunks of a round: the same on all ranks.
  static ExecutorOptions wholeRounds(ExecutorOptions options,
                                     const RedistributionPlan &plan);

  /// Begins an execution, with an address an object, which must stay where they
  /// are.
  void begin(std::span<const std::byte *const> sources,
             std::span<std::byte *const> targets, StoreKind stores,
             Recorder *recorder, const Combiners &combiners);

  /// Whether the next chunk may be started.
  bool hasRoom() const { return queue.hasRoom(receives.round()); }
  /// A chunk of the round, begun in this slot of the queue.
  void await(int slot, std::int64_t round) { queue.await(round, slot); }
  /// A chunk that was awaited has arrived.
  void add(int slot) { queue.note(slot); }
  /// Whether all of the oldest round is there.
  bool isComplete() const { return oldest() != nullptr; }
  /// Combines that round, and is done with its slots.
  void write();
  /// Combines all, out of messages that are there as a whole, by receive.
  void writeAll(std::span<const std::byte *const> messages);

private:
  const RoundQueue::Tile *oldest() const {
    return queue.complete(receives.atEnd() ? rounds.count() : receives.round());
  }
  void combine(const PartGroup &group, std::int64_t begin, std::int64_t count);
  void combinePiece(const PartGroup &group, std::size_t object,
                    std::int64_t begin, std::int64_t position,
                    std::int64_t count, std::int64_t before);
  const std::byte *partAt(int piece, std::size_t object, std::int64_t begin,
                          std::int64_t position, std::int64_t count,
                          std::int64_t before);

  const RedistributionPlan &plan;
  const Rounds &rounds;
  ChunkQueue &receives;
  Transport &transport;
  RoundQueue queue;
  std::optional<PackProgram> ownProgram;
  std::vector<const std::byte *> places;       ///< by receive, of the round
  std::vector<std::byte> memory;               ///< of both of these
  std::byte *values = nullptr, *own = nullptr; ///< one piece each
  // Of the execution.
  std::span<const std::byte *const> sources;
  std::span<std::byte *const> targets;
  StoreKind stores = StoreKind::Cached;
  Recorder *recorder = nullptr;
  Combiners combiners;
};

} // namespace redist::runtime

#endif
