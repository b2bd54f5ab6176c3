//===- CheckedCall.cpp - A call whose numbers make sense ------------------===//
#include "CheckedCall.h"

#include "redist/Schedule/Relabel.h"

#include <algorithm>
#include <numeric>

namespace redist::runtime {

using schedule::DimensionLayout;

static constexpr std::int64_t mostBytes = std::int64_t{1} << 62;

static std::string inDimension(const Call &call, std::size_t k) {
  return call.dimensions > 1 ? " of dimension " + std::to_string(k) : "";
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

std::int64_t endOf(const section &one) {
  if (one.length == 0)
    return 0;
  if (one.is_whole)
    return one.length;
  return std::max(one.lower, one.lower + (one.length - 1) * one.stride) + 1;
}

/// Bounds stay far enough within 64 bits to add and multiply by them.
static bool isWithinReach(const section &one) {
  std::int64_t last = 0;
  return one.lower < mostBytes &&
         !__builtin_mul_overflow(one.length - 1, one.stride, &last) &&
         !__builtin_add_overflow(last, one.lower, &last) && last < mostBytes;
}

static void checkSection(const Call &call, const CallSide &side,
                         std::size_t k) {
  const section &one = side.sections[k];
  const std::string where = inDimension(call, k);
  if (one.length < 0)
    throw error((one.is_whole ? "the extent" : "the length of the section") +
                where + " is " + std::to_string(one.length) +
                ", which is negative");
  if (one.is_whole || one.length == 0)
    return;
  if (one.stride == 0)
    throw error("the stride of the section" + where + " is 0");
  if (!isWithinReach(one))
    throw error("the section" + where + " is too large to address");
  const std::int64_t last = one.lower + (one.length - 1) * one.stride;
  const std::int64_t least = std::min(one.lower, last);
  if (least < 0)
    throw error("the section" + where + " has the index " +
                std::to_string(least) + ", which is negative");
  const std::int64_t extent = side.extents[k];
  if (extent >= 0 && endOf(one) > extent)
    throw error("the section" + where + " has the index " +
                std::to_string(endOf(one) - 1) + ", but the extent is " +
                std::to_string(extent));
}

static void checkSections(const Call &call) {
  for (std::size_t k = 0; k < call.dimensions; ++k)
    checkSection(call, call.source, k);
  for (std::size_t k = 0; k < call.dimensions; ++k) {
    checkSection(call, call.target, k);
    const auto from = static_cast<std::size_t>(call.permutation[k]);
    const std::int64_t theirs = call.source.sections[from].length;
    const std::int64_t ours = call.target.sections[k].length;
    if (ours == theirs)
      continue;
    const bool areWhole =
        call.source.sections[from].is_whole && call.target.sections[k].is_whole;
    throw error((areWhole ? "extent " : "length ") + std::to_string(ours) +
                inDimension(call, k) + " of the destination differs from " +
                (areWhole ? "extent " : "length ") + std::to_string(theirs) +
                (call.dimensions > 1 ? inDimension(call, from) : "") +
                " of the object");
  }
  if (!call.inPlace)
    return;
  for (std::size_t k = 0; k < call.dimensions; ++k)
    if (!call.source.sections[k].is_whole)
      throw error("a section needs into(): in place the whole array is "
                  "redistributed");
}

/// Elements along a dimension that are there for certain.
static std::int64_t knownExtent(const CallSide &side, std::size_t k) {
  return side.extents[k] >= 0 ? side.extents[k] : endOf(side.sections[k]);
}

static void checkSize(const Call &call, const CallSide &side) {
  for (const detail::object_entry &entry : call.entries()) {
    std::int64_t bytes = static_cast<std::int64_t>(entry.element_size);
    bool isEmpty = false;
    bool isTooLarge = false;
    for (std::size_t k = 0; k < call.dimensions; ++k) {
      const std::int64_t extent = knownExtent(side, k);
      isEmpty |= extent == 0;
      isTooLarge |=
          __builtin_mul_overflow(bytes, extent, &bytes) || bytes > mostBytes;
    }
    if (isTooLarge && !isEmpty) {
      std::string elements = std::to_string(knownExtent(side, 0));
      for (std::size_t k = 1; k < call.dimensions; ++k)
        elements += " x " + std::to_string(knownExtent(side, k));
      throw error("an array of " + elements +
                  " elements is too large to address");
    }
  }
}

/// Whether two arithmetic progressions have a number in common. Precondition:
/// they lie within 62 bits.
static bool meet(const section &a, const section &b) {
  if (a.length == 0 || b.length == 0)
    return false;
  __extension__ using Wide = __int128;
  struct Ascending {
    Wide first, stride, last;
    explicit Ascending(const section &one)
        : first(one.is_whole ? 0 : one.lower),
          stride(one.is_whole ? 1 : one.stride) {
      last = first + (one.length - 1) * stride;
      if (stride < 0) {
        std::swap(first, last);
        stride = -stride;
      }
    }
  };
  const Ascending x(a), y(b);
  // Solve first + i * stride = y.first (mod y.stride) for the least i >= 0.
  Wide old = x.stride, rest = y.stride, oldFactor = 1, factor = 0;
  while (rest != 0) {
    const Wide quotient = old / rest;
    old = std::exchange(rest, old - quotient * rest);
    oldFactor = std::exchange(factor, oldFactor - quotient * factor);
  }
  const Wide gcd = old;
  const Wide distance = y.first - x.first;
  if (distance % gcd != 0)
    return false;
  const Wide period = y.stride / gcd; // of i
  Wide i = distance / gcd % period * (oldFactor % period) % period;
  if (i < 0)
    i += period;
  const Wide step = x.stride * period;
  const Wide low = std::max(x.first, y.first);
  Wide common = x.first + i * x.stride;
  if (common < low)
    common += (low - common + step - 1) / step * step;
  return common <= std::min(x.last, y.last);
}

bool sectionsMeet(const Call &call) {
  for (std::size_t k = 0; k < call.dimensions; ++k)
    if (!meet(call.source.sections[k], call.target.sections[k]))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// The sizes cover the extent, one for each coordinate.
static DimensionLayout genBlock(const distribution &given, std::int64_t extent,
                                std::int64_t ranks) {
  if (static_cast<std::int64_t>(given.size_count) != ranks)
    throw error("gen_block has " + std::to_string(given.size_count) +
                " sizes for " + std::to_string(ranks) + " coordinates");
  DimensionLayout made{ranks, 1, {}};
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < given.size_count; ++i) {
    const std::int64_t size = given.size_at(given.sizes, i);
    if (size < 0)
      throw error("size " + std::to_string(i) + " of gen_block is " +
                  std::to_string(size) + ", which is negative");
    if (__builtin_add_overflow(sum, size, &sum) || sum > mostBytes)
      throw error("the sizes of gen_block are too large to add up");
    made.sizes.push_back(size);
  }
  if (sum < extent)
    throw error("the sizes of gen_block add up to " + std::to_string(sum) +
                ", less than the extent " + std::to_string(extent));
  return made;
}

static DimensionLayout dimensionLayout(const distribution &given,
                                       const CallSide &side, std::size_t k,
                                       std::int64_t ranks) {
  const auto unwrapped =
      [](const schedule::Result<schedule::BlockCyclic> &one) {
        if (!one)
          throw error(one.error().message);
        return DimensionLayout{one->ranks, one->block, {}};
      };
  const std::int64_t extent = knownExtent(side, k);
  switch (given.kind) {
  case distribution_kind::undistributed:
    return {};
  case distribution_kind::block:
    if (side.extents[k] < 0 && side.sections[k].length > 0)
      throw error("block needs its size, block(k): a section does not tell the "
                  "whole extent");
    return unwrapped(schedule::makeBlock(ranks, extent));
  case distribution_kind::block_sized:
    return unwrapped(schedule::makeBlock(ranks, extent, given.block));
  case distribution_kind::cyclic:
    return unwrapped(schedule::makeBlockCyclic(ranks, given.block));
  case distribution_kind::gen_block:
    return genBlock(given, extent, ranks);
  }
  throw error("internal error: unknown kind of distribution");
}

static void checkRankMap(rank_map ranks, std::int64_t positions, int size) {
  if (static_cast<std::int64_t>(ranks.count) != positions)
    throw error(std::to_string(ranks.count) + " ranks are given for " +
                std::to_string(positions) + " positions of the grid");
  std::vector<bool> taken(static_cast<std::size_t>(size), false);
  for (std::size_t i = 0; i < ranks.count; ++i) {
    const int rank = ranks.rank_of[i];
    if (rank < 0 || rank >= size)
      throw error("rank " + std::to_string(rank) +
                  " of the grid is not in a communicator of " +
                  std::to_string(size));
    if (taken[static_cast<std::size_t>(rank)])
      throw error("rank " + std::to_string(rank) +
                  " is at two positions of the grid");
    taken[static_cast<std::size_t>(rank)] = true;
  }
}

static GridPlacement placement(const layout &given, rank_map ranks,
                               std::int64_t positions, int size) {
  if (ranks.count > 0) {
    checkRankMap(ranks, positions, size);
    return {0, {ranks.rank_of, ranks.rank_of + ranks.count}};
  }
  if (given.first_rank < 0)
    throw error("the first rank is " + std::to_string(given.first_rank) +
                ", which is negative");
  if (given.first_rank > size || positions > size - given.first_rank)
    throw error(std::to_string(positions) + " ranks from rank " +
                std::to_string(given.first_rank) +
                " on do not fit a communicator of " + std::to_string(size));
  return {given.first_rank, {}};
}

static ResolvedSide resolved(const Call &call, const CallSide &side,
                             const layout &given, rank_map ranks, int size) {
  const auto distributed = static_cast<std::size_t>(std::count_if(
      given.dimensions.begin(),
      given.dimensions.begin() + static_cast<std::ptrdiff_t>(call.dimensions),
      [](const distribution &one) {
        return one.kind != distribution_kind::undistributed;
      }));
  if (given.grid_count != distributed)
    throw error("onto() has " + std::to_string(given.grid_count) +
                (given.grid_count == 1 ? " extent" : " extents") + " for " +
                std::to_string(distributed) + " distributed " +
                (distributed == 1 ? "dimension" : "dimensions"));
  ResolvedSide made;
  std::int64_t positions = 1;
  std::size_t next = 0;
  for (std::size_t k = 0; k < call.dimensions; ++k) {
    const distribution &one = given.dimensions[k];
    const bool isDistributed = one.kind != distribution_kind::undistributed;
    const std::int64_t extent = isDistributed ? given.grid[next++] : 1;
    if (extent < 1)
      throw error("the number of ranks" + inDimension(call, k) + " is " +
                  std::to_string(extent) + ", not at least 1");
    if (__builtin_mul_overflow(positions, extent, &positions))
      throw error("the grid has too many ranks");
    made.dimensions.push_back(dimensionLayout(one, side, k, extent));
  }
  made.placement = placement(given, ranks, positions, size);
  return made;
}

ResolvedSide resolve(const char *clause, const Call &call, const CallSide &side,
                     const layout &given, rank_map ranks, int size) {
  try {
    return resolved(call, side, given, ranks, size);
  } catch (const error &e) {
    throw error(std::string(clause) + "(): " + e.what());
  }
}

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
  std::int64_t positions = 1;
  for (const DimensionLayout &one : layouts.dimensions)
    positions *= one.ranks;
  std::int64_t position = positionOf(layouts.placement, positions, rank);
  if (position < 0)
    return {};
  std::vector<std::int64_t> extents(layouts.dimensions.size());
  for (std::size_t k = extents.size(); k-- > 0;) {
    const DimensionLayout &one = layouts.dimensions[k];
    const std::int64_t coordinate = position % one.ranks;
    position /= one.ranks;
    // The rest of a dimension of one rank lies there, too.
    extents[k] = one.isCyclic() && one.ranks == 1
                     ? knownExtent(side, k)
                     : one.localExtent(knownExtent(side, k), coordinate);
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

static std::vector<std::int64_t> first(const Numbers &numbers,
                                       std::size_t count) {
  return {numbers.begin(),
          numbers.begin() + static_cast<std::ptrdiff_t>(count)};
}

bool needsExtents(const Call &call, const CallSide &side) {
  if (side.hasStrides || call.isEmpty())
    return false;
  for (std::size_t k = 0; k < call.dimensions; ++k)
    if (side.extents[k] < 0 && !call.isOutermost(side, k))
      return true;
  return false;
}

CheckedCall check(const Call &call, int rank, int size) {
  checkSections(call);
  checkSize(call, call.source);
  checkSize(call, call.target);
  const ResolvedSide source = resolve(
      "from", call, call.source, call.source.given, call.source.ranks, size);
  ResolvedSide target = resolve("to", call, call.target, call.target.given,
                                call.target.ranks, size);
  CheckedCall made;
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
  parameters.sourceExtents = first(call.source.extents, call.dimensions);
  parameters.targetExtents = first(call.target.extents, call.dimensions);
  parameters.columnMajor = call.source.order == storage_order::column;
  for (const detail::object_entry &entry : call.entries())
    parameters.elementSizes.push_back(
        static_cast<std::int64_t>(entry.element_size));

  const auto sourceLocal = localExtents(call.source, source, rank);
  const auto targetLocal = localExtents(call.target, target, rank);
  made.sourceElements = elementsNeeded(call, call.source, sourceLocal);
  made.targetElements = elementsNeeded(call, call.target, targetLocal);
  if (call.source.hasStrides)
    parameters.sourceStrides = first(call.source.strides, call.dimensions);
  if (call.target.hasStrides)
    parameters.targetStrides = first(call.target.strides, call.dimensions);
  else if (call.target.order != call.source.order && !targetLocal.empty())
    parameters.targetStrides = denseStrides(targetLocal, call.target.order);
  made.coversTarget = !call.target.hasStrides;
  for (std::size_t k = 0; k < call.dimensions; ++k)
    made.coversTarget &= call.target.sections[k].is_whole;
  return made;
}

} // namespace redist::runtime
