//===- Stripes.cpp - Copies by way of stripes -----------------------------===//
//
// Stripes lie as the target does, but that one dimension is dealt further: what
// a coordinate has of it is dealt to as many as there are copies. So a rank has
// its stripe already when values are passed on.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Layout/Stripes.h"

#include <algorithm>

using namespace redist::schedule;

namespace {

/// A dimension of the target that is dealt further, and where coordinate t of
/// it lies: stripe `stripeOf(t)` of coordinate `coordinateOf(t)`.
struct DealtDimension {
  DimensionLayout layout;
  std::int64_t ranks, stripes; ///< as it was, and of each of these
  bool isOuter;                ///< t counts coordinates first

  std::int64_t coordinateOf(std::int64_t t) const {
    return isOuter ? t % ranks : t / stripes;
  }
  std::int64_t stripeOf(std::int64_t t) const {
    return isOuter ? t / ranks : t % stripes;
  }
};

} // namespace

static std::int64_t blockOf(std::int64_t length, std::int64_t ranks) {
  return std::max<std::int64_t>(1, (length + ranks - 1) / ranks);
}

/// How the elements of the section lie in the target, as far as that is the
/// layout of a whole array; else blocks.
static DimensionLayout baseOf(const Axis &axis) {
  DimensionLayout base = axis.target;
  if (axis.targetLower != 0 || axis.targetStride != 1 || base.shift != 0)
    return {base.ranks, blockOf(*axis.length, base.ranks), {}};
  base.before = base.after = 0;
  return base;
}

static DealtDimension dealt(const DimensionLayout &base, std::int64_t length,
                            std::int64_t stripes) {
  const std::int64_t ranks = base.ranks;
  const std::int64_t all = ranks * stripes;
  if (ranks == 1)
    return {{all, blockOf(length, all), {}}, 1, stripes, false};
  const bool isDealtOnce =
      !base.isCyclic() || base.block >= blockOf(length, ranks);
  if (!isDealtOnce && base.block % stripes == 0)
    return {{all, base.block / stripes, {}}, ranks, stripes, false};
  if (!isDealtOnce)
    return {{all, base.block, {}}, ranks, stripes, true};
  DimensionLayout made{all, 1, {}};
  for (std::int64_t t = 0; t < all; ++t) {
    const std::int64_t part = base.localExtent(length, t / stripes);
    made.sizes.push_back(part / stripes + (t % stripes < part % stripes));
  }
  return {made, ranks, stripes, false};
}

/// The outermost dimension that has an element for each stripe, so that runs
/// stay long; else the one that has most.
static std::size_t dimensionToDeal(const Assignment &dimensions,
                                   const std::vector<DimensionLayout> &bases,
                                   std::int64_t stripes) {
  std::size_t best = 0;
  std::int64_t most = -1;
  for (std::size_t k = 0; k < bases.size(); ++k) {
    const std::int64_t length = *dimensions.axes[k].length;
    const std::int64_t local =
        bases[k].ranks == 1 ? length : bases[k].localExtent(length, 0);
    if (local >= stripes)
      return k;
    if (local > most) {
      most = local;
      best = k;
    }
  }
  return best;
}

/// By position of the stripes' grid.
static std::vector<std::int64_t>
targetPositions(const Assignment &spreading, std::size_t dealtDimension,
                const DealtDimension &further) {
  const std::vector<std::int64_t> sources = spreading.sourceRankStrides();
  const std::vector<std::int64_t> targets = spreading.targetRankStrides();
  std::vector<std::int64_t> positions(
      static_cast<std::size_t>(spreading.sourceRanks()));
  for (std::size_t i = 0; i < positions.size(); ++i) {
    std::int64_t position = 0, stripe = 0;
    std::size_t dimension = 0;
    for (std::size_t k = 0; k < spreading.dimensions(); ++k) {
      const Axis &axis = spreading.axes[k];
      if (!axis.isDimension())
        continue;
      std::int64_t t =
          static_cast<std::int64_t>(i) / sources[k] % axis.source.ranks;
      if (dimension++ == dealtDimension) {
        stripe = further.stripeOf(t);
        t = further.coordinateOf(t);
      }
      position += t * targets[k];
    }
    for (std::size_t k = spreading.dimensions(); k-- > 0;) {
      const Axis &axis = spreading.axes[k];
      if (axis.isDimension())
        continue;
      position += stripe % axis.target.ranks * targets[k];
      stripe /= axis.target.ranks;
    }
    positions[i] = position;
  }
  return positions;
}

static std::int64_t ranksOf(const std::vector<Holders> &holders) {
  std::int64_t ranks = 1;
  for (const Holders &one : holders)
    ranks *= one.ranks;
  return ranks;
}

/// So few ranks have the elements that they would send for longer than the
/// others receive. Any owners are not dealt further.
static bool areFewSources(const Assignment &dimensions,
                          const std::vector<Holders> &source,
                          const std::vector<Holders> &target) {
  std::int64_t sources = ranksOf(source), targets = ranksOf(target);
  for (const Axis &axis : dimensions.axes) {
    if (axis.shares || axis.source.isMapped() || axis.target.isMapped())
      return false;
    sources *= axis.source.ranks;
    targets *= axis.target.ranks;
  }
  return sources <= targets / 2;
}

std::optional<Stripes>
redist::schedule::stripesOf(const Assignment &dimensions,
                            const std::vector<Holders> &source,
                            const std::vector<Holders> &target) {
  const bool areParts = std::ranges::any_of(
      source, [](const Holders &one) { return one.areParts && one.ranks > 1; });
  const std::int64_t copies = ranksOf(target);
  const bool hasElements =
      std::ranges::all_of(dimensions.axes, [](const Axis &axis) {
        return axis.length && *axis.length > 0;
      });
  if (copies == 1 || !hasElements ||
      !(areParts || areFewSources(dimensions, source, target)))
    return std::nullopt;
  std::vector<DimensionLayout> bases;
  for (const Axis &axis : dimensions.axes)
    bases.push_back(baseOf(axis));
  const std::size_t d = dimensionToDeal(dimensions, bases, copies);
  const DealtDimension further =
      dealt(bases[d], *dimensions.axes[d].length, copies);
  bases[d] = further.layout;
  Assignment first = dimensions, second;
  first.sharing = {};
  for (std::size_t k = 0; k < bases.size(); ++k) {
    Axis &to = first.axes[k];
    second.axes.push_back({bases[k], to.target, to.length, 0, 1, to.targetLower,
                           to.targetStride});
    // Stripes have the dimensions that either side lacks.
    if (to.role == AxisRole::OfSource)
      std::swap(to.role, second.axes.back().role);
    to.target = bases[k];
    to.targetLower = 0;
    to.targetStride = 1;
  }
  Stripes made{
      withHolders(first, source, {}), withHolders(second, {}, target), {}};
  made.targetOf = targetPositions(made.spreading, d, further);
  return made;
}
