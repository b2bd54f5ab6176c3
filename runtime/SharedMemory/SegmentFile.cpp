//===- SegmentFile.cpp - Files of memory that processes share -------------===//
#include "SharedMemory/SegmentFile.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace redist::runtime {

bool maySharedMemoryBeUsed() {
  const char *const value = std::getenv("REDIST_SHARED_MEMORY");
  return !value || std::strcmp(value, "0") != 0;
}

static constexpr char openFiles[] = "/proc/";

bool SegmentHandle::hasName() const {
  return std::strncmp(path, openFiles, sizeof openFiles - 1) != 0;
}

static bool identify(int file, SegmentHandle &handle) {
  struct stat found{};
  if (file < 0 || fstat(file, &found) != 0)
    return false;
  handle.device = static_cast<std::int64_t>(found.st_dev);
  handle.number = static_cast<std::int64_t>(found.st_ino);
  return true;
}

/// A signal ends processes whose files grow beyond it.
static bool mayBeLong(std::int64_t bytes) {
  rlimit limit{};
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
         (limit.rlim_cur == RLIM_INFINITY ||
          limit.rlim_cur >= static_cast<rlim_t>(bytes));
}

/// An open file of shared memory; -1 where the system refuses.
static int createNamelessFile([[maybe_unused]] SegmentHandle &handle) {
#ifdef MFD_CLOEXEC
  const int nameless = memfd_create("/redist-node", MFD_CLOEXEC);
  // The system lets everybody in who can see this process.
  if (nameless >= 0 && fchmod(nameless, 0600) != 0) {
    close(nameless);
    return -1;
  }
  if (nameless >= 0)
    std::snprintf(handle.path, sizeof handle.path, "%s%ld/fd/%d", openFiles,
                  static_cast<long>(getpid()), nameless);
  return nameless;
#else
  return -1;
#endif
}

static int createNamedFile(SegmentHandle &handle) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    std::snprintf(handle.path, sizeof handle.path, "/redist-%ld-%d",
                  static_cast<long>(getpid()), attempt);
    const int file = shm_open(handle.path, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (file >= 0 || errno != EEXIST)
      return file;
  }
  return -1;
}

/// Of `bytes` bytes; closed again, with its name gone, where that fails.
static int withLength(int file, SegmentHandle &handle, std::int64_t bytes) {
  if (file >= 0 && (ftruncate(file, bytes) != 0 || !identify(file, handle))) {
    if (handle.hasName())
      shm_unlink(handle.path);
    close(file);
    file = -1;
  }
  if (file < 0)
    *handle.path = 0;
  return file;
}

int createNamelessSegment(SegmentHandle &handle, std::int64_t bytes) {
  return withLength(mayBeLong(bytes) ? createNamelessFile(handle) : -1, handle,
                    bytes);
}

int createSegment(SegmentHandle &handle, std::int64_t bytes) {
  if (!mayBeLong(bytes))
    return withLength(-1, handle, bytes);
  const int nameless = createNamelessFile(handle);
  return withLength(nameless >= 0 ? nameless : createNamedFile(handle), handle,
                    bytes);
}

int openSegment(const SegmentHandle &handle) {
  const int file = handle.hasName() ? shm_open(handle.path, O_RDWR, 0)
                                    : open(handle.path, O_RDWR | O_CLOEXEC);
  SegmentHandle found;
  if (identify(file, found) && found.device == handle.device &&
      found.number == handle.number)
    return file;
  if (file >= 0)
    close(file);
  return -1;
}

std::int64_t roundedToPages(std::int64_t bytes) {
  const std::int64_t pageBytes = sysconf(_SC_PAGESIZE);
  return (bytes + pageBytes - 1) / pageBytes * pageBytes;
}

std::shared_ptr<std::byte> mapSegment(int file, std::int64_t bytes) {
  const auto all = static_cast<std::size_t>(bytes);
  void *const mapped = mmap(nullptr, all, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_NORESERVE, file, 0);
  if (mapped == MAP_FAILED)
    return nullptr;
  return {static_cast<std::byte *>(mapped),
          [all](std::byte *begin) { munmap(begin, all); }};
}

bool makePagesOf(int file, std::int64_t offset, std::int64_t bytes) {
  int result = 0;
  do {
    result = posix_fallocate(file, offset, bytes);
  } while (result == EINTR);
  return result == 0;
}

void dropPagesOf([[maybe_unused]] int file,
                 [[maybe_unused]] std::int64_t offset,
                 [[maybe_unused]] std::int64_t bytes) noexcept {
#ifdef FALLOC_FL_PUNCH_HOLE
  // Where that fails they stay, and serve again.
  [[maybe_unused]] const int result = fallocate(
      file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, bytes);
#endif
}

} // namespace redist::runtime
