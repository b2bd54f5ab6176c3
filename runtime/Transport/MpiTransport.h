//===- MpiTransport.h - Transport over MPI and rings -----------*- C++ -*-===//
//
// Nonblocking MPI on the runtime's own duplicate of the user's communicator,
// which separates its messages from all others. Requests are kept here, one for
// each slot. Chunks between ranks that share memory go through the rings of
// SharedRings, if there are any.
//
// wait() looks at rings and requests for a while, then it sleeps until another
// rank rings (Doorbell.h). So with more ranks than processors the rank that is
// waited for gets to run, and not whatever else the machine has to do.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_TRANSPORT_MPITRANSPORT_H
#define REDIST_RUNTIME_TRANSPORT_MPITRANSPORT_H

#include "SharedMemory/SpscRing.h"
#include "Support/CallLog.h"
#include "Transport/Transport.h"

#include <mpi.h>

#include <vector>

namespace redist::runtime {

class MpiTransport final : public Transport {
public:
  /// Does not own the communicator.
  explicit MpiTransport(MPI_Comm ownDuplicate)
      : communicator(ownDuplicate),
        isWatched(CallLog::of(ownDuplicate) != nullptr) {}

  /// From the next execution on messages carry this tag, the same on all ranks.
  /// Transports that are in use at the same time on one communicator need
  /// different ones, and at most one of them may have rings.
  void useTag(int messageTag) { tag = messageTag; }
  static constexpr int usualTag = 1;

  /// Of a slot in use; whoever completes it must forgetRequests().
  MPI_Request &requestOf(int slot) { return request(slot); }
  /// All requests have been completed otherwise.
  void forgetRequests() { active = waited = 0; }

  /// Before provideSlots(), while none is in use; null: no rings.
  void useRings(RingSet *rings) { port.use(rings); }

  void provideSlots(int count) override;
  void send(int slot, int peer, std::span<const std::byte> buffer) override;
  void receive(int slot, int peer, std::span<std::byte> buffer) override;
  void exchange(int slot, const ExchangeBuffers &buffers) override;
  std::span<const int> poll() override;
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
  MPI_Request &request(int slot) {
    return requests[static_cast<std::size_t>(slot)];
  }

  int testRequests(int *into);
  void waitInMpi();
  void pauseBetweenLooks(int turn);

  MPI_Comm communicator;
  bool isWatched; ///< it has a call log
  int tag = usualTag;
  RingEndpoint port;
  std::vector<MPI_Request> requests;
  std::vector<int> completed;
  int active = 0; ///< requests under way
  int waited = 0; ///< completions that wait() has left for poll()
};

} // namespace redist::runtime

#endif
