//===- ProcessHeap.h - Memory of a process that others may see -*- C++ -*-===//
//
// What redist::allocator hands out: blocks of one file of shared memory, which
// the process makes by itself at its first allocation, whether MPI runs or not.
// Others of the node map it when a window (SharedWindow.h) tells them of it.
// The file is as long as the machine's memory and has the pages of the blocks
// that are in use; they go back with the blocks.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SHAREDMEMORY_PROCESSHEAP_H
#define REDIST_RUNTIME_SHAREDMEMORY_PROCESSHEAP_H

#include "SharedMemory/PageHeap.h"
#include "SharedMemory/SegmentFile.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

namespace redist::runtime {

/// Where others find a heap.
struct HeapHandle {
  SegmentHandle file;
  std::int64_t bytes = 0;
};

class ProcessHeap {
public:
  /// Made at the first call; null where the system refuses, and where
  /// REDIST_SHARED_MEMORY=0 is set then.
  static ProcessHeap *make();
  /// The heap, if make() has made it.
  static ProcessHeap *find();

  /// Of nothing where the system refuses, see make().
  ProcessHeap();
  ProcessHeap(const ProcessHeap &) = delete;
  ProcessHeap &operator=(const ProcessHeap &) = delete;

  /// Room for `bytes` > 0 at a page's begin; null where there is none, and in a
  /// process that has been forked off: its parent uses the same pages.
  void *allocate(std::size_t bytes);
  void release(void *block, std::size_t bytes) noexcept;

  bool holds(const void *address) const {
    const std::less<const void *> before;
    return memory && !before(address, memory.get()) &&
           before(address, memory.get() + handle.bytes);
  }
  std::int64_t placeOf(const void *address) const {
    return static_cast<const std::byte *>(address) - memory.get();
  }
  const HeapHandle &where() const { return handle; }
  const std::shared_ptr<std::byte> &begin() const { return memory; }

private:
  static void watchForks();

  HeapHandle handle;
  int file = -1;
  std::shared_ptr<std::byte> memory; ///< null: the system has refused
  std::mutex mutex;                  ///< of what follows
  PageHeap blocks;
  bool isForked = false;
};

/// The heap of a process of this node, mapped once however many ask; null where
/// it is not found.
std::shared_ptr<std::byte> attachHeap(const HeapHandle &handle);

} // namespace redist::runtime

#endif
