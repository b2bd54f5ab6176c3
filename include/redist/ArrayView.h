//===- ArrayView.h - Views of this rank's part of an array -----*- C++ -*-===//
//
// Part of the public interface of the runtime, behind redist::array. Views:
// they own nothing, are cheap to copy, and are valid as long as the array keeps
// its layout. None of this is collective.
//
//   local_view      this rank's part by local indices:  view(i, j)
//   owned_elements  its elements, each with its global index:
//                   for (auto [index, value] : a.owned())
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_ARRAYVIEW_H
#define REDIST_ARRAYVIEW_H

#include "redist/detail/HeaderBegin.h"

#include "redist/detail/array/ArrayShape.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace redist {

/// This rank's part of an array as a dense array of D dimensions. A contiguous
/// range, in the order of the storage.
template <typename Element, std::size_t Dimensions> class local_view {
public:
  using element_type = Element;
  using value_type = std::remove_cv_t<Element>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using pointer = Element *;
  using reference = Element &;
  using iterator = Element *;
  using index_type = std::array<std::int64_t, Dimensions>;

  local_view() = default;
  local_view(Element *data, const index_type &extents,
             const index_type &strides)
      : elements(data), own_extents(extents), own_strides(strides) {}
  /// A view of T is one of const T.
  operator local_view<const Element, Dimensions>() const {
    return {elements, own_extents, own_strides};
  }

  /// The element with local index (i, j, ...); no check.
  template <typename... Index,
            typename = std::enable_if_t<
                sizeof...(Index) == Dimensions &&
                (std::is_convertible<Index, std::int64_t>::value && ...)>>
  Element &operator()(Index... index) const {
    return (*this)[index_type{static_cast<std::int64_t>(index)...}];
  }
  Element &operator[](const index_type &index) const {
    std::int64_t place = 0;
    for (std::size_t k = 0; k < Dimensions; ++k)
      place += index[k] * own_strides[k];
    return elements[place];
  }

  Element *data() const { return elements; }
  Element *begin() const { return elements; }
  Element *end() const { return elements + size(); }
  std::size_t size() const {
    std::size_t product = 1;
    for (const std::int64_t extent : own_extents)
      product *= static_cast<std::size_t>(extent);
    return product;
  }
  bool empty() const { return size() == 0; }
  /// Local extents, and what index + 1 adds to the place in the storage.
  const index_type &extents() const { return own_extents; }
  std::int64_t extent(std::size_t dimension) const {
    return own_extents[dimension];
  }
  const index_type &strides() const { return own_strides; }
  std::int64_t stride(std::size_t dimension) const {
    return own_strides[dimension];
  }

private:
  Element *elements = nullptr;
  index_type own_extents{}, own_strides{};
};

/// An element on this rank and where it is in the whole array.
template <typename Element, std::size_t Dimensions> struct owned_element {
  std::array<std::int64_t, Dimensions> index; ///< global
  Element &value;
};

/// The elements of this rank in the order of its storage, as a range of
/// owned_element.
template <typename Element, std::size_t Dimensions> class owned_elements {
public:
  using index_type = std::array<std::int64_t, Dimensions>;

  class iterator {
  public:
    // C++17 asks more of references of a forward iterator than C++20 does.
    using iterator_category = std::input_iterator_tag;
#if __cplusplus >= 202002L
    using iterator_concept = std::forward_iterator_tag;
#endif
    using value_type = owned_element<Element, Dimensions>;
    using difference_type = std::ptrdiff_t;
    using reference = owned_element<Element, Dimensions>;
    using pointer = void;

    iterator() = default;
    iterator(Element *at, const detail::local_axis *axes_of_array, bool column)
        : value(at), axes(axes_of_array), is_column(column) {
      for (std::size_t k = 0; k < Dimensions && axes; ++k)
        rewind(k);
    }
    reference operator*() const { return {index, *value}; }
    iterator &operator++() {
      ++value;
      for (std::size_t depth = Dimensions; depth-- > 0;) {
        const std::size_t k = dimension_at(depth, is_column);
        if (step(k))
          break;
        rewind(k);
        value += axes[k].gap;
      }
      return *this;
    }
    iterator operator++(int) {
      iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const iterator &a, const iterator &b) {
      return a.value == b.value;
    }
    friend bool operator!=(const iterator &a, const iterator &b) {
      return a.value != b.value;
    }

  private:
    void rewind(std::size_t k) {
      left[k] = axes[k].local;
      left_in_block[k] = axes[k].block - axes[k].skip;
      index[k] = axes[k].first;
    }
    /// Goes to the next index along a dimension; false where there is none.
    bool step(std::size_t k) {
      if (--left[k] == 0)
        return false;
      if (--left_in_block[k] > 0) {
        ++index[k];
      } else {
        left_in_block[k] = axes[k].block;
        index[k] += axes[k].step - axes[k].block + 1;
      }
      return true;
    }

    Element *value = nullptr;
    const detail::local_axis *axes = nullptr;
    bool is_column = false;
    index_type index{}, left{}, left_in_block{};
  };

  owned_elements() = default;
  owned_elements(Element *data, const detail::array_shape &shape)
      : elements(data + shape.origin()), count(shape.owned_size()),
        places(shape.local_size()), axes(shape.axes().data()),
        is_column(shape.order() == storage_order::column) {}

  iterator begin() const { return {elements, axes, is_column}; }
  iterator end() const { return {elements + places, axes, is_column}; }
  std::size_t size() const { return static_cast<std::size_t>(count); }
  bool empty() const { return count == 0; }

  /// Calls visit(index, value) for each: as the range, but faster.
  template <typename Visit> void for_each(Visit &&visit) const {
    Element *value = elements;
    index_type index{};
    if (count > 0)
      visit_from<0>(index, value, visit);
  }

private:
  /// Dimension at a depth: 0 is the outermost, D - 1 the contiguous one.
  static std::size_t dimension_at(std::size_t depth, bool column) {
    return column ? Dimensions - 1 - depth : depth;
  }
  template <std::size_t Depth, typename Visit>
  void visit_from(index_type &index, Element *&value, Visit &visit) const {
    const std::size_t k = dimension_at(Depth, is_column);
    const detail::local_axis &axis = axes[k];
    std::int64_t start = axis.first;
    std::int64_t block = axis.block - axis.skip;
    for (std::int64_t rest = axis.local; rest > 0;) {
      const std::int64_t end = start + (rest < block ? rest : block);
      for (std::int64_t i = start; i < end; ++i) {
        index[k] = i;
        if constexpr (Depth + 1 < Dimensions)
          visit_from<Depth + 1>(index, value, visit);
        else
          visit(static_cast<const index_type &>(index), *value++);
      }
      rest -= block;
      start += axis.step - axis.block + block;
      block = axis.block;
    }
    value += axis.gap;
  }

  Element *elements = nullptr;
  std::int64_t count = 0, places = 0;
  const detail::local_axis *axes = nullptr;
  bool is_column = false;
};

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
