//===- Transport.h - How bytes get from rank to rank -----------*- C++ -*-===//
//
// One rank's end of a network of ranks. The executor asks it to send and to
// receive byte buffers, each under a slot number of its choice, and is told
// which slots have completed. Messages between two ranks arrive in the order
// in which they were sent. Implementations: MpiTransport, LoopbackTransport.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_TRANSPORT_H
#define REDIST_RUNTIME_TRANSPORT_H

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
  /// Returns when poll() would have something to tell. Precondition: a slot is
  /// in use.
  virtual void wait() = 0;
};

} // namespace redist::runtime

#endif
