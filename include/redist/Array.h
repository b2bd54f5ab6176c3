//===- Array.h - Distributed array with its layout -------------*- C++ -*-===//
//
//   redist::array<double, 2> a(
//       {rows, columns},
//       redist::layout({redist::block(), redist::undistributed()}).onto({4}),
//       MPI_COMM_WORLD);
//   for (auto [index, value] : a.owned())
//     value = f(index[0], index[1]);
//   #pragma redistribute a[rows][columns] to(cyclic(64), cyclic(64) onto(2, 2))
//
// Each rank holds the elements that the layout gives it; a directive moves them
// and changes the layout, and its from() may be left out. To the eye it is a
// container of this rank's elements: data(), size(), begin(), end(), swap().
//
// Members are not collective unless they say so. Those that are must be called
// by all ranks of the communicator with the same arguments, and throw the same
// redist::error on all of them. C++17 and later.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_ARRAY_H
#define REDIST_ARRAY_H

#include "redist/detail/HeaderBegin.h"

#include "redist/ArrayView.h"
#include "redist/Error.h"
#include "redist/detail/array/ArrayCore.h"
#include "redist/detail/objects/Storage.h"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#if __cplusplus >= 202002L
#include <span>
#endif

namespace redist {

/// An array of elements, distributed over the ranks of a communicator.
///
/// Arrays move and swap; moving takes the elements along and leaves an array
/// without any, as the default constructor makes it. Copies are made by copy()
/// alone. The communicator is the user's, and must live as long as the array
/// is used; the array may outlive MPI_Finalize.
///
/// Pointers, views and iterators are valid until a redistribution.
template <typename Element, std::size_t Dimensions> class array {
  static_assert(Dimensions >= 1 && Dimensions <= max_dimensions,
                "an array has 1 to 16 dimensions");
  static_assert(std::is_same<Element, std::remove_cv_t<Element>>::value &&
                    std::is_trivially_copyable<Element>::value &&
                    std::is_default_constructible<Element>::value,
                "elements move between processes as bytes: their type must be "
                "trivially copyable, default constructible, and not const");
  static_assert(alignof(Element) <= detail::aligned_bytes::alignment,
                "elements cannot be aligned to more than 128 bytes");

public:
  using value_type = Element;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = Element &;
  using const_reference = const Element &;
  using pointer = Element *;
  using const_pointer = const Element *;
  using iterator = Element *;
  using const_iterator = const Element *;
  /// Global and local indices, and extents.
  using index_type = std::array<std::int64_t, Dimensions>;
#if __cplusplus >= 202002L
  using span_type = std::span<Element>;
  using const_span_type = std::span<const Element>;
#else
  using span_type = local_view<Element, 1>;
  using const_span_type = local_view<const Element, 1>;
#endif

  /// No extents, no layout, no communicator: for assigning to, or swapping.
  array() noexcept = default;

  /// An array of the given extents, laid out as `given`, its elements
  /// value-initialised (0). Ranks outside the grid hold none. `order`: how each
  /// rank stores its part. Collective.
  array(const index_type &extents, const redist::layout &given,
        MPI_Comm communicator = MPI_COMM_WORLD,
        storage_order order = storage_order::row)
      : own(detail::array_core::make(extents.data(), Dimensions, given,
                                     communicator, order, sizeof(Element))) {
    std::uninitialized_value_construct_n(data(), size());
  }

  array(array &&) noexcept = default;
  array &operator=(array &&) noexcept = default;
  array(const array &) = delete;
  array &operator=(const array &) = delete;

  /// A second array with the same layout and contents.
  array copy() const {
    array result;
    if (own)
      result.own = std::make_unique<detail::array_core>(*own);
    return result;
  }
  void swap(array &other) noexcept { own.swap(other.own); }
  friend void swap(array &a, array &b) noexcept { a.swap(b); }

  // This rank's elements, in the order of the storage.

  Element *data() noexcept {
    return own ? static_cast<Element *>(own->data()) : nullptr;
  }
  const Element *data() const noexcept {
    return own ? static_cast<const Element *>(own->data()) : nullptr;
  }
  /// Number of elements on this rank; global_size() is that of the array.
  size_type size() const noexcept {
    return static_cast<size_type>(shape().local_size());
  }
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  iterator begin() noexcept { return data(); }
  iterator end() noexcept { return data() + size(); }
  const_iterator begin() const noexcept { return data(); }
  const_iterator end() const noexcept { return data() + size(); }
  const_iterator cbegin() const noexcept { return begin(); }
  const_iterator cend() const noexcept { return end(); }
  /// The same as a std::span; in C++17 as a range with data() and size().
  span_type span() noexcept { return span_of<span_type>(data()); }
  const_span_type span() const noexcept {
    return span_of<const_span_type>(data());
  }
  /// This rank's elements by local indices: a.local()(i, j). Of an array with
  /// room, indices below 0 and beyond the extents reach it.
  local_view<Element, Dimensions> local() noexcept {
    return {data() + shape().origin(), local_extents(), strides()};
  }
  local_view<const Element, Dimensions> local() const noexcept {
    return {data() + shape().origin(), local_extents(), strides()};
  }
  /// This rank's elements with their global indices, without the room:
  /// for (auto [index, value] : a.owned()) value = index[0].
  owned_elements<Element, Dimensions> owned() noexcept {
    return {data(), shape()};
  }
  owned_elements<const Element, Dimensions> owned() const noexcept {
    return {data(), shape()};
  }
  /// visit(index, value) for each of them: as owned(), but faster.
  template <typename Visit> void for_each(Visit &&visit) {
    owned().for_each(visit);
  }
  template <typename Visit> void for_each(Visit &&visit) const {
    owned().for_each(visit);
  }
  /// Sets this rank's elements, and the room around them.
  void fill(const Element &value) { std::fill_n(data(), size(), value); }

  // By global index.

  /// The element, on the rank that has it. Throws redist::error elsewhere,
  /// which names the owner, and where there is no such element.
  Element &at(const index_type &index) { return data()[checked_place(index)]; }
  const Element &at(const index_type &index) const {
    return data()[checked_place(index)];
  }
  template <typename... Index,
            typename = std::enable_if_t<
                sizeof...(Index) == Dimensions &&
                (std::is_convertible<Index, std::int64_t>::value && ...)>>
  Element &at(Index... index) {
    return at(index_type{static_cast<std::int64_t>(index)...});
  }
  template <typename... Index,
            typename = std::enable_if_t<
                sizeof...(Index) == Dimensions &&
                (std::is_convertible<Index, std::int64_t>::value && ...)>>
  const Element &at(Index... index) const {
    return at(index_type{static_cast<std::int64_t>(index)...});
  }
  /// Whether this rank has the element; false where there is no such element.
  bool owns(const index_type &index) const noexcept {
    return shape().contains(index.data()) && shape().place(index.data()) >= 0;
  }
  /// Rank in the communicator of the element's owner. Throws redist::error
  /// where there is no such element.
  int owner_of(const index_type &index) const {
    if (!shape().contains(index.data()))
      throw_not_here(index);
    return shape().owner(index.data());
  }
  /// Global index of a local one. Precondition: within local_extents().
  index_type global_index(const index_type &local) const {
    index_type result;
    for (std::size_t k = 0; k < Dimensions; ++k)
      result[k] = shape().axes()[k].global_index(local[k]);
    return result;
  }
  /// Local index of an element on this rank; throws as at() elsewhere.
  index_type local_index(const index_type &index) const {
    checked_place(index);
    index_type result;
    for (std::size_t k = 0; k < Dimensions; ++k)
      result[k] = shape().axes()[k].local_index(index[k]);
    return result;
  }

  // Shape and layout.

  static constexpr std::size_t dimensions() noexcept { return Dimensions; }
  /// Of the whole array, and its number of elements.
  index_type extents() const noexcept { return first(shape().extents()); }
  std::int64_t extent(std::size_t dimension) const noexcept {
    return shape().extents()[dimension];
  }
  std::int64_t global_size() const noexcept { return shape().size(); }
  /// Of this rank's part.
  index_type local_extents() const noexcept {
    index_type result;
    for (std::size_t k = 0; k < Dimensions; ++k)
      result[k] = shape().axes()[k].local;
    return result;
  }
  std::int64_t local_extent(std::size_t dimension) const noexcept {
    return shape().axes()[dimension].local;
  }
  /// What local index + 1 adds to the place in the storage.
  index_type strides() const noexcept { return first(shape().strides()); }
  /// The layout it has now. Sizes of a gen_block are the array's own, and valid
  /// until a redistribution.
  const redist::layout &layout() const noexcept { return shape().layout(); }
  storage_order order() const noexcept { return shape().order(); }
  /// This rank's place in the grid: row-major position, or -1 outside it; and
  /// its coordinates by dimension, 0 where one is not distributed, -1 outside.
  std::int64_t position() const noexcept { return shape().position(); }
  index_type coordinates() const noexcept {
    return first(shape().coordinates());
  }
  bool in_grid() const noexcept { return position() >= 0; }
  MPI_Comm communicator() const noexcept {
    return own ? own->communicator() : MPI_COMM_NULL;
  }

  // Moving elements between ranks.

  /// Lays the array out as `to`, as a directive does. Collective.
  void redistribute(const redist::layout &to) { core().redistribute(to); }
  /// Gives back the storage that the array keeps for the next redistribution.
  void shrink_to_fit() noexcept {
    if (own)
      own->release_spare();
  }

  /// The whole array in row-major order on rank `root`, nothing elsewhere.
  /// Collective.
  std::vector<Element> gather(int root = 0) const {
    std::vector<Element> whole;
    gather_into(whole, root);
    return whole;
  }
  /// The same into a contiguous range or a pointer that is read on rank `root`
  /// alone; what can be resized gets the size of the array there, other storage
  /// must hold it. Collective.
  template <typename Range> void gather_into(Range &&whole, int root = 0) const;
  /// Sets all elements from a contiguous range or a pointer that is read on
  /// rank `root` alone: the whole array in row-major order, no more and no
  /// less. Collective.
  template <typename Range> void scatter(const Range &whole, int root = 0);

  /// Writes the elements in row-major order, as the machine holds them, to a
  /// file. That is made beside `path` and takes its place when all of it is
  /// written, so `path` is old or new but never half of it. Where `path` ends
  /// in
  /// ".npy", the file is one of NumPy (NPY 1.0): numbers behind a header with
  /// type, extents and order, which is that of the array. Collective.
  void write(const std::string &path) const { core().write(path, kind); }
  /// Writes the elements in row-major order into the file, whatever it is
  /// called, from byte `offset` on. What is before and behind them stays; the
  /// file is made, or made longer, where it is too short, with zeros before
  /// `offset`. Where writing fails half way, these bytes are old or new.
  /// Collective.
  void write(const std::string &path, std::int64_t offset) const {
    core().write(path, offset);
  }
  /// Reads such a file, whose size must be that of the array; an NPY file must
  /// have its type and extents, and may have either order. Collective.
  void read(const std::string &path) { core().read(path, 0, true, kind); }
  /// Reads the elements from byte `offset` of the file on, whatever it is
  /// called, in row-major order; more may follow. Where reading fails half way,
  /// elements have old or new values. Collective.
  void read(const std::string &path, std::int64_t offset) {
    core().read(path, offset, false, kind);
  }

  // What directives use (Objects.h, distribution).

  /// As a distribution: of this rank's elements, without the room.
  distribution describe_owners(distribution_kind owners) const {
    static_assert(Dimensions == 1,
                  "indirect and listed need an array of one dimension");
    distribution result =
        detail::owners_of(owners, data() + shape().origin(),
                          static_cast<std::size_t>(shape().axes()[0].local));
    if (owners == distribution_kind::indirect)
      result.numbered_by = &shape();
    return result;
  }

  detail::object_layout describe_layout() const {
    return own ? own->describe_layout() : detail::object_layout();
  }
  Element *provide_spare(std::int64_t elements,
                         const detail::object_layout &next) {
    return static_cast<Element *>(core().provide_spare(elements, next));
  }
  void adopt_spare() noexcept { own->adopt_spare(); }

  /// The array without its type; throws redist::error where there is none.
  detail::array_core &core() const {
    if (!own)
      detail::throw_no_array();
    return *own;
  }

private:
  static constexpr detail::element_kind kind =
      detail::element_kind_of<Element>();

  const detail::array_shape &shape() const noexcept {
    return own ? own->shape() : detail::shape_of_nothing();
  }
  std::int64_t checked_place(const index_type &index) const {
    const std::int64_t place =
        shape().contains(index.data()) ? shape().place(index.data()) : -1;
    if (place < 0)
      throw_not_here(index);
    return place;
  }
  [[noreturn]] void throw_not_here(const index_type &index) const {
    core().throw_not_here(index.data());
  }
  template <typename Span, typename Pointer>
  Span span_of(Pointer elements) const noexcept {
#if __cplusplus >= 202002L
    return Span(elements, size());
#else
    return Span(elements, {shape().local_size()}, {1});
#endif
  }
  static index_type first(const detail::array_shape::numbers &all) noexcept {
    index_type result;
    std::copy_n(all.begin(), Dimensions, result.begin());
    return result;
  }

  std::unique_ptr<detail::array_core> own;
};

/// The coordinates as an array that is dealt itself, in any layout, on the
/// ranks of the directive's communicator: no rank knows all of them.
template <typename Number, std::size_t Dimensions>
distribution indirect(const array<Number, Dimensions> &coordinates) {
  return coordinates.describe_owners(distribution_kind::indirect);
}
/// This rank's elements of the array are the indices that it has.
template <typename Number, std::size_t Dimensions>
distribution listed(const array<Number, Dimensions> &indices) {
  return indices.describe_owners(distribution_kind::listed);
}

template <typename Element, std::size_t Dimensions>
template <typename Range>
void array<Element, Dimensions>::gather_into(Range &&whole, int root) const {
  using range = std::remove_reference_t<Range>;
  static_assert(std::is_same<detail::element_t<range>, Element>::value,
                "what is gathered into must have elements of the array's type");
  core().gather(root, [&]() -> void * {
    if constexpr (detail::is_resizable<range>::value)
      whole.resize(static_cast<std::size_t>(global_size()));
    else
      detail::require_room(detail::size_of(whole), global_size());
    return detail::data_of(whole);
  });
}

template <typename Element, std::size_t Dimensions>
template <typename Range>
void array<Element, Dimensions>::scatter(const Range &whole, int root) {
  using element = detail::element_t<const Range>;
  static_assert(std::is_same<std::remove_cv_t<element>, Element>::value,
                "what is scattered must have elements of the array's type");
  core().scatter(root, detail::data_of(whole), detail::size_of(whole));
}

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
