//===- ProcessHeap.cpp - Memory of a process that others may see ----------===//
#define REDIST_RUNTIME_BUILD
#include "SharedMemory/ProcessHeap.h"

#include "Support/Immortal.h"

#include "redist/Allocator.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <vector>

namespace redist::runtime {

/// A process maps the heaps of all ranks of its node: so many of them fit into
/// its addresses.
static constexpr std::int64_t addressesOfHeaps = std::int64_t{1} << 46;
static constexpr std::int64_t manyRanks = 256;

/// For all the memory that there is, unless that would leave no addresses for
/// the heaps of the others.
static std::int64_t bytesOfHeap() {
  const std::int64_t page = sysconf(_SC_PAGESIZE);
  const std::int64_t memory =
      std::max<std::int64_t>(1, sysconf(_SC_PHYS_PAGES)) * page;
  const std::int64_t ranks =
      std::max<std::int64_t>(manyRanks, sysconf(_SC_NPROCESSORS_ONLN));
  return std::min(memory, addressesOfHeaps / ranks) / page * page;
}

static std::atomic<ProcessHeap *> &made() {
  static std::atomic<ProcessHeap *> heap{nullptr};
  return heap;
}

ProcessHeap *ProcessHeap::find() {
  return made().load(std::memory_order_acquire);
}

ProcessHeap *ProcessHeap::make() {
  static Immortal<ProcessHeap> heap;
  return heap.get().memory ? &heap.get() : nullptr;
}

ProcessHeap::ProcessHeap() {
  if (!maySharedMemoryBeUsed())
    return;
  handle.bytes = bytesOfHeap();
  file = createNamelessSegment(handle.file, handle.bytes);
  if (file < 0)
    return;
  memory = mapSegment(file, handle.bytes);
  if (!memory) {
    close(file);
    return;
  }
  blocks = PageHeap(0, handle.bytes, sysconf(_SC_PAGESIZE));
  made().store(this, std::memory_order_release);
  watchForks();
}

/// A fork must not come while another thread is at the list of blocks.
void ProcessHeap::watchForks() {
  pthread_atfork([] { find()->mutex.lock(); }, [] { find()->mutex.unlock(); },
                 [] {
                   find()->isForked = true;
                   find()->mutex.unlock();
                 });
}

void *ProcessHeap::allocate(std::size_t bytes) {
  const auto wanted = static_cast<std::int64_t>(bytes);
  if (bytes > static_cast<std::size_t>(handle.bytes))
    return nullptr;
  std::optional<std::int64_t> begin;
  {
    const std::lock_guard lock(mutex);
    if (isForked || !(begin = blocks.take(wanted)))
      return nullptr;
  }
  void *const block = memory.get() + *begin;
  if (makePagesOf(file, *begin, blocks.rounded(wanted)))
    return block;
  release(block, bytes);
  return nullptr;
}

void ProcessHeap::release(void *block, std::size_t bytes) noexcept {
  const auto given = static_cast<std::int64_t>(bytes);
  const std::lock_guard lock(mutex);
  if (isForked)
    return;
  dropPagesOf(file, placeOf(block), blocks.rounded(given));
  try {
    blocks.give(placeOf(block), given);
  } catch (const std::bad_alloc &) {
    // Its addresses, which are many, are lost, but not its pages.
  }
}

/// What this process has mapped of others.
struct AttachedHeaps {
  struct One {
    HeapHandle handle;
    std::weak_ptr<std::byte> memory;
  };
  std::mutex mutex;
  std::vector<One> all;
};

static std::shared_ptr<std::byte> mapHeap(const HeapHandle &handle) {
  const int file = openSegment(handle.file);
  if (file < 0)
    return nullptr;
  auto memory = mapSegment(file, handle.bytes);
  close(file); // what is mapped stays
  return memory;
}

std::shared_ptr<std::byte> attachHeap(const HeapHandle &handle) {
  static Immortal<AttachedHeaps> kept;
  const auto isWanted = [&](const HeapHandle &other) {
    return other.file.device == handle.file.device &&
           other.file.number == handle.file.number;
  };
  if (const ProcessHeap *const own = ProcessHeap::find();
      own && isWanted(own->where()))
    return own->begin();
  AttachedHeaps &heaps = kept.get();
  const std::lock_guard lock(heaps.mutex);
  std::erase_if(heaps.all,
                [](const auto &one) { return one.memory.expired(); });
  for (const AttachedHeaps::One &one : heaps.all)
    if (isWanted(one.handle))
      if (auto memory = one.memory.lock())
        return memory;
  auto memory = mapHeap(handle);
  if (memory)
    heaps.all.push_back({handle, memory});
  return memory;
}

} // namespace redist::runtime

namespace redist::detail {

/// Below, the two calls of the system for each block would count.
static constexpr std::size_t leastShared = std::size_t{16} << 10;

void *allocate_shared(std::size_t bytes, std::size_t alignment) {
  if (bytes >= leastShared &&
      alignment <= static_cast<std::size_t>(sysconf(_SC_PAGESIZE)))
    if (runtime::ProcessHeap *const heap = runtime::ProcessHeap::make())
      if (void *const block = heap->allocate(bytes))
        return block;
  return ::operator new(bytes, std::align_val_t{alignment});
}

void free_shared(void *block, std::size_t bytes,
                 std::size_t alignment) noexcept {
  runtime::ProcessHeap *const heap = runtime::ProcessHeap::find();
  if (heap && heap->holds(block))
    heap->release(block, bytes);
  else
    ::operator delete(block, std::align_val_t{alignment});
}

} // namespace redist::detail
