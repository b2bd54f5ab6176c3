//===- ChunkQueue.h - A rank's messages as a sequence of chunks -*- C++ -*-===//
//
// One direction of an execution. Comes in: the messages in the order of the
// steps, where they are cut (Rounds.h), and which peers have a ring. Goes out:
// chunk after chunk, each with a slot and, unless it goes through a ring, a
// buffer. Moves no data.
//
// The order is (group of neighbouring steps, round, step, part). A chunk that
// goes by MPI holds several rounds and stands where the first of them does; a
// round that is longer than a slot of the ring (or a buffer) is cut into parts.
// Neighbouring messages begin with chunks of different lengths, so that what
// shares a port does not end all at once, and leave the port idle until more is
// on its way:
//
//   4 rounds a chunk, messages of 8 rounds: 4+4, 3+4+1, 2+4+2, 1+4+3
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_EXECUTION_CHUNKQUEUE_H
#define REDIST_RUNTIME_EXECUTION_CHUNKQUEUE_H

#include "Copy/Rounds.h"
#include "Transport/Transport.h"

#include "redistSchedule/CostModel/TransferCostModel.h"

#include <algorithm>

namespace redist::runtime {

struct ExecutorOptions {
  std::int64_t chunkBytes; ///< most that one send or receive takes
  int window;              ///< sends in flight, and receives
  std::int64_t interleave; ///< steps that travel together
  std::int64_t roundBytes; ///< of the longest message, in one round
  /// How the target is written, but for what arrives there by itself.
  StoreKind stores = StoreKind::Cached;
  /// By rank: what goes there or comes from there is in no chunk, for who is to
  /// have it copies it; null: nobody does.
  const std::vector<bool> *copying = nullptr;
  /// The same of what carriers bring (NodeExchange.h); null: none do.
  const std::vector<bool> *carried = nullptr;
  int receiveWindow = 0;  ///< receives in flight; 0: as many as sends
  bool lastFirst = false; ///< the steps in the opposite order
  /// A round that is longer than a slot of a ring goes by a message instead of
  /// in parts.
  bool keepsRounds = false;
  /// With Alltoallv and Alltoallw there are no chunks: one exchange moves
  /// packed buffers, or from storage to storage.
  schedule::TransferMethod method = schedule::TransferMethod::Stepwise;
};

class ChunkQueue {
public:
  struct Chunk {
    const PlannedMessage *message = nullptr;
    std::int64_t position = 0;
    std::int64_t elements = 0;
    std::byte *buffer = nullptr; ///< of the slot; null: goes through a ring
    bool inPlace = false; ///< travels from or to the user's storage itself
  };

  /// `window`: chunks that have a buffer at a time.
  ChunkQueue(const std::vector<PlannedMessage> &messages, const Rounds &rounds,
             std::int64_t elementBytes, const ExecutorOptions &options,
             int window, const Transport &transport);

  /// Whether a message goes through a ring.
  bool hasRing() const { return std::ranges::any_of(lanes, &Lane::inRing); }
  int slotCount() const { return static_cast<int>(slots.size()); }
  std::int64_t bufferBytes() const { return totalBufferBytes; }
  void restart(std::byte *buffers);
  /// Whether there is a next chunk and a slot for it.
  bool canStart() const;
  bool finished() const { return atEnd() && unfinished == 0; }
  bool atEnd() const { return message == lanes.size(); }
  /// Rounds that the first group has behind it.
  std::int64_t firstGroupRounds() const {
    return groupBegin == 0 && !atEnd() ? currentRound : rounds.count();
  }
  // Of the next chunk. Precondition, but for round(): not atEnd().
  std::int64_t round() const { return currentRound; }
  bool nextInRing() const { return lanes[message].inRing; }
  int nextPeer() const { return lanes[message].message->peer; }
  const PlannedMessage &nextMessage() const { return *lanes[message].message; }
  std::int64_t nextPosition() const { return position; }
  std::int64_t nextElements() const { return chunkEnd() - position; }
  /// Takes the next chunk and a free slot for it.
  int start();
  Chunk &chunk(int slot) { return slots[static_cast<std::size_t>(slot)]; }
  void finish(int slot);

private:
  /// A message and how it travels.
  struct Lane {
    const PlannedMessage *message;
    bool inRing;
    std::int64_t roundsPerChunk;
    std::int64_t missing;     ///< rounds that its first chunk is short of
    std::int64_t maxElements; ///< of a chunk

    bool hasChunkAt(std::int64_t round) const {
      return round == 0 || (round + missing) % roundsPerChunk == 0;
    }
    /// Of the chunk that holds `round`.
    std::int64_t chunkBegin(std::int64_t round) const {
      return std::max<std::int64_t>(0, chunkEnd(round) - roundsPerChunk);
    }
    /// The round after it.
    std::int64_t chunkEnd(std::int64_t round) const {
      return round + roundsPerChunk - (round + missing) % roundsPerChunk;
    }
  };
  /// A chunk in the order of all.
  struct Place {
    std::size_t group; ///< its first lane
    std::int64_t round;
    std::size_t lane;
    std::int64_t elements;
  };
  template <typename Visit>
  void forFirstChunks(const Lane &lane, std::int64_t most, Visit visit) const;
  std::vector<Place> firstBuffered(std::int64_t most) const;
  void makeBuffers(std::int64_t most, std::int64_t elementBytes);
  std::int64_t countOfRing(std::int64_t most) const;
  std::size_t groupEnd(std::size_t begin) const;
  std::int64_t chunkEnd() const;
  void rewind();
  void moveOn();
  void seek();

  Rounds rounds;
  std::vector<Lane> lanes;
  std::int64_t interleave;
  std::vector<Chunk> slots;
  std::vector<std::int64_t> bufferOffsets; ///< slots [0, size) have a buffer
  std::vector<int> freeBuffered, freeOfRing;
  std::int64_t totalBufferBytes = 0;
  bool tight = false; ///< a buffer for every chunk
  std::size_t unfinished = 0;
  // Next to start: `message` from element `position` on, in `currentRound` of
  // the messages [groupBegin, groupLimit) that travel together.
  std::size_t groupBegin = 0, groupLimit = 0;
  std::size_t message = 0;
  std::int64_t currentRound = 0;
  std::int64_t position = 0;
};

} // namespace redist::runtime

#endif
