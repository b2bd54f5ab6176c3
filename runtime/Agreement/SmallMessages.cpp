//===- SmallMessages.cpp - Exchange of a few bytes ------------------------===//
#include "Agreement/SmallMessages.h"

#include "Progress/Progress.h"
#include "Support/MpiCalls.h"

namespace redist::runtime {

/// MPI sends messages up to this length without waiting for the peer.
static constexpr std::size_t eagerBytes = 2560;

static int countOf(std::span<const std::byte> bytes) {
  return toMpiCount(static_cast<std::int64_t>(bytes.size()));
}

static std::size_t lengthOf(const MPI_Status &status) {
  int count = 0;
  checkMpi(MPI_Get_count(&status, MPI_BYTE, &count), "MPI_Get_count");
  return static_cast<std::size_t>(count);
}

/// The peer may be at another call.
std::size_t SmallMessages::wait(MPI_Request &request, int peer) const {
  MPI_Status status;
  Patience patience(communicator, peer);
  Progress::ofProcess().waitFor(request, &status, &patience, crowded);
  return lengthOf(status);
}

/// While MPI waits for the peer, nothing that is under way goes on, and nobody
/// notices that the peer is at another call.
void SmallMessages::send(int peer, std::span<const std::byte> bytes) const {
  if (Progress::ofProcess().isIdle() && bytes.size() <= eagerBytes) {
    checkMpi(MPI_Send(bytes.data(), countOf(bytes), MPI_BYTE, peer, tag,
                      communicator),
             "MPI_Send");
    return;
  }
  MPI_Request request = MPI_REQUEST_NULL;
  checkMpi(MPI_Isend(bytes.data(), countOf(bytes), MPI_BYTE, peer, tag,
                     communicator, &request),
           "MPI_Isend");
  Patience patience(communicator, peer);
  Progress::ofProcess().waitFor(request, MPI_STATUS_IGNORE, &patience, crowded);
}

std::size_t SmallMessages::receive(int peer, std::span<std::byte> room) const {
  MPI_Request request = MPI_REQUEST_NULL;
  checkMpi(MPI_Irecv(room.data(), countOf(room), MPI_BYTE, peer, tag,
                     communicator, &request),
           "MPI_Irecv");
  return wait(request, peer);
}

std::size_t SmallMessages::exchange(int peer, std::span<const std::byte> bytes,
                                    std::span<std::byte> room) const {
  MPI_Request request = MPI_REQUEST_NULL;
  checkMpi(MPI_Irecv(room.data(), countOf(room), MPI_BYTE, peer, tag,
                     communicator, &request),
           "MPI_Irecv");
  send(peer, bytes);
  return wait(request, peer);
}

} // namespace redist::runtime
