//===- SegmentFile.h - Files of memory that processes share ----*- C++ -*-===//
//
// The system's side of shared memory: a file without a place on a disk, which
// the process that makes it maps, and others of the node find by its handle.
// Knows neither ranks nor MPI.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SHAREDMEMORY_SEGMENTFILE_H
#define REDIST_RUNTIME_SHAREDMEMORY_SEGMENTFILE_H

#include <cstddef>
#include <cstdint>
#include <memory>

namespace redist::runtime {

/// Whether this process may share memory: REDIST_SHARED_MEMORY is not 0.
bool maySharedMemoryBeUsed();

/// What the process that makes a file tells the others: where they find it, and
/// what they find there. Processes that merely seem to share a node (in other
/// containers) find nothing there, or something else.
struct SegmentHandle {
  char path[64] = ""; ///< empty: there is none
  std::int64_t device = 0, number = 0;

  /// Whether the file has a name until somebody takes it away.
  bool hasName() const;
};

std::int64_t roundedToPages(std::int64_t bytes);

/// A new file of this process, open; -1 and no path where the system refuses.
int createSegment(SegmentHandle &handle, std::int64_t bytes);
/// The same, or none, if it would need a name.
int createNamelessSegment(SegmentHandle &handle, std::int64_t bytes);
/// The file of another process, open; -1 where it is not found.
int openSegment(const SegmentHandle &handle);

/// All of a file, to be read and written; null where the system refuses.
std::shared_ptr<std::byte> mapSegment(int file, std::int64_t bytes);
/// Without writing: a full file system is found out before anybody writes.
bool makePagesOf(int file, std::int64_t offset, std::int64_t bytes);
/// Gives pages back, as far as they are whole; they may be made anew.
void dropPagesOf(int file, std::int64_t offset, std::int64_t bytes) noexcept;

} // namespace redist::runtime

#endif
