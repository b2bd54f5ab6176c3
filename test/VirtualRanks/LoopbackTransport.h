//===- LoopbackTransport.h - P virtual ranks in one process ----*- C++ -*-===//
//
// A network of virtual ranks: a message is copied as soon as both its send and
// its receive are there, no earlier (so a schedule that needs buffering that
// MPI does not promise is found out). Ranks of the same virtual node may have
// rings.
//
// runAll() drives the executors of all ranks round robin, within one thread,
// and reports a deadlock. Or each rank has a thread of its own, which calls
// Executor::run(): then rings and bells are used as between processes, and
// tools that watch threads see how.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_VIRTUALRANKS_LOOPBACKTRANSPORT_H
#define REDIST_VIRTUALRANKS_LOOPBACKTRANSPORT_H

#include "Execution/StorageExchange.h"
#include "Plan/RedistributionPlan.h"
#include "SharedMemory/SpscRing.h"
#include "Transport/Transport.h"

#include "redistSchedule/CostModel/TransferCostModel.h"

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace redist::runtime {

class Executor;

/// What the ends share: messages that wait for their partner.
class LoopbackNetwork {
public:
  /// Without rings.
  explicit LoopbackNetwork(int ranks);
  /// Neighbouring ranks form nodes; between those of a node there are rings.
  LoopbackNetwork(int ranks, int ranksPerNode, RingShape shape);
  int ranks() const { return static_cast<int>(completions.size()); }

private:
  friend class LoopbackTransport;
  friend class LoopbackStorageExchange;
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
  struct PendingStorage {
    const RedistributionPlan *plan;
    const std::byte *source;
    std::byte *target;
  };
  void match(int from, int to);
  void exchangeWhenComplete();
  void exchangeStorageWhenComplete();
  void moveStorage(const PendingStorage &from, int sender);

  std::mutex mutex; ///< of messages and exchanges; rings need none
  std::map<std::pair<int, int>, Pair> pairs; ///< (sender, receiver)
  std::vector<std::optional<PendingExchange>> exchanges;
  std::vector<std::optional<PendingStorage>> storages;
  std::vector<std::vector<int>> completions; ///< of each rank, not yet polled
  struct alignas(128) Line {
    std::byte bytes[128];
  };
  std::vector<Line> ringMemory;
  std::vector<Doorbell> bells; ///< of each rank, as its rings
  std::vector<RingSet> rings;  ///< of each rank; empty without rings
};

class LoopbackTransport final : public Transport {
public:
  LoopbackTransport(LoopbackNetwork &sharedNetwork, int ownRank)
      : network(sharedNetwork), rank(ownRank) {
    if (!network.rings.empty())
      port.use(&network.rings[static_cast<std::size_t>(rank)]);
  }

  void provideSlots(int count) override { port.provideSlots(count); }
  void send(int slot, int peer, std::span<const std::byte> buffer) override;
  void receive(int slot, int peer, std::span<std::byte> buffer) override;
  void exchange(int slot, const ExchangeBuffers &buffers) override;
  std::span<const int> poll() override;
  /// For a rank with its own thread: runAll() returns to the other ranks
  /// instead.
  void wait() override;
  std::int64_t ringSlotBytes(int peer) const override {
    return port.slotBytes(peer);
  }
  std::byte *room(int peer) override { return port.room(peer); }
  void publish(int peer) override { port.publish(peer); }
  StorePolicy &stores(int peer) override { return port.stores(peer); }
  void expect(int slot, int peer) override { port.expect(slot, peer); }
  const std::byte *arrived(int peer) const override {
    return port.arrived(peer);
  }
  void release(int peer) override { port.release(peer); }

private:
  LoopbackNetwork &network;
  int rank;
  RingEndpoint port;
  std::vector<int> reported;
};

/// Moves all messages when all ranks have started.
class LoopbackStorageExchange final : public StorageExchange {
public:
  LoopbackStorageExchange(LoopbackNetwork &sharedNetwork,
                          const RedistributionPlan &ownPlan)
      : network(sharedNetwork), plan(ownPlan) {}

  void start(const std::byte *source, std::byte *target) override;
  bool advance() override;

private:
  LoopbackNetwork &network;
  const RedistributionPlan &plan;
};

/// What an executor needs for messages that go this way; null: nothing.
std::unique_ptr<StorageExchange> exchangeOf(schedule::TransferMethod way,
                                            const RedistributionPlan &plan,
                                            LoopbackNetwork &network);

/// Advances all executors until each is done; false: a deadlock, no executor
/// can go on.
bool runAll(std::span<Executor *const> executors);

} // namespace redist::runtime

#endif
