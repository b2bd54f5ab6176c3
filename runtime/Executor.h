//===- Executor.h - Runs a plan over a transport ---------------*- C++ -*-===//
//
// A resumable state machine: advance() packs, sends, receives, unpacks and
// copies what stays, as far as it can without waiting. Messages go in the order
// of the steps, cut into chunks that fit the cache; a window of chunks is in
// flight in either direction, at most one message at a time is being packed.
//
// The messages of a few neighbouring steps travel together, chunk by chunk in
// turn: they touch the same part of the user's storage, which then comes from
// memory once and not once a message.
//
// No deadlock, whatever the window: chunks are ordered by (group of steps,
// number of the chunk, step), the same on all ranks. Take the least unfinished
// one: its sender and its receiver have finished everything before it, so both
// have a free slot and have posted it.
//
// Buffers and slots are made in the constructor; an execution allocates
// nothing. A chunk that lies in one piece in the user's storage is sent from,
// or received into, that storage.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_EXECUTOR_H
#define REDIST_RUNTIME_EXECUTOR_H

#include "Recorder.h"
#include "RedistributionPlan.h"
#include "Transport.h"

#include <memory>

namespace redist::runtime {

struct ExecutorOptions {
  std::int64_t chunkBytes;
  int window;              ///< chunks in flight in either direction
  std::int64_t interleave; ///< steps that travel together
};

/// What Stepwise plans use; chunks of a Direct plan are cut only where a count
/// would leave an int.
ExecutorOptions defaultOptions(ExecutionKind kind);

/// Memory for chunk buffers, shared by all plans of a communicator: one runs at
/// a time.
class BufferArena {
public:
  /// At least `bytes`; keeps no contents.
  void reserve(std::int64_t bytes);
  std::byte *data() const { return memory.get(); }

private:
  std::unique_ptr<std::byte[]> memory;
  std::int64_t size = 0;
};

/// One direction: the messages of a rank as a sequence of chunks.
class ChunkQueue {
public:
  struct Chunk {
    const PlannedMessage *message = nullptr;
    std::int64_t position = 0;
    std::int64_t elements = 0;
    std::byte *buffer = nullptr; ///< of the slot
    bool inPlace = false; ///< travels from or to the user's storage itself
  };

  ChunkQueue(const std::vector<PlannedMessage> &messages,
             std::int64_t elementSize, const ExecutorOptions &options);

  int slotCount() const { return static_cast<int>(slots.size()); }
  std::int64_t bufferBytes() const { return totalBufferBytes; }
  void restart(std::byte *buffers);
  bool canStart() const { return message < messageCount && freeCount > 0; }
  bool finished() const {
    return message == messageCount && freeCount == slots.size();
  }
  /// Whether a greater part of this queue has been started than `done` of
  /// `total`.
  bool isAheadOf(std::int64_t done, std::int64_t total) const;
  /// Takes the next chunk and a free slot for it.
  int start();
  Chunk &chunk(int slot) { return slots[static_cast<std::size_t>(slot)]; }
  void finish(int slot) { freeSlots[freeCount++] = slot; }

private:
  std::size_t groupEnd() const;
  std::int64_t nextElements() const;
  void moveOn();

  const PlannedMessage *messages;
  std::size_t messageCount;
  std::int64_t chunkElements;
  std::vector<Chunk> slots;
  std::vector<std::int64_t> bufferOffsets;
  std::vector<int> freeSlots; ///< the first freeCount are free
  std::size_t freeCount = 0;
  std::int64_t interleave;
  // Next to start: `message` from element `position` on, of the messages
  // [groupBegin, groupEnd()) that travel together.
  std::size_t groupBegin = 0;
  std::size_t message = 0;
  std::int64_t position = 0;
  std::int64_t startedElements = 0;
  std::int64_t totalElements = 0;
  std::int64_t totalBufferBytes = 0;
};

class Executor {
public:
  Executor(const RedistributionPlan &plan, Transport &transport,
           BufferArena &arena, const ExecutorOptions &options);

  /// Begins an execution. `source` and `target` are this rank's local storage,
  /// disjoint; null where the rank has nothing there.
  void start(const void *source, void *target, Recorder *recorder);
  /// Goes on until the execution is done (true) or must wait (false).
  bool advance();
  /// start(), then advance() and wait until done. Collective over the ranks of
  /// the transport.
  void run(const void *source, void *target, Recorder *recorder);
  /// Chunks finished and local pieces copied so far; for finding deadlocks.
  std::int64_t completedOperations() const { return operations; }

private:
  void startReceives();
  void startSends();
  void finishSlot(int slot);
  bool copyLocalPiece();
  void startExchange();
  void finishExchange();
  bool finished() const;
  void recordStep(const ChunkQueue::Chunk &chunk);

  const RedistributionPlan &plan;
  Transport &transport;
  BufferArena &arena;
  ChunkQueue sendQueue, receiveQueue;
  std::int64_t elementSize;
  // Byte counts by rank of the collective exchange (AllToAll).
  std::vector<int> sendCounts, sendOffsets, receiveCounts, receiveOffsets;
  std::int64_t exchangeSendBytes = 0, exchangeReceiveBytes = 0;
  bool exchanging = false;
  const std::byte *source = nullptr;
  std::byte *target = nullptr;
  Recorder *recorder = nullptr;
  /// When the first chunk of each send was started; for the recorder.
  std::vector<Recorder::Clock::time_point> sendBegins;
  std::int64_t localPosition = 0;
  std::int64_t operations = 0;
};

} // namespace redist::runtime

#endif
