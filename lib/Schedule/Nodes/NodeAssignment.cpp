//===- NodeAssignment.cpp - Assignment between nodes ----------------------===//
//
// docs/SchedulingMath.md, "Nodes", has the proof. Ranks are numbered row-major
// over a grid. Slots of h divide rank numbers by h: that takes up the last
// dimensions of the grid, as long as their extents divide what is left of h,
// and then divides the coordinates of one more. Round robin over n nodes takes
// the remainder by n: it keeps the last dimensions, the remainder of one more
// coordinate, and nothing of those before.
//
//   grid 2 x 6, slots of 3:  2 x 2, CYCLIC(k) of the last dimension: CYCLIC(3k)
//   grid 2 x 6, 12 = 6 * 2:  one node
//   grid 4 x 6, n = 12:      2 x 6, CYCLIC(k) of the first dimension stays so
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Nodes/NodeTraffic.h"

#include "redistSchedule/Intersection/CommunicationGrid.h"

#include "Layout/Shifts.h"
#include "Support/Arithmetic.h"

#include <algorithm>
#include <utility>

using namespace redist::schedule;

namespace {

/// One dimension of a side, and the first index that no element has.
struct Dimension {
  DimensionLayout layout;
  std::optional<std::int64_t> end;

  /// Every coordinate has one block at most, so that block numbers are
  /// coordinates.
  bool isBlock() const {
    return layout.isCyclic() && end &&
           Int128{layout.ranks} * layout.block >= *end;
  }
};

using Dimensions = std::vector<Dimension>;

} // namespace

/// Coordinates [i * factor, (i + 1) * factor) become coordinate i.
static std::optional<DimensionLayout> inGroups(const Dimension &dimension,
                                               std::int64_t factor) {
  const DimensionLayout &layout = dimension.layout;
  const std::int64_t groups = ceilDivide(layout.ranks, factor);
  DimensionLayout result = {groups, 1, {}};
  if (!layout.isCyclic()) {
    result.sizes.assign(static_cast<std::size_t>(groups), 0);
    for (std::int64_t i = 0; i < layout.ranks; ++i)
      result.sizes[static_cast<std::size_t>(i / factor)] +=
          layout.sizes[static_cast<std::size_t>(i)];
    return result;
  }
  if ((layout.ranks % factor != 0 && !dimension.isBlock()) ||
      !productFits(layout.block, factor))
    return std::nullopt;
  result.block = layout.block * factor;
  return result;
}

/// Coordinate c becomes c mod factor.
static std::optional<DimensionLayout> inTurn(const Dimension &dimension,
                                             std::int64_t factor) {
  const DimensionLayout &layout = dimension.layout;
  if (factor == layout.ranks)
    return layout;
  if (!layout.isCyclic() ||
      (layout.ranks % factor != 0 && !dimension.isBlock()))
    return std::nullopt;
  return DimensionLayout{factor, layout.block, {}};
}

static const DimensionLayout undistributed = {1, 1, {}};

/// No dimension before this one has several ranks.
static bool isFirst(const Dimensions &dimensions, std::size_t k) {
  return std::all_of(
      dimensions.begin(), dimensions.begin() + static_cast<std::ptrdiff_t>(k),
      [](const Dimension &one) { return one.layout.ranks == 1; });
}

using Layouts = std::optional<std::vector<DimensionLayout>>;

/// Rank numbers divided by `count` (slots), or modulo `count` (in turn). The
/// last dimensions, whose extents divide what is left of `count`, go in whole:
/// in turn they stay, in slots they are gone. One more dimension is divided.
/// Those before it stay in slots, and are gone in turn.
static Layouts byRule(const Dimensions &dimensions, std::int64_t count,
                      bool isInTurn) {
  std::vector<DimensionLayout> result(dimensions.size(), undistributed);
  for (std::size_t k = dimensions.size();
       k-- > 0 && !(isInTurn && count == 1);) {
    const std::int64_t extent = dimensions[k].layout.ranks;
    if (count % extent == 0) {
      if (isInTurn)
        result[k] = dimensions[k].layout;
      count /= extent;
      continue;
    }
    if (extent % count != 0 && !isFirst(dimensions, k))
      return std::nullopt;
    const auto own = isInTurn ? inTurn(dimensions[k], count)
                              : inGroups(dimensions[k], count);
    if (!own)
      return std::nullopt;
    result[k] = *own;
    count = 1;
  }
  return result;
}

