//===- Incoming.h - Receiving one value ------------------------*- C++ -*-===//
//
// Room Runtime. How values and failures are written into messages, and one
// that is being received.
//
//   a value of fixed size    its bytes
//   another value            [-1, bytes] and its first bytes; then the others
//   a failure                [rank, bytes] and its text, of another length than
//                            a fixed value has
//   a notice                 as a value of no bytes that is not fixed
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_MACHINE_INCOMING_H
#define REDIST_RUNTIME_REDUCTION_MACHINE_INCOMING_H

#include "Reduction/Channel/Channel.h"
#include "Trace/Recorder.h"

#include <memory>
#include <string>
#include <utility>

namespace redist::runtime {

/// Memory whose bytes nobody sets before they come.
class RawBuffer {
public:
  /// At least `bytes`; of what was there the first `kept` stay. Throws
  /// std::bad_alloc.
  void reserve(std::int64_t bytes, std::int64_t kept = 0);
  std::byte *data() const { return memory.get(); }

private:
  struct Release {
    void operator()(std::byte *memory) const;
  };
  std::unique_ptr<std::byte, Release> memory;
  std::int64_t capacity = 0;
};

struct Failure {
  int rank = 0; ///< where
  std::string text;
};

/// Begins every message but those of fixed values.
struct MessageHead {
  std::int64_t failedRank = -1; ///< -1: a value
  std::int64_t bytes = 0;       ///< of the value, or of the text
};
constexpr std::int64_t headBytes = sizeof(MessageHead);
/// The first message of a value that is not fixed, its head included: MPI sends
/// it at once.
constexpr std::int64_t firstBytes = 3840;
constexpr std::int64_t longestText = 3072;

/// How much of a value the first message has.
std::int64_t firstPart(std::int64_t fixedBytes);
/// Writes the message of a failure; its length.
std::int64_t writeFailure(const Failure &failure, std::int64_t fixedBytes,
                          RawBuffer &to);

class Incoming {
public:
  /// Its receive has the slot to itself.
  explicit Incoming(int usedSlot) : ownSlot(usedSlot) {}

  /// Starts to receive. `fixedBytes`: -1 where the value tells its length.
  void post(Channel &channel, int peer, std::int64_t fixedBytes);
  /// Whether all is there; starts to receive the rest where there is one.
  bool hasArrived(Channel &channel);
  int slot() const { return ownSlot; }

  // After that:
  bool isFailure() const { return failed; }
  Failure failure() const;
  std::byte *data() const { return buffer.data() + begin; }
  std::int64_t bytes() const { return length; }
  /// Leaves the memory of what has come, of fixed size, to another one's, and
  /// has that one's from now on.
  void exchangeMemory(RawBuffer &other) { std::swap(buffer, other); }
  /// A span from post() until now, the first time it is called.
  void recordOnce(Recorder &recorder);

private:
  void readHead(std::int64_t received);
  void startRest(Channel &channel, std::int64_t received);

  int ownSlot;
  int peer = 0;
  std::int64_t fixed = -1;
  RawBuffer buffer;
  std::int64_t begin = 0, length = 0;
  int failedRank = -1;
  bool isFirst = false; ///< the first message is under way
  bool failed = false;
  bool isRecorded = false;
  Recorder::Clock::time_point posted; ///< when
};

} // namespace redist::runtime

#endif
