//===- Transport.h - Interface that moves bytes between ranks --*- C++ -*-===//
//
// One rank's end of a network of ranks. The executor asks it to send and to
// receive byte buffers, each under a slot number of its choice, and is told
// which slots have completed. Messages between two ranks arrive in the order
// in which they were sent. Implementations: MpiTransport, LoopbackTransport.
//
// Ranks that share memory may have a ring of slots in either direction
// (SpscRing.h) instead: the sender packs a chunk straight into the ring, the
// receiver unpacks it straight from there.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_TRANSPORT_TRANSPORT_H
#define REDIST_RUNTIME_TRANSPORT_TRANSPORT_H

#include "Kernels/StorePolicy.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace redist::runtime {

/// Buffers of a personalised all-to-all exchange; byte counts and displacements
/// have an entry a rank.
struct ExchangeBuffers {
  const std::byte *send;
  std::span<const int> sendCounts;
  std::span<const int> sendDisplacements;
  std::byte *receive;
  std::span<const int> receiveCounts;
  std::span<const int> receiveDisplacements;
};

class Transport {
public:
  virtual ~Transport() = default;

  /// Provides slots [0, count); to be called while none is in use.
  virtual void provideSlots(int count) = 0;
  /// Starts a message; the buffer is in use until the slot completes. Not
  /// collective.
  virtual void send(int slot, int peer, std::span<const std::byte> buffer) = 0;
  virtual void receive(int slot, int peer, std::span<std::byte> buffer) = 0;
  /// Starts an exchange among all ranks. Collective.
  virtual void exchange(int slot, const ExchangeBuffers &buffers) = 0;
  /// Slots that have completed since the last call; may be none. Valid until
  /// the next call.
  virtual std::span<const int> poll() = 0;
  /// Returns when poll() would have something to tell, or room() where it had
  /// none. Precondition: a slot is in use, or there was no room.
  virtual void wait() = 0;

  /// Most bytes of a chunk to or from `peer` where chunks go through a ring; 0:
  /// there is none, they go by send() and receive().
  virtual std::int64_t ringSlotBytes(int peer) const = 0;
  /// Where the next chunk to `peer` is to be written; null: the ring is full,
  /// wait() returns when it no longer is.
  virtual std::byte *room(int peer) = 0;
  /// Hands what was written to room() to `peer`.
  virtual void publish(int peer) = 0;
  /// How to write there.
  virtual StorePolicy &stores(int peer) = 0;
  /// Lets `slot` complete when the next chunk from `peer` has arrived; a chunk
  /// a call, in the order of the calls. It is then read at arrived() and
  /// release()d, before the next poll() unless no other one from `peer` is
  /// expected until then.
  virtual void expect(int slot, int peer) = 0;
  virtual const std::byte *arrived(int peer) const = 0;
  virtual void release(int peer) = 0;
};

} // namespace redist::runtime

#endif
