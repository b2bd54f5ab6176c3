//===- Layout.h - Layouts as values -----------------------------*- C++ -*-===//
//
// Plain values that read like the directive's clauses:
//
//   redist::layout({redist::cyclic(64), redist::undistributed()})
//       .onto({4}).at(2)
//
// is `cyclic(64), * onto(4) at(2)`. Constant expressions where their arguments
// are (but for gen_block, indirect and listed, which refer to the user's
// numbers; ranks() refers to the user's ranks). They allocate nothing. C++17,
// no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LAYOUT_H
#define REDIST_LAYOUT_H

#include "redist/detail/HeaderBegin.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace redist {

/// Most dimensions of an array (the compiler refuses more).
inline constexpr std::size_t max_dimensions = 16;

/// How a rank stores its local block: last dimension contiguous, or first.
enum class storage_order { row, column };

/// Number of the `extent` elements of a dimension, dealt CYCLIC(block) onto
/// `ranks`, that lie on `coordinate`; 0 for a coordinate outside the grid.
/// Not collective. Precondition: extent >= 0, block > 0, ranks > 0.
constexpr std::int64_t local_extent(std::int64_t extent, std::int64_t block,
                                    std::int64_t ranks,
                                    std::int64_t coordinate) noexcept {
  if (coordinate < 0 || coordinate >= ranks)
    return 0;
  const std::int64_t blocks = extent / block; // complete ones
  const std::int64_t rest = extent % block;
  const std::int64_t mine = blocks / ranks + (coordinate < blocks % ranks);
  return mine * block + (coordinate == blocks % ranks ? rest : 0);
}

/// The coordinate that has element `global` of such a dimension. Not
/// collective. Precondition: global >= 0, block > 0, ranks > 0.
constexpr std::int64_t owner(std::int64_t global, std::int64_t block,
                             std::int64_t ranks) noexcept {
  return global / block % ranks;
}

/// Where the owner of element `global` stores it: elements of the same owner
/// before it. Not collective. Precondition: as owner().
constexpr std::int64_t local_index(std::int64_t global, std::int64_t block,
                                   std::int64_t ranks) noexcept {
  return global / block / ranks * block + global % block;
}

/// The element that `coordinate` stores at `local`: the inverse of owner() and
/// local_index(). Not collective. Precondition: local >= 0, block > 0,
/// 0 <= coordinate < ranks.
constexpr std::int64_t global_index(std::int64_t local, std::int64_t block,
                                    std::int64_t ranks,
                                    std::int64_t coordinate) noexcept {
  return (local / block * ranks + coordinate) * block + local % block;
}

/// How far `shift` moves elements in a dimension that deals blocks of `block`
/// onto `ranks` round robin: 0 to block * ranks - 1.
constexpr std::int64_t cyclic_shift(std::int64_t shift, std::int64_t block,
                                    std::int64_t ranks) noexcept {
  const std::int64_t rest = shift % (block * ranks);
  return rest < 0 ? rest + block * ranks : rest;
}

// The same four of cyclic(block).shift(shift): of a block, which is dealt once,
// too. Not collective. Precondition: as above, block * ranks < 2^62.

constexpr std::int64_t local_extent(std::int64_t extent, std::int64_t block,
                                    std::int64_t ranks, std::int64_t coordinate,
                                    std::int64_t shift) noexcept {
  const std::int64_t before = cyclic_shift(shift, block, ranks);
  return local_extent(extent + before, block, ranks, coordinate) -
         local_extent(before, block, ranks, coordinate);
}

constexpr std::int64_t owner(std::int64_t global, std::int64_t block,
                             std::int64_t ranks, std::int64_t shift) noexcept {
  return owner(global + cyclic_shift(shift, block, ranks), block, ranks);
}

constexpr std::int64_t local_index(std::int64_t global, std::int64_t block,
                                   std::int64_t ranks,
                                   std::int64_t shift) noexcept {
  const std::int64_t before = cyclic_shift(shift, block, ranks);
  return local_index(global + before, block, ranks) -
         local_extent(before, block, ranks,
                      owner(global + before, block, ranks));
}

constexpr std::int64_t global_index(std::int64_t local, std::int64_t block,
                                    std::int64_t ranks, std::int64_t coordinate,
                                    std::int64_t shift) noexcept {
  const std::int64_t before = cyclic_shift(shift, block, ranks);
  return global_index(local + local_extent(before, block, ranks, coordinate),
                      block, ranks, coordinate) -
         before;
}

