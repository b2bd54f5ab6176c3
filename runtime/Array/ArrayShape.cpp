//===- ArrayShape.cpp - Extents, layout and owners of an array ------------===//
//
// Checks of a layout, and the arithmetic of positions. A dimension that is not
// distributed is one block on one coordinate, as gen_block is one block a
// coordinate.
//
//===----------------------------------------------------------------------===//
#include "redist/detail/array/ArrayShape.h"

#include "Support/RankMaps.h"

#include "redistSchedule/Layout/Assignment.h"

#include <algorithm>
#include <limits>

namespace redist::detail {

using schedule::BlockCyclic;
using schedule::DimensionLayout;
using schedule::Result;

static bool isDistributed(const distribution &given) {
  return given.kind != distribution_kind::undistributed;
}

/// "2 extents".
static std::string counted(std::size_t count, const char *what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

static std::string problemOfSizes(const distribution &given,
                                  std::int64_t extent, std::int64_t ranks) {
  const auto wrong = schedule::checkSizes(
      ranks, given.size_count,
      [&](std::size_t i) { return given.size_at(given.sizes, i); }, extent);
  return wrong ? wrong->message : std::string();
}

static Result<BlockCyclic> blockCyclicOf(const distribution &given,
                                         std::int64_t extent,
                                         std::int64_t ranks) {
  switch (given.kind) {
  case distribution_kind::block:
    return schedule::makeBlock(ranks, extent);
  case distribution_kind::block_sized:
    return schedule::makeBlock(ranks, extent, given.block);
  case distribution_kind::cyclic:
    return schedule::makeBlockCyclic(ranks, given.block);
  case distribution_kind::undistributed:
  case distribution_kind::gen_block:
  case distribution_kind::indirect:
  case distribution_kind::listed:
    break;
  }
  return schedule::makeBlockCyclic(ranks, 1);
}

/// A dimension without the sizes of a gen_block, shifted. Precondition: it is
/// valid without the shift.
static Result<DimensionLayout>
layoutOf(const distribution &given, std::int64_t extent, std::int64_t ranks) {
  const Result<BlockCyclic> made = blockCyclicOf(given, extent, ranks);
  DimensionLayout layout{made->ranks, made->block, {}};
  if (given.kind == distribution_kind::gen_block)
    for (std::size_t i = 0; i < given.size_count; ++i)
      layout.sizes.push_back(given.size_at(given.sizes, i));
  return schedule::shifted(std::move(layout), given.shifted,
                           given.kind == distribution_kind::cyclic, extent);
}

static std::string problemOfDimension(const distribution &given,
                                      std::int64_t extent, std::int64_t ranks) {
  if (given.kind == distribution_kind::indirect ||
      given.kind == distribution_kind::listed)
    return "a redist::array cannot be indirect or listed";
  const Result<BlockCyclic> made = blockCyclicOf(given, extent, ranks);
  if (!made)
    return made.error().message;
  std::string problem = given.kind == distribution_kind::gen_block
                            ? problemOfSizes(given, extent, ranks)
                            : std::string();
  if (problem.empty() && given.shifted != 0)
    if (const auto shifted = layoutOf(given, extent, ranks); !shifted)
      problem = shifted.error().message;
  return problem;
}

/// Extents, and that their product can be counted.
static std::string problemOfExtents(const std::int64_t *extents,
                                    std::size_t count) {
  constexpr std::int64_t most = std::int64_t{1} << 62;
  bool isEmpty = false, isTooLarge = false;
  std::int64_t product = 1;
  for (std::size_t k = 0; k < count; ++k) {
    if (extents[k] < 0)
      return "the extent of dimension " + std::to_string(k) + " is " +
             std::to_string(extents[k]) + ", which is negative";
    isEmpty |= extents[k] == 0;
    isTooLarge |= extents[k] > 0 && product > most / extents[k];
    product = isTooLarge || isEmpty ? 1 : product * extents[k];
  }
  return isTooLarge && !isEmpty
             ? "an array of " + text_of_extents(extents, count) +
                   " elements is too large to address"
             : std::string();
}

/// Extents of the grid, copies and parts among them.
static std::vector<std::int64_t> gridOf(const redist::layout &given) {
  std::vector<std::int64_t> extents;
  std::size_t next = 0; // of the copies
  for (std::size_t i = 0; i <= given.grid_count; ++i) {
    for (; next < given.holder_count && given.holders[next].place == i; ++next)
      extents.push_back(given.holders[next].ranks);
    if (i < given.grid_count)
      extents.push_back(given.grid[i]);
  }
  return extents;
}

static std::string problemOfGrid(const redist::layout &given, int rankCount) {
  if (given.holder_count > max_holders)
    return "onto() has copies or parts " + std::to_string(given.holder_count) +
           " times, but at most " + std::to_string(max_holders) +
           " are possible";
  const std::vector<std::int64_t> grid = gridOf(given);
  const std::int64_t first = given.map.is_given() ? 0 : given.first_rank;
  if (first < 0)
    return "the first rank is " + std::to_string(first) + ", which is negative";
  std::int64_t ranks = 1;
  for (const std::int64_t extent : grid) {
    if (extent <= 0)
      return "the number of ranks must be positive, not " +
             std::to_string(extent);
    // No product beyond the communicator is needed, nor might it fit.
    ranks = extent > rankCount ? rankCount + std::int64_t{1} : ranks * extent;
    if (first > rankCount || ranks > rankCount - first)
      return "a grid of " + text_of_extents(grid.data(), grid.size()) +
             " ranks from rank " + std::to_string(first) +
             " on does not fit a communicator of " + std::to_string(rankCount);
  }
  if (given.map.is_given())
    return runtime::problemOfRanks(given.map, ranks, rankCount);
  return first < rankCount
             ? std::string()
             : "rank " + std::to_string(first) +
                   " is not in a communicator of " + std::to_string(rankCount);
}

static std::string problemOfStorage(const redist::layout &given,
                                    std::size_t count) {
  if (given.has_lead)
    return "lead() is for raw storage: a redist::array makes its own";
  if (given.width_count != 0 && given.width_count != count)
    return "room() has " + counted(given.width_count, "width") +
           ", the array has " + counted(count, "dimension");
  for (std::size_t k = 0; k < given.width_count; ++k)
    if (given.widths[k].before < 0 || given.widths[k].after < 0)
      return "the width of dimension " + std::to_string(k) + " is negative";
  return "";
}

std::string array_shape::problem_of(const std::int64_t *extents,
                                    std::size_t count,
                                    const redist::layout &given,
                                    int rankCount) {
  if (given.dimension_count != count)
    return "the layout has " + counted(given.dimension_count, "dimension") +
           ", the array has " + std::to_string(count);
  const auto distributed = static_cast<std::size_t>(
      std::count_if(given.dimensions.begin(), given.dimensions.begin() + count,
                    isDistributed));
  if (given.grid_count != distributed)
    return "onto() has " + counted(given.grid_count, "extent") + " for " +
           counted(distributed, "distributed dimension");
  std::string problem = problemOfExtents(extents, count);
  if (problem.empty())
    problem = problemOfStorage(given, count);
  if (problem.empty())
    problem = problemOfGrid(given, rankCount);
  std::size_t place = 0;
  for (std::size_t k = 0; k < count && problem.empty(); ++k)
    if (isDistributed(given.dimensions[k]))
      problem = problemOfDimension(given.dimensions[k], extents[k],
                                   given.grid[place++]);
  return problem;
}

/// Sizes of a gen_block as the differences of its starts.
static std::int64_t sizeBetween(const void *starts, std::size_t index) {
  const auto *const all = static_cast<const std::int64_t *>(starts);
  return all[index + 1] - all[index];
}

void array_shape::describe(const std::int64_t *extents, std::size_t count,
                           const redist::layout &given, storage_order how,
                           int rank, rank_map ranks) {
  own_order = how;
  own_rank = rank;
  if (!ranks.is_given())
    ranks = given.map;
  own_ranks.assign(ranks.rank_of, ranks.rank_of + ranks.count);
  std::copy_n(extents, count, own_extents.begin());
  own_size = 1;
  std::size_t place = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const distribution &one = given.dimensions[k];
    own_size *= extents[k];
    grid_extents[k] = isDistributed(one) ? given.grid[place++] : 1;
    if (one.kind == distribution_kind::gen_block) {
      // Built aside: `given` may refer to the starts that are here now.
      scratch.clear();
      scratch.push_back(0);
      // What a shift leaves of the sizes are sizes again.
      std::int64_t before = one.shifted;
      for (std::size_t i = 0; i < one.size_count; ++i) {
        const std::int64_t size = one.size_at(one.sizes, i);
        const std::int64_t left = std::max<std::int64_t>(0, size - before);
        before -= size - left;
        scratch.push_back(std::min(extents[k] - scratch.back(), left) +
                          scratch.back());
      }
      starts[k].swap(scratch);
    } else {
      blocks[k] = isDistributed(one)
                      ? blockCyclicOf(one, extents[k], grid_extents[k])->block
                      : std::max<std::int64_t>(extents[k], 1);
      shifts[k] = isDistributed(one) && one.shifted != 0
                      ? layoutOf(one, extents[k], grid_extents[k])->shift
                      : 0;
    }
  }
  own_layout = given;
  own_layout.map = runtime::mapOf(own_ranks);
  own_layout.has_halo = false; // room, between directives
  for (std::size_t k = 0; k < count; ++k) {
    distribution &one = own_layout.dimensions[k];
    if (one.kind == distribution_kind::gen_block)
      one = {one.kind, 1, starts[k].data(), starts[k].size() - 1, &sizeBetween};
  }
  describe_axes();
}

void array_shape::describe(const array_shape &other) {
  describe(other.own_extents.data(), other.dimension_count(), other.own_layout,
           other.own_order, other.own_rank);
}

void array_shape::reserve(std::size_t count, int rankCount) {
  const auto most = static_cast<std::size_t>(rankCount) + 1;
  scratch.reserve(most);
  own_ranks.reserve(most);
  for (std::size_t k = 0; k < count; ++k)
    starts[k].reserve(most);
}

/// Of copies that stand behind all extents of the grid but those of dimensions
/// from `dimension` on. Visits them in the order of the grid.
template <typename Visit>
void array_shape::visit_copies(std::size_t dimension, Visit visit) const {
  const bool is_last = dimension == dimension_count();
  if (!is_last && !isDistributed(own_layout.dimensions[dimension]))
    return;
  const auto place = static_cast<std::size_t>(std::count_if(
      own_layout.dimensions.begin(),
      own_layout.dimensions.begin() + static_cast<std::ptrdiff_t>(dimension),
      isDistributed));
  for (std::size_t i = 0; i < own_layout.holder_count; ++i)
    if (own_layout.holders[i].place == place)
      visit(own_layout.holders[i].ranks);
}

/// From the position of this rank on.
void array_shape::describe_axes() {
  const std::size_t count = dimension_count();
  std::int64_t positions = 1;
  for (std::size_t k = 0; k < count; ++k)
    positions *= grid_extents[k];
  for (std::size_t i = 0; i < own_layout.holder_count; ++i)
    positions *= own_layout.holders[i].ranks;
  own_position = own_rank - own_layout.first_rank;
  if (!own_ranks.empty())
    own_position = std::find(own_ranks.begin(), own_ranks.end(), own_rank) -
                   own_ranks.begin();
  if (own_position < 0 || own_position >= positions)
    own_position = -1;
  std::int64_t rest = own_position;
  const auto skip_copies = [&](std::int64_t ranks) { rest /= ranks; };
  visit_copies(count, skip_copies);
  for (std::size_t k = count; k-- > 0;) {
    own_coordinates[k] = own_position < 0 ? -1 : rest % grid_extents[k];
    rest /= grid_extents[k];
    visit_copies(k, skip_copies);
    own_axes[k] = axis_on(k, own_coordinates[k]);
  }
  own_local_size = own_owned_size = own_position < 0 ? 0 : 1;
  own_origin = 0;
  for (std::size_t turn = 0; turn < count; ++turn) {
    const std::size_t k =
        own_order == storage_order::column ? turn : count - 1 - turn;
    const width &room = own_layout.widths[k];
    const std::int64_t local = own_axes[k].local;
    own_strides[k] = own_local_size;
    own_origin += room.before * own_strides[k];
    own_axes[k].gap = (room.before + room.after) * own_strides[k];
    own_local_size *= local == 0 ? 0 : room.before + local + room.after;
    own_owned_size *= local;
  }
  if (own_local_size == 0)
    own_origin = 0;
}

local_axis array_shape::axis_on(std::size_t k, std::int64_t coordinate) const {
  local_axis axis;
  if (coordinate < 0)
    return axis;
  const std::int64_t extent = own_extents[k];
  if (own_layout.dimensions[k].kind == distribution_kind::gen_block) {
    axis.first = starts[k][static_cast<std::size_t>(coordinate)];
    axis.local =
        starts[k][static_cast<std::size_t>(coordinate) + 1] - axis.first;
  } else {
    const DimensionLayout dealt{grid_extents[k], blocks[k], {}, shifts[k]};
    axis.local = dealt.localExtent(extent, coordinate);
    axis.first = axis.local > 0 ? dealt.globalIndex(coordinate, 0) : 0;
    axis.skip = (axis.first + dealt.shift) % dealt.block;
    if (axis.local > dealt.block - axis.skip) {
      axis.block = dealt.block;
      axis.step = dealt.block * dealt.ranks;
      return axis;
    }
    axis.skip = 0;
  }
  axis.block = axis.step = std::max<std::int64_t>(axis.local, 1);
  return axis;
}

bool array_shape::contains(const std::int64_t *index) const {
  for (std::size_t k = 0; k < dimension_count(); ++k)
    if (index[k] < 0 || index[k] >= own_extents[k])
      return false;
  return dimension_count() > 0;
}

std::int64_t array_shape::coordinate_of(std::size_t k,
                                        std::int64_t index) const {
  if (own_layout.dimensions[k].kind == distribution_kind::gen_block)
    return std::upper_bound(starts[k].begin(), starts[k].end(), index) -
           starts[k].begin() - 1;
  return BlockCyclic{grid_extents[k], blocks[k]}.owner(index + shifts[k]);
}

int array_shape::owner(const std::int64_t *index) const {
  std::int64_t position = 0;
  const auto first_copy = [&](std::int64_t ranks) { position *= ranks; };
  for (std::size_t k = 0; k < dimension_count(); ++k) {
    visit_copies(k, first_copy);
    position = position * grid_extents[k] + coordinate_of(k, index[k]);
  }
  visit_copies(dimension_count(), first_copy);
  return rank_of(position);
}

int array_shape::rank_of(std::int64_t position) const {
  return own_ranks.empty() ? static_cast<int>(own_layout.first_rank + position)
                           : own_ranks[static_cast<std::size_t>(position)];
}

std::int64_t array_shape::place(const std::int64_t *index) const {
  std::int64_t result = own_origin;
  for (std::size_t k = 0; k < dimension_count(); ++k) {
    const std::int64_t local = own_axes[k].local_index(index[k]);
    if (local < 0)
      return -1;
    result += local * own_strides[k];
  }
  return result;
}

std::string text_of_extents(const std::int64_t *extents, std::size_t count) {
  std::string text;
  for (std::size_t k = 0; k < count; ++k)
    text += (k > 0 ? " x " : "") + std::to_string(extents[k]);
  return text;
}

std::string text_of_index(const std::int64_t *index, std::size_t count) {
  std::string text = "(";
  for (std::size_t k = 0; k < count; ++k)
    text += (k > 0 ? ", " : "") + std::to_string(index[k]);
  return text + ")";
}

} // namespace redist::detail
