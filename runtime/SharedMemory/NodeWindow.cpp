//===- NodeWindow.cpp - Storage that the ranks of a node see --------------===//
#include "SharedMemory/NodeWindow.h"

#include "Progress/Progress.h"
#include "Support/MpiCalls.h"

#include <unistd.h>

#include <algorithm>
#include <functional>
#include <new>
#include <thread>

namespace redist::runtime {

/// Of addresses, over all ranks of a node: a small part of what a process has.
static constexpr std::int64_t mostAddresses = std::int64_t{1} << 44;

static std::int64_t boardBytes(std::int64_t boardSize) {
  const std::int64_t page = sysconf(_SC_PAGESIZE);
  return (boardSize + page - 1) / page * page;
}

/// Addresses for each rank: for all the memory that there is, so that a rank
/// may have most of it.
static std::int64_t reservedFor(int ranksOnNode) {
  const std::int64_t page = sysconf(_SC_PAGESIZE);
  const std::int64_t memory =
      std::max<std::int64_t>(1, sysconf(_SC_PHYS_PAGES)) * page;
  return std::min(memory, mostAddresses / ranksOnNode) / page * page;
}

void NodeWindow::prepare(NodeSegment &made) {
  new (made.part(made.ownNumber())) Board;
}

std::shared_ptr<NodeWindow> NodeWindow::make(MPI_Comm communicator) {
  auto segment = NodeSegment::make(
      communicator,
      [](int ranksOnNode) {
        return NodePart{boardBytes(sizeof(Board)), reservedFor(ranksOnNode)};
      },
      prepare);
  if (!segment)
    return nullptr;
  int ranks = 1;
  checkMpi(MPI_Comm_size(communicator, &ranks), "MPI_Comm_size");
  return std::shared_ptr<NodeWindow>(
      new NodeWindow(std::move(segment), ranks, communicator));
}

std::vector<std::shared_ptr<NodeWindow>>
NodeWindow::forThreads(int count, std::int64_t bytes) {
  const std::int64_t board = boardBytes(sizeof(Board));
  std::vector<std::shared_ptr<NodeWindow>> all;
  for (auto &segment :
       NodeSegment::forThreads(count, {board, board + bytes}, prepare))
    all.emplace_back(new NodeWindow(std::move(segment), count, MPI_COMM_NULL));
  return all;
}

NodeWindow::NodeWindow(std::unique_ptr<NodeSegment> used, int rankCount,
                       MPI_Comm usedCommunicator)
    : segment(std::move(used)), communicator(usedCommunicator),
      boardOf(static_cast<std::size_t>(rankCount), nullptr),
      isNeighbour(boardOf.size(), false),
      mayBeCrowded(outnumberProcessors(segment->size())) {
  if (segment->size() == 1)
    return;
  for (int i = 0; i < segment->size(); ++i) {
    const auto rank =
        static_cast<std::size_t>(segment->ranks()[static_cast<std::size_t>(i)]);
    boards.push_back(std::launder(reinterpret_cast<Board *>(segment->part(i))));
    boardOf[rank] = boards.back();
    isNeighbour[rank] = i != segment->ownNumber();
  }
  own = boards[static_cast<std::size_t>(segment->ownNumber())];
  const std::int64_t begin = boardBytes(sizeof(Board));
  heap = PageHeap(begin, segment->partSize() - begin, sysconf(_SC_PAGESIZE));
}

std::int64_t NodeWindow::placeOf(const void *address) const {
  return static_cast<const std::byte *>(address) -
         segment->part(segment->ownNumber());
}

void *NodeWindow::allocate(std::size_t bytes) {
  const std::lock_guard lock(heapMutex);
  const auto wanted = static_cast<std::int64_t>(bytes);
  if (!own || wanted > segment->partSize())
    return nullptr;
  const std::optional<std::int64_t> begin = heap.take(wanted);
  if (!begin)
    return nullptr;
  if (segment->makePages(*begin, heap.rounded(wanted)))
    return segment->part(segment->ownNumber()) + *begin;
  drop(*begin, wanted);
  return nullptr;
}

void NodeWindow::release(void *storage, std::size_t bytes) noexcept {
  const std::lock_guard lock(heapMutex);
  drop(placeOf(storage), static_cast<std::int64_t>(bytes));
}

void NodeWindow::drop(std::int64_t begin, std::int64_t bytes) noexcept {
  segment->dropPages(begin, heap.rounded(bytes));
  try {
    heap.give(begin, bytes);
  } catch (const std::bad_alloc &) {
    // Its addresses, which are many, are lost, but not its pages.
  }
}

bool NodeWindow::holds(const void *address) const {
  const std::less<const void *> before;
  return own && !before(address, own) &&
         before(address,
                segment->part(segment->ownNumber()) + segment->partSize());
}

/// After what they may be waiting for.
void NodeWindow::ringOthers() {
  for (Board *const board : boards)
    if (board != own)
      board->bell.ring();
}

/// What others have started goes on meanwhile. Where ranks outnumber processors
/// one that waits gives way some times before it sleeps: those it waits for
/// mostly want no more than a processor, and waking up takes longer.
template <typename IsReady> void NodeWindow::waitUntil(IsReady isReady) {
  constexpr int looksAtOnce = 4;
  constexpr std::chrono::microseconds longest{1'000};
  constexpr std::chrono::microseconds longestBeside{20};
  Progress &progress = Progress::ofProcess();
  Patience patience(communicator);
  for (int turn = 0; !isReady();) {
    patience.look();
    const bool isIdle = progress.isIdle();
    if (!isIdle && !progress.advance())
      continue;
    if (turn++ < looksBeforeSleep(mayBeCrowded, !isIdle)) {
      if (mayBeCrowded && turn > looksAtOnce)
        std::this_thread::yield();
      continue;
    }
    own->bell.announceSleep();
    if (isReady())
      own->bell.stayAwake();
    else
      own->bell.sleep(isIdle ? longest : longestBeside);
  }
}

bool NodeWindow::agrees(const std::array<std::uint64_t, 2> &numbers,
                        bool isWell) {
  const std::size_t turn = ++agreement % 2;
  own->opinions[turn] = {numbers, isWell};
  own->agreed.store(agreement, std::memory_order_release);
  ringOthers();
  bool areAlike = true;
  for (Board *const board : boards) {
    waitUntil([&] {
      return board->agreed.load(std::memory_order_acquire) >= agreement;
    });
    const Opinion &other = board->opinions[turn];
    areAlike = areAlike && other.isWell && other.numbers == numbers;
  }
  return areAlike && isWell;
}

NodeWindow::Access NodeWindow::enter(std::span<const void *const> sources,
                                     std::span<void *const> targets,
                                     Access access) {
  if (!own)
    return {};
  ++execution;
  Post &mine = post(*own);
  const bool fits = sources.size() <= mostObjects;
  mine.access = {fits && access.read, fits && access.write};
  const auto placeIfHeld = [&](const void *address) {
    return holds(address) ? placeOf(address) : 0;
  };
  for (std::size_t i = 0; fits && i < sources.size(); ++i) {
    mine.sources[i] = placeIfHeld(sources[i]);
    mine.targets[i] = placeIfHeld(targets[i]);
  }
  own->entered.store(execution, std::memory_order_release);
  ringOthers();
  Access ofAll{true, true};
  for (Board *const board : boards) {
    waitUntil([&] {
      return board->entered.load(std::memory_order_acquire) >= execution;
    });
    const Access &other = post(*board).access;
    ofAll = {ofAll.read && other.read, ofAll.write && other.write};
  }
  return ofAll;
}

const std::byte *NodeWindow::sourceOf(int rank, std::size_t object) const {
  Board &board = *boardOf[static_cast<std::size_t>(rank)];
  return reinterpret_cast<const std::byte *>(&board) +
         post(board).sources[object];
}

std::byte *NodeWindow::targetOf(int rank, std::size_t object) const {
  Board &board = *boardOf[static_cast<std::size_t>(rank)];
  return reinterpret_cast<std::byte *>(&board) + post(board).targets[object];
}

void NodeWindow::waitForLeft(const Board &board) {
  waitUntil(
      [&] { return board.left.load(std::memory_order_acquire) >= execution; });
}

void NodeWindow::leave(std::span<const int> others) {
  own->left.store(execution, std::memory_order_release);
  ringOthers();
  for (const int rank : others)
    waitForLeft(*boardOf[static_cast<std::size_t>(rank)]);
}

} // namespace redist::runtime
