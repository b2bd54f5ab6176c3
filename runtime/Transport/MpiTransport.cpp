//===- MpiTransport.cpp - Transport over MPI and rings --------------------===//
#include "Transport/MpiTransport.h"

#include "Support/MpiCalls.h"

#include <algorithm>

namespace redist::runtime {

void MpiTransport::provideSlots(int count) {
  requests.assign(static_cast<std::size_t>(count), MPI_REQUEST_NULL);
  completed.assign(requests.size() + static_cast<std::size_t>(port.linkCount()),
                   0);
  active = waited = 0;
  port.provideSlots(count);
}

// All messages carry one tag: MPI keeps the order between two ranks, and both
// sides start the chunks of a message in the same order.

void MpiTransport::send(int slot, int peer, std::span<const std::byte> buffer) {
  checkMpi(MPI_Isend(buffer.data(),
                     toMpiCount(static_cast<std::int64_t>(buffer.size())),
                     MPI_BYTE, peer, tag, communicator, &request(slot)),
           "MPI_Isend");
  ++active;
}

void MpiTransport::receive(int slot, int peer, std::span<std::byte> buffer) {
  checkMpi(MPI_Irecv(buffer.data(),
                     toMpiCount(static_cast<std::int64_t>(buffer.size())),
                     MPI_BYTE, peer, tag, communicator, &request(slot)),
           "MPI_Irecv");
  ++active;
}

/// Blocking, also where others are under way: all ranks have agreed on the call
/// just before, so that none waits for one that does not come. (Nonblocking
/// exchanges of messages beyond the eager limit between ranks that share memory
/// do not always end with Open MPI 4.1.)
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

/// Writes the slots whose requests have completed; how many.
int MpiTransport::testRequests(int *into) {
  if (active == 0)
    return 0;
  int count = 0;
  checkMpi(MPI_Testsome(toMpiCount(static_cast<std::int64_t>(requests.size())),
                        requests.data(), &count, into, MPI_STATUSES_IGNORE),
           "MPI_Testsome");
  if (count == MPI_UNDEFINED)
    count = 0;
  active -= count;
  return count;
}

std::span<const int> MpiTransport::poll() {
  int count = waited;
  waited = 0;
  if (count == 0)
    count = testRequests(completed.data());
  count += port.poll(completed.data() + count);
  return {completed.data(), static_cast<std::size_t>(count)};
}

/// What a rank does after its `turn`-th look at what has not come yet. Nobody
/// rings when a request of MPI completes: with such it sleeps only briefly.
void MpiTransport::pauseBetweenLooks(int turn) {
  const int atOnce = port.looksBeforeSleep(active > 0);
  constexpr std::chrono::microseconds shortest{20};
  constexpr std::chrono::microseconds longest{1'000};
  constexpr std::chrono::microseconds untilRung{50'000};
  if (turn < atOnce) {
    port.yieldIfCrowded();
    return;
  }
  const int sleeps = turn - atOnce + 1;
  port.sleep(active == 0 ? untilRung : std::min(longest, sleeps * shortest));
}

void MpiTransport::waitInMpi() {
  checkMpi(MPI_Waitsome(toMpiCount(static_cast<std::int64_t>(requests.size())),
                        requests.data(), &waited, completed.data(),
                        MPI_STATUSES_IGNORE),
           "MPI_Waitsome");
  if (waited == MPI_UNDEFINED)
    waited = 0;
  active -= waited;
}

/// Peers may be at another call where the ranks have not agreed on this one.
void MpiTransport::wait() {
  const bool isWaitingForPort = port.isWaiting();
  if (!isWaitingForPort && !isWatched)
    return waitInMpi();
  Patience patience(communicator);
  for (int turn = 0; !isWaitingForPort || !port.isReady(); ++turn) {
    waited = testRequests(completed.data());
    if (waited > 0 || (active == 0 && !isWaitingForPort))
      return;
    patience.look();
    if (isWaitingForPort)
      pauseBetweenLooks(turn);
  }
}

} // namespace redist::runtime
