//===- LocalSizes.cpp - Local sizes of layouts -----------------*- C++ -*-===//
//
// The elements of a rank are the product of what its coordinates hold. Where
// one entry of the grid at most has several ranks, these may be many and look
// alike: only the coordinates at which an extent may change need be looked at.
// Elsewhere each rank is.
//
//===----------------------------------------------------------------------===//
#include "Redistribute/LocalSizes.h"

#include "redistSchedule/Layout/GridEntries.h"

#include <algorithm>
#include <limits>

namespace redistc::sema {

using redist::schedule::BlockCyclic;

/// Beyond 64 bits: the largest number.
static std::int64_t times(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product)
             ? std::numeric_limits<std::int64_t>::max()
             : product;
}

std::optional<std::int64_t> largestLocalSize(const plan::CheckedLayout &layout,
                                             const Sections &sections) {
  const std::vector<DimensionMap> maps = constantMaps(layout, sections);
  std::optional<std::int64_t> size = 1;
  for (std::size_t k = 0; k < maps.size(); ++k) {
    const auto extent = reach(sections[k]);
    if (extent == 0)
      return 0; // even where another dimension is not known
    // Coordinate 0 has every first block.
    const auto own = extent && maps[k]
                         ? padded(layout, k, maps[k]->localExtent(*extent, 0))
                         : std::nullopt;
    if (!own)
      size = std::nullopt;
    else if (size)
      size = times(*size, *own);
  }
  // A lead may be another one on each rank.
  return layout.lead ? std::nullopt : size;
}

/// One entry of a grid: `extent` elements along a dimension, or copies, of
/// which each coordinate has all there is.
struct GridEntry {
  std::int64_t ranks = 1;
  std::optional<BlockCyclic> map; ///< absent: copies
  std::int64_t extent = 0;
  std::size_t dimension = 0;
};

/// A layout whose numbers are all known, of a whole array.
struct KnownLayout {
  const plan::CheckedLayout *layout = nullptr;
  std::vector<GridEntry> entries;
  std::int64_t undistributed = 1; ///< elements along the other dimensions
  std::int64_t firstRank = 0;

  std::int64_t ranks() const {
    std::int64_t product = 1;
    for (const GridEntry &entry : entries)
      product = times(product, entry.ranks);
    return product;
  }
  /// Elements at a position of the grid; 0 outside of it.
  std::int64_t localSize(std::int64_t position) const {
    if (position < 0 || position >= ranks())
      return 0;
    std::int64_t size = undistributed;
    for (std::size_t i = entries.size(); i-- > 0; position /= entries[i].ranks)
      if (const GridEntry &entry = entries[i]; entry.map)
        size = times(size, local(entry.dimension, entry.extent, *entry.map,
                                 position % entry.ranks));
    return size;
  }
  /// With the room around them.
  std::int64_t local(std::size_t dimension, std::int64_t extent,
                     const BlockCyclic &map, std::int64_t coordinate) const {
    return padded(*layout, dimension, map.localExtent(extent, coordinate))
        .value_or(0);
  }
  /// The only entry of more than one rank, or one rank if there is none; absent
  /// where there are several.
  std::optional<GridEntry> onlyEntry() const {
    std::optional<GridEntry> only;
    for (const GridEntry &entry : entries)
      if (entry.ranks > 1) {
        if (only)
          return std::nullopt;
        only = entry;
      }
    return only.value_or(GridEntry{});
  }
};

static std::optional<KnownLayout> known(const plan::CheckedLayout &layout,
                                        const Sections &sections) {
  if (layout.lead)
    return std::nullopt;
  KnownLayout result;
  result.layout = &layout;
  std::vector<GridEntry> dimensions;
  const std::vector<DimensionMap> maps = constantMaps(layout, sections);
  for (std::size_t k = 0; k < maps.size(); ++k) {
    if (!maps[k])
      return std::nullopt;
    const std::int64_t extent = sections[k].length.value.value_or(0);
    if (layout.dimensions[k].kind == plan::DistributionKind::Undistributed)
      result.undistributed =
          times(result.undistributed, result.local(k, extent, *maps[k], 0));
    else
      dimensions.push_back({maps[k]->ranks, maps[k], extent, k});
  }
  redist::schedule::forEachGridEntry(
      dimensions, layout.copies,
      [&](const GridEntry &entry) { result.entries.push_back(entry); },
      [&](const plan::CheckedCopies &one) {
        result.entries.push_back({*one.ranks.value, std::nullopt});
      });
  result.firstRank = layout.firstRank.value.value_or(0);
  return result;
}

/// The coordinates of the target grid, ascending, at which the local extent on
/// either side may change: an extent is one number before the rank that holds
/// the last, partial block, one on it, and one after it. With them every rank
/// is checked, however many there are.
static std::vector<std::int64_t> extentChanges(const GridEntry &source,
                                               const GridEntry &target,
                                               std::int64_t shift) {
  const auto partial = [](const GridEntry &entry) {
    return entry.map ? entry.extent / entry.map->block % entry.ranks : 0;
  };
  const std::int64_t last = partial(target), lastOfSource = partial(source);
  std::vector<std::int64_t> changes = {0, last, last + 1};
  for (const std::int64_t p :
       {std::int64_t{0}, lastOfSource, lastOfSource + 1, source.ranks})
    if (std::int64_t q = 0; !__builtin_sub_overflow(p, shift, &q))
      changes.push_back(q);
  std::erase_if(changes,
                [&](std::int64_t q) { return q < 0 || q >= target.ranks; });
  std::sort(changes.begin(), changes.end());
  return changes;
}

/// What position q of the target grid needs more than it held. Relabelled, it
/// may get the part of position 0, and none is larger.
static std::optional<Growth> growthAt(const KnownLayout &source,
                                      const KnownLayout &target, std::int64_t q,
                                      bool isRelabelled) {
  const std::int64_t shift = target.firstRank - source.firstRank;
  std::int64_t p = 0;
  const std::int64_t held =
      __builtin_add_overflow(q, shift, &p) ? 0 : source.localSize(p);
  const std::int64_t needed = target.localSize(isRelabelled ? 0 : q);
  if (needed <= held)
    return std::nullopt;
  return Growth{q, needed, held};
}

std::variant<NoGrowth, Growth, TooManyRanks, NotKnown>
findGrowth(const plan::CheckedLayout &from, const Sections &sourceSections,
           const plan::CheckedLayout &to, const Sections &targetSections,
           bool isRelabelled) {
  // Some milliseconds.
  static constexpr std::int64_t maxRanks = std::int64_t{1} << 20;
  const auto source = known(from, sourceSections);
  const auto target = known(to, targetSections);
  if (!source || !target)
    return NotKnown{};
  const auto sourceEntry = source->onlyEntry();
  const auto targetEntry = target->onlyEntry();
  if (sourceEntry && targetEntry) {
    for (const std::int64_t q : extentChanges(
             *sourceEntry, *targetEntry, target->firstRank - source->firstRank))
      if (const auto growth = growthAt(*source, *target, q, isRelabelled))
        return *growth;
    return NoGrowth{};
  }
  if (target->ranks() > maxRanks)
    return TooManyRanks{};
  for (std::int64_t q = 0; q < target->ranks(); ++q)
    if (const auto growth = growthAt(*source, *target, q, isRelabelled))
      return *growth;
  return NoGrowth{};
}

} // namespace redistc::sema
