//===- RoundTiles.h - The chunks of a round, line by line ------*- C++ -*-===//
//
// Where all that a rank receives comes through rings, in periods, and every
// chunk is a whole round of its message: the chunks of a round are awaited, and
// then the rank's part of the target is written line by line out of them and of
// the rank's own source, by one program (JointCopy.h). Comes in: chunk after
// chunk, as the executor starts and receives them. What follows the last period
// is unpacked chunk by chunk.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_ROUNDTILES_H
#define REDIST_RUNTIME_ROUNDTILES_H

#include "ChunkQueue.h"
#include "JointCopy.h"
#include "Recorder.h"

#include <span>

namespace redist::runtime {

class RoundTiles {
public:
  /// Refers to all of them, and to `joint`, which reads from messages
  /// (jointPeriods()); its programs are for one execution at a time.
  RoundTiles(const RedistributionPlan &plan, const Rounds &rounds,
             ChunkQueue &receives, Transport &transport, JointCopy &joint);

  /// Whether plan, rounds and rings are of this kind.
  static bool arePossible(const RedistributionPlan &plan, const Rounds &rounds,
                          const ChunkQueue &receives,
                          const Transport &transport,
                          const ExecutorOptions &options);

  /// Begins an execution, with an address an object, which must stay where they
  /// are; false: there is no program for these targets.
  bool begin(std::span<const std::byte *const> sources,
             std::span<std::byte *const> targets, StoreKind stores,
             Recorder *recorder);
  /// So many periods are written by tiles, what stays on the rank, too.
  std::int64_t periods() const { return joint.periods(); }

  /// Whether all chunks of the round are awaited: no other may be started.
  bool isComplete() const {
    return !slots.empty() && (receives.atEnd() || receives.round() != round);
  }
  /// A chunk of the round, begun in this slot of the queue.
  void await(int slot, std::int64_t ofRound);
  /// One of those has arrived; true: they all have.
  bool add(int slot);
  /// Writes the round, and is done with its slots. `ahead`: as copyRuns().
  void write(Ahead *ahead);
  /// Bytes that came with the round.
  std::int64_t bytes() const;

private:
  void unpackRest(const ChunkQueue::Chunk &chunk) const;

  const RedistributionPlan &plan;
  const Rounds &rounds;
  ChunkQueue &receives;
  Transport &transport;
  JointCopy &joint;
  std::vector<int> slots; ///< of the chunks of one round
  std::int64_t round = 0; ///< that one
  std::size_t arrived = 0;
  // Of the execution.
  std::span<std::byte *const> targets;
  StoreKind stores = StoreKind::Cached;
  Recorder *recorder = nullptr;
};

} // namespace redist::runtime

#endif
