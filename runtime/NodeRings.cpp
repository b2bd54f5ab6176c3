//===- NodeRings.cpp - Rings in memory that a node shares -----------------===//
#include "NodeRings.h"

#include "MpiCalls.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace redist::runtime {

/// For the rings into one rank together.
static constexpr std::int64_t mostBytesPerRank = std::int64_t{4} << 20;
static constexpr std::int64_t usualSlotBytes = 64 * 1024;
/// More would let a sender run further ahead, but what lies in the rings should
/// still be in the cache when it is unpacked.
static constexpr std::int64_t mostSlots = 16;
static constexpr std::int64_t lineBytes = 128;
/// A rank's part begins with its bell, its rings follow.
static constexpr auto bellBytes = static_cast<std::int64_t>(sizeof(Doorbell));

/// Slots of a round (Executor.h) each; fewer with many peers, then shorter.
/// No slots: too many peers for any.
static RingShape shapeFor(int ranksOnNode) {
  const std::int64_t peers = std::max(1, ranksOnNode - 1);
  const std::int64_t control = SlotRing::bytesOf({0, 0});
  const std::int64_t each = mostBytesPerRank / peers - control;
  if (each < 2 * lineBytes)
    return {0, 0};
  const std::int64_t slots =
      std::clamp<std::int64_t>(each / usualSlotBytes, 2, mostSlots);
  const std::int64_t slotBytes = std::min(usualSlotBytes, each / slots);
  return {slotBytes / lineBytes * lineBytes, slots};
}

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

/// A new segment of this process, open; -1 where the system refuses.
static int createSegment(Name &name) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    std::snprintf(name, sizeof name, "/redist-%ld-%d",
                  static_cast<long>(getpid()), attempt);
    const int file = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (file >= 0 || errno != EEXIST)
      return file;
  }
  return -1;
}

/// Maps `size` bytes; null where that fails. `ownOffset`, `ownSize`: the part
/// whose pages are made here and now, so that a full file system is found out
/// before anybody writes there.
static std::byte *mapSegment(int file, std::int64_t size,
                             std::int64_t ownOffset, std::int64_t ownSize) {
  if (file < 0 || posix_fallocate(file, ownOffset, ownSize) != 0)
    return nullptr;
  void *const mapped = mmap(nullptr, static_cast<std::size_t>(size),
                            PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return mapped == MAP_FAILED ? nullptr : static_cast<std::byte *>(mapped);
}

/// The segment of this node, mapped by all its ranks or by none. The name tells
/// the ranks of a node apart from those that merely seem to share one (other
/// containers): there it is not found.
bool NodeRings::attach(MPI_Comm node) {
  const std::int64_t ranks = sizeOf(node);
  const std::int64_t own = rankIn(node);
  if (ranks == 1)
    return true;
  shape = shapeFor(static_cast<int>(ranks));
  const std::int64_t pageBytes = sysconf(_SC_PAGESIZE);
  const std::int64_t part =
      (bellBytes + (ranks - 1) * SlotRing::bytesOf(shape) + pageBytes - 1) /
      pageBytes * pageBytes;
  size = static_cast<std::size_t>(ranks * part);
  Name name = "";
  int file = -1;
  if (own == 0 && shape.slots > 0)
    file = createSegment(name);
  checkMpi(MPI_Bcast(name, sizeof name, MPI_CHAR, 0, node), "MPI_Bcast");
  if (own != 0 && *name)
    file = shm_open(name, O_RDWR, 0);
  memory = mapSegment(file, ranks * part, own * part, part);
  if (file >= 0)
    close(file);
  if (memory)
    new (memory + own * part) Doorbell;
  for (std::int64_t i = 0; memory && i < ranks - 1; ++i)
    SlotRing::prepare(memory + own * part + bellBytes +
                      i * SlotRing::bytesOf(shape));
  // Also the barrier after which the rings may be used and the name may go.
  const bool everywhere = allAgree(node, memory != nullptr);
  if (own == 0 && *name)
    shm_unlink(name);
  return everywhere;
}

/// A link to every other rank of the node. The ring from node rank a to b is
/// number a (b's own number left out) in b's part.
void NodeRings::link(MPI_Comm communicator, MPI_Comm node) {
  const int ranks = sizeOf(node);
  const int own = rankIn(node);
  ringSet.slotBytes = shape.slotBytes;
  ringSet.linkOf.assign(static_cast<std::size_t>(sizeOf(communicator)), -1);
  std::vector<int> rankOf(static_cast<std::size_t>(ranks));
  const int ownRank = rankIn(communicator);
  checkMpi(MPI_Allgather(&ownRank, 1, MPI_INT, rankOf.data(), 1, MPI_INT, node),
           "MPI_Allgather");
  const std::int64_t part = static_cast<std::int64_t>(size) / ranks;
  const auto ring = [&](int from, int to) {
    return SlotRing(memory + to * part + bellBytes +
                        (from < to ? from : from - 1) *
                            SlotRing::bytesOf(shape),
                    shape);
  };
  const auto bell = [&](int of) {
    return std::launder(reinterpret_cast<Doorbell *>(memory + of * part));
  };
  ringSet.bell = bell(own);
  for (int peer = 0; peer < ranks; ++peer) {
    if (peer == own)
      continue;
    ringSet.linkOf[static_cast<std::size_t>(rankOf[peer])] =
        static_cast<int>(ringSet.links.size());
    ringSet.links.push_back({ring(own, peer), ring(peer, own), bell(peer)});
  }
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

std::unique_ptr<NodeRings> NodeRings::make(MPI_Comm communicator) {
  if (!allAgree(communicator, isAllowed()))
    return nullptr;
  const NodeCommunicator node(communicator);
  if (allAgree(communicator, sizeOf(node.get()) == 1))
    return nullptr;
  std::unique_ptr<NodeRings> made(new NodeRings);
  if (!allAgree(communicator, made->attach(node.get())))
    return nullptr;
  made->link(communicator, node.get());
  return made;
}

NodeRings::~NodeRings() {
  if (memory)
    munmap(memory, size);
}

} // namespace redist::runtime
