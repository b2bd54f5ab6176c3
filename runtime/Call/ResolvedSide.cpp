//===- ResolvedSide.cpp - Numeric layout of source or target --------------===//
//
// The part of ValidatedCall.h that turns a layout as it is told into block
// sizes, grids and ranks.
//
//===----------------------------------------------------------------------===//
#include "Call/ValidatedCall.h"
#include "Support/RankMaps.h"

#include <algorithm>

namespace redist::runtime {

using schedule::DimensionLayout;

static DimensionLayout genBlock(const distribution &given, std::int64_t extent,
                                std::int64_t ranks) {
  const auto sizeAt = [&](std::size_t i) {
    return given.size_at(given.sizes, i);
  };
  if (const auto wrong =
          schedule::checkSizes(ranks, given.size_count, sizeAt, extent))
    throw error(wrong->message);
  DimensionLayout made{ranks, 1, {}};
  for (std::size_t i = 0; i < given.size_count; ++i)
    made.sizes.push_back(sizeAt(i));
  return made;
}

/// Before the maps are found, nothing is known of where elements lie.
static DimensionLayout mappedLayout(const CallSide &side, std::size_t k,
                                    std::int64_t ranks) {
  DimensionLayout made{ranks, 1, {}};
  const bool isFound = !side.maps.empty() && side.maps[k].id != 0;
  made.map = isFound ? side.maps[k].id : 1;
  made.sizes =
      isFound ? side.maps[k].sizes
              : std::vector<std::int64_t>(static_cast<std::size_t>(ranks), 0);
  return made;
}

static DimensionLayout unshiftedLayout(const distribution &given,
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
  case distribution_kind::indirect:
  case distribution_kind::listed:
    return mappedLayout(side, k, ranks);
  }
  throw error("internal error: unknown kind of distribution");
}

static DimensionLayout dimensionLayout(const distribution &given,
                                       const CallSide &side, std::size_t k,
                                       std::int64_t ranks) {
  DimensionLayout made = unshiftedLayout(given, side, k, ranks);
  if (given.shifted == 0 || given.kind == distribution_kind::undistributed)
    return made;
  if (made.isMapped())
    throw error("shift() is not for indirect and listed, which say themselves "
                "where elements lie");
  auto shifted = schedule::shifted(std::move(made), given.shifted,
                                   given.kind == distribution_kind::cyclic,
                                   knownExtent(side, k));
  if (!shifted)
    throw error(shifted.error().message);
  return *std::move(shifted);
}

static GridPlacement placement(const layout &given, std::int64_t positions,
                               const RankGroup &group, int communicatorSize) {
  const int size = group.sizeIn(communicatorSize);
  if (const rank_map ranks = given.map; ranks.is_given()) {
    if (const std::string wrong = problemOfRanks(ranks, positions, size);
        !wrong.empty())
      throw error(wrong);
    GridPlacement made{0, {ranks.rank_of, ranks.rank_of + ranks.count}};
    for (int &rank : made.rankOf)
      rank += group.first;
    return made;
  }
  if (given.first_rank < 0)
    throw error("the first rank is " + std::to_string(given.first_rank) +
                ", which is negative");
  if (given.first_rank > size || positions > size - given.first_rank)
    throw error(std::to_string(positions) + " ranks from rank " +
                std::to_string(given.first_rank) +
                " on do not fit a communicator of " + std::to_string(size));
  return {group.first + given.first_rank, {}};
}

std::int64_t ResolvedSide::positions() const {
  std::int64_t product = 1;
  for (const DimensionLayout &one : dimensions)
    product *= one.ranks;
  for (const schedule::Holders &one : holders)
    product *= one.ranks;
  return product;
}

std::vector<std::int64_t>
ResolvedSide::coordinatesOf(std::int64_t position) const {
  std::vector<std::int64_t> coordinates(dimensions.size());
  auto next = holders.rbegin();
  for (std::size_t k = dimensions.size();; --k) {
    for (; next != holders.rend() && next->dimension == k; ++next)
      position /= next->ranks;
    if (k == 0)
      return coordinates;
    coordinates[k - 1] = position % dimensions[k - 1].ranks;
    position /= dimensions[k - 1].ranks;
  }
}

