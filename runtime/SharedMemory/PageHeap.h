//===- PageHeap.h - Allocator of pages -------------------------*- C++ -*-===//
//
// Positions of blocks in a range of addresses: first fit, in whole pages; free
// neighbours are merged. Accesses no memory: the user of a block makes its
// pages.
//
//   1000 pages, taken 10, 20, 30, the second given back: free [10, 30) and
//   [60, 1000); 15 more lie at 10.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SHAREDMEMORY_PAGEHEAP_H
#define REDIST_RUNTIME_SHAREDMEMORY_PAGEHEAP_H

#include <cstdint>
#include <map>
#include <optional>

namespace redist::runtime {

class PageHeap {
public:
  PageHeap() = default;
  /// Bytes [begin, begin + size), multiples of a page.
  PageHeap(std::int64_t begin, std::int64_t size, std::int64_t bytesOfPage);

  /// Begin of a block of at least `bytes` > 0; nothing where none is free.
  std::optional<std::int64_t> take(std::int64_t bytes);
  void give(std::int64_t begin, std::int64_t bytes);
  /// What a block of so many bytes takes up.
  std::int64_t rounded(std::int64_t bytes) const {
    return (bytes + pageBytes - 1) / pageBytes * pageBytes;
  }

private:
  std::int64_t pageBytes = 1;
  std::map<std::int64_t, std::int64_t> gaps; ///< size by begin
};

} // namespace redist::runtime

#endif
