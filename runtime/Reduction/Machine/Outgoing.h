//===- Outgoing.h - Sending messages to other ranks ------------*- C++ -*-===//
//
// Room Runtime. Sends values, failures and notices, written as Incoming.h says,
// over the slots of a channel that receives leave free: a few at once, each on
// a line of two slots, for its first message and the rest.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_MACHINE_OUTGOING_H
#define REDIST_RUNTIME_REDUCTION_MACHINE_OUTGOING_H

#include "Reduction/Channel/Channel.h"
#include "Reduction/Machine/Incoming.h"

#include "redist/detail/reduce/Operand.h"

#include <array>

namespace redist::runtime {

class Outgoing {
public:
  /// The slots before it are not used.
  static constexpr int firstSlot = 2;

  explicit Outgoing(Channel &usedChannel) : channel(usedChannel) {}

  /// Finds a line whose messages are gone, for what is sent next.
  bool hasFreeLine();
  bool areDone();
  /// What to wait for. Precondition: one of these was false just now.
  int busySlot() const { return busy; }

  // Preconditions: hasFreeLine() was true just now, and nothing has been sent
  // since. `fixedBytes` as in Incoming::post().

  /// `value` is in use until it is gone, where its size is fixed or it is not
  /// small. Goes out: bytes sent.
  std::int64_t sendValue(int peer, std::int64_t fixedBytes,
                         detail::byte_view value);
  void sendFailure(int peer, std::int64_t fixedBytes, const Failure &failure);
  /// A notice that all is well.
  void sendNotice(int peer);

private:
  static constexpr int lineCount = (Channel::slots - firstSlot) / 2;

  std::int64_t sendFixed(int peer, detail::byte_view value);
  void sendHead(int peer, std::int64_t bytes);
  int slot() const { return firstSlot + 2 * line; }
  RawBuffer &head() { return heads[static_cast<std::size_t>(line)]; }

  Channel &channel;
  std::array<RawBuffer, lineCount> heads;
  int line = 0;
  int busy = firstSlot;
};

} // namespace redist::runtime

#endif