enum class distribution_kind {
  undistributed, ///< *
  block,         ///< block: ⌈N/P⌉
  block_sized,   ///< block(k)
  cyclic,        ///< cyclic(k)
  gen_block,     ///< gen_block(v)
  indirect,      ///< indirect(v): the owner's coordinate of each index
  listed ///< listed(v): this rank's indices, in the order of its storage
};

namespace detail {
class array_shape;
} // namespace detail

/// `dist` of one dimension.
struct distribution {
  distribution_kind kind = distribution_kind::undistributed;
  std::int64_t block = 1; ///< of block_sized and cyclic
  // The user's numbers, read as they are at the call: sizes of a gen_block,
  // coordinates of indirect, indices of listed.
  const void *sizes = nullptr;
  std::size_t size_count = 0;
  std::int64_t (*size_at)(const void *sizes, std::size_t index) = nullptr;
  /// A pointer to the sizes: there are as many as the grid's extent.
  bool counts_by_grid = false;
  std::int64_t shifted = 0; ///< of shift()
  /// Of indirect and listed: reads `count` of the numbers, from `first` on.
  void (*read)(const void *sizes, std::size_t first, std::size_t count,
               std::int64_t *into) = nullptr;
  std::uint64_t known_hash = 0; ///< of a fixed_map's numbers; else 0
  /// Of indirect in a redist::array: of which indices this rank's numbers are.
  const detail::array_shape *numbered_by = nullptr;

  /// Element i lies where element i + `by` would: HPF's `align a(i) with
  /// t(i + by)`. A rank stores its elements without a gap, so that its first
  /// block may be short. `by` may be any number for cyclic; elsewhere all
  /// elements must keep an owner.
  constexpr distribution shift(std::int64_t by) const {
    distribution result = *this;
    result.shifted += by;
    return result;
  }
};

constexpr distribution undistributed() { return {}; }
constexpr distribution block() { return {distribution_kind::block, 1}; }
constexpr distribution block(std::int64_t size) {
  return {distribution_kind::block_sized, size};
}
constexpr distribution cyclic(std::int64_t size = 1) {
  return {distribution_kind::cyclic, size};
}
namespace detail {

template <typename Value>
distribution gen_block_of(const Value *sizes, std::size_t count) {
  static_assert(std::is_integral<Value>::value,
                "gen_block needs a range of integers");
  return {distribution_kind::gen_block, 1, sizes, count,
          [](const void *all, std::size_t index) {
            return static_cast<std::int64_t>(
                static_cast<const Value *>(all)[index]);
          }};
}

} // namespace detail

/// `sizes`: an array or range of integers with data() and size(), one for each
/// coordinate, or a pointer to so many; it must outlive the use of the layout.
template <typename Sizes> distribution gen_block(const Sizes &sizes) {
  if constexpr (std::is_pointer<Sizes>::value) {
    distribution result = detail::gen_block_of(sizes, 0);
    result.counts_by_grid = true;
    return result;
  } else {
    return detail::gen_block_of(std::data(sizes), std::size(sizes));
  }
}

namespace detail {

template <typename Value>
distribution owners_of(distribution_kind kind, const Value *numbers,
                       std::size_t count) {
  static_assert(std::is_integral<Value>::value,
                "indirect and listed need a range of integers");
  distribution result{kind, 1, numbers, count,
                      [](const void *all, std::size_t index) {
                        return static_cast<std::int64_t>(
                            static_cast<const Value *>(all)[index]);
                      }};
  result.read = [](const void *all, std::size_t first, std::size_t many,
                   std::int64_t *into) {
    const Value *const from = static_cast<const Value *>(all) + first;
    for (std::size_t i = 0; i < many; ++i)
      into[i] = static_cast<std::int64_t>(from[i]);
  };
  return result;
}

} // namespace detail

namespace detail {
std::uint64_t hash_of_numbers(const std::int64_t *numbers, std::size_t count);
} // namespace detail

/// Numbers of indirect or listed that stay as they are. Of other ranges the
/// runtime reads all numbers in each execution, to see whether they have
/// changed; of these it did so once.
class fixed_map {
public:
  /// A copy of the numbers of an array or range with data() and size().
  template <
      typename Numbers,
      typename = std::enable_if_t<std::is_integral<std::remove_reference_t<
          decltype(*std::data(std::declval<const Numbers &>()))>>::value>>
  explicit fixed_map(const Numbers &numbers)
      : own(std::data(numbers), std::data(numbers) + std::size(numbers)),
        own_hash(detail::hash_of_numbers(own.data(), own.size())) {}
  // Layouts refer to the numbers of a map, so it never gets others.
  fixed_map(const fixed_map &) = default;
  fixed_map &operator=(const fixed_map &) = delete;

