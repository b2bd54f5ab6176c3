//===- GridEntries.h - The entries of onto(), in their order --------------===//
//
// Extents and copies of a grid are kept apart: copies(k) knows how many extents
// stand before it, its place. Here both are in one order again, which is that
// of the ranks. Of any types, so that all who write or count grids agree.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_LAYOUT_GRIDENTRIES_H
#define REDISTSCHEDULE_LAYOUT_GRIDENTRIES_H

#include <cstddef>

namespace redist::schedule {

/// ofExtent(extent) and ofCopies(entry) for each entry, first to last.
/// `copies` have a member `place`, which ascends and is at most the number of
/// extents.
template <typename Extents, typename Copies, typename OfExtent,
          typename OfCopies>
void forEachGridEntry(const Extents &extents, const Copies &copies,
                      OfExtent ofExtent, OfCopies ofCopies) {
  std::size_t place = 0;
  auto next = copies.begin();
  const auto copiesAtPlace = [&] {
    for (; next != copies.end() && next->place == place; ++next)
      ofCopies(*next);
  };
  for (const auto &extent : extents) {
    copiesAtPlace();
    ofExtent(extent);
    ++place;
  }
  copiesAtPlace();
}

} // namespace redist::schedule

#endif
