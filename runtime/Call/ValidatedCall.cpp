//===- ValidatedCall.cpp - A call whose numbers make sense ----------------===//
#include "Call/ValidatedCall.h"

#include "Plan/PlanShape.h"

#include "redistSchedule/Relabel/Relabel.h"

#include <algorithm>
#include <numeric>

namespace redist::runtime {

using schedule::DimensionLayout;

//===----------------------------------------------------------------------===//
// The assignment
//===----------------------------------------------------------------------===//

static schedule::Assignment assignmentOf(const Call &call,
                                         const ResolvedSide &source,
                                         const ResolvedSide &target) {
  schedule::Assignment made;
  bool isIdentity = true;
  for (std::size_t k = 0; k < call.dimensions; ++k) {
    const auto d = static_cast<std::size_t>(call.permutation[k]);
    isIdentity &= d == k;
    const section &from = call.source.sections[d];
    const section &to = call.target.sections[k];
    schedule::Axis axis{source.dimensions[d], target.dimensions[k],
                        from.length};
    if (!from.is_whole && from.length > 0) {
      axis.sourceLower = from.lower;
      axis.sourceStride = from.stride;
    }
    if (!to.is_whole && to.length > 0) {
      axis.targetLower = to.lower;
      axis.targetStride = to.stride;
    }
    made.axes.push_back(std::move(axis));
  }
  if (!isIdentity)
    for (std::size_t k = 0; k < call.dimensions; ++k)
      made.sourceDimension.push_back(call.permutation[k]);
  made = withHolders(made, source.holders, target.holders);
  if (made.dimensions() > max_dimensions)
    throw error("an array of " + std::to_string(call.dimensions) +
                " dimensions has too many copies: together they may be " +
                std::to_string(max_dimensions));
  return made;
}

/// Processes that are in both grids; by a shift where one describes them.
static schedule::RankSharing sharingOf(const GridPlacement &source,
                                       std::int64_t sourceRanks,
                                       const GridPlacement &target,
                                       std::int64_t targetRanks, int size) {
  std::vector<std::int64_t> positionOf(static_cast<std::size_t>(size), -1);
  for (std::int64_t p = 0; p < sourceRanks; ++p)
    positionOf[static_cast<std::size_t>(source.rank(p))] = p;
  schedule::RankSharing made;
  made.kind = schedule::RankSharing::Kind::Map;
  std::optional<std::int64_t> shift;
  for (std::int64_t q = 0; q < targetRanks; ++q) {
    const std::int64_t p = positionOf[static_cast<std::size_t>(target.rank(q))];
    made.map.push_back(p);
    if (p >= 0 && !shift)
      shift = p - q;
  }
  if (!shift)
    return {};
  const schedule::RankSharing shifted{
      schedule::RankSharing::Kind::Shift, *shift, {}};
  for (std::int64_t q = 0; q < targetRanks; ++q)
    if (shifted.sourceOf(q, sourceRanks) !=
        made.map[static_cast<std::size_t>(q)])
      return made;
  return shifted;
}

/// Gives the target processes the positions that keep the most data in place.
static void applyRelabelling(PlanParameters &parameters) {
  schedule::Assignment &assignment = parameters.assignment;
  const schedule::Relabelling found = schedule::relabel(assignment);
  GridPlacement moved{0, std::vector<int>(found.positionOf.size())};
  for (std::size_t i = 0; i < found.positionOf.size(); ++i)
    moved.rankOf[static_cast<std::size_t>(found.positionOf[i])] =
        parameters.target.rank(static_cast<std::int64_t>(i));
  const bool isIdentity =
      std::is_sorted(found.positionOf.begin(), found.positionOf.end());
  if (isIdentity)
    return;
  parameters.target = std::move(moved);
  assignment.sharing =
      sharingOf(parameters.source, assignment.sourceRanks(), parameters.target,
                assignment.targetRanks(), parameters.rankCount);
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

/// -1 where `rank` has none.
static std::int64_t positionOf(const GridPlacement &placement,
                               std::int64_t positions, int rank) {
  if (placement.rankOf.empty()) {
    const std::int64_t position = rank - placement.firstRank;
    return position >= 0 && position < positions ? position : -1;
  }
  const auto found =
      std::find(placement.rankOf.begin(), placement.rankOf.end(), rank);
  return found == placement.rankOf.end() ? -1
                                         : found - placement.rankOf.begin();
}

/// Local extents of a side; none outside the grid.
static std::vector<std::int64_t>
localExtents(const CallSide &side, const ResolvedSide &layouts, int rank) {
  const std::int64_t position =
      positionOf(layouts.placement, layouts.positions(), rank);
  if (position < 0)
    return {};
  const std::vector<std::int64_t> coordinates = layouts.coordinatesOf(position);
  std::vector<std::int64_t> extents(layouts.dimensions.size());
  for (std::size_t k = 0; k < extents.size(); ++k) {
    const DimensionLayout &one = layouts.dimensions[k];
    // The rest of a dimension of one rank lies there, too.
    extents[k] = one.isCyclic() && one.ranks == 1
                     ? knownExtent(side, k)
                     : one.localExtent(knownExtent(side, k), coordinates[k]);
  }
  return extents;
}

/// One past the last place of the storage that the side may use.
static std::int64_t elementsNeeded(const Call &call, const CallSide &side,
                                   const std::vector<std::int64_t> &extents) {
  if (extents.empty() || call.isEmpty() ||
      std::count(extents.begin(), extents.end(), 0) > 0)
    return 0;
  if (!side.hasStrides)
    return std::accumulate(extents.begin(), extents.end(), std::int64_t{1},
                           std::multiplies<>());
  std::int64_t last = 0;
  for (std::size_t k = 0; k < extents.size(); ++k)
    last += (extents[k] - 1) * side.strides[k];
  return last + 1;
}

static std::vector<std::int64_t>
denseStrides(const std::vector<std::int64_t> &extents, storage_order order) {
  std::vector<std::int64_t> strides(extents.size(), 1);
  std::int64_t next = 1;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const std::size_t k =
        order == storage_order::column ? i : extents.size() - 1 - i;
    strides[k] = next;
    next *= extents[k];
  }
  return strides;
}

/// Numbers of the dimensions of a side, and `ofCopies` in the places of its
/// copies.
template <typename All>
static std::vector<std::int64_t>
withCopies(const All &numbers, const schedule::Assignment &assignment,
           bool ofSource, std::int64_t ofCopies) {
  std::vector<std::int64_t> made(assignment.dimensions(), 0);
  for (std::size_t k = 0; k < made.size(); ++k)
    if (!assignment.axes[k].isDimension())
      made[ofSource ? sourceDimensionOf(assignment, k) : k] = 1;
  std::size_t next = 0;
  for (std::int64_t &one : made)
    one = one == 1 ? ofCopies : numbers[next++];
  return made;
}

bool needsExtents(const Call &call, const CallSide &side) {
  if (side.hasStrides || call.isEmpty())
    return false;
  for (std::size_t k = 0; k < call.dimensions; ++k)
    if (side.extents[k] < 0 && !call.isOutermost(side, k))
      return true;
  return false;
}

ValidatedCall check(const Call &call, int rank, int size) {
  checkSections(call);
  checkSize(call, call.source);
  checkSize(call, call.target);
  const ResolvedSide source = resolve(
      "from", call, call.source, call.source.given, call.source.ranks, size);
  ResolvedSide target = resolve("to", call, call.target, call.target.given,
                                call.target.ranks, size);
  ValidatedCall made;
  PlanParameters &parameters = made.parameters;
  parameters.assignment = assignmentOf(call, source, target);
  if (const auto wrong = schedule::check(parameters.assignment))
    throw error(wrong->message);
  parameters.source = source.placement;
  parameters.target = target.placement;
  parameters.rank = rank;
  parameters.rankCount = size;
  const std::int64_t positions = parameters.assignment.targetRanks();
  parameters.assignment.sharing =
      sharingOf(parameters.source, parameters.assignment.sourceRanks(),
                parameters.target, positions, size);
  if (call.relabels) {
    applyRelabelling(parameters);
    target.placement = parameters.target;
  }
  made.targetPosition =
      static_cast<int>(positionOf(parameters.target, positions, rank));
  const schedule::Assignment &assignment = parameters.assignment;
  parameters.sourceExtents =
      withCopies(call.source.extents, assignment, true, 1);
  parameters.targetExtents =
      withCopies(call.target.extents, assignment, false, 1);
  parameters.combines = call.combines;
  parameters.columnMajor = call.source.order == storage_order::column;
  for (const detail::object_entry &entry : call.entries())
    parameters.elementSizes.push_back(
        static_cast<std::int64_t>(entry.element_size));

  made.sourceLocal = localExtents(call.source, source, rank);
  made.targetLocal = localExtents(call.target, target, rank);
  made.sourceElements = elementsNeeded(call, call.source, made.sourceLocal);
  made.targetElements = elementsNeeded(call, call.target, made.targetLocal);
  if (call.source.hasStrides)
    parameters.sourceStrides =
        withCopies(call.source.strides, assignment, true, 0);
  if (call.target.hasStrides)
    parameters.targetStrides =
        withCopies(call.target.strides, assignment, false, 0);
  else if (call.target.order != call.source.order && !made.targetLocal.empty())
    parameters.targetStrides =
        withCopies(denseStrides(made.targetLocal, call.target.order),
                   assignment, false, 0);
  made.coversTarget = !call.target.hasStrides;
  for (std::size_t k = 0; k < call.dimensions; ++k)
    made.coversTarget &= call.target.sections[k].is_whole;
  return made;
}

} // namespace redist::runtime
