//===- Holders.cpp - Copies and parts as axes of an assignment ------------===//
//
// docs/design/0014-copies-as-axes.md. A rank that holds a copy is a coordinate
// along an axis of its own, with one position for each copy that is wanted:
// schedules, bounds and verify see positions, and need not know why.
//
//   (block on 2, copies 2) -> (block on 4, copies 3)
//   axis 0: block on 2 -> block on 4; axis 1: CYCLIC(1) on 2 -> on 3, length 3
//   target copies 0 and 2 take from source copy 0, target copy 1 from copy 1
//
// Copies of the source that no copies of the target are beside share the
// sending along a dimension that the source leaves undistributed: each copy
// gives what the target deals to the coordinate of its number.
//
//   (* on copies 4) -> (block on 4): every rank has its part, nothing travels
//
// docs/design/0015-parts-in-order.md. So is a rank that holds a part of the
// elements' values, but that each target takes from all of them.
//
//   (block on 2, parts 3) -> (block on 4)
//   axis 0: block on 2 -> block on 4; axis 1: CYCLIC(1) on 3 -> 1, length 3
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Layout/Assignment.h"

#include "Support/Arithmetic.h"

#include <algorithm>
#include <optional>
#include <utility>

using namespace redist::schedule;

namespace {

/// A holder, and the place of its axis in the order of its grid.
struct PlacedHolders {
  std::int64_t ranks;
  std::int32_t place;
};

/// One side's dimensions and holders in the order of its grid.
struct SideOrder {
  std::vector<std::int32_t> dimensions; ///< the place of each
  std::vector<PlacedHolders> copies, parts;

  SideOrder(std::size_t count, const std::vector<Holders> &given) {
    std::int32_t next = 0;
    std::size_t i = 0;
    for (std::size_t k = 0; k <= count; ++k) {
      for (; i < given.size() && given[i].dimension <= k; ++i)
        (given[i].areParts ? parts : copies)
            .push_back({given[i].ranks, next++});
      if (k < count)
        dimensions.push_back(next++);
    }
  }
};

} // namespace

/// One rank that holds a copy is no axis.
static std::vector<Holders> several(std::vector<Holders> all) {
  std::erase_if(all, [](const Holders &one) { return one.ranks == 1; });
  return all;
}

static Axis copiesAxis(std::int64_t sources, std::int64_t targets) {
  Axis axis{{sources, 1, {}}, {targets, 1, {}}, targets};
  axis.role = AxisRole::Copies;
  return axis;
}

static Axis partsAxis(std::int64_t sources) {
  Axis axis{{sources, 1, {}}, {1, 1, {}}, sources};
  axis.role = AxisRole::Parts;
  return axis;
}

/// How `copies` of the source deal what they give along an axis: as the target
/// does, element by element, as far as their numbers go together. None: they
/// cannot.
static std::optional<DimensionLayout> dealtAs(const Axis &axis,
                                              std::int64_t copies) {
  const DimensionLayout &target = axis.target;
  if (!axis.isDimension() || axis.sourceIsWhole || axis.shares ||
      axis.source.ranks > 1 || target.ranks == 1 || target.hasHalo() ||
      axis.sourceStride != axis.targetStride)
    return std::nullopt;
  const std::int64_t distance =
      axis.targetLower - axis.sourceLower + target.shift;
  DimensionLayout made = target;
  if (target.isCyclic()) {
    made.ranks = copies % target.ranks == 0 ? target.ranks : copies;
    if (Int128{made.ranks} * made.block >= sizeLimit)
      return std::nullopt;
    made.shift = modulo(distance, made.ranks * made.block);
    return made;
  }
  if (copies % target.ranks != 0 || distance < 0)
    return std::nullopt;
  made.shift = distance;
  return made;
}

/// Whether no extent of the grid stands between holders and a dimension of the
/// source: one can take the place of the other.
static bool areBeside(const std::vector<std::int64_t> &ranks,
                      const std::vector<Holders> &holders, std::size_t number,
                      std::size_t dimension) {
  const std::size_t here = holders[number].dimension;
  const auto isOne = [](std::int64_t one) { return one == 1; };
  const auto at = [&](std::size_t k) {
    return ranks.begin() + static_cast<std::ptrdiff_t>(k);
  };
  if (here <= dimension)
    return std::all_of(at(here), at(dimension), isOne) &&
           (number + 1 == holders.size() ||
            holders[number + 1].dimension > dimension);
  return std::all_of(at(dimension + 1), at(here), isOne) &&
         (number == 0 || holders[number - 1].dimension <= dimension);
}

