//===- Executor.h - Executes a plan over a transport -----------*- C++ -*-===//
//
// A resumable state machine: advance() packs, sends, receives, unpacks and
// copies what stays, as far as it can without waiting. Messages go in the order
// of the steps, cut into chunks (ChunkQueue.h); a window of chunks is in flight
// in either direction, at most one message at a time is being packed.
//
// The messages of a few neighbouring steps, and what stays on the rank, go
// round by round together (Rounds.h): they touch the same part of the user's
// storage, which then comes from memory once and not once a message. After each
// round that it sends a rank looks for what has arrived.
//
// A chunk goes through the ring that the two ranks share, packed into it and
// unpacked from it, or else by MPI; then one that lies in one piece in the
// user's storage is sent from, or received into, that storage (unless what
// arrives is combined with what is there). Where chunks are
// whole rounds, of periods, a rank awaits those of a round together, and writes
// its part of the target line by line out of them and of its own source
// (FusedGather.h). So it does where elements are combined from parts, which
// chunks of one round bring (PartsAssembler.h).
//
// No deadlock, whatever the windows and rings: chunks are ordered by (group of
// steps, round, step, part), or with the steps backwards, the same on all
// ranks; each rank starts its sends, and its receives, in that order. A chunk
// is done when it has been received and, in a ring, released. Take the least
// that is not. Its receiver is done with all before it, so it has a free slot
// and awaits it; its sender has nothing before it that could still take up a
// buffer, or a place in the ring to that receiver, so it has room for it and
// sends it. (Of a round that is written as a whole: all chunks of the least
// round that is not done are sent.)
//
// Of several objects a chunk [a, b) holds the elements [a, b) of each, one
// object after the other.
//
// Where an execution is told that source and target do not fit the caches, it
// writes the target past them (StoreKind).
//
// An execution whose messages each are one chunk may begin with its messages
// alone (startEarly()): then nothing is written, and nothing that arrives is
// looked at, until it is resumed.
//
// Buffers and slots are made in the constructor; an execution allocates
// nothing.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_EXECUTION_EXECUTOR_H
#define REDIST_RUNTIME_EXECUTION_EXECUTOR_H

#include "Copy/DirectCopies.h"
#include "Copy/PackProgram.h"
#include "Execution/ChunkQueue.h"
#include "Execution/NodeExchange.h"
#include "Execution/PartsAssembler.h"
#include "Execution/RoundAssembler.h"
#include "Execution/StorageExchange.h"
#include "Support/BufferArena.h"

#include <memory>
#include <span>

namespace redist::runtime {

/// Eager, chunks are cut only where a count would leave an int. With rings
/// rounds are finer, for a chunk costs little. The same on all ranks.
ExecutorOptions defaultOptions(schedule::TransferMethod method,
                               bool withRings = false);

class Executor final : private MessageCopier {
public:
  /// `storage`: what needs no message; options.copying has its neighbours. It
  /// must outlive the executor. `unbuffered`: for Alltoallw, else null.
  Executor(const RedistributionPlan &plan, Transport &transport,
           BufferArena &arena, const ExecutorOptions &options,
           DirectCopies &storage,
           std::unique_ptr<StorageExchange> unbuffered = nullptr);

  /// Takes the messages and what stays on the rank together, round by round, as
  /// far as periods go, where all of a round comes through rings at once. It
  /// must outlive the executor.
  void useTiles(FusedGather &gather);
  /// Messages to other nodes, those of options.carried, go by it. It must
  /// outlive the executor.
  void useNodes(NodeExchange &exchange) { nodes = &exchange; }
  /// Whether the execution that was begun last does so.
  bool writesTiles() const { return isTiled; }

