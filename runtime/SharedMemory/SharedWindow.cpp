//===- SharedWindow.cpp - Arrays in shared memory of a node ---------------===//
#include "SharedMemory/SharedWindow.h"

#include "SharedMemory/BellWait.h"
#include "Support/MpiCalls.h"

#include <unistd.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <new>

namespace redist::runtime {

/// Of addresses, over all ranks of a node: a small part of what a process has.
static constexpr std::int64_t maxAddresses = std::int64_t{1} << 44;

static std::int64_t controlBytes(std::int64_t boardSize) {
  const std::int64_t page = sysconf(_SC_PAGESIZE);
  return (boardSize + page - 1) / page * page;
}

/// Addresses for each rank: for all the memory that there is, so that a rank
/// may have most of it.
static std::int64_t reservedFor(int ranksOnNode) {
  const std::int64_t page = sysconf(_SC_PAGESIZE);
  const std::int64_t memory =
      std::max<std::int64_t>(1, sysconf(_SC_PHYS_PAGES)) * page;
  return std::min(memory, maxAddresses / ranksOnNode) / page * page;
}

void SharedWindow::prepare(SharedSegment &made) {
  auto *const block = new (made.part(made.ownNumber())) ControlBlock;
  if (const ProcessHeap *const heap = ProcessHeap::find()) {
    block->heap = heap->where();
    block->hadHeap = true;
  }
}

std::shared_ptr<SharedWindow> SharedWindow::make(MPI_Comm communicator) {
  auto segment = SharedSegment::make(
      communicator,
      [](int ranksOnNode) {
        return NodePart{controlBytes(sizeof(ControlBlock)),
                        reservedFor(ranksOnNode)};
      },
      prepare);
  if (!segment)
    return nullptr;
  return std::shared_ptr<SharedWindow>(
      new SharedWindow(std::move(segment), sizeOf(communicator), communicator));
}

std::vector<std::shared_ptr<SharedWindow>>
SharedWindow::forThreads(int count, std::int64_t bytes) {
  const std::int64_t control = controlBytes(sizeof(ControlBlock));
  std::vector<std::shared_ptr<SharedWindow>> all;
  for (auto &segment :
       SharedSegment::forThreads(count, {control, control + bytes}, prepare))
    all.emplace_back(
        new SharedWindow(std::move(segment), count, MPI_COMM_NULL));
  return all;
}

SharedWindow::SharedWindow(std::unique_ptr<SharedSegment> used, int rankCount,
                           MPI_Comm usedCommunicator)
    : segment(std::move(used)), communicator(usedCommunicator),
      controlOf(static_cast<std::size_t>(rankCount), nullptr),
      isNeighbour(controlOf.size(), false),
      mayBeCrowded(outnumberProcessors(segment->size())) {
  if (segment->size() == 1)
    return;
  for (int i = 0; i < segment->size(); ++i) {
    const auto rank =
        static_cast<std::size_t>(segment->ranks()[static_cast<std::size_t>(i)]);
    controls.push_back(
        std::launder(reinterpret_cast<ControlBlock *>(segment->part(i))));
    controlOf[rank] = controls.back();
    isNeighbour[rank] = i != segment->ownNumber();
  }
  own = controls[static_cast<std::size_t>(segment->ownNumber())];
  const std::int64_t begin = controlBytes(sizeof(ControlBlock));
  heap = PageHeap(begin, segment->partSize() - begin, sysconf(_SC_PAGESIZE));
  heaps.resize(controls.size());
  attachHeaps([](const ControlBlock &control) { return control.hadHeap; });
}

template <typename Has> void SharedWindow::attachHeaps(Has has) {
  std::int32_t seen = 0;
  bool areAllFound = heapsSeen >= 0;
  for (std::size_t i = 0; areAllFound && i < controls.size(); ++i) {
    if (!has(*controls[i]))
      continue;
    if (!heaps[i])
      heaps[i] = attachHeap(controls[i]->heap);
    areAllFound = heaps[i] != nullptr;
    ++seen;
  }
  heapsSeen = areAllFound ? seen : -1;
}

/// Of places: those in a heap have this added, which no part is as long as.
static constexpr std::int64_t ofHeap = std::int64_t{1} << 62;

std::int64_t SharedWindow::placeOf(const void *address) const {
  if (!isInPart(address))
    return ofHeap + ProcessHeap::find()->placeOf(address);
  return static_cast<const std::byte *>(address) -
         segment->part(segment->ownNumber());
}

void *SharedWindow::allocate(std::size_t bytes) {
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

void SharedWindow::release(void *storage, std::size_t bytes) noexcept {
  const std::lock_guard lock(heapMutex);
  drop(placeOf(storage), static_cast<std::int64_t>(bytes));
}

void SharedWindow::drop(std::int64_t begin, std::int64_t bytes) noexcept {
  segment->dropPages(begin, heap.rounded(bytes));
  try {
    heap.give(begin, bytes);
  } catch (const std::bad_alloc &) {
    // Its addresses, which are many, are lost, but not its pages.
  }
}

bool SharedWindow::holds(const void *address) const {
  const ProcessHeap *const ofProcess = ProcessHeap::find();
  return isInPart(address) || (own && ofProcess && ofProcess->holds(address));
}

bool SharedWindow::isInPart(const void *address) const {
  const std::less<const void *> before;
  return own && !before(address, own) &&
         before(address,
                segment->part(segment->ownNumber()) + segment->partSize());
}

/// After what they may be waiting for.
void SharedWindow::ringOthers() {
  for (ControlBlock *const control : controls)
    if (control != own)
      control->bell.ring();
}

template <typename IsReady> void SharedWindow::waitUntil(IsReady isReady) {
  BellWait{own->bell, mayBeCrowded, communicator}.until(isReady);
}

Verdict SharedWindow::agree(const Ballot &ballot) {
  const std::size_t turn = ++agreement % 2;
  own->ballots[turn] = ballot;
  own->agreed.store(agreement, std::memory_order_release);
  ringOthers();
  Verdict verdict = Verdict::of(ballot);
  for (ControlBlock *const control : controls) {
    waitUntil([&] {
      return control->agreed.load(std::memory_order_acquire) >= agreement;
    });
    verdict.add(control->ballots[turn], ballot);
  }
  return verdict;
}

SharedWindow::Access SharedWindow::enter(std::span<const void *const> sources,
                                         std::span<void *const> targets,
                                         Access access) {
  if (!own)
    return {};
  ++execution;
  ExposedBuffers &mine = exposedOf(*own);
  const bool fits = sources.size() <= maxObjects;
  mine.access = {fits && access.read, fits && access.write};
  mine.usesHeap = false;
  const auto placeIfHeld = [&](const void *address) {
    const std::int64_t place = holds(address) ? placeOf(address) : 0;
    mine.usesHeap = mine.usesHeap || place >= ofHeap;
    return place;
  };
  for (std::size_t i = 0; fits && i < sources.size(); ++i) {
    mine.sources[i] = placeIfHeld(sources[i]);
    mine.targets[i] = placeIfHeld(targets[i]);
  }
  const ProcessHeap *const ofProcess = ProcessHeap::find();
  if (ofProcess && !*own->heap.file.path)
    own->heap = ofProcess->where();
  mine.hasHeap = ofProcess != nullptr;
  mine.heapsSeen = heapsSeen;
  own->entered.store(execution, std::memory_order_release);
  ringOthers();
  Access ofAll{true, true};
  bool needsHeaps = false;
  std::int32_t heapsThere = 0;
  std::int32_t seenByAll = std::numeric_limits<std::int32_t>::max();
  for (ControlBlock *const control : controls) {
    waitUntil([&] {
      return control->entered.load(std::memory_order_acquire) >= execution;
    });
    const ExposedBuffers &other = exposedOf(*control);
    ofAll = {ofAll.read && other.access.read,
             ofAll.write && other.access.write};
    heapsThere += other.hasHeap;
    needsHeaps = needsHeaps || other.usesHeap;
    seenByAll = std::min(seenByAll, other.heapsSeen);
  }
  if (seenByAll == heapsThere)
    return ofAll;
  // A heap is new, which this execution does without.
  attachHeaps(
      [&](ControlBlock &control) { return exposedOf(control).hasHeap; });
  return needsHeaps ? Access{} : ofAll;
}

std::byte *SharedWindow::addressOf(int rank, std::int64_t place) const {
  ControlBlock *const control = controlOf[static_cast<std::size_t>(rank)];
  if (place < ofHeap)
    return reinterpret_cast<std::byte *>(control) + place;
  const auto number = static_cast<std::size_t>(
      std::ranges::find(controls, control) - controls.begin());
  return heaps[number].get() + (place - ofHeap);
}

const std::byte *SharedWindow::sourceOf(int rank, std::size_t object) const {
  ControlBlock &control = *controlOf[static_cast<std::size_t>(rank)];
  return addressOf(rank, exposedOf(control).sources[object]);
}

std::byte *SharedWindow::targetOf(int rank, std::size_t object) const {
  ControlBlock &control = *controlOf[static_cast<std::size_t>(rank)];
  return addressOf(rank, exposedOf(control).targets[object]);
}

void SharedWindow::waitForLeft(const ControlBlock &control) {
  waitUntil([&] {
    return control.left.load(std::memory_order_acquire) >= execution;
  });
}

void SharedWindow::leave(std::span<const int> others) {
  own->left.store(execution, std::memory_order_release);
  ringOthers();
  for (const int rank : others)
    waitForLeft(*controlOf[static_cast<std::size_t>(rank)]);
}

} // namespace redist::runtime