/// Lets one of the source's holders share a dimension, if there is one: that
/// whose number of ranks suits best, of these the innermost. What is left of
/// the holders stands outside it, beside the next one. Whether there was one.
static bool share(Assignment &assignment, std::vector<Holders> &holders,
                  std::size_t number) {
  std::vector<std::int64_t> ranks(assignment.dimensions());
  for (std::size_t k = 0; k < ranks.size(); ++k)
    ranks[assignment.sourceDimensionOf(k)] = assignment.axes[k].source.ranks;
  const std::int64_t copies = holders[number].ranks;
  std::optional<std::size_t> best;
  const auto fits = [&](std::size_t k) {
    const std::int64_t wanted = assignment.axes[k].target.ranks;
    const int suits = copies % wanted == 0 ? 2 : wanted % copies == 0 ? 1 : 0;
    return std::pair(suits, assignment.sourceDimensionOf(k));
  };
  for (std::size_t k = 0; k < ranks.size(); ++k)
    if (areBeside(ranks, holders, number, assignment.sourceDimensionOf(k)) &&
        dealtAs(assignment.axes[k], copies) && (!best || fits(k) > fits(*best)))
      best = k;
  if (!best)
    return false;
  Axis &axis = assignment.axes[*best];
  axis.source = *dealtAs(axis, copies);
  axis.sourceIsWhole = true;
  holders[number].ranks = copies / axis.source.ranks;
  holders[number].dimension = assignment.sourceDimensionOf(*best);
  return true;
}

Assignment redist::schedule::withHolders(Assignment dimensions,
                                         const std::vector<Holders> &ofSource,
                                         const std::vector<Holders> &ofTarget) {
  std::vector<Holders> source = several(ofSource);
  const std::vector<Holders> target = several(ofTarget);
  std::size_t copies = 0;
  for (std::size_t i = 0; i < source.size(); ++i)
    if (!source[i].areParts && copies++ >= target.size())
      while (source[i].ranks > 1 && share(dimensions, source, i)) {
      }
  source = several(std::move(source));
  if (source.empty() && target.empty())
    return dimensions;
  const std::size_t count = dimensions.dimensions();
  const SideOrder places(count, source);
  auto beyond = static_cast<std::int32_t>(count + source.size());
  Assignment made;
  made.sharing = dimensions.sharing;
  std::size_t next = 0; // of the target's holders
  const auto addCopies = [&](std::size_t before) {
    for (; next < target.size() && target[next].dimension <= before; ++next) {
      const bool isPaired = next < places.copies.size();
      made.axes.push_back(copiesAxis(isPaired ? places.copies[next].ranks : 1,
                                     target[next].ranks));
      made.sourceDimension.push_back(isPaired ? places.copies[next].place
                                              : beyond++);
    }
  };
  for (std::size_t k = 0; k < count; ++k) {
    addCopies(k);
    made.axes.push_back(dimensions.axes[k]);
    made.sourceDimension.push_back(
        places.dimensions[dimensions.sourceDimensionOf(k)]);
  }
  addCopies(count);
  for (std::size_t i = target.size(); i < places.copies.size(); ++i) {
    made.axes.push_back(copiesAxis(places.copies[i].ranks, 1));
    made.sourceDimension.push_back(places.copies[i].place);
  }
  for (const PlacedHolders &one : places.parts) {
    made.axes.push_back(partsAxis(one.ranks));
    made.sourceDimension.push_back(one.place);
  }
  return made;
}

bool redist::schedule::holdersMeet(const Assignment &assignment, std::int64_t p,
                                   std::int64_t q) {
  const auto isCopies = [](const Axis &axis) {
    return axis.role == AxisRole::Copies;
  };
  if (std::none_of(assignment.axes.begin(), assignment.axes.end(), isCopies))
    return true;
  const std::vector<std::int64_t> sources = assignment.sourceRankStrides();
  const std::vector<std::int64_t> targets = assignment.targetRankStrides();
  for (std::size_t k = 0; k < assignment.dimensions(); ++k) {
    const Axis &axis = assignment.axes[k];
    if (!isCopies(axis))
      continue;
    const std::int64_t wanted = q / targets[k] % axis.target.ranks;
    if (p / sources[k] % axis.source.ranks != wanted % axis.source.ranks)
      return false;
  }
  return true;
}

bool redist::schedule::hasParts(const Assignment &assignment) {
  return std::ranges::any_of(assignment.axes, [](const Axis &axis) {
    return axis.role == AxisRole::Parts;
  });
}
