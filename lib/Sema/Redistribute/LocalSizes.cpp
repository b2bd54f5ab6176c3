//===- LocalSizes.cpp - Elements that layouts put on ranks -----*- C++ -*-===//
//
// The elements of a rank are the product of what its coordinates hold. Where
// one dimension at most is distributed, ranks are many and look alike: only the
// coordinates at which an extent may change need be looked at. Elsewhere each
// rank is.
//
//===----------------------------------------------------------------------===//
#include "Redistribute/LocalSizes.h"

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

/// A layout whose numbers are all known, of a whole array.
struct KnownLayout {
  const plan::CheckedLayout *layout = nullptr;
  std::vector<BlockCyclic> maps;
  std::vector<std::int64_t> extents;
  std::int64_t firstRank = 0;

  std::int64_t ranks() const {
    std::int64_t product = 1;
    for (const BlockCyclic &map : maps)
      product = times(product, map.ranks);
    return product;
  }
  /// Elements at a position of the grid; 0 outside of it.
  std::int64_t localSize(std::int64_t position) const {
    if (position < 0 || position >= ranks())
      return 0;
    std::int64_t size = 1;
    for (std::size_t k = maps.size(); k-- > 0; position /= maps[k].ranks)
      size = times(size, padded(*layout, k,
                                maps[k].localExtent(extents[k],
                                                    position % maps[k].ranks))
                             .value_or(0));
    return size;
  }
  /// The only dimension that is distributed, or any if none is; absent where
  /// several are.
  std::optional<std::size_t> onlyDistributed() const {
    std::optional<std::size_t> only;
    for (std::size_t k = 0; k < maps.size(); ++k)
      if (maps[k].ranks > 1) {
        if (only)
          return std::nullopt;
        only = k;
      }
    return only.value_or(0);
  }
};

static std::optional<KnownLayout> known(const plan::CheckedLayout &layout,
                                        const Sections &sections) {
  KnownLayout result;
  result.layout = &layout;
  if (layout.lead)
    return std::nullopt;
  for (const DimensionMap &map : constantMaps(layout, sections)) {
    if (!map)
      return std::nullopt;
    result.maps.push_back(*map);
  }
  for (const plan::CheckedSection &section : sections)
    result.extents.push_back(section.length.value.value_or(0));
  result.firstRank = layout.firstRank.value.value_or(0);
  return result;
}

/// The coordinates of the target grid, ascending, at which the local extent on
/// either side may change: an extent is one number before the rank that holds
/// the last, partial block, one on it, and one after it. With them every rank
/// is checked, however many there are.
static std::vector<std::int64_t> extentChanges(const KnownLayout &source,
                                               std::size_t sourceDimension,
                                               const KnownLayout &target,
                                               std::size_t targetDimension,
                                               std::int64_t shift) {
  const auto partial = [](const KnownLayout &layout, std::size_t k) {
    const BlockCyclic &map = layout.maps[k];
    return layout.extents[k] / map.block % map.ranks;
  };
  const std::int64_t last = partial(target, targetDimension);
  const std::int64_t lastOfSource = partial(source, sourceDimension);
  std::vector<std::int64_t> changes = {0, last, last + 1};
  for (const std::int64_t p : {std::int64_t{0}, lastOfSource, lastOfSource + 1,
                               source.maps[sourceDimension].ranks})
    if (std::int64_t q = 0; !__builtin_sub_overflow(p, shift, &q))
      changes.push_back(q);
  std::erase_if(changes, [&](std::int64_t q) {
    return q < 0 || q >= target.maps[targetDimension].ranks;
  });
  std::sort(changes.begin(), changes.end());
  return changes;
}

/// What position q of the target grid needs more than it held.
static std::optional<Growth>
growthAt(const KnownLayout &source, const KnownLayout &target, std::int64_t q) {
  const std::int64_t shift = target.firstRank - source.firstRank;
  std::int64_t p = 0;
  const std::int64_t held =
      __builtin_add_overflow(q, shift, &p) ? 0 : source.localSize(p);
  const std::int64_t needed = target.localSize(q);
  if (needed <= held)
    return std::nullopt;
  return Growth{q, needed, held};
}

std::variant<NoGrowth, Growth, TooManyRanks, NotKnown>
findGrowth(const plan::CheckedLayout &from, const Sections &sourceSections,
           const plan::CheckedLayout &to, const Sections &targetSections) {
  // Some milliseconds.
  static constexpr std::int64_t maxRanks = std::int64_t{1} << 20;
  const auto source = known(from, sourceSections);
  const auto target = known(to, targetSections);
  if (!source || !target)
    return NotKnown{};
  const auto sourceDimension = source->onlyDistributed();
  const auto targetDimension = target->onlyDistributed();
  if (sourceDimension && targetDimension) {
    for (const std::int64_t q :
         extentChanges(*source, *sourceDimension, *target, *targetDimension,
                       target->firstRank - source->firstRank))
      if (const auto growth = growthAt(*source, *target, q))
        return *growth;
    return NoGrowth{};
  }
  if (target->ranks() > maxRanks)
    return TooManyRanks{};
  for (std::int64_t q = 0; q < target->ranks(); ++q)
    if (const auto growth = growthAt(*source, *target, q))
      return *growth;
  return NoGrowth{};
}

} // namespace redistc::sema
