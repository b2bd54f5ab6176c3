//===- SharedSegment.cpp - Memory that the ranks of a node share ----------===//
#include "SharedMemory/SharedSegment.h"

#include "SharedMemory/NodeNumbers.h"
#include "Support/MpiCalls.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>

namespace redist::runtime {

static bool allAgree(MPI_Comm communicator, bool own) {
  const int mine = own;
  int all = 0;
  checkMpi(MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, communicator),
           "MPI_Allreduce");
  return all != 0;
}

static bool isAllowed() {
  const char *const value = std::getenv("REDIST_SHARED_MEMORY");
  return !value || std::strcmp(value, "0") != 0;
}

/// What the rank that makes a segment tells the others: where they find it, and
/// what they find there. Ranks that merely seem to share a node (in other
/// containers) find nothing there, or something else.
struct SegmentHandle {
  char path[64] = "";
  std::int64_t device = 0, number = 0;
};

static constexpr char openFiles[] = "/proc/";

static bool hasName(const SegmentHandle &invitation) {
  return std::strncmp(invitation.path, openFiles, sizeof openFiles - 1) != 0;
}

static bool identify(int file, SegmentHandle &invitation) {
  struct stat found{};
  if (file < 0 || fstat(file, &found) != 0)
    return false;
  invitation.device = static_cast<std::int64_t>(found.st_dev);
  invitation.number = static_cast<std::int64_t>(found.st_ino);
  return true;
}

/// A signal ends processes whose files grow beyond it.
static bool mayBeLong(std::int64_t bytes) {
  rlimit limit{};
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
         (limit.rlim_cur == RLIM_INFINITY ||
          limit.rlim_cur >= static_cast<rlim_t>(bytes));
}

/// An open file of shared memory; -1 where the system refuses.
static int createFile(SegmentHandle &invitation) {
#ifdef MFD_CLOEXEC
  const int nameless = memfd_create("/redist-node", MFD_CLOEXEC);
  // The system lets everybody in who can see this process.
  if (nameless >= 0 && fchmod(nameless, 0600) != 0) {
    close(nameless);
    return -1;
  }
  if (nameless >= 0) {
    std::snprintf(invitation.path, sizeof invitation.path, "%s%ld/fd/%d",
                  openFiles, static_cast<long>(getpid()), nameless);
    return nameless;
  }
#endif
  for (int attempt = 0; attempt < 1000; ++attempt) {
    std::snprintf(invitation.path, sizeof invitation.path, "/redist-%ld-%d",
                  static_cast<long>(getpid()), attempt);
    const int file = shm_open(invitation.path, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (file >= 0 || errno != EEXIST)
      return file;
  }
  return -1;
}

/// A new segment of this process, open; -1 and no path where the system
/// refuses.
static int createSegment(SegmentHandle &invitation, std::int64_t bytes) {
  int file = mayBeLong(bytes) ? createFile(invitation) : -1;
  if (file >= 0 &&
      (ftruncate(file, bytes) != 0 || !identify(file, invitation))) {
    if (hasName(invitation))
      shm_unlink(invitation.path);
    close(file);
    file = -1;
  }
  if (file < 0)
    *invitation.path = 0;
  return file;
}

/// The segment of another process; -1 where it is not found.
static int openSegment(const SegmentHandle &invitation) {
  const int file = hasName(invitation)
                       ? shm_open(invitation.path, O_RDWR, 0)
                       : open(invitation.path, O_RDWR | O_CLOEXEC);
  SegmentHandle found;
  if (identify(file, found) && found.device == invitation.device &&
      found.number == invitation.number)
    return file;
  if (file >= 0)
    close(file);
  return -1;
}

static std::int64_t roundedToPages(std::int64_t bytes) {
  const std::int64_t pageBytes = sysconf(_SC_PAGESIZE);
  return (bytes + pageBytes - 1) / pageBytes * pageBytes;
}

/// Without writing: a full file system is found out before anybody writes.
bool SharedSegment::makePages(std::int64_t offset, std::int64_t bytes) {
  int result = 0;
  do {
    result = posix_fallocate(file, own * partBytes + offset, bytes);
  } while (result == EINTR);
  return result == 0;
}

void SharedSegment::dropPages(std::int64_t offset,
                              std::int64_t bytes) noexcept {
#ifdef FALLOC_FL_PUNCH_HOLE
  // Where that fails they stay, and serve again.
  [[maybe_unused]] const int result =
      fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                own * partBytes + offset, bytes);
#else
  static_cast<void>(offset);
  static_cast<void>(bytes);
#endif
}

/// All parts; none where the system refuses.
void SharedSegment::map() {
  const auto all = static_cast<std::size_t>(size() * partBytes);
  void *const mapped = mmap(nullptr, all, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_NORESERVE, file, 0);
  if (mapped != MAP_FAILED)
    memory.reset(static_cast<std::byte *>(mapped),
                 [all](std::byte *begin) { munmap(begin, all); });
}

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
  if (own == 0 && *invitation.path && hasName(invitation))
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
  if (!allAgree(communicator, isAllowed()))
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
    if (rank == 0 && hasName(invitation))
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
