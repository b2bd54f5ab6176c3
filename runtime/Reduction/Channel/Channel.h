//===- Channel.h - Messages of a reduction ---------------------*- C++ -*-===//
//
// Room Runtime. One rank's end of what carries the elements of a reduction.
// Comes in: bytes and peers, each message under a slot number of the caller's
// choice. Goes out: whether a slot has completed, and how much came.
// Messages between two ranks arrive in the order in which they were sent.
// Turns, which are empty, have a way of their own, with the same order.
// Implementations: MpiChannel (plain MPI-2), LoopbackChannel (virtual ranks).
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_CHANNEL_CHANNEL_H
#define REDIST_RUNTIME_REDUCTION_CHANNEL_CHANNEL_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace redist::runtime {

class Channel {
public:
  virtual ~Channel() = default;

  /// Messages that may be under way at once, each with a slot in [0, slots).
  static constexpr int slots = 8;
  /// For test() and wait(): the turn that is awaited, and all that were passed.
  static constexpr int awaitedTurn = slots;
  static constexpr int passedTurns = slots + 1;
  /// A message that is longer travels in pieces of this size; only shorter ones
  /// may be received by a longer buffer.
  static constexpr std::int64_t cutBytes = std::int64_t{1} << 30;

  /// Starts a message; the bytes are in use until the slot completes.
  virtual void send(int slot, int peer, std::span<const std::byte> bytes) = 0;
  /// Starts to receive at most so many bytes.
  virtual void receive(int slot, int peer, std::span<std::byte> room) = 0;
  /// Starts a turn; any number may be under way.
  virtual void passToken(int peer) = 0;
  /// Starts to receive one, if none is awaited.
  virtual void awaitToken(int peer) = 0;
  /// Whether the slot has completed, or is not in use.
  virtual bool test(int slot) = 0;
  /// Returns when test() would be true.
  virtual void wait(int slot) = 0;
  /// Bytes of the message last received under this slot.
  virtual std::int64_t receivedBytes(int slot) const = 0;
};

} // namespace redist::runtime

#endif
