//===- ValidatedCall.cpp - Validated call of a redistribution -------------===//
#include "Call/ValidatedCall.h"

#include "Call/SameLayout.h"
#include "Plan/PlanShape.h"

#include "redistSchedule/Layout/Stripes.h"
#include "redistSchedule/Relabel/Relabel.h"

#include <algorithm>
#include <numeric>

namespace redist::runtime {

using schedule::DimensionLayout;

//===----------------------------------------------------------------------===//
// The assignment
//===----------------------------------------------------------------------===//

static void takeFrom(const CallSide &side, const ResolvedSide &layouts,
                     std::size_t d, schedule::Axis &axis) {
  const section &from = side.sections[d];
  axis.source = layouts.dimensions[d];
  axis.length = from.length;
  if (from.is_whole || from.length == 0)
    return;
  axis.sourceLower = from.lower;
  axis.sourceStride = from.stride;
}

static void putTo(const CallSide &side, const ResolvedSide &layouts,
                  std::size_t k, schedule::Axis &axis) {
  const section &to = side.sections[k];
  axis.target = layouts.dimensions[k];
  axis.length = to.length;
  if (to.is_whole || to.length == 0)
    return;
  axis.targetLower = to.lower;
  axis.targetStride = to.stride;
}

/// Without copies and parts.
static schedule::Assignment dimensionsOf(const Call &call,
                                         const ResolvedSide &source,
                                         const ResolvedSide &target) {
  std::vector<schedule::Axis> axes;
  std::vector<std::int32_t> sourceOf;
  for (std::size_t k = 0; k < call.target.dimensions; ++k) {
    schedule::Axis &axis = axes.emplace_back();
    putTo(call.target, target, k, axis);
    const int d = sourceOf.emplace_back(call.permutation[k]);
    if (d == lacking)
      axis.role = schedule::AxisRole::OfTarget;
    else
      takeFrom(call.source, source, static_cast<std::size_t>(d), axis);
  }
  for (const std::size_t d : call.lackedByTarget()) {
    sourceOf.push_back(static_cast<std::int32_t>(d));
    schedule::Axis &axis = axes.emplace_back();
    axis.role = schedule::AxisRole::OfSource;
    takeFrom(call.source, source, d, axis);
  }
  schedule::Assignment made = schedule::assignmentOf(axes, sourceOf);
  for (std::size_t k = 0; k < call.listed.size(); ++k)
    if (call.listed[k])
      made.axes[k].shares = call.listed[k]->shares;
  return made;
}

void requireFewAxes(std::size_t count) {
  if (count > max_dimensions)
    throw error("the directive has too many dimensions: those of the "
                "destination, of the object alone, of strides 0, of copies and "
                "of parts together may be " +
                std::to_string(max_dimensions));
}

static schedule::Assignment assignmentOf(const Call &call,
                                         const ResolvedSide &source,
                                         const ResolvedSide &target) {
  schedule::Assignment made = withHolders(dimensionsOf(call, source, target),
                                          source.holders, target.holders);
  requireFewAxes(made.dimensions());
  return made;
}

/// By axis of the assignment, copies included.
static std::vector<std::shared_ptr<const ListedAxis>>
listedAxes(const Call &call, const schedule::Assignment &assignment) {
  std::vector<std::shared_ptr<const ListedAxis>> made;
  if (call.listed.empty())
    return made;
  for (const schedule::Axis &axis : assignment.axes)
    made.push_back(*std::ranges::find_if(call.listed, [&](const auto &one) {
      return !axis.shares || (one && one->shares == axis.shares);
    }));
  return made;
}

/// Processes that are in both grids; by a shift where one describes them.
static schedule::RankSharing sharingOf(const GridPlacement &source,
                                       std::int64_t sourceRanks,
                                       const GridPlacement &target,
                                       std::int64_t targetRanks, int size) {
  if (source.rankOf.empty() && target.rankOf.empty()) {
    const std::int64_t shift = target.firstRank - source.firstRank;
    if (shift <= -targetRanks || shift >= sourceRanks)
      return {};
    return {schedule::RankSharing::Kind::Shift, shift, {}};
  }
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

static schedule::RankNodes nodesOf(const GridPlacement &placement,
                                   std::int64_t ranks,
                                   std::span<const int> nodeOfRank) {
  schedule::RankNodes nodes;
  for (std::int64_t i = 0; i < ranks; ++i)
    nodes.push_back(nodeOfRank[static_cast<std::size_t>(placement.rank(i))]);
  return nodes;
}

/// Gives the target processes the positions that keep the most data in place.
static void applyRelabelling(PlanParameters &parameters,
                             std::span<const int> nodeOfRank) {
  schedule::Assignment &assignment = parameters.assignment;
  const schedule::Relabelling found =
      nodeOfRank.empty()
          ? schedule::relabel(assignment)
          : schedule::relabel(assignment,
                              nodesOf(parameters.source,
                                      assignment.sourceRanks(), nodeOfRank),
                              nodesOf(parameters.target,
                                      assignment.targetRanks(), nodeOfRank));
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

std::int64_t positionOf(const GridPlacement &placement, std::int64_t positions,
                        int rank) {
  if (placement.rankOf.empty()) {
    const std::int64_t position = rank - placement.firstRank;
    return position >= 0 && position < positions ? position : -1;
  }
  const auto found =
      std::find(placement.rankOf.begin(), placement.rankOf.end(), rank);
  return found == placement.rankOf.end() ? -1
                                         : found - placement.rankOf.begin();
}

static std::vector<std::int64_t> first(const Numbers &numbers,
                                       std::size_t count) {
  return {numbers.begin(),
          numbers.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// Extents of a side's storage, room included; none outside the grid.
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
    if (!layouts.room.empty())
      extents[k] = layouts.room[k].around(extents[k]);
  }
  return extents;
}

/// Elements between neighbours in storage without gaps, or whose rows are
/// `lead` apart.
static std::vector<std::int64_t>
stridesOf(const std::vector<std::int64_t> &extents, storage_order order,
          std::optional<std::int64_t> lead) {
  std::vector<std::int64_t> strides(extents.size(), 1);
  std::int64_t next = 1;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const std::size_t k =
        order == storage_order::column ? i : extents.size() - 1 - i;
    strides[k] = next;
    const std::int64_t along = i == 0 && lead ? *lead : extents[k];
    if (__builtin_mul_overflow(next, along, &next) || next >= maxBytes)
      throw error("the storage of this rank is too large to address");
  }
  return strides;
}

/// Gives the side its strides where it has a lead, and checks that.
static void applyLead(const char *clause, std::optional<std::int64_t> lead,
                      const std::vector<std::int64_t> &extents, int rank,
                      CallSide &side) {
  if (!lead)
    return;
  const std::string what = "lead() of " + std::string(clause) + " on rank " +
                           std::to_string(rank) + " of the communicator is " +
                           std::to_string(*lead);
  if (*lead < 0)
    throw error(what + ", which is negative");
  if (extents.empty() || std::count(extents.begin(), extents.end(), 0) > 0)
    return;
  const bool isColumn = side.order == storage_order::column;
  const std::size_t count = extents.size();
  const std::int64_t row = extents[isColumn ? 0 : count - 1];
  const char *const rows = isColumn ? "columns" : "rows";
  const std::int64_t own = side.hasStrides
                               ? side.strides[isColumn ? 1 : count - 2]
                           : side.hasShape ? row
                                           : *lead;
  if (own != *lead)
    throw error(what + ", but the " + rows + " of the object are " +
                std::to_string(own) + " apart");
  if (*lead < row)
    throw error(what + ", but its " + rows + " have " + std::to_string(row) +
                " elements");
  if (side.hasStrides)
    return;
  const auto strides = stridesOf(extents, side.order, lead);
  std::copy(strides.begin(), strides.end(), side.strides.begin());
  side.hasStrides = true;
}

/// One past the last place of the storage that the side may use.
static std::int64_t elementsNeeded(bool isEmpty, const CallSide &side,
                                   const std::vector<std::int64_t> &extents) {
  if (extents.empty() || isEmpty ||
      std::count(extents.begin(), extents.end(), 0) > 0)
    return 0;
  const auto strides = side.hasStrides
                           ? first(side.strides, side.dimensions)
                           : stridesOf(extents, side.order, std::nullopt);
  std::int64_t last = 0;
  for (std::size_t k = 0; k < extents.size(); ++k)
    last += (extents[k] - 1) * strides[k];
  return last + 1;
}

TargetStorage targetStorageOf(const Call &call, int rank, int size) {
  CallSide side = call.target;
  ResolvedSide layouts = resolve("to", side, side.given, size);
  TargetStorage made;
  made.extents = localExtents(side, layouts, rank);
  applyLead("to()", layouts.lead, made.extents, rank - side.group.first, side);
  made.elements = elementsNeeded(call.isEmpty(), side, made.extents);
  if (made.extents.empty())
    return made;
  made.strides = side.hasStrides
                     ? first(side.strides, side.dimensions)
                     : stridesOf(made.extents, side.order, std::nullopt);
  for (std::size_t k = 0; k < layouts.room.size(); ++k)
    made.origin += layouts.room[k].before * made.strides[k];
  layouts.room.clear();
  made.inner = localExtents(side, layouts, rank);
  return made;
}

/// Values of the dimensions of a side, and `ofOthers` in the places of the axes
/// that are no dimensions of it.
template <typename All, typename Value>
static std::vector<Value> byAxis(const All &values,
                                 const schedule::Assignment &assignment,
                                 bool ofSource, Value ofOthers) {
  std::vector<bool> isOwn(assignment.dimensions(), false);
  for (std::size_t k = 0; k < isOwn.size(); ++k)
    isOwn[ofSource ? assignment.sourceDimensionOf(k) : k] =
        ofSource ? assignment.axes[k].hasSource()
                 : assignment.axes[k].hasTarget();
  std::vector<Value> made;
  std::size_t next = 0;
  for (const bool isOne : isOwn)
    made.push_back(isOne ? values[next++] : ofOthers);
  return made;
}

bool needsExtents(const Call &call, const CallSide &side) {
  const bool hasRows = side.given.has_lead && side.dimensions == 2;
  if (side.hasStrides || hasRows || call.isEmpty())
    return false;
  for (std::size_t k = 0; k < side.dimensions; ++k)
    if (side.extents[k] < 0 && !side.isOutermost(k))
      return true;
  return false;
}

void applyHalo(const CallSide &side, ResolvedSide &target) {
  if (side.given.has_halo)
    for (std::size_t k = 0; k < side.dimensions; ++k)
      if (side.isMapped(k) &&
          std::max(side.given.widths[k].before, side.given.widths[k].after) > 0)
        throw error("to(): halo" + inDimension(side, k) +
                    " is not for indirect and listed, whose elements have no "
                    "neighbours: listed may name what others name, too");
  for (std::size_t k = 0; side.given.has_halo && k < side.dimensions; ++k) {
    const width &one = side.given.widths[k];
    DimensionLayout &layout = target.dimensions[k];
    const bool isWidened =
        layout.ranks > 1 && std::max(one.before, one.after) > 0;
    if (isWidened && side.extents[k] < 0 && side.sections[k].length > 0)
      throw error("to(): halo needs the whole extent" + inDimension(side, k) +
                  ", which a section does not tell, unless 'of' does");
    auto made = schedule::withHalo(std::move(layout), knownExtent(side, k),
                                   one.before, one.after);
    if (!made)
      throw error("to(): " + made.error().message);
    layout = *std::move(made);
  }
}

/// Ranks of the stripes' grid, and what that makes of both calls. `parameters`:
/// of the call itself.
static StripedCall stripedCall(const Call &call, const ResolvedSide &source,
                               const ResolvedSide &target,
                               const schedule::Assignment &dimensions,
                               const schedule::Stripes &stripes,
                               const PlanParameters &parameters) {
  StripedCall made{parameters, parameters, 0};
  PlanParameters &first = made.combining, &second = made.spreading;
  first.assignment = stripes.combining;
  second.assignment = stripes.spreading;
  first.target = {};
  for (const std::int64_t position : stripes.targetOf)
    first.target.rankOf.push_back(parameters.target.rank(position));
  second.source = first.target;
  for (PlanParameters *const one : {&first, &second})
    one->assignment.sharing =
        sharingOf(one->source, one->assignment.sourceRanks(), one->target,
                  one->assignment.targetRanks(), parameters.rankCount);
  std::vector<std::int64_t> lengths;
  for (const schedule::Axis &axis : dimensions.axes)
    lengths.push_back(*axis.length);
  constexpr std::int64_t one = 1, none = 0;
  first.sourceExtents =
      byAxis(call.source.extents, first.assignment, true, one);
  first.targetExtents = byAxis(lengths, first.assignment, false, one);
  second.sourceExtents = byAxis(lengths, second.assignment, true, one);
  second.targetExtents =
      byAxis(call.target.extents, second.assignment, false, one);
  first.targetRoom.clear();
  first.targetStrides.clear();
  second.sourceRoom.clear();
  second.sourceStrides.clear();
  if (!source.room.empty())
    first.sourceRoom = byAxis(source.room, first.assignment, true, Margin{});
  if (!target.room.empty())
    second.targetRoom = byAxis(target.room, second.assignment, false, Margin{});
  if (call.source.hasStrides)
    first.sourceStrides =
        byAxis(call.source.strides, first.assignment, true, none);
  if (!parameters.targetStrides.empty())
    second.targetStrides = byAxis(
        call.target.hasStrides
            ? runtime::first(call.target.strides, call.target.dimensions)
            : stridesOf(localExtents(call.target, target, parameters.rank),
                        call.target.order, std::nullopt),
        second.assignment, false, none);
  first.combines = false;
  const std::int64_t position =
      positionOf(first.target, second.assignment.sourceRanks(), first.rank);
  if (position < 0)
    return made;
  made.elements = 1;
  const auto strides = second.assignment.sourceRankStrides();
  for (std::size_t k = 0; k < second.assignment.dimensions(); ++k)
    if (const schedule::Axis &axis = second.assignment.axes[k];
        axis.isDimension())
      made.elements *= axis.source.localExtent(
          *axis.length, position / strides[k] % axis.source.ranks);
  return made;
}

/// Neither deals any owners further, nor goes from one group to another.
static bool mayHaveStripes(const Call &call) {
  return call.hasParts || (!call.hasMaps() && call.source.group.size < 0 &&
                           call.target.group.size < 0);
}

static std::optional<StripedCall>
stripedCall(const Call &call, const ResolvedSide &source,
            const ResolvedSide &target, const PlanParameters &parameters) {
  const schedule::Assignment dimensions = dimensionsOf(call, source, target);
  const std::int64_t bytes =
      std::accumulate(parameters.elementSizes.begin(),
                      parameters.elementSizes.end(), std::int64_t{0});
  if (!mayHaveStripes(call) ||
      dimensions.elements() < schedule::minBytesForStripes / bytes)
    return std::nullopt;
  const auto stripes =
      schedule::stripesOf(dimensions, source.holders, target.holders);
  if (!stripes || schedule::check(stripes->combining) ||
      schedule::check(stripes->spreading))
    return std::nullopt;
  return stripedCall(call, source, target, dimensions, *stripes, parameters);
}

ValidatedCall check(const Call &given, int rank, int size,
                    std::span<const int> nodeOfRank) {
  Call call = given;
  checkSections(call);
  checkSize(call, call.source);
  checkSize(call, call.target);
  const ResolvedSide source =
      resolve("from", call.source, call.source.given, size);
  ResolvedSide target = resolve("to", call.target, call.target.given, size);
  ValidatedCall made;
  PlanParameters &parameters = made.parameters;
  parameters.movesHaloAlone = keepsParts(call, source, target);
  parameters.staysInPlace =
      parameters.movesHaloAlone && source.lead == target.lead;
  applyHalo(call.target, target);
  parameters.assignment = assignmentOf(call, source, target);
  parameters.listed = listedAxes(call, parameters.assignment);
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
  if (call.relabels && call.hasMaps())
    throw error("relabel() is not for indirect and listed, which say "
                "themselves on which rank elements lie");
  if (call.relabels) {
    applyRelabelling(parameters, nodeOfRank);
    target.placement = parameters.target;
  }
  made.targetPosition =
      static_cast<int>(positionOf(parameters.target, positions, rank));
  const schedule::Assignment &assignment = parameters.assignment;
  parameters.sourceExtents =
      byAxis(call.source.extents, assignment, true, std::int64_t{1});
  parameters.targetExtents =
      byAxis(call.target.extents, assignment, false, std::int64_t{1});
  parameters.combines = call.combines;
  parameters.columnMajor = call.source.order == storage_order::column;
  for (const detail::object_entry &entry : call.entries())
    parameters.elementSizes.push_back(
        static_cast<std::int64_t>(entry.element_size));

  made.sourceLocal = localExtents(call.source, source, rank);
  made.targetLocal = localExtents(call.target, target, rank);
  made.leavesGaps = target.lead || !target.room.empty();
  applyLead("from()", source.lead, made.sourceLocal,
            rank - call.source.group.first, call.source);
  applyLead("to()", target.lead, made.targetLocal,
            rank - call.target.group.first, call.target);
  if (!source.room.empty())
    parameters.sourceRoom = byAxis(source.room, assignment, true, Margin{});
  if (!target.room.empty())
    parameters.targetRoom = byAxis(target.room, assignment, false, Margin{});
  made.sourceElements =
      elementsNeeded(call.isEmpty(), call.source, made.sourceLocal);
  made.targetElements =
      elementsNeeded(call.isEmpty(), call.target, made.targetLocal);
  if (call.source.hasStrides)
    parameters.sourceStrides =
        byAxis(call.source.strides, assignment, true, std::int64_t{0});
  if (call.target.hasStrides)
    parameters.targetStrides =
        byAxis(call.target.strides, assignment, false, std::int64_t{0});
  else if (call.target.order != call.source.order && !made.targetLocal.empty())
    parameters.targetStrides =
        byAxis(stridesOf(made.targetLocal, call.target.order, std::nullopt),
               assignment, false, std::int64_t{0});
  made.striped = stripedCall(call, source, target, parameters);
  made.coversTarget = !given.target.hasStrides;
  for (std::size_t k = 0; k < call.target.dimensions; ++k)
    made.coversTarget &= call.target.sections[k].is_whole;
  return made;
}

} // namespace redist::runtime
