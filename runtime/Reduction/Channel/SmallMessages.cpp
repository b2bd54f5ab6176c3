//===- SmallMessages.cpp - A few bytes from rank to rank ------------------===//
#include "Reduction/Channel/SmallMessages.h"

#include "Progress/Progress.h"
#include "Support/MpiCalls.h"

namespace redist::runtime {

static constexpr int tag = 15;

static int countOf(std::span<const std::byte> bytes) {
  return toMpiCount(static_cast<std::int64_t>(bytes.size()));
}

static std::size_t lengthOf(const MPI_Status &status) {
  int count = 0;
  checkMpi(MPI_Get_count(&status, MPI_BYTE, &count), "MPI_Get_count");
  return static_cast<std::size_t>(count);
}

SmallMessages::SmallMessages(MPI_Comm used)
    : communicator(used), goesOn(!Progress::ofProcess().isIdle()) {}

std::size_t SmallMessages::wait(MPI_Request &request) const {
  MPI_Status status;
  if (goesOn)
    Progress::ofProcess().waitFor(request, &status);
  else
    checkMpi(MPI_Wait(&request, &status), "MPI_Wait");
  return lengthOf(status);
}

void SmallMessages::send(int peer, std::span<const std::byte> bytes) const {
  if (!goesOn) {
    checkMpi(MPI_Send(bytes.data(), countOf(bytes), MPI_BYTE, peer, tag,
                      communicator),
             "MPI_Send");
    return;
  }
  MPI_Request request = MPI_REQUEST_NULL;
  checkMpi(MPI_Isend(bytes.data(), countOf(bytes), MPI_BYTE, peer, tag,
                     communicator, &request),
           "MPI_Isend");
  Progress::ofProcess().waitFor(request);
}

std::size_t SmallMessages::receive(int peer, std::span<std::byte> room) const {
  if (!goesOn) {
    MPI_Status status;
    checkMpi(MPI_Recv(room.data(), countOf(room), MPI_BYTE, peer, tag,
                      communicator, &status),
             "MPI_Recv");
    return lengthOf(status);
  }
  MPI_Request request = MPI_REQUEST_NULL;
  checkMpi(MPI_Irecv(room.data(), countOf(room), MPI_BYTE, peer, tag,
                     communicator, &request),
           "MPI_Irecv");
  return wait(request);
}

std::size_t SmallMessages::exchange(int peer, std::span<const std::byte> bytes,
                                    std::span<std::byte> room) const {
  MPI_Request request = MPI_REQUEST_NULL;
  checkMpi(MPI_Irecv(room.data(), countOf(room), MPI_BYTE, peer, tag,
                     communicator, &request),
           "MPI_Irecv");
  send(peer, bytes);
  return wait(request);
}

} // namespace redist::runtime
