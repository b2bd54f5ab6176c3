//===- LoopbackChannel.h - Virtual ranks in one process --------*- C++ -*-===//
//
// Channels among P virtual ranks, for tests: a message is copied
// when both ends have asked for it, and neither is done before (rendezvous), so
// that programs that rely on buffers are found out.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_VIRTUALRANKS_LOOPBACKCHANNEL_H
#define REDIST_VIRTUALRANKS_LOOPBACKCHANNEL_H

#include "Reduction/Channel/Channel.h"

#include <array>
#include <deque>
#include <memory>
#include <vector>

namespace redist::runtime {

class LoopbackChannel;

/// The virtual ranks; lives as long as its channels are used.
class LoopbackNet {
public:
  explicit LoopbackNet(int ranks);
  ~LoopbackNet();
  Channel &of(int rank);
  /// Messages that only one end has asked for; 0 when all is over.
  std::int64_t unmatched() const;
  /// The most senders at once whose elements their receivers did not have yet:
  /// of messages of more than `bytes`.
  std::int64_t maxUnderWay() const { return most; }
  void countBeyond(std::size_t bytes) { countedBeyond = bytes; }

private:
  friend class LoopbackChannel;
  /// One end's wish.
  struct Wish {
    LoopbackChannel *channel;
    int slot;
    std::byte *data;
    std::size_t size;
  };
  struct Pair {
    std::deque<Wish> sends, receives;
    std::int64_t turnsPassed = 0, turnsAwaited = 0;
  };
  Pair &between(int from, int to) {
    return pairs[static_cast<std::size_t>(from) * channels.size() +
                 static_cast<std::size_t>(to)];
  }
  void match(Pair &pair);
  void matchTurns(int from, int to);
  void count();

  std::vector<std::unique_ptr<LoopbackChannel>> channels;
  std::vector<Pair> pairs;
  std::size_t countedBeyond = 0;
  std::int64_t most = 0;
};

class LoopbackChannel final : public Channel {
public:
  LoopbackChannel(LoopbackNet &usedNet, int rank) : net(usedNet), own(rank) {}

  void send(int slot, int peer, std::span<const std::byte> bytes) override;
  void receive(int slot, int peer, std::span<std::byte> room) override;
  void passToken(int peer) override;
  void awaitToken(int peer) override;
  bool test(int slot) override {
    return slot == passedTurns ? turnsUnderWay == 0 : !isActive.at(index(slot));
  }
  /// Virtual ranks take turns: precondition test(slot).
  void wait(int slot) override;
  std::int64_t receivedBytes(int slot) const override {
    return received.at(index(slot));
  }

private:
  friend class LoopbackNet;
  static std::size_t index(int slot) { return static_cast<std::size_t>(slot); }

  LoopbackNet &net;
  int own;
  std::array<bool, slots + 1> isActive{};
  std::int64_t turnsUnderWay = 0;
  std::array<std::int64_t, slots> received{};
};

} // namespace redist::runtime

#endif
