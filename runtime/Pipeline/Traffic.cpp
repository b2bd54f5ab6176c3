//===- Traffic.cpp - The links of one rank --------------------------------===//
#include "Pipeline/Traffic.h"

#include "Progress.h"

namespace redist::runtime {

Traffic::Traffic(MPI_Comm communicator, detail::pipeline_place &inHand)
    : handle(communicator), place(inHand) {
  checkMpi(MPI_Comm_rank(handle, &ownRank), "MPI_Comm_rank");
  checkMpi(MPI_Comm_size(handle, &rankCount), "MPI_Comm_size");
  hasStopped.assign(static_cast<std::size_t>(rankCount), false);
}

OutLink &Traffic::addOut(int peer, const LinkShape &shape) {
  return outs.emplace_back(*this, peer, shape);
}
InLink &Traffic::addIn(int peer, const LinkShape &shape) {
  return ins.emplace_back(*this, peer, shape);
}
bool Traffic::areLinksDone() {
  return std::all_of(outs.begin(), outs.end(),
                     [](const OutLink &link) { return link.isDone(); }) &&
         std::all_of(ins.begin(), ins.end(),
                     [](InLink &link) { return link.isDone(); });
}
void Traffic::removeLinks() {
  for (const OutLink &link : outs) {
    bytesSent += link.sentBytes();
    packetsSent += link.sentPackets();
  }
  outs.clear();
  ins.clear();
}

void Traffic::pump() {
  for (OutLink &link : outs)
    link.poll();
  for (InLink &link : ins)
    link.poll();
  if (++pumps % 8 == 0)
    hearStops();
  if (!Progress::ofProcess().isIdle())
    Progress::ofProcess().advance();
}

void Traffic::wait(MPI_Request &request) {
  wait([&] {
    int isComplete = 0;
    checkMpi(MPI_Test(&request, &isComplete, MPI_STATUS_IGNORE), "MPI_Test");
    return isComplete != 0;
  });
}

void Traffic::limitTo(std::int64_t item) {
  firstUnwanted = std::min(firstUnwanted, item);
  place.event = std::min(place.event, firstUnwanted);
}

void Traffic::stop(std::int64_t item) {
  limitTo(item);
  if (!stopRequests.empty())
    return;
  toldItem = item;
  for (int peer = 0; peer < rankCount; ++peer) {
    if (peer == ownRank)
      continue;
    stopRequests.push_back(MPI_REQUEST_NULL);
    checkMpi(MPI_Isend(&toldItem, 1, MPI_INT64_T, peer, stopTag, handle,
                       &stopRequests.back()),
             "MPI_Isend");
  }
}

void Traffic::hearStops() {
  for (;;) {
    int isThere = 0;
    MPI_Status status;
    checkMpi(MPI_Iprobe(MPI_ANY_SOURCE, stopTag, handle, &isThere, &status),
             "MPI_Iprobe");
    if (!isThere)
      return;
    std::int64_t item = 0;
    checkMpi(MPI_Recv(&item, 1, MPI_INT64_T, status.MPI_SOURCE, stopTag, handle,
                      MPI_STATUS_IGNORE),
             "MPI_Recv");
    hasStopped[static_cast<std::size_t>(status.MPI_SOURCE)] = true;
    limitTo(item);
  }
}

void Traffic::settleStops(const std::vector<int> &stoppedRanks) {
  wait([&] {
    return std::all_of(stoppedRanks.begin(), stoppedRanks.end(), [&](int rank) {
      return rank == ownRank || hasStopped[static_cast<std::size_t>(rank)];
    });
  });
  for (MPI_Request &request : stopRequests)
    wait(request);
  stopRequests.clear();
}

} // namespace redist::runtime