  /// Begins an execution. `sources` and `targets` are this rank's local
  /// storage, an address an object, disjoint; null where the rank has nothing
  /// there. `combiners` must outlive the execution. Precondition: there are
  /// some of either kind iff the plan combines, and has parts.
  void start(const void *const *sources, void *const *targets,
             Recorder *recorder, const Combiners &combiners = {});
  /// Of messages to other nodes, which need one of their own: the lane, and as
  /// MpiTransport::useTag().
  void useLane(int lane, int tag) {
    nodeLane = lane;
    nodeTag = tag;
  }
  /// Goes on until the execution is done (true) or must wait (false).
  bool advance();
  /// Advances and waits until what was started is done.
  void finish();
  /// start() and finish(). Collective over the ranks of the transport.
  void run(const void *const *sources, void *const *targets, Recorder *recorder,
           const Combiners &combiners = {});
  /// start(), and sends and awaits every message, but writes to no target.
  /// Send i is slot i of the transport, receive i the slot behind all sends and
  /// i more. Precondition: by TransferMethod::Eager, without rings. Then
  /// resume(), or nothing, once the transport has forgotten the messages.
  void startEarly(const void *const *sources, void *const *targets,
                  Recorder *recorder, const Combiners &combiners = {});
  /// What was started early goes on as any other execution.
  void resume() { isEarly = false; }
  /// For messages that are carried by other means: packs one as a whole, and,
  /// later, does the rest of an execution out of those that this rank receives,
  /// each as a whole.
  void packWhole(const void *const *sources, std::size_t send, std::byte *to);
  void runOutOf(std::span<const std::byte *const> messages,
                const void *const *sources, void *const *targets,
                const Combiners &combiners);
  /// Chunks finished and local pieces copied so far; for finding deadlocks.
  std::int64_t completedOperations() const { return operations; }

private:
  void useStorage(const void *const *sources, void *const *targets,
                  Recorder *recorder, const Combiners &combiners);
  void startReceives();
  bool startSends();
  void sendInRing(std::byte *room);
  void sendBuffered();
  void finishSlot(int slot);
  bool copyStorage();
  Prefetcher *prefetcherForSends(std::int64_t writtenBytes);
  void unpackAll();
  void finishTargets();
  void startExchange();
  void finishExchange();
  bool finished() const;
  bool areNodesDone() const { return !nodes || nodes->isDone(); }
  void packMessage(std::size_t message, std::int64_t position,
                   std::int64_t elements, std::byte *to) override;
  void unpackMessage(std::size_t message, std::int64_t position,
                     std::int64_t elements, const std::byte *from) override;
  void recordBegin(const ChunkQueue::Chunk &chunk,
                   Recorder::Clock::time_point now);
  void recordStep(const ChunkQueue::Chunk &chunk,
                  Recorder::Clock::time_point now);
  std::int64_t bytesOf(const ChunkQueue::Chunk &chunk) const {
    return chunk.elements * plan.elementBytes();
  }
  void makePrograms();
  Recorder::Clock::time_point packIntoRing(const ChunkQueue::Chunk &chunk,
                                           std::byte *room,
                                           Recorder::Clock::time_point begin);
  void pack(std::size_t send, std::int64_t position, std::int64_t elements,
            std::byte *to, StoreKind kind = StoreKind::Cached);
  void unpack(const PlannedMessage &message, std::int64_t position,
              std::int64_t elements, const std::byte *from);

  const RedistributionPlan &plan;
  Transport &transport;
  BufferArena &arena;
  ExecutorOptions options;
  Rounds rounds;
  ChunkQueue sendQueue, receiveQueue;
  // Byte counts by rank of the collective exchange (by MPI_Alltoallv).
  std::vector<int> sendCounts, sendOffsets, receiveCounts, receiveOffsets;
  std::int64_t exchangeSendBytes = 0, exchangeReceiveBytes = 0;
  bool exchanging = false;
  std::unique_ptr<StorageExchange> unbuffered;
  NodeExchange *nodes = nullptr; ///< null: there is none
  int nodeLane = NodeLanes::waiting, nodeTag = MpiTransport::usualTag;
  DirectCopies &storage;
  std::vector<PackProgram> sendPrograms; ///< by send
  std::optional<PartsAssembler> parts;   ///< of a plan that has some
  std::optional<RoundAssembler> tiles;
  bool isTiled = false; ///< in this execution
  bool isEarly = false; ///< targets must not be written yet
  // By object.
  std::vector<const std::byte *> sources;
  std::vector<std::byte *> targets;
  std::vector<const std::byte *> arrived; ///< as a whole, by receive
  std::span<const Combiner> combiners;
  /// What the next sends need, of the first object, and for which round.
  Prefetcher prefetcher;
  std::int64_t prefetchRound = -1;
  Recorder *recorder = nullptr;
  /// When the first chunk of each send was started; for the recorder.
  std::vector<Recorder::Clock::time_point> sendBegins;
  std::int64_t operations = 0;
};

} // namespace redist::runtime

#endif
