//===- SharedWindow.h - Arrays in shared memory of a node ------*- C++ -*-===//
//
// One segment of shared memory for the ranks of a communicator that are on this
// node, made before the first redist::array there. Each rank has a part with
// many addresses and few pages: a board, on which it publishes the positions of
// its sources, and space for the storage of arrays. The other ranks copy their
// elements from this storage themselves, in one pass; or they write the
// elements of this rank into it.
//
// An execution, the same on all ranks of the node:
//
//   enter()   every rank posts its sources and targets, and waits for what the
//             others post: they have come, so their sources are as they shall
//             be, and their targets may be written
//   copy from sourceOf(peer, object), or to targetOf(peer, object)
//   leave()   every rank says that it has copied all, and waits for those that
//             read or write its own: from then on it may use them
//
// What redist::allocator hands out lies in the heap of its process
// (ProcessHeap.h). A rank that has one says so on its board, too; the others
// map it when they see that, for the executions that follow.
//
// Two posts a board, used in turn: a rank that is ahead enters the next
// execution, but not the one after it, while others still read what it posted.
// Where all ranks are on the node, they agree on calls in the same way, and may
// show each other something short with that: then a call needs nothing else.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SHAREDMEMORY_SHAREDWINDOW_H
#define REDIST_RUNTIME_SHAREDMEMORY_SHAREDWINDOW_H

#include "SharedMemory/AgreementPosts.h"
#include "SharedMemory/Doorbell.h"
#include "SharedMemory/PageHeap.h"
#include "SharedMemory/ProcessHeap.h"
#include "SharedMemory/SharedSegment.h"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace redist::runtime {

class SharedWindow final : public AgreementPosts {
public:
  /// Of all nodes of the communicator; null, on every rank alike, where
  /// SharedRings would be null. Collective.
  static std::shared_ptr<SharedWindow> make(MPI_Comm communicator);

  /// The windows of virtual ranks (SharedSegment.h), by rank, of `bytes` bytes
  /// each. Empty where the system refuses.
  static std::vector<std::shared_ptr<SharedWindow>>
  forThreads(int count, std::int64_t bytes);

  SharedWindow(const SharedWindow &) = delete;
  SharedWindow &operator=(const SharedWindow &) = delete;

  // Storage, of any thread; not collective. It may outlive the communicator.

  /// Room for `bytes` > 0 at a page's begin; null where there is none.
  void *allocate(std::size_t bytes);
  void release(void *storage, std::size_t bytes) noexcept;

  // Calls.

  /// Whether all ranks of the communicator are on this node; the same on all.
  bool holdsAll() const { return controls.size() == controlOf.size(); }
  // Agreement. Precondition: holdsAll(), and this is not the only rank.

  Verdict agree(const Ballot &own) override;
  std::int64_t room() const override { return maxBytes; }
  std::int64_t partRoom() const override { return maxBytes; }
  std::byte *payload() override {
    return own->payloads[(agreement + 1) % 2].bytes;
  }
  const std::byte *messageFrom(int rank, int to) const override {
    const std::byte *const post = controlOf[static_cast<std::size_t>(rank)]
                                      ->payloads[agreement % 2]
                                      .bytes;
    return post + PostHeader::numbersOf(post)[to];
  }

  // Executions.

  /// Objects of a directive beyond that are not copied this way.
  static constexpr std::size_t maxObjects = 16;
  /// Whether the address is in this rank's part, or in its heap.
  bool holds(const void *address) const;
  /// What others may do with the storage of an execution.
  struct Access {
    bool read = false;  ///< the sources, or there are none
    bool write = false; ///< the targets, or there are none
  };
  /// `sources`, `targets`: of this rank, an address an object. Returns what is
  /// so on all ranks of the node: if anything, leave() must follow, else must
  /// not.
  Access enter(std::span<const void *const> sources,
               std::span<void *const> targets, Access own);
  const std::byte *sourceOf(int rank, std::size_t object) const;
  std::byte *targetOf(int rank, std::size_t object) const;
  /// `others`: ranks of the node that have read from this one, or written to
  /// it.
  void leave(std::span<const int> others);

  /// By rank of the communicator: whether it is another one of this node.
  const std::vector<bool> &neighbours() const { return isNeighbour; }

private:
  struct ExposedBuffers {
    Access access;
    bool hasHeap;           ///< the control block says where
    bool usesHeap;          ///< for this execution
    std::int32_t heapsSeen; ///< of the node, own included
    std::array<std::int64_t, maxObjects> sources, targets; ///< places
  };
  struct Payload {
    alignas(64) std::byte bytes[maxBytes];
  };
  struct ControlBlock {
    HeapHandle heap;      ///< from the first post with hasHeap on
    bool hadHeap = false; ///< when the window was made
    Doorbell bell;
    alignas(128) std::atomic<std::uint64_t> agreed{0};
    std::array<Ballot, 2> ballots;
    alignas(128) std::atomic<std::uint64_t> entered{0};
    std::array<ExposedBuffers, 2> exposed;
    alignas(128) std::atomic<std::uint64_t> left{0};
    /// Used in turn: a rank that is at the next agreement has read the last.
    std::array<Payload, 2> payloads;
  };

  SharedWindow(std::unique_ptr<SharedSegment> used, int rankCount,
               MPI_Comm usedCommunicator);
  static void prepare(SharedSegment &made);
  /// In this rank's part, from its board on; or in its heap.
  std::int64_t placeOf(const void *address) const;
  /// Where rank `rank` has what it has posted.
  std::byte *addressOf(int rank, std::int64_t place) const;
  bool isInPart(const void *address) const;
  /// Maps the heaps that those of the node have for whom `has` tells so.
  template <typename Has> void attachHeaps(Has has);
  void drop(std::int64_t begin, std::int64_t bytes) noexcept;
  void ringOthers();
  template <typename IsReady> void waitUntil(IsReady isReady);
  void waitForLeft(const ControlBlock &control);
  ExposedBuffers &exposedOf(ControlBlock &control) const {
    return control.exposed[execution % 2];
  }

  std::unique_ptr<SharedSegment> segment;
  MPI_Comm communicator; ///< of the call log; null: there is none
  std::vector<ControlBlock *> controls; ///< by rank on the node
  std::vector<ControlBlock *>
      controlOf;                 ///< by rank of the communicator; or null
  std::vector<bool> isNeighbour; ///< by rank of the communicator
  ControlBlock *own = nullptr;   ///< null: alone on this node
  std::uint64_t agreement = 0;   ///< the last one
  std::uint64_t execution = 0;   ///< the last one that was entered
  bool mayBeCrowded = false;     ///< more ranks than processors
  std::mutex heapMutex;
  PageHeap heap;
  /// By number on the node: the heaps that are mapped.
  std::vector<std::shared_ptr<std::byte>> heaps;
  std::int32_t heapsSeen = 0; ///< of them; -1: one was not found
};

} // namespace redist::runtime

#endif
