//===- SpscRing.h - Queue of slots between two ranks -----------*- C++ -*-===//
//
// One sender, one receiver, a fixed number of slots in memory that both have
// mapped. The sender fills the next free slot and publishes it; the receiver
// reads the oldest published one in place and releases it. Chunks come out in
// the order in which they went in. Knows no MPI and no shared memory: whoever
// makes the memory hands it over.
//
//   published 7, released 5, four slots: chunks 5 and 6 lie in slots 1 and 2,
//   slots 3 and 0 are free; 7 - 5 = 4 would be full.
//
// Memory order. Each counter is written by one rank alone. What the sender
// stored in a slot comes before its release store of `published`; the receiver
// reads the slot after an acquire load that saw it. What the receiver read
// comes before its release store of `released`; the sender overwrites the slot
// after an acquire load that saw that. So a slot is never read half written,
// nor overwritten half read. The counters only grow (2^64 chunks), and a late
// view of the other's counter errs towards waiting.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SHAREDMEMORY_SPSCRING_H
#define REDIST_RUNTIME_SHAREDMEMORY_SPSCRING_H

#include "Kernels/StorePolicy.h"
#include "SharedMemory/Doorbell.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace redist::runtime {

struct RingShape {
  std::int64_t slotBytes; ///< a multiple of 64
  std::int64_t slots;
};

/// One end's view of a ring; each end has its own.
class SpscRing {
public:
  SpscRing() = default;
  /// `memory`: bytesOf(shape) bytes, aligned to 64, prepared.
  SpscRing(std::byte *memory, RingShape shape);

  static std::int64_t bytesOf(RingShape shape);
  /// Makes an empty ring of `memory`; one end does so before the other looks.
  static void prepare(std::byte *memory);

  // The sender's end.
  bool hasRoom();
  /// Where the next chunk goes. Precondition: hasRoom().
  std::byte *room() const { return slot(published); }
  void publish() { control->published.store(++published, writes); }
  /// Published, and not released yet.
  std::int64_t chunksHeld();

  // The receiver's end.
  bool hasChunk();
  /// The oldest chunk. Precondition: hasChunk().
  const std::byte *chunk() const { return slot(released); }
  void release() { control->released.store(++released, writes); }

private:
  /// Each counter has the cache lines to itself that processors fetch in pairs.
  struct Control {
    alignas(128) std::atomic<std::uint64_t> published{0};
    alignas(128) std::atomic<std::uint64_t> released{0};
  };
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free,
                "a lock would not work between processes");
  static constexpr std::memory_order writes = std::memory_order_release;

  std::byte *slot(std::uint64_t chunk) const {
    return slots + static_cast<std::int64_t>(chunk % slotCount) * slotBytes;
  }

  Control *control = nullptr;
  std::byte *slots = nullptr;
  std::int64_t slotBytes = 0;
  std::uint64_t slotCount = 0;
  // An end writes its own counter and reads the other's only when the value
  // it saw last tells it to wait.
  std::uint64_t published = 0, released = 0;
};

/// The rings between this rank and one other.
struct RingLink {
  SpscRing out, in;
  Doorbell *bell = nullptr; ///< of the other one; null: it never sleeps
  StorePolicy stores = {};  ///< into `out`
};

/// The rings of one rank; those who share memory with it have a link.
struct RingSet {
  std::vector<int> linkOf; ///< by rank; -1: none
  std::vector<RingLink> links;
  std::int64_t slotBytes = 0;
  Doorbell *bell = nullptr; ///< of this rank; null: it must not sleep
  /// More ranks than processors: who waits should sleep soon.
  bool mayBeCrowded = true;
};

/// What a transport does with its rings: it keeps, for every link, the slot
/// numbers (of Transport) that await the next chunks, in their order.
class RingEndpoint {
public:
  void use(RingSet *usedRings) { rings = usedRings; }
  /// Slots [0, count) may await chunks.
  void provideSlots(int count);

  int linkCount() const;
  std::int64_t slotBytes(int peer) const;
  std::byte *room(int peer);
  void publish(int peer);
  StorePolicy &stores(int peer) { return link(peer).stores; }
  void expect(int slot, int peer);
  const std::byte *arrived(int peer) const { return link(peer).in.chunk(); }
  void release(int peer);

  /// Writes the slots whose chunks have arrived, at most one a link, to
  /// `completed`; returns how many.
  int poll(int *completed);
  /// Whether there is something to wait for here.
  bool isWaiting() const { return expected > 0 || blocked; }
  /// Whether a chunk has arrived, or there is room where there was none.
  bool isReady();
  /// How often to look before sleeping.
  int looksBeforeSleep(bool asksMpi) const;
  /// Between those, where ranks outnumber processors: what is waited for mostly
  /// wants no more than a processor, and waking up takes longer.
  void yieldIfCrowded() const;
  /// Sleeps until something has come, or for `longest`. Precondition:
  /// isWaiting().
  void sleep(std::chrono::microseconds longest);

private:
  struct Awaiting {
    int first = -1;
    int last = -1;
  };
  RingLink &link(int peer) const {
    return rings->links[static_cast<std::size_t>(
        rings->linkOf[static_cast<std::size_t>(peer)])];
  }

  RingSet *rings = nullptr;
  std::vector<Awaiting> awaiting; ///< by link
  std::vector<int> nextAwaiting;  ///< by slot
  int expected = 0;
  SpscRing *blocked = nullptr; ///< the ring that had no room when last asked
};

} // namespace redist::runtime

#endif
