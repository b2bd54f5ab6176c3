//===- StorageTraits.h - Storage of user-defined containers ----*- C++ -*-===//
//
// Describes the storage of a class without data() and size(), or with several
// dimensions: matrices, views, arrays of other libraries.
// <redist/adapt/eigen.h> and the other adapters specialise the traits for their
// libraries; a program does so for its own classes:
//
//   template <> struct redist::storage_traits<my::matrix> {
//     using element = double;
//     static constexpr std::size_t dimensions = 2;
//     static constexpr bool is_owner = true;
//     static double *data(my::matrix &m) { return m.first(); }
//     static const double *data(const my::matrix &m) { return m.first(); }
//     static std::int64_t extent(const my::matrix &m, std::size_t k) {
//       return k == 0 ? m.rows() : m.columns();
//     }
//     static redist::storage_order order(const my::matrix &) {
//       return redist::storage_order::column;
//     }
//     static void resize(my::matrix &m, const std::int64_t *extents,
//                        std::size_t) {
//       m.resize(extents[0], extents[1]);
//     }
//   };
//
// C++17, no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_STORAGETRAITS_H
#define REDIST_STORAGETRAITS_H

#include "redist/detail/HeaderBegin.h"

#include "redist/Layout.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace redist {

/// Of `storage_traits<X>::dimensions`: a block without extents of its own,
/// which takes any number of brackets.
inline constexpr std::size_t flat = 0;
/// Of `storage_traits<X>::dimensions`: each object has its own number.
inline constexpr std::size_t any_dimensions = static_cast<std::size_t>(-1);

/// Where an X has its elements. A specialisation (X is neither const nor a
/// reference; `Enable` is for its own use) has
///
///   using element                 type of an element; const where all
///                                 objects can only be read
///   std::size_t dimensions        brackets that an object takes (constexpr)
///   bool is_owner                 a copy has elements of its own, so that
///                                 values travel to other ranks (constexpr)
///   data(x)                       element *: that at index 0 of every
///                                 dimension; const element * of a const x
///   size(x)                       of a flat X: its elements; where there is
///                                 no such function, the size is unknown
///   extent(x, k)                  else: elements of dimension k
///   dimension_count(x)            where `dimensions` is any_dimensions
///
/// where X is not flat one of
///
///   order(x)                      storage_order of a block without gaps
///   stride(x, k)                  elements between neighbours along k
///
/// of which it is the type that decides, and, where an X can be made by default
/// and then take any extents,
///
///   resize(x, extents, count)     `count` extents, or one: the size of a flat
///                                 X; elements may be lost. For values that
///                                 arrive, and, of an X without strides that
///                                 can be swapped, for redistributions
template <typename X, typename Enable = void> struct storage_traits;

namespace detail {

template <typename X, typename = void>
struct has_storage_traits : std::false_type {};
template <typename X>
struct has_storage_traits<
    X, std::void_t<typename storage_traits<std::remove_cv_t<X>>::element>>
    : std::true_type {};

template <typename X> using traits_of = storage_traits<std::remove_cv_t<X>>;

/// Whether an X has extents of its own.
template <typename X, typename = void> struct has_shape : std::false_type {};
template <typename X>
struct has_shape<X, std::enable_if_t<has_storage_traits<X>::value>>
    : std::bool_constant<traits_of<X>::dimensions != flat> {};

template <typename X, typename = void> struct has_strides : std::false_type {};
template <typename X>
struct has_strides<X, std::void_t<decltype(traits_of<X>::stride(
                          std::declval<const X &>(), std::size_t{}))>>
    : std::true_type {};

template <typename X, typename = void> struct has_size : std::false_type {};
template <typename X>
struct has_size<
    X, std::void_t<decltype(traits_of<X>::size(std::declval<const X &>()))>>
    : std::true_type {};

template <typename X, typename = void> struct can_resize : std::false_type {};
template <typename X>
struct can_resize<
    X, std::void_t<decltype(traits_of<X>::resize(
           std::declval<X &>(), static_cast<const std::int64_t *>(nullptr),
           std::size_t{}))>> : std::true_type {};

/// Whether values of X are to be written and read by their extents and
/// elements.
template <typename X, typename = void>
struct travels_by_traits : std::false_type {};
template <typename X>
struct travels_by_traits<X, std::enable_if_t<has_shape<X>::value>>
    : std::bool_constant<traits_of<X>::is_owner> {};

/// What an object tells of the block that it stores.
struct storage_shape {
  std::size_t dimension_count = 0;
  std::array<std::int64_t, max_dimensions> extents{};
  std::array<std::int64_t, max_dimensions> strides{}; ///< where is_strided
  bool is_strided = false; ///< else without gaps, in `order`
  storage_order order = storage_order::row;

  std::int64_t elements() const {
    std::int64_t product = 1;
    for (std::size_t k = 0; k < std::min(dimension_count, max_dimensions); ++k)
      product *= extents[k];
    return product;
  }
  /// Those of an object without gaps, too.
  std::array<std::int64_t, max_dimensions> places() const {
    if (is_strided)
      return strides;
    std::array<std::int64_t, max_dimensions> dense{};
    const std::size_t count = std::min(dimension_count, max_dimensions);
    std::int64_t next = 1;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t k = order == storage_order::column ? i : count - 1 - i;
      dense[k] = next;
      next *= std::max<std::int64_t>(extents[k], 1);
    }
    return dense;
  }
  /// One past the last place, in elements.
  std::int64_t span() const {
    if (!is_strided || elements() == 0)
      return elements();
    std::int64_t last = 0;
    for (std::size_t k = 0; k < std::min(dimension_count, max_dimensions); ++k)
      last += (extents[k] - 1) * strides[k];
    return last + 1;
  }
};

template <typename X> std::size_t dimension_count_of(const X &object) {
  if constexpr (traits_of<X>::dimensions == any_dimensions)
    return traits_of<X>::dimension_count(object);
  else
    return traits_of<X>::dimensions;
}

/// Precondition: has_shape<X>. More dimensions than directives can have are
/// counted, but not described.
template <typename X> storage_shape shape_of(const X &object) {
  using traits = traits_of<X>;
  storage_shape shape;
  shape.dimension_count = dimension_count_of(object);
  shape.is_strided = has_strides<X>::value;
  for (std::size_t k = 0; k < std::min(shape.dimension_count, max_dimensions);
       ++k) {
    shape.extents[k] = static_cast<std::int64_t>(traits::extent(object, k));
    if constexpr (has_strides<X>::value)
      shape.strides[k] = static_cast<std::int64_t>(traits::stride(object, k));
  }
  if constexpr (!has_strides<X>::value)
    shape.order = traits::order(object);
  return shape;
}

} // namespace detail
} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
