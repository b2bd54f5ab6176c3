//===- SharedSegment.cpp - Shared memory segment of a node ----------------===//
#include "SharedMemory/SharedSegment.h"

#include "SharedMemory/NodeNumbers.h"
#include "SharedMemory/SegmentFile.h"
#include "Support/MpiCalls.h"

#include <sys/mman.h>
#include <unistd.h>

#include <numeric>

namespace redist::runtime {

static bool allAgree(MPI_Comm communicator, bool own) {
  const int mine = own;
  int all = 0;
  checkMpi(MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, communicator),
           "MPI_Allreduce");
  return all != 0;
}

bool SharedSegment::makePages(std::int64_t offset, std::int64_t bytes) {
  return makePagesOf(file, own * partBytes + offset, bytes);
}

void SharedSegment::dropPages(std::int64_t offset,
                              std::int64_t bytes) noexcept {
  dropPagesOf(file, own * partBytes + offset, bytes);
}

/// All parts; none where the system refuses.
void SharedSegment::map() { memory = mapSegment(file, size() * partBytes); }

/// The segment of this node, mapped by all its ranks or by none.
bool SharedSegment::attach(
    MPI_Comm node, NodePart part,
    const std::function<void(SharedSegment &)> &prepare) {
  partBytes = roundedToPages(part.reserved);
  SegmentHandle invitation;
  if (own == 0 && part.made > 0)
    file = createSegment(invitation, size() * partBytes);
  checkMpi(MPI_Bcast(&invitation, sizeof invitation, MPI_BYTE, 0, node),
           "MPI_Bcast");
  if (own != 0 && *invitation.path)
    file = openSegment(invitation);
  if (file >= 0 && makePages(0, roundedToPages(part.made)))
    map();
  if (memory)
    prepare(*this);
  // Also the barrier after which the memory may be used and the name may go.
  const bool everywhere = allAgree(node, memory != nullptr);
  if (own == 0 && *invitation.path && invitation.hasName())
    shm_unlink(invitation.path);
  return everywhere;
}

bool outnumberProcessors(std::int64_t threads) {
  return threads > sysconf(_SC_NPROCESSORS_ONLN);
}

bool isOneNode(MPI_Comm communicator) {
  const int ranks = sizeOf(communicator);
  if (ranks == 1)
    return true;
  return sizeOf(NodeCommunicator(communicator).get()) == ranks;
}

std::unique_ptr<SharedSegment>
SharedSegment::make(MPI_Comm communicator,
                    const std::function<NodePart(int)> &partOf,
                    const std::function<void(SharedSegment &)> &prepare) {
  if (!allAgree(communicator, maySharedMemoryBeUsed()))
    return nullptr;
  const NodeCommunicator node(communicator);
  const int ranks = sizeOf(node.get());
  if (allAgree(communicator, ranks == 1))
    return nullptr;
  std::unique_ptr<SharedSegment> made(new SharedSegment);
  made->own = rankIn(node.get());
  made->nodeRanks.resize(static_cast<std::size_t>(ranks));
  const int ownRank = rankIn(communicator);
  checkMpi(MPI_Allgather(&ownRank, 1, MPI_INT, made->nodeRanks.data(), 1,
                         MPI_INT, node.get()),
           "MPI_Allgather");
  const bool isHere =
      ranks == 1 || made->attach(node.get(), partOf(ranks), prepare);
  return allAgree(communicator, isHere) ? std::move(made) : nullptr;
}

std::vector<std::unique_ptr<SharedSegment>>
SharedSegment::forThreads(int count, NodePart part,
                          const std::function<void(SharedSegment &)> &prepare) {
  std::vector<std::unique_ptr<SharedSegment>> all;
  SegmentHandle invitation;
  for (int rank = 0; rank < count; ++rank) {
    SharedSegment &made = *all.emplace_back(new SharedSegment);
    made.own = rank;
    made.nodeRanks.resize(static_cast<std::size_t>(count));
    std::iota(made.nodeRanks.begin(), made.nodeRanks.end(), 0);
    made.partBytes = roundedToPages(part.reserved);
    made.file = rank == 0 ? createSegment(invitation, count * made.partBytes)
                          : dup(all.front()->file);
    if (rank == 0 && invitation.hasName())
      shm_unlink(invitation.path);
    if (made.file < 0 || !made.makePages(0, roundedToPages(part.made)))
      return {};
    if (rank == 0)
      made.map();
    else
      made.memory = all.front()->memory;
    if (!made.memory)
      return {};
    prepare(made);
  }
  return all;
}

SharedSegment::~SharedSegment() {
  if (file >= 0)
    close(file);
}

} // namespace redist::runtime
