//===- NodeLanes.cpp - Shared buffers for messages between nodes ----------===//
#include "SharedMemory/NodeLanes.h"

#include "Support/MpiCalls.h"

#include "redist/Error.h"

#include <sys/mman.h>
#include <unistd.h>

#include <new>

namespace redist::runtime {

static std::int64_t boardBytes() {
  const std::int64_t page = sysconf(_SC_PAGESIZE);
  const std::int64_t all = NodeLanes::count * sizeof(LaneBoard);
  return (all + page - 1) / page * page;
}

static constexpr std::int64_t sides = 2;

/// Of a rank's part: boards, then lane by lane what is sent and received.
static std::int64_t partBytes() {
  return boardBytes() + NodeLanes::count * sides * NodeLane::mostBytes;
}

static std::int64_t offsetOf(int lane, LaneSide side) {
  return boardBytes() +
         (lane * sides + static_cast<std::int64_t>(side)) * NodeLane::mostBytes;
}

static void makeBoards(std::byte *part) {
  for (int lane = 0; lane < NodeLanes::count; ++lane)
    new (part + static_cast<std::size_t>(lane) * sizeof(LaneBoard)) LaneBoard;
}

void NodeLane::leave() {
  LaneBoard &mine = own();
  const std::uint64_t done = place(++turn, 0);
  for (std::atomic<std::uint64_t> *const number :
       {&mine.packed, &mine.unpacked, &mine.sent, &mine.arrived})
    number->store(done, std::memory_order_release);
  ringAll();
}

void NodeLane::ringAll() {
  for (const Member &member : members)
    if (member.board != &own())
      member.board->bell.ring();
}

/// The part of a rank that shares it with nobody; null: there is no memory.
static std::shared_ptr<std::byte> makeAlone() {
  const auto bytes = static_cast<std::size_t>(partBytes());
  void *const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED)
    return nullptr;
  std::shared_ptr<std::byte> part(
      static_cast<std::byte *>(mapped),
      [bytes](std::byte *begin) { munmap(begin, bytes); });
  makeBoards(part.get());
  return part;
}

bool NodeLanes::use(std::unique_ptr<SharedSegment> made) {
  segment = std::move(made);
  if (segment->size() == 1)
    alone = makeAlone();
  if (segment->size() == 1 && !alone)
    return false;
  crowded = outnumberProcessors(segment->size());
  link();
  return true;
}

std::unique_ptr<NodeLanes> NodeLanes::make(MPI_Comm communicator,
                                           const NodeMap &map) {
  if (map.nodeCount() < 2 || map.mostRanksOnNode() < 2)
    return nullptr;
  auto segment = SharedSegment::make(
      communicator, [](int) { return NodePart{boardBytes(), partBytes()}; },
      [](SharedSegment &made) { makeBoards(made.part(made.ownNumber())); });
  if (!segment)
    return nullptr;
  std::unique_ptr<NodeLanes> made;
  bool isReady = false;
  try {
    made.reset(new NodeLanes(map));
    isReady = made->use(std::move(segment));
  } catch (const std::bad_alloc &) {
  }
  const int own = isReady;
  int all = 0;
  checkMpi(MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, communicator),
           "MPI_Allreduce");
  return all != 0 ? std::move(made) : nullptr;
}

void NodeLanes::link() {
  const int ranks = segment->size();
  for (int i = 0; i < count; ++i) {
    NodeLane &one = lane(i);
    one.ownNumber = segment->ownNumber();
    for (int rank = 0; rank < ranks; ++rank) {
      std::byte *const part = alone ? alone.get() : segment->part(rank);
      auto *const board = std::launder(reinterpret_cast<LaneBoard *>(
          part + static_cast<std::size_t>(i) * sizeof(LaneBoard)));
      one.members.push_back({board,
                             {part + offsetOf(i, LaneSide::Sent),
                              part + offsetOf(i, LaneSide::Received)}});
    }
  }
}

void NodeLanes::provide(int number, LaneSide side, std::int64_t bytes) {
  std::int64_t &there = provided[static_cast<std::size_t>(number)]
                                [static_cast<std::size_t>(side)];
  if (bytes <= there)
    return;
  if (!alone && !segment->makePages(offsetOf(number, side), bytes))
    throw error("a rank has no shared memory for messages between nodes; with "
                "REDIST_TWO_LEVELS=0 ranks send by themselves");
  there = bytes;
}

} // namespace redist::runtime
