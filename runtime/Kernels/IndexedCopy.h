//===- IndexedCopy.h - Elements at listed places ---------------*- C++ -*-===//
//
// Copies of single elements that lie in no order: to one piece from listed
// places, from one piece to listed places, and between listed places. Comes
// in: addresses, offsets in elements and the bytes of an element. Knows
// neither ranks nor layouts. The usual sizes have loops with the size compiled
// in.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_KERNELS_INDEXEDCOPY_H
#define REDIST_RUNTIME_KERNELS_INDEXEDCOPY_H

#include <cstddef>
#include <cstdint>

namespace redist::runtime {

/// Offsets of elements from where a side begins; null: one after another.
struct ListedPlaces {
  const std::int32_t *offsets = nullptr;

  ListedPlaces from(std::int64_t position) const {
    return {offsets ? offsets + position : nullptr};
  }
};

/// `count` elements of `bytes` each; the two sides are disjoint. `to` and
/// `from` are where a listed side begins, or the first element of the others.
void copyListed(std::byte *to, ListedPlaces toPlaces, const std::byte *from,
                ListedPlaces fromPlaces, std::int64_t bytes,
                std::int64_t count);

} // namespace redist::runtime

#endif
