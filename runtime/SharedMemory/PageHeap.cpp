//===- PageHeap.cpp - Allocator of pages ----------------------------------===//
#include "SharedMemory/PageHeap.h"

#include <iterator>

namespace redist::runtime {

PageHeap::PageHeap(std::int64_t begin, std::int64_t size,
                   std::int64_t bytesOfPage)
    : pageBytes(bytesOfPage) {
  gaps.emplace(begin, size);
}

std::optional<std::int64_t> PageHeap::take(std::int64_t bytes) {
  const std::int64_t wanted = rounded(bytes);
  for (auto gap = gaps.begin(); gap != gaps.end(); ++gap) {
    if (gap->second < wanted)
      continue;
    const std::int64_t begin = gap->first;
    const std::int64_t rest = gap->second - wanted;
    gaps.erase(gap);
    if (rest > 0)
      gaps.emplace(begin + wanted, rest);
    return begin;
  }
  return std::nullopt;
}

void PageHeap::give(std::int64_t begin, std::int64_t bytes) {
  const auto own = gaps.emplace(begin, rounded(bytes)).first;
  const auto next = std::next(own);
  if (next != gaps.end() && own->first + own->second == next->first) {
    own->second += next->second;
    gaps.erase(next);
  }
  if (own == gaps.begin())
    return;
  const auto before = std::prev(own);
  if (before->first + before->second == own->first) {
    before->second += own->second;
    gaps.erase(own);
  }
}

} // namespace redist::runtime
