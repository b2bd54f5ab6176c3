//===- MpiTransport.h - The network of a communicator ----------*- C++ -*-===//
//
// Nonblocking MPI on the runtime's own duplicate of the user's communicator,
// where no other message can be met. Requests live here, one a slot.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_MPITRANSPORT_H
#define REDIST_RUNTIME_MPITRANSPORT_H

#include "Transport.h"

#include <mpi.h>

#include <vector>

namespace redist::runtime {

class MpiTransport final : public Transport {
public:
  /// Does not own the communicator.
  explicit MpiTransport(MPI_Comm ownDuplicate) : communicator(ownDuplicate) {}

  void provideSlots(int count) override;
  void send(int slot, int peer, std::span<const std::byte> buffer) override;
  void receive(int slot, int peer, std::span<std::byte> buffer) override;
  void exchange(int slot, const ExchangeBuffers &buffers) override;
  std::span<const int> poll() override;
  void wait() override;

private:
  MPI_Request &request(int slot) {
    return requests[static_cast<std::size_t>(slot)];
  }

  MPI_Comm communicator;
  std::vector<MPI_Request> requests;
  std::vector<int> completed;
  int waited = 0; ///< completions that wait() has left for poll()
};

} // namespace redist::runtime

#endif