  const std::int64_t *data() const noexcept { return own.data(); }
  std::size_t size() const noexcept { return own.size(); }
  /// Equal on all ranks and for all copies with the same numbers.
  std::uint64_t hash() const noexcept { return own_hash; }

private:
  std::vector<std::int64_t> own;
  std::uint64_t own_hash;
};

namespace detail {

inline distribution owners_of(distribution_kind kind, const fixed_map &map) {
  distribution result = owners_of(kind, map.data(), map.size());
  result.known_hash = map.hash();
  return result;
}

} // namespace detail

/// `coordinates`: an array or range of integers with data() and size(), the
/// same on every rank: for each index of the dimension the coordinate that has
/// it (HPF 2.0). A rank stores its indices ascending. It must outlive the use
/// of the layout.
template <typename Coordinates>
distribution indirect(const Coordinates &coordinates) {
  return detail::owners_of(distribution_kind::indirect, std::data(coordinates),
                           std::size(coordinates));
}
inline distribution indirect(const fixed_map &coordinates) {
  return detail::owners_of(distribution_kind::indirect, coordinates);
}
/// `indices`: the same of this rank's indices, in the order in which it stores
/// them. Each index is on one coordinate of a source, and on as many of a
/// target as name it.
template <typename Indices> distribution listed(const Indices &indices) {
  return detail::owners_of(distribution_kind::listed, std::data(indices),
                           std::size(indices));
}
inline distribution listed(const fixed_map &indices) {
  return detail::owners_of(distribution_kind::listed, indices);
}

/// The ranks of a grid that are not numbered row-major from one rank on:
/// rank_of[i] is the communicator rank of grid position i.
struct rank_map {
  const int *rank_of = nullptr; ///< null: there is no map
  std::size_t count = 0;

  constexpr bool is_given() const { return rank_of != nullptr; }
};
namespace detail {
inline constexpr int no_ranks[1] = {}; ///< what a map of no ranks refers to
} // namespace detail

/// Most entries copies() and partial() of one onto().
inline constexpr std::size_t max_holders = 4;

/// What the ranks along an entry of onto() hold.
enum class grid_role {
  extent, ///< elements of a distributed dimension
  copies, ///< the same elements
  parts   ///< parts of the values of the same elements
};

namespace detail {
enum class builtin_operator;
} // namespace detail

/// One entry of onto(): the extent of a distributed dimension, copies(), or
/// partial().
struct grid_extent {
  std::int64_t ranks = 1;
  grid_role role = grid_role::extent;
  detail::builtin_operator op{}; ///< of parts, where it is one

  constexpr grid_extent() = default;
  constexpr grid_extent(std::int64_t extent) : ranks(extent) {}
};
/// As many ranks hold the same elements.
constexpr grid_extent copies(std::int64_t ranks) {
  grid_extent result(ranks);
  result.role = grid_role::copies;
  return result;
}
/// As many ranks hold a part of every element's value, of a source only; by
/// which operator the value is their combination, the call tells (Parts.h).
constexpr grid_extent partial(std::int64_t ranks) {
  grid_extent result(ranks);
  result.role = grid_role::parts;
  return result;
}

/// copies() or partial() of a layout: its ranks, and the extents of the grid
/// before it.
struct grid_holders {
  std::int64_t ranks = 1;
  std::size_t place = 0;
  grid_role role = grid_role::copies;
  detail::builtin_operator op{};
};

/// Elements of room beside a rank's part of one dimension.
struct width {
  std::int64_t before = 0, after = 0;

  constexpr width() = default;
  constexpr width(std::int64_t both) : before(both), after(both) {}
  constexpr width(std::int64_t elements_before, std::int64_t elements_after)
      : before(elements_before), after(elements_after) {}
};

/// dist {, dist} onto(extent {, extent}) at(first_rank) or ranks(map),
/// room(width {, width}) or halo(width {, width}), lead(elements): one grid
/// extent for each distributed dimension, in order; where none is, `onto({1})`
/// says no more than `onto({})`. Among them, in any place, copies(k) and
/// partial(op, k): the grid's ranks are numbered row-major over all of them.
struct layout {
  std::array<distribution, max_dimensions> dimensions{};
  std::size_t dimension_count = 0;
  std::array<std::int64_t, max_dimensions> grid{};
  std::size_t grid_count = 0; ///< without copies and parts
  std::array<grid_holders, max_holders> holders{};
  std::size_t holder_count = 0;
  std::int64_t first_rank = 0; ///< of no meaning where there is a map
  rank_map map;
  std::array<width, max_dimensions> widths{};
  std::size_t width_count = 0; ///< 0: no room
  bool has_halo = false; ///< as a target: the room gets neighbours' elements
  std::int64_t row_distance = 0;
  bool has_lead = false;  ///< else it follows from the local extents
  bool is_remote = false; ///< what the other side of an intercommunicator says