std::int64_t ResolvedSide::firstCopyOf(std::int64_t position) const {
  std::int64_t first = 0, stride = 1;
  auto next = holders.rbegin();
  for (std::size_t k = dimensions.size();; --k) {
    for (; next != holders.rend() && next->dimension == k; ++next) {
      if (next->areParts)
        first += position % next->ranks * stride;
      position /= next->ranks;
      stride *= next->ranks;
    }
    if (k == 0)
      return first;
    const std::int64_t ranks = dimensions[k - 1].ranks;
    first += position % ranks * stride;
    position /= ranks;
    stride *= ranks;
  }
}

/// The dimension whose extent stands at `place` of the grid.
static std::size_t dimensionAt(const layout &given, std::size_t place) {
  std::size_t k = 0;
  for (; k < given.dimension_count; ++k)
    if (given.dimensions[k].kind != distribution_kind::undistributed &&
        place-- == 0)
      break;
  return k;
}

static std::vector<schedule::Holders> holdersOf(const layout &given) {
  if (given.holder_count > max_holders)
    throw error("onto() has copies or parts " +
                std::to_string(given.holder_count) + " times, but at most " +
                std::to_string(max_holders) + " are possible");
  std::vector<schedule::Holders> made;
  for (std::size_t i = 0; i < given.holder_count; ++i) {
    const grid_holders &one = given.holders[i];
    if (one.ranks < 1)
      throw error(std::string("the number of ") +
                  (one.role == grid_role::parts ? "parts" : "copies") + " is " +
                  std::to_string(one.ranks) + ", not at least 1");
    if (one.ranks > 1)
      made.push_back({one.ranks, dimensionAt(given, one.place),
                      one.role == grid_role::parts});
  }
  return made;
}

static ResolvedSide resolved(const CallSide &side, const layout &given,
                             int size) {
  const auto distributed = static_cast<std::size_t>(std::count_if(
      given.dimensions.begin(),
      given.dimensions.begin() + static_cast<std::ptrdiff_t>(side.dimensions),
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
  for (std::size_t k = 0; k < side.dimensions; ++k) {
    const distribution &one = given.dimensions[k];
    const bool isDistributed = one.kind != distribution_kind::undistributed;
    const std::int64_t extent = isDistributed ? given.grid[next++] : 1;
    if (extent < 1)
      throw error("the number of ranks" + inDimension(side, k) + " is " +
                  std::to_string(extent) + ", not at least 1");
    if (__builtin_mul_overflow(positions, extent, &positions))
      throw error("the grid has too many ranks");
    made.dimensions.push_back(dimensionLayout(one, side, k, extent));
  }
  made.holders = holdersOf(given);
  for (const schedule::Holders &one : made.holders)
    if (__builtin_mul_overflow(positions, one.ranks, &positions))
      throw error("the grid has too many ranks");
  made.placement = placement(given, positions, side.group, size);
  bool hasRoom = false;
  for (std::size_t k = 0; k < given.width_count; ++k) {
    const width &one = given.widths[k];
    if (std::max(one.before, one.after) >= maxBytes)
      throw error("the width" + inDimension(side, k) + " is " +
                  std::to_string(std::max(one.before, one.after)) +
                  ", too large to address");
    made.room.push_back({one.before, one.after});
    hasRoom |= one.before > 0 || one.after > 0;
  }
  if (!hasRoom)
    made.room.clear();
  if (given.has_lead)
    made.lead = given.row_distance;
  return made;
}

ResolvedSide resolve(const char *clause, const CallSide &side,
                     const layout &given, int size) {
  try {
    return resolved(side, given, size);
  } catch (const error &e) {
    throw error(std::string(clause) + "(): " + e.what());
  }
}

} // namespace redist::runtime
