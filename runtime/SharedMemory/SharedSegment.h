//===- SharedSegment.h - Shared memory segment of a node --------*- C++ -*-===//
//
// One segment of shared memory for the ranks of a communicator that are on this
// node, with a part for each rank, whose pages that rank makes. The segment has
// no name in the file system, or, on systems without anonymous files, only
// until all ranks have mapped it: nothing is left behind however a program
// ends. Each rank unmaps it independently, so that freeing a communicator does
// not make ranks wait for each other.
//
//   node rank 0: | made | reserved ... | node rank 1: | made | reserved ... |
//
// Reserved memory costs nothing until its rank makes pages of it.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SHAREDMEMORY_SHAREDSEGMENT_H
#define REDIST_RUNTIME_SHAREDMEMORY_SHAREDSEGMENT_H

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace redist::runtime {

/// Of each rank's part, in bytes; they are rounded up to pages.
struct NodePart {
  std::int64_t made = 0;     ///< from the beginning; 0: there is no segment
  std::int64_t reserved = 0; ///< in all; at least what is made
};

/// Whether all ranks of the communicator are on one node; the same on all of
/// them. Collective.
bool isOneNode(MPI_Comm communicator);

/// Whether so many threads outnumber this node's processors.
bool outnumberProcessors(std::int64_t threads);

class SharedSegment {
public:
  /// `partOf`: for so many ranks on a node; `prepare`: of the own part, before
  /// any other rank sees it. Null, on every rank alike, where no two ranks
  /// share a node, where a node refuses shared memory, or where a rank has
  /// REDIST_SHARED_MEMORY=0. Collective.
  static std::unique_ptr<SharedSegment>
  make(MPI_Comm communicator, const std::function<NodePart(int)> &partOf,
       const std::function<void(SharedSegment &)> &prepare);

  /// For virtual ranks, the threads of a process that see it at one address;
  /// by rank. Empty where the system refuses.
  static std::vector<std::unique_ptr<SharedSegment>>
  forThreads(int count, NodePart part,
             const std::function<void(SharedSegment &)> &prepare);

  SharedSegment(const SharedSegment &) = delete;
  SharedSegment &operator=(const SharedSegment &) = delete;
  ~SharedSegment();

  /// The ranks of the communicator that are on this node, in their order. One
  /// alone has no memory.
  const std::vector<int> &ranks() const { return nodeRanks; }
  int size() const { return static_cast<int>(nodeRanks.size()); }
  /// Of this rank, among them.
  int ownNumber() const { return own; }
  std::byte *part(int number) const {
    return memory.get() + number * partBytes;
  }
  /// Makes pages of the own part, from `offset` on; false: the system refuses.
  /// Not collective.
  bool makePages(std::int64_t offset, std::int64_t bytes);
  /// Gives pages of the own part back, as far as they are whole; they may be
  /// made anew. Not collective.
  void dropPages(std::int64_t offset, std::int64_t bytes) noexcept;
  /// Bytes of a part.
  std::int64_t partSize() const { return partBytes; }

private:
  SharedSegment() = default;
  bool attach(MPI_Comm node, NodePart part,
              const std::function<void(SharedSegment &)> &prepare);
  void map();

  std::vector<int> nodeRanks;
  int own = 0;
  int file = -1;
  std::shared_ptr<std::byte> memory; ///< threads share what they have mapped
  std::int64_t partBytes = 0;
};

} // namespace redist::runtime

#endif