  constexpr layout() = default;
  constexpr layout(std::initializer_list<distribution> of_dimensions)
      : dimension_count(of_dimensions.size()) {
    std::size_t i = 0;
    for (const distribution &one : of_dimensions)
      if (i < max_dimensions) // more are an error of the call
        dimensions[i++] = one;
  }
  constexpr layout onto(std::initializer_list<grid_extent> extents) const {
    layout result = *this;
    result.set_grid(extents);
    return result;
  }
  constexpr layout at(std::int64_t rank) const {
    layout result = *this;
    result.first_rank = rank;
    return result;
  }
  /// `all`: an array or range of int with data() and size(), the rank of each
  /// position of the grid, row-major, or a pointer to so many; it must outlive
  /// the use of the layout. After onto().
  template <typename Ranks> constexpr layout ranks(const Ranks &all) const {
    layout result = *this;
    const int *first = nullptr;
    if constexpr (std::is_pointer<Ranks>::value) {
      first = all;
      result.map.count = static_cast<std::size_t>(positions());
    } else {
      first = std::data(all);
      result.map.count = std::size(all);
    }
    result.map.rank_of =
        first && result.map.count > 0 ? first : &detail::no_ranks[0];
    if (!first)
      result.map.count = 0;
    return result;
  }
  /// Room around each rank's part, one width a dimension: `.room({1, {2, 0}})`.
  constexpr layout room(std::initializer_list<width> of_dimensions) const {
    layout result = *this;
    result.width_count = of_dimensions.size();
    std::size_t i = 0;
    for (const width &one : of_dimensions)
      if (i < max_dimensions)
        result.widths[i++] = one;
    return result;
  }
  /// The same; as a target, the room gets what lies there on neighbours.
  constexpr layout halo(std::initializer_list<width> of_dimensions) const {
    layout result = room(of_dimensions);
    result.has_halo = true;
    return result;
  }
  /// Elements between two neighbouring rows of this rank's storage (columns,
  /// where it is stored by columns). A rank's own affair.
  constexpr layout lead(std::int64_t elements) const {
    layout result = *this;
    result.row_distance = elements;
    result.has_lead = true;
    return result;
  }

  /// Of the grid; 0 where an extent is not positive or they are too many.
  constexpr std::int64_t positions() const {
    std::int64_t product = 1;
    const auto multiply = [&product](std::int64_t ranks) {
      product = ranks <= 0 || product > INT32_MAX / ranks ? 0 : product * ranks;
    };
    for (std::size_t i = 0; i < grid_count && i < max_dimensions; ++i)
      multiply(grid[i]);
    for (std::size_t i = 0; i < holder_count && i < max_holders; ++i)
      multiply(holders[i].ranks);
    return product;
  }

private:
  constexpr void set_grid(std::initializer_list<grid_extent> extents) {
    grid_count = holder_count = 0;
    for (const grid_extent &one : extents)
      if (one.role != grid_role::extent)
        add_holders(one);
      else if (grid_count++ < max_dimensions)
        grid[grid_count - 1] = one.ranks;
    if (grid_count == 1 && grid[0] == 1 && !is_distributed()) {
      grid_count = 0;
      for (grid_holders &one : holders)
        one.place = 0;
    }
    count_sizes();
  }
  constexpr void add_holders(const grid_extent &one) {
    if (holder_count++ < max_holders) // more are an error of the call
      holders[holder_count - 1] = {one.ranks, grid_count, one.role, one.op};
  }
  /// Sizes behind a pointer are as many as the extent of their dimension.
  constexpr void count_sizes() {
    std::size_t i = 0; // place in the grid
    for (std::size_t k = 0; k < dimension_count && k < max_dimensions; ++k) {
      distribution &one = dimensions[k];
      if (one.kind == distribution_kind::undistributed)
        continue;
      const bool has_extent = i < grid_count && i < max_dimensions;
      const std::int64_t extent = has_extent ? grid[i] : 0;
      if (one.counts_by_grid)
        one.size_count = one.sizes != nullptr && extent > 0
                             ? static_cast<std::size_t>(extent)
                             : 0;
      ++i;
    }
  }
  /// Whether any dimension is.
  constexpr bool is_distributed() const {
    for (std::size_t k = 0; k < dimension_count && k < max_dimensions; ++k)
      if (dimensions[k].kind != distribution_kind::undistributed)
        return true;
    return false;
  }
};

/// The layout that the other side of an intercommunicator has, or wants.
constexpr layout remote() {
  layout result;
  result.is_remote = true;
  return result;
}

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
