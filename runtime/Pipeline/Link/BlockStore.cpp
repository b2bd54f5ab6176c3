//===- BlockStore.cpp - Allocator of shared blocks ------------------------===//
#include "Pipeline/Link/BlockStore.h"

#include <bit>

namespace redist::runtime {

/// Longer values are copied by one processor alone, from private memory: they
/// would be out of its caches anyway.
constexpr std::size_t longestBlock = std::size_t{16} << 20;
/// Of all blocks of a rank.
constexpr std::int64_t maxBlockBytes = std::int64_t{64} << 20;
constexpr std::int64_t pageBytes = 4096;

static std::int64_t roundedUp(std::int64_t bytes) {
  return (bytes + pageBytes - 1) / pageBytes * pageBytes;
}

BlockStore::BlockStore(SharedSegment &used, std::int64_t first)
    : segment(used), top(roundedUp(first)) {}

std::int64_t BlockStore::takePages(std::int64_t bytes) {
  const std::int64_t end = top + roundedUp(bytes);
  if (end > segment.partSize() || !segment.makePages(top, end - top))
    return -1;
  const std::int64_t taken = top;
  top = end;
  return taken;
}

/// The smallest free one that is large enough; else a new one.
BlockStore::Block *BlockStore::find(std::int64_t bytes) {
  Block *best = nullptr;
  for (Block &one : all)
    if (!one.isUsed && one.capacity >= bytes &&
        (!best || one.capacity < best->capacity))
      best = &one;
  const auto capacity = static_cast<std::int64_t>(
      std::bit_ceil(static_cast<std::uint64_t>(std::max(bytes, pageBytes))));
  if (best || top + capacity > segment.partSize())
    return best;
  Block &made =
      all.emplace_back(segment.part(segment.ownNumber()) + top, top, capacity);
  top += capacity;
  return &made;
}

detail::payload *BlockStore::take(std::size_t wanted) {
  if (wanted > longestBlock)
    return nullptr;
  const auto bytes = static_cast<std::int64_t>(wanted);
  Block *const found = find(bytes);
  if (!found)
    return nullptr;
  if (const std::int64_t missing = bytes - found->made; missing > 0) {
    if (blockBytes + missing > maxBlockBytes ||
        !segment.makePages(found->offset + found->made, missing))
      return nullptr;
    blockBytes += missing;
    found->made = bytes;
  }
  found->isUsed = true;
  return found;
}

void BlockStore::takeBackAll() {
  for (Block &one : all)
    one.isUsed = false;
}

std::int64_t BlockStore::placeOf(const std::byte *data) const {
  const std::byte *const part = segment.part(segment.ownNumber());
  const bool isInside = !std::less<>()(data, part) &&
                        std::less<>()(data, part + segment.partSize());
  return isInside ? data - part : -1;
}

} // namespace redist::runtime
