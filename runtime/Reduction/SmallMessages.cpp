//===- SmallMessages.cpp - A few bytes from rank to rank ------------------===//
#include "Reduction/SmallMessages.h"

#include "MpiCalls.h"
#include "Progress.h"

namespace redist::runtime {

static int countOf(std::span<const std::byte> bytes) {
  return toMpiCount(static_cast<std::int64_t>(bytes.size()));
}

static std::size_t lengthOf(const MPI_Status &status) {
  int count = 0;
  checkMpi(MPI_Get_count(&status, MPI_BYTE, &count), "MPI_Get_count");
  return static_cast<std::size_t>(count);
}

SmallMessages::SmallMessages(CallWatch &used, Road taken)
    : watch(used), road(taken), tag(used.tagOf(taken)) {}

void SmallMessages::send(int peer, std::span<const std::byte> bytes) const {
  if (Progress::ofProcess().isIdle()) {
    checkMpi(MPI_Send(bytes.data(), countOf(bytes), MPI_BYTE, peer, tag,
                      watch.communicator()),
             "MPI_Send");
    return;
  }
  MPI_Request request = MPI_REQUEST_NULL;
  checkMpi(MPI_Isend(bytes.data(), countOf(bytes), MPI_BYTE, peer, tag,
                     watch.communicator(), &request),
           "MPI_Isend");
  Progress::ofProcess().waitFor(request);
}

MPI_Request SmallMessages::startReceive(int peer,
                                        std::span<std::byte> room) const {
  MPI_Request request = MPI_REQUEST_NULL;
  checkMpi(MPI_Irecv(room.data(), countOf(room), MPI_BYTE, peer, tag,
                     watch.communicator(), &request),
           "MPI_Irecv");
  return request;
}

std::size_t SmallMessages::receive(int peer, std::span<std::byte> room) const {
  MPI_Request request = startReceive(peer, room);
  MPI_Status status;
  watch.waitFor(request, &status, road, peer);
  return lengthOf(status);
}

std::size_t SmallMessages::exchange(int peer, std::span<const std::byte> bytes,
                                    std::span<std::byte> room) const {
  MPI_Request request = startReceive(peer, room);
  send(peer, bytes);
  MPI_Status status;
  watch.waitFor(request, &status, road);
  return lengthOf(status);
}

} // namespace redist::runtime
