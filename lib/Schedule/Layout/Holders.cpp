//===- Holders.cpp - Copies as axes of an assignment ----------------------===//
//
// docs/design/0014-copies-as-axes.md. A rank that holds a copy is a coordinate
// along an axis of its own, with one position for each copy that is wanted:
// schedules, bounds and verify see positions, and need not know why.
//
//   (block on 2, copies 2) -> (block on 4, copies 3)
//   axis 0: block on 2 -> block on 4; axis 1: CYCLIC(1) on 2 -> on 3, length 3
//   target copies 0 and 2 take from source copy 0, target copy 1 from copy 1
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Layout/Assignment.h"

#include <algorithm>

using namespace redist::schedule;

namespace {

/// One side's dimensions and holders in the order of its grid.
struct SideOrder {
  std::vector<std::int32_t> dimensions, holders; ///< the place of each

  SideOrder(std::size_t count, const std::vector<Holders> &given) {
    std::int32_t next = 0;
    std::size_t i = 0;
    for (std::size_t k = 0; k <= count; ++k) {
      for (; i < given.size() && given[i].dimension <= k; ++i)
        holders.push_back(next++);
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

Assignment redist::schedule::withHolders(const Assignment &dimensions,
                                         const std::vector<Holders> &ofSource,
                                         const std::vector<Holders> &ofTarget) {
  const std::vector<Holders> source = several(ofSource);
  const std::vector<Holders> target = several(ofTarget);
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
      const bool isPaired = next < source.size();
      made.axes.push_back(
          copiesAxis(isPaired ? source[next].ranks : 1, target[next].ranks));
      made.sourceDimension.push_back(isPaired ? places.holders[next]
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
  for (std::size_t i = target.size(); i < source.size(); ++i) {
    made.axes.push_back(copiesAxis(source[i].ranks, 1));
    made.sourceDimension.push_back(places.holders[i]);
  }
  return made;
}

bool redist::schedule::holdersMeet(const Assignment &assignment, std::int64_t p,
                                   std::int64_t q) {
  const auto isCopies = [](const Axis &axis) { return !axis.isDimension(); };
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
