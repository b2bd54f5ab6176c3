//===- NodeSegment.cpp - Memory that the ranks of a node share ------------===//
#include "NodeSegment.h"

#include "MpiCalls.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace redist::runtime {

static int rankIn(MPI_Comm communicator) {
  int rank = 0;
  checkMpi(MPI_Comm_rank(communicator, &rank), "MPI_Comm_rank");
  return rank;
}

static int sizeOf(MPI_Comm communicator) {
  int size = 0;
  checkMpi(MPI_Comm_size(communicator, &size), "MPI_Comm_size");
  return size;
}

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

using Name = char[64];

/// A signal ends processes whose files grow beyond it.
static bool mayBeLong(std::int64_t bytes) {
  rlimit limit{};
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
         (limit.rlim_cur == RLIM_INFINITY ||
          limit.rlim_cur >= static_cast<rlim_t>(bytes));
}

/// A new segment of this process, open; -1 and no name where the system
/// refuses.
static int createSegment(Name &name, std::int64_t bytes) {
  int file = -1;
  for (int attempt = 0; attempt < 1000 && mayBeLong(bytes); ++attempt) {
    std::snprintf(name, sizeof name, "/redist-%ld-%d",
                  static_cast<long>(getpid()), attempt);
    file = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (file >= 0 || errno != EEXIST)
      break;
  }
  if (file >= 0 && ftruncate(file, bytes) != 0) {
    shm_unlink(name);
    close(file);
    file = -1;
  }
  if (file < 0)
    *name = 0;
  return file;
}

static std::int64_t roundedToPages(std::int64_t bytes) {
  const std::int64_t pageBytes = sysconf(_SC_PAGESIZE);
  return (bytes + pageBytes - 1) / pageBytes * pageBytes;
}

/// Without writing: a full file system is found out before anybody writes.
bool NodeSegment::makePages(std::int64_t offset, std::int64_t bytes) {
  return posix_fallocate(file, own * partBytes + offset, bytes) == 0;
}

/// The segment of this node, mapped by all its ranks or by none. The name tells
/// the ranks of a node apart from those that merely seem to share one (other
/// containers): there it is not found.
bool NodeSegment::attach(MPI_Comm node, NodePart part,
                         const std::function<void(NodeSegment &)> &prepare) {
  partBytes = roundedToPages(part.reserved);
  const std::int64_t all = size() * partBytes;
  Name name = "";
  if (own == 0 && part.made > 0)
    file = createSegment(name, all);
  checkMpi(MPI_Bcast(name, sizeof name, MPI_CHAR, 0, node), "MPI_Bcast");
  if (own != 0 && *name)
    file = shm_open(name, O_RDWR, 0);
  if (file >= 0 && makePages(0, roundedToPages(part.made))) {
    void *const mapped =
        mmap(nullptr, static_cast<std::size_t>(all), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_NORESERVE, file, 0);
    memory = mapped == MAP_FAILED ? nullptr : static_cast<std::byte *>(mapped);
  }
  if (memory)
    prepare(*this);
  // Also the barrier after which the memory may be used and the name may go.
  const bool everywhere = allAgree(node, memory != nullptr);
  if (own == 0 && *name)
    shm_unlink(name);
  return everywhere;
}

/// The ranks of the communicator that share memory with this one.
class NodeCommunicator {
public:
  explicit NodeCommunicator(MPI_Comm communicator) {
    checkMpi(MPI_Comm_split_type(communicator, MPI_COMM_TYPE_SHARED,
                                 rankIn(communicator), MPI_INFO_NULL, &handle),
             "MPI_Comm_split_type");
    checkMpi(MPI_Comm_set_errhandler(handle, MPI_ERRORS_RETURN),
             "MPI_Comm_set_errhandler");
  }
  NodeCommunicator(const NodeCommunicator &) = delete;
  NodeCommunicator &operator=(const NodeCommunicator &) = delete;
  ~NodeCommunicator() { MPI_Comm_free(&handle); }
  MPI_Comm get() const { return handle; }

private:
  MPI_Comm handle = MPI_COMM_NULL;
};

std::unique_ptr<NodeSegment>
NodeSegment::make(MPI_Comm communicator,
                  const std::function<NodePart(int)> &partOf,
                  const std::function<void(NodeSegment &)> &prepare) {
  if (!allAgree(communicator, isAllowed()))
    return nullptr;
  const NodeCommunicator node(communicator);
  const int ranks = sizeOf(node.get());
  if (allAgree(communicator, ranks == 1))
    return nullptr;
  std::unique_ptr<NodeSegment> made(new NodeSegment);
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

NodeSegment::~NodeSegment() {
  if (memory)
    munmap(memory, static_cast<std::size_t>(size() * partBytes));
  if (file >= 0)
    close(file);
}

} // namespace redist::runtime
