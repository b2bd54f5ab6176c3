//===- LoopbackTransport.h - P virtual ranks in one process ----*- C++ -*-===//
//
// A network of virtual ranks within one thread: a message is copied as soon as
// both its send and its receive are there, no earlier (so a schedule that
// needs buffering that MPI does not promise is found out). runAll() drives the
// executors of all ranks round robin and reports a deadlock.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_LOOPBACKTRANSPORT_H
#define REDIST_RUNTIME_LOOPBACKTRANSPORT_H

#include "Transport.h"

#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace redist::runtime {

class Executor;

/// What the ends share: messages that wait for their partner.
class LoopbackNetwork {
public:
  explicit LoopbackNetwork(int ranks);
  int ranks() const { return static_cast<int>(completions.size()); }

private:
  friend class LoopbackTransport;
  struct PendingSend {
    int slot;
    std::span<const std::byte> buffer;
  };
  struct PendingReceive {
    int slot;
    std::span<std::byte> buffer;
  };
  struct Pair {
    std::deque<PendingSend> sends;
    std::deque<PendingReceive> receives;
  };
  struct PendingExchange {
    int slot;
    ExchangeBuffers buffers;
  };
  void match(int from, int to);
  void exchangeWhenComplete();

  std::map<std::pair<int, int>, Pair> pairs; ///< (sender, receiver)
  std::vector<std::optional<PendingExchange>> exchanges;
  std::vector<std::vector<int>> completions; ///< of each rank, not yet polled
};

class LoopbackTransport final : public Transport {
public:
  LoopbackTransport(LoopbackNetwork &sharedNetwork, int ownRank)
      : network(sharedNetwork), rank(ownRank) {}

  void provideSlots(int) override {}
  void send(int slot, int peer, std::span<const std::byte> buffer) override;
  void receive(int slot, int peer, std::span<std::byte> buffer) override;
  void exchange(int slot, const ExchangeBuffers &buffers) override;
  std::span<const int> poll() override;
  /// Never called: runAll() returns to the other ranks instead of waiting.
  void wait() override;

private:
  LoopbackNetwork &network;
  int rank;
  std::vector<int> reported;
};

/// Advances all executors until each is done; false: a deadlock, no executor
/// can go on.
bool runAll(std::span<Executor *const> executors);

} // namespace redist::runtime

#endif