/// Nodes of different numbers of neighbours, of one dimension: the indices of a
/// node are an interval, if those of a rank are.
static Layouts byIntervals(const Dimensions &dimensions,
                           const NodePlacement &placement) {
  const auto several = [](const Dimension &one) {
    return one.layout.ranks > 1;
  };
  if (!placement.hasIntervals() ||
      std::ranges::count_if(dimensions, several) != 1)
    return std::nullopt;
  const auto k = static_cast<std::size_t>(
      std::ranges::find_if(dimensions, several) - dimensions.begin());
  const DimensionLayout &layout = dimensions[k].layout;
  if (layout.isCyclic() && !dimensions[k].isBlock())
    return std::nullopt;
  DimensionLayout own = {placement.nodes(), 1, {}};
  own.sizes.assign(static_cast<std::size_t>(placement.nodes()), 0);
  for (std::int64_t rank = 0; rank < layout.ranks; ++rank)
    own.sizes[static_cast<std::size_t>(placement.nodeOf(rank))] +=
        layout.isCyclic() ? layout.block
                          : layout.sizes[static_cast<std::size_t>(rank)];
  std::vector<DimensionLayout> result(dimensions.size(), undistributed);
  result[k] = own;
  return result;
}

static Layouts nodeLayouts(const Dimensions &dimensions,
                           const NodePlacement &placement) {
  if (placement.nodes() == 1)
    return std::vector<DimensionLayout>(dimensions.size(), undistributed);
  if (placement.kind() == NodePlacement::Kind::RoundRobin)
    return byRule(dimensions, placement.nodes(), true);
  if (placement.kind() == NodePlacement::Kind::Slots && placement.first() == 0)
    return byRule(dimensions, placement.ranksPerNode(), false);
  return byIntervals(dimensions, placement);
}

static std::optional<std::int64_t> endOf(std::int64_t lower,
                                         std::int64_t stride,
                                         std::optional<std::int64_t> length) {
  if (!length)
    return std::nullopt;
  return *length == 0 ? 0 : std::max(lower, lower + stride * (*length - 1)) + 1;
}

std::optional<Assignment>
redist::schedule::nodeAssignment(const PlacedAssignment &placed) {
  Assignment result = placed.assignment;
  for (Axis &axis : result.axes)
    axis = withoutShifts(std::move(axis));
  Dimensions from(result.dimensions()), to(result.dimensions());
  for (std::size_t k = 0; k < result.dimensions(); ++k) {
    const Axis &axis = result.axes[k];
    // What two ranks of a node receive counts twice; lists are of ranks.
    if (axis.target.hasHalo() || axis.shares)
      return std::nullopt;
    from[result.sourceDimensionOf(k)] = {
        axis.source, endOf(axis.sourceLower, axis.sourceStride, axis.length)};
    to[k] = {axis.target,
             endOf(axis.targetLower, axis.targetStride, axis.length)};
  }
  const Layouts sources = nodeLayouts(from, placed.source),
                targets = nodeLayouts(to, placed.target);
  if (!sources || !targets)
    return std::nullopt;
  for (std::size_t k = 0; k < result.dimensions(); ++k) {
    result.axes[k].source = (*sources)[result.sourceDimensionOf(k)];
    result.axes[k].target = (*targets)[k];
  }
  result.sharing = placed.nodes;
  return check(result) ? std::nullopt : std::optional(std::move(result));
}

Result<PlacedAssignment>
redist::schedule::withLengths(PlacedAssignment placed) {
  for (Axis &axis : placed.assignment.axes) {
    if (axis.length)
      continue;
    const Result<CommunicationGrid> grid =
        CommunicationGrid::make({axis.source.cyclic(), axis.target.cyclic()});
    if (!grid)
      return grid.error();
    if (!grid->superblock())
      return Error{ErrorKind::TooLarge,
                   "the array is too large: it must have fewer than 2^62 "
                   "elements"};
    axis.length = *grid->superblock();
  }
  if (const std::optional<Error> error = check(placed.assignment))
    return *error;
  return placed;
}
