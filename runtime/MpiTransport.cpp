//===- MpiTransport.cpp - The network of a communicator -------------------===//
#include "MpiTransport.h"

#include "MpiCalls.h"

namespace redist::runtime {

/// All messages carry one tag: MPI keeps the order between two ranks, and both
/// sides start the chunks of a message in the same order.
static constexpr int chunkTag = 1;

void MpiTransport::provideSlots(int count) {
  requests.assign(static_cast<std::size_t>(count), MPI_REQUEST_NULL);
  completed.assign(requests.size(), 0);
  waited = 0;
}

void MpiTransport::send(int slot, int peer, std::span<const std::byte> buffer) {
  checkMpi(MPI_Isend(buffer.data(),
                     toMpiCount(static_cast<std::int64_t>(buffer.size())),
                     MPI_BYTE, peer, chunkTag, communicator, &request(slot)),
           "MPI_Isend");
}

void MpiTransport::receive(int slot, int peer, std::span<std::byte> buffer) {
  checkMpi(MPI_Irecv(buffer.data(),
                     toMpiCount(static_cast<std::int64_t>(buffer.size())),
                     MPI_BYTE, peer, chunkTag, communicator, &request(slot)),
           "MPI_Irecv");
}

/// Blocking: the library's own choice of algorithm is made for that call.
void MpiTransport::exchange(int slot, const ExchangeBuffers &buffers) {
  checkMpi(MPI_Alltoallv(buffers.send, buffers.sendCounts.data(),
                         buffers.sendDisplacements.data(), MPI_BYTE,
                         buffers.receive, buffers.receiveCounts.data(),
                         buffers.receiveDisplacements.data(), MPI_BYTE,
                         communicator),
           "MPI_Alltoallv");
  completed[0] = slot;
  waited = 1;
}

std::span<const int> MpiTransport::poll() {
  int count = waited;
  waited = 0;
  if (count == 0 && !requests.empty())
    checkMpi(
        MPI_Testsome(toMpiCount(static_cast<std::int64_t>(requests.size())),
                     requests.data(), &count, completed.data(),
                     MPI_STATUSES_IGNORE),
        "MPI_Testsome");
  if (count == MPI_UNDEFINED) // no slot is in use
    count = 0;
  return {completed.data(), static_cast<std::size_t>(count)};
}

void MpiTransport::wait() {
  checkMpi(MPI_Waitsome(toMpiCount(static_cast<std::int64_t>(requests.size())),
                        requests.data(), &waited, completed.data(),
                        MPI_STATUSES_IGNORE),
           "MPI_Waitsome");
  if (waited == MPI_UNDEFINED)
    waited = 0;
}

} // namespace redist::runtime
