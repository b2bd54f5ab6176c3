//===- ArrayShape.h - Extents, layout and owners of an array ---*- C++ -*-===//
//
// Part of the public interface of the runtime, behind redist::array: the
// extents of a distributed array, its layout, and the elements on this rank.
// Comes in: extents and layout of the user. Goes out: positions, owners, local
// extents. Moves nothing and knows no MPI.
//
//   A[10], cyclic(2) onto(2), on rank 1: elements 2 3 6 7
//   axis: local 4, first 2, block 2, step 4; local index 3 is 2 + 4 + 1 = 7
//   and with shift(1): elements 1 2 5 6 9; the first of its blocks is whole.
//   On rank 0, elements 0 3 4 7 8: the first block lacks one element.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_ARRAY_ARRAYSHAPE_H
#define REDIST_DETAIL_ARRAY_ARRAYSHAPE_H

#include "redist/Layout.h"
#include "redist/Redistribution.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace redist {
namespace detail {

/// The elements of one dimension that lie on this rank: blocks of `block`
/// elements, `step` apart. What is contiguous is one block.
struct local_axis {
  std::int64_t local = 0; ///< number of them
  std::int64_t first = 0; ///< global index of the first
  std::int64_t block = 1; ///< > 0
  std::int64_t step = 1;  ///< >= block
  std::int64_t skip = 0;  ///< elements that the first block lacks (shift)
  /// Places in the storage between the end of a row along this dimension and
  /// the begin of the next one: the room beside it.
  std::int64_t gap = 0;

  /// Precondition: 0 <= index < local.
  std::int64_t global_index(std::int64_t index) const {
    index += skip;
    return first - skip + index / block * step + index % block;
  }
  /// -1 where the element, one of the array, lies elsewhere.
  std::int64_t local_index(std::int64_t global) const {
    const std::int64_t distance = global - first + skip;
    if (distance < skip || distance % step >= block)
      return -1;
    const std::int64_t index = distance / step * block + distance % step - skip;
    return index < local ? index : -1;
  }
};

/// Extents, layout, and storage of an array, as one rank sees them.
class array_shape {
public:
  using numbers = std::array<std::int64_t, max_dimensions>;

  array_shape() = default;
  // What the layout refers to moves with it.
  array_shape(array_shape &&) = default;
  array_shape &operator=(array_shape &&) = default;

  /// What is wrong with a layout of an array of `count` dimensions on
  /// `rank_count` ranks; empty: nothing. Not collective.
  static std::string problem_of(const std::int64_t *extents, std::size_t count,
                                const redist::layout &given, int rank_count);

  /// Describes the array anew, on rank `rank`. `ranks`: those of the positions
  /// of the grid, where given in place of the layout's. Copies what gen_block
  /// and ranks() refer to; allocates nothing where an earlier description
  /// was as large. Precondition: problem_of() finds nothing.
  void describe(const std::int64_t *extents, std::size_t count,
                const redist::layout &given, storage_order how, int rank,
                rank_map ranks = {});
  /// The same as `other`.
  void describe(const array_shape &other);
  /// Room for the description of any layout of `count` dimensions on
  /// `rank_count` ranks; to be called before any describe().
  void reserve(std::size_t count, int rank_count);

  std::size_t dimension_count() const { return own_layout.dimension_count; }
  const numbers &extents() const { return own_extents; }
  /// Refers to sizes and ranks that live as long as this description.
  const redist::layout &layout() const { return own_layout; }
  storage_order order() const { return own_order; }
  int rank() const { return own_rank; }

  /// This rank's position in the grid, row-major; -1 outside it.
  std::int64_t position() const { return own_position; }
  /// By dimension, 0 where it is not distributed; all -1 outside the grid.
  const numbers &coordinates() const { return own_coordinates; }
  const std::array<local_axis, max_dimensions> &axes() const {
    return own_axes;
  }
  /// What local index + 1 adds to the place in the storage.
  const numbers &strides() const { return own_strides; }
  /// Places in the storage, room included; elements on this rank, and
  /// altogether.
  std::int64_t local_size() const { return own_local_size; }
  std::int64_t owned_size() const { return own_owned_size; }
  std::int64_t size() const { return own_size; }
  /// Place of this rank's first element.
  std::int64_t origin() const { return own_origin; }

  /// Whether 0 <= index < extent in every dimension.
  bool contains(const std::int64_t *index) const;
  /// Rank of an element, of its first copy. Precondition: contains(index).
  int owner(const std::int64_t *index) const;
  /// Rank of a position of the grid.
  int rank_of(std::int64_t position) const;
  /// Place of an element in this rank's storage; -1 where it lies elsewhere.
  /// Precondition: contains(index).
  std::int64_t place(const std::int64_t *index) const;

private:
  std::int64_t coordinate_of(std::size_t dimension, std::int64_t index) const;
  local_axis axis_on(std::size_t dimension, std::int64_t coordinate) const;
  void describe_axes();
  template <typename Visit>
  void visit_copies(std::size_t dimension, Visit visit) const;

  redist::layout own_layout;
  numbers own_extents{}, own_coordinates{}, own_strides{};
  /// By dimension; the whole dimension lies on coordinate 0 where it is not
  /// distributed.
  numbers grid_extents{}, blocks{}, shifts{};
  /// Of a gen_block: first index of each coordinate, and the extent.
  std::array<std::vector<std::int64_t>, max_dimensions> starts;
  std::vector<std::int64_t> scratch;
  std::vector<int> own_ranks;
  storage_order own_order = storage_order::row;
  int own_rank = 0;
  std::int64_t own_position = -1, own_local_size = 0, own_owned_size = 0,
               own_size = 0, own_origin = 0;
  std::array<local_axis, max_dimensions> own_axes{};
};

/// "4 x 5".
std::string text_of_extents(const std::int64_t *extents, std::size_t count);
/// "(4, 5)".
std::string text_of_index(const std::int64_t *index, std::size_t count);

} // namespace detail
} // namespace redist

#endif
