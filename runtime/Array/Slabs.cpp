//===- Slabs.cpp - Slabs of an array for file access ----------------------===//
#include "Array/Slabs.h"

#include "Array/ArrayAgreement.h"
#include "Progress/Progress.h"

#include <algorithm>
#include <new>
#include <optional>

namespace redist::runtime {

using detail::aligned_bytes;
using detail::array_core;
using detail::array_shape;
using detail::object_entry;

/// Indices of a dimension after which its owners come again.
static std::int64_t periodOf(const array_shape &shape, std::size_t dimension) {
  const redist::layout &given = shape.layout();
  std::size_t place = 0; // in the grid
  for (std::size_t k = 0; k < dimension; ++k)
    place += given.dimensions[k].kind != distribution_kind::undistributed;
  const distribution &one = given.dimensions[dimension];
  switch (one.kind) {
  case distribution_kind::undistributed:
    return 1;
  case distribution_kind::cyclic:
    return one.block * std::min(given.grid[place], shape.extents()[dimension]);
  default:
    return shape.extents()[dimension];
  }
}

/// How elements lie behind one another along a dimension: those of the file
/// before it, and for one index of it.
static Cut cutAlong(const array_shape &shape, storage_order order,
                    std::size_t dimension) {
  Cut cut;
  cut.order = order;
  cut.dimension = dimension;
  for (std::size_t k = 0; k < shape.dimension_count(); ++k)
    if (k != dimension)
      ((k < dimension) == (order == storage_order::row) ? cut.outer
                                                        : cut.inner) *=
          shape.extents()[k];
  return cut;
}

/// Whether each coordinate has indices that follow one another.
static bool isInBlocks(const array_shape &shape, std::size_t dimension) {
  const distribution &one = shape.layout().dimensions[dimension];
  switch (one.kind) {
  case distribution_kind::block:
  case distribution_kind::block_sized:
  case distribution_kind::gen_block:
    return true;
  case distribution_kind::cyclic:
    return one.shifted == 0 &&
           periodOf(shape, dimension) >= shape.extents()[dimension];
  default:
    return false;
  }
}

/// Where the ranks have blocks of one dimension, as they lie in the file: how
/// they are cut; else absent. The same on all ranks.
static std::optional<Cut> ownCutOf(const array_shape &shape,
                                   std::size_t elementSize,
                                   const SlabCall &what) {
  constexpr std::int64_t shortest = std::int64_t{64} << 10; // of many stretches
  const redist::layout &given = shape.layout();
  const std::size_t count = shape.dimension_count();
  if (shape.size() == 0 || given.holder_count > 0 || given.width_count > 0 ||
      given.has_lead || (count > 1 && shape.order() != what.order))
    return std::nullopt;
  std::size_t cutAt = what.order == storage_order::row ? 0 : count - 1;
  std::size_t distributed = 0;
  for (std::size_t k = 0; k < count; ++k)
    if (given.dimensions[k].kind != distribution_kind::undistributed) {
      cutAt = k;
      ++distributed;
    }
  if (distributed > 1 || (distributed == 1 && !isInBlocks(shape, cutAt)))
    return std::nullopt;
  const Cut cut = cutAlong(shape, what.order, cutAt);
  const std::int64_t stretch = shape.extents()[cutAt] / what.rankCount *
                               cut.inner *
                               static_cast<std::int64_t>(elementSize);
  return cut.outer == 1 || stretch >= shortest ? std::optional(cut)
                                               : std::nullopt;
}

/// Outer dimensions make long stretches; but every rank should have a part.
/// What is small stays in caches, and its room is used again; but all ranks
/// that have elements should have some in each slab, or one would send to all
/// others.
static Cut cutOf(const array_shape &shape, std::size_t elementSize,
                 const SlabCall &what) {
  constexpr std::int64_t few = std::int64_t{8} << 20;
  constexpr std::int64_t many = std::int64_t{256} << 20;
  const std::size_t count = shape.dimension_count();
  const auto dimension = [&](std::size_t place) {
    return what.order == storage_order::row ? place : count - 1 - place;
  };
  const auto extent = [&](std::size_t place) {
    return shape.extents()[dimension(place)];
  };
  std::size_t cutAt = 0;
  while (cutAt < count && extent(cutAt) < what.rankCount)
    ++cutAt;
  if (cutAt == count)
    for (std::size_t place = cutAt = 0; place < count; ++place)
      cutAt = extent(place) > extent(cutAt) ? place : cutAt;
  Cut cut = cutAlong(shape, what.order, dimension(cutAt));
  const std::int64_t bytesPerIndex =
      cut.outer * cut.inner * static_cast<std::int64_t>(elementSize);
  for (const std::int64_t bytesPerRank : {few, many}) {
    cut.length = std::max<std::int64_t>(bytesPerRank / bytesPerIndex, 1) *
                 what.rankCount;
    if (cut.length >= periodOf(shape, cut.dimension))
      break;
  }
  return cut;
}

Slab::Slab(const array_shape &whole, const Cut &how, std::int64_t lower,
           int rankCount)
    : shape(whole), cut(how), begin(lower), ranks(rankCount) {
  length = std::min(cut.length, shape.extents()[cut.dimension] - lower);
  block = (length + ranks - 1) / ranks;
  first = std::min(length, block * shape.rank());
  mine = std::min(block, length - first);
}

Slab Slab::ofOwnParts(const array_shape &whole, const Cut &how) {
  Slab slab(whole, how);
  const detail::local_axis &axis = whole.axes()[how.dimension];
  slab.length = whole.extents()[how.dimension];
  if (whole.owned_size() > 0) {
    slab.first = axis.first;
    slab.mine = axis.local;
  }
  return slab;
}

Slab::numbers Slab::lower() const {
  numbers result{};
  result[cut.dimension] = begin + first;
  return result;
}

Slab::numbers Slab::extents() const {
  numbers result = shape.extents();
  result[cut.dimension] = mine;
  return result;
}

redistribution Slab::toBlocks() const {
  return between(sectionOfArray(), whole(length))
      .from(shape.layout())
      .to(blocks());
}

redistribution Slab::fromBlocks() const {
  return between(whole(length), sectionOfArray())
      .from(blocks())
      .to(shape.layout());
}

section Slab::sectionOfArray() const {
  return length == shape.extents()[cut.dimension] ? whole(length)
                                                  : slice(begin, length);
}

/// Whole but for the dimension that is cut. The order is that of the blocks:
/// the array knows its own.
redistribution Slab::between(const section &source,
                             const section &target) const {
  redistribution what({});
  what.order = cut.order;
  what.dimension_count = what.target_section_count = shape.dimension_count();
  what.has_target_sections = true;
  for (std::size_t k = 0; k < shape.dimension_count(); ++k)
    what.source_sections[k] = what.target_sections[k] =
        whole(shape.extents()[k]);
  what.source_sections[cut.dimension] = source;
  what.target_sections[cut.dimension] = target;
  return what;
}

redist::layout Slab::blocks() const {
  redist::layout result;
  result.dimension_count = shape.dimension_count();
  result.dimensions[cut.dimension] = redist::block(block);
  return result.onto({ranks});
}

/// Visits the slabs of an array with room for a block of this rank.
template <typename Visit>
static void forEachSlab(const array_core &array, const SlabCall &what,
                        Visit visit) {
  const array_shape &shape = array.shape();
  if (shape.size() == 0)
    return;
  const Cut cut = cutOf(shape, array.element_size(), what);
  const Slab longest(shape, cut, 0, what.rankCount);
  aligned_bytes block;
  std::string problem;
  try {
    block.reserve(static_cast<std::size_t>(longest.size()) *
                  array.element_size());
  } catch (const std::bad_alloc &) {
    problem = "no memory for " + std::to_string(longest.size()) +
              " elements on rank " + std::to_string(shape.rank());
  }
  agreeOn(what.talk, problem, what.call.text);
  const std::int64_t extent = shape.extents()[cut.dimension];
  for (std::int64_t begin = 0; begin < extent; begin += cut.length)
    visit(Slab(shape, cut, begin, what.rankCount), block.data());
}

/// Throws on all ranks where the array's elements are in use on one.
static void requireUnused(const array_core &array, const SlabCall &what,
                          const void *read, void *written) {
  object_entry entry;
  entry.element_size = array.element_size();
  entry.source = read;
  entry.target = written;
  entry.target_size = array.shape().local_size();
  const auto elements = [&](const void *address) {
    return address ? array.shape().local_size() : 0;
  };
  const Operation *const user = Progress::ofProcess().findConflict(
      {&entry, 1}, elements(read), elements(written));
  agreeOn(what.talk, user ? problemOfUser(*user) : "", what.call.text);
}

void writeSlabs(
    const array_core &array, const SlabCall &what,
    const std::function<void(const Slab &, const unsigned char *)> &visit) {
  if (const auto own = ownCutOf(array.shape(), array.element_size(), what)) {
    requireUnused(array, what, array.data(), nullptr);
    return visit(Slab::ofOwnParts(array.shape(), *own),
                 static_cast<const unsigned char *>(array.data()));
  }
  forEachSlab(array, what, [&](const Slab &slab, unsigned char *block) {
    object_entry entry;
    entry.element_size = array.element_size();
    entry.source = array.data();
    entry.source_size = array.shape().local_size();
    entry.source_knows = true;
    entry.source_layout = array.describe_layout();
    entry.target = block;
    entry.target_size = slab.size();
    redistribute_entries(what.call, slab.toBlocks(), array.communicator(),
                         &entry, 1);
    visit(slab, block);
  });
}

void readSlabs(
    array_core &array, const SlabCall &what,
    const std::function<void(const Slab &, unsigned char *)> &visit) {
  if (const auto own = ownCutOf(array.shape(), array.element_size(), what)) {
    requireUnused(array, what, nullptr, array.data());
    return visit(Slab::ofOwnParts(array.shape(), *own),
                 static_cast<unsigned char *>(array.data()));
  }
  forEachSlab(array, what, [&](const Slab &slab, unsigned char *block) {
    visit(slab, block);
    object_entry entry;
    entry.element_size = array.element_size();
    entry.source = block;
    entry.source_size = slab.size();
    entry.target = array.data();
    entry.target_size = array.shape().local_size();
    entry.target_knows = true;
    entry.target_layout = array.describe_layout();
    redistribute_entries(what.call, slab.fromBlocks(), array.communicator(),
                         &entry, 1);
  });
}

} // namespace redist::runtime
