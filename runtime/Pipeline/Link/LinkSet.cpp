//===- LinkSet.cpp - The links of one rank --------------------------------===//
#include "Pipeline/Link/LinkSet.h"

#include "Pipeline/Link/MessageIn.h"
#include "Pipeline/Link/MessageOut.h"
#include "Pipeline/Link/SharedIn.h"
#include "Pipeline/Link/SharedOut.h"
#include "Progress/Progress.h"
#include "Support/MpiCalls.h"

#include <sched.h>

namespace redist::runtime {

LinkSet::LinkSet(MPI_Comm communicator, NodeLinks *memory,
                 detail::pipeline_place &usedPlace, const directive &where)
    : handle(communicator), node(memory), inHand(usedPlace), place(where) {
  ownRank = rankIn(handle);
  rankCount = sizeOf(handle);
  hasStopped.assign(static_cast<std::size_t>(rankCount), false);
  stopRequests.reserve(hasStopped.size()); // stop() must not lack memory
  isTogether = node && node->areTogether(rankCount);
}

OutLink &LinkSet::addOut(int peer, const LinkShape &shape) {
  const LinkPlace ends{ownRank, peer};
  if (SpscRing *const ring = node ? node->find(ends, shape) : nullptr)
    outs.push_back(
        std::make_unique<SharedOut>(*this, ends, shape, *ring, *node));
  else
    outs.push_back(std::make_unique<MessageOut>(*this, peer, shape));
  return *outs.back();
}
InLink &LinkSet::addIn(int peer, const LinkShape &shape) {
  const LinkPlace ends{peer, ownRank};
  if (SpscRing *const ring = node ? node->find(ends, shape) : nullptr)
    ins.push_back(std::make_unique<SharedIn>(*this, ends, *ring, *node));
  else
    ins.push_back(std::make_unique<MessageIn>(*this, peer, shape));
  return *ins.back();
}
bool LinkSet::areLinksDone() {
  return std::all_of(outs.begin(), outs.end(),
                     [](const auto &link) { return link->isDone(); }) &&
         std::all_of(ins.begin(), ins.end(),
                     [](const auto &link) { return link->isDone(); });
}
void LinkSet::removeLinks() {
  for (const auto &link : outs) {
    bytesSent += link->sentBytes();
    packetsSent += link->sentPackets();
    if (recorder && recorder->crossesNodes(link->receiver())) {
      bytesToNodes += link->sentBytes();
      packetsToNodes += link->sentPackets();
    }
  }
  outs.clear();
  ins.clear();
}

void LinkSet::pump() {
  for (const auto &link : outs)
    link->poll();
  for (const auto &link : ins)
    link->poll();
  if (++pumps % 8 == 0 || isStopComing())
    pollStops();
  if (!Progress::ofProcess().isIdle())
    Progress::ofProcess().advance();
}

bool LinkSet::areBellsEnough() const {
  const auto looks = [](const auto &link) { return link->usesMessages(); };
  return node && std::none_of(outs.begin(), outs.end(), looks) &&
         std::none_of(ins.begin(), ins.end(), looks) &&
         Progress::ofProcess().isIdle();
}

/// To sleep and be woken takes some microseconds, on an idle processor tens of
/// them; where ranks share processors, the one that is waited for may need this
/// one.
bool LinkSet::mayLookAgain(std::chrono::steady_clock::time_point since) const {
  constexpr std::chrono::microseconds atOnce{20}, alone{300}, crowded{3};
  const auto passed = std::chrono::steady_clock::now() - since;
  if (node->isCrowded())
    return passed < crowded;
  if (passed > atOnce)
    sched_yield(); // the machine may be used by others, too
  return passed < alone;
}

/// No call is lost, but a rank of another node cannot ring when it stops.
void LinkSet::sleepOnBell(int turn) {
  constexpr std::chrono::microseconds shortest{500}, longest{5000};
  node->ownBell().sleep(std::min(longest, shortest + turn * (shortest / 8)));
  pollStops();
}

void LinkSet::wait(MPI_Request &request) {
  wait([&] {
    int isComplete = 0;
    checkMpi(MPI_Test(&request, &isComplete, MPI_STATUS_IGNORE), "MPI_Test");
    return isComplete != 0;
  });
}

void LinkSet::limitTo(std::int64_t item) {
  firstUnwanted = std::min(firstUnwanted, item);
  inHand.event = std::min(inHand.event, firstUnwanted);
}

void LinkSet::stop(std::int64_t item) {
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
    if (node && node->bellOf(peer))
      node->signalStop(peer);
  }
}

bool LinkSet::isStopComing() const {
  return isTogether && node->hasStopComing();
}

void LinkSet::pollStops() {
  const auto sends = [](const auto &link) { return link->hasOpenSends(); };
  if (isTogether && !isStopComing() &&
      std::none_of(outs.begin(), outs.end(), sends))
    return;
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
    if (node && node->bellOf(status.MPI_SOURCE))
      node->stopReceived();
    hasStopped[static_cast<std::size_t>(status.MPI_SOURCE)] = true;
    limitTo(item);
  }
}

void LinkSet::drainStops(const std::vector<int> &stoppedRanks) {
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
