//===- mdspan.h - Multidimensional views ------------------------*- C++ -*-===//
//
// Storage of std::mdspan and of Kokkos' reference implementation, with
// layout_right, layout_left and layout_stride, over memory that a pointer
// reaches. Views: they are not resized, and do not travel.
//
// To be included after mdspan; redistc does so where a directive needs it. What
// is one is told by its members: implementations have namespaces of their own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_ADAPT_MDSPAN_H
#define REDIST_ADAPT_MDSPAN_H

#include "redist/detail/HeaderBegin.h"

#include "redist/StorageTraits.h"

namespace redist {
namespace detail {

template <typename X, typename = void> struct is_mdspan : std::false_type {};
template <typename X>
struct is_mdspan<
    X, std::void_t<typename X::extents_type, typename X::layout_type,
                   typename X::accessor_type, typename X::mapping_type,
                   decltype(std::declval<const X &>().data_handle()),
                   decltype(std::declval<const X &>().stride(std::size_t{}))>>
    : std::conjunction<
          std::is_convertible<decltype(std::declval<const X &>().data_handle()),
                              typename X::element_type *>,
          std::is_same<typename X::reference, typename X::element_type &>> {};

/// The same extents type with 2 in every dimension, to ask a layout.
template <typename Extents> struct twos_of;
template <template <typename, std::size_t...> class Extents, typename Index,
          std::size_t... E>
struct twos_of<Extents<Index, E...>> {
  using type = Extents<Index, (E, std::size_t{2})...>;
};

/// Whether a layout of `rank` dimensions has no gaps and its last dimension, or
/// its first one, is contiguous.
template <typename X> struct mdspan_layout {
  using asked = typename X::layout_type::template mapping<
      typename twos_of<typename X::extents_type>::type>;
  static constexpr std::size_t rank = X::rank();

  static constexpr bool has_stride(std::size_t k, std::size_t power) {
    return static_cast<std::size_t>(asked().stride(k)) ==
           (std::size_t{1} << power);
  }
  static constexpr bool is_dense_in(storage_order order) {
    if (!X::mapping_type::is_always_exhaustive() ||
        !X::mapping_type::is_always_strided())
      return false;
    for (std::size_t k = 0; k < rank; ++k)
      if (!has_stride(k, order == storage_order::column ? k : rank - 1 - k))
        return false;
    return true;
  }
  static constexpr bool is_row = is_dense_in(storage_order::row);
  static constexpr bool is_column = is_dense_in(storage_order::column);
};

template <typename X, bool IsDense> struct mdspan_places;
template <typename X> struct mdspan_places<X, true> {
  static constexpr storage_order order(const X &) {
    return mdspan_layout<X>::is_row ? storage_order::row
                                    : storage_order::column;
  }
};
template <typename X> struct mdspan_places<X, false> {
  static std::int64_t stride(const X &x, std::size_t k) {
    return static_cast<std::int64_t>(x.stride(k));
  }
};

} // namespace detail

template <typename X>
struct storage_traits<X, std::enable_if_t<detail::is_mdspan<X>::value>>
    : detail::mdspan_places<X, detail::mdspan_layout<X>::is_row ||
                                   detail::mdspan_layout<X>::is_column> {
  using element = typename X::element_type;
  static constexpr std::size_t dimensions = X::rank();
  static constexpr bool is_owner = false;
  static_assert(dimensions > 0, "an mdspan of no dimensions has one element");

  static element *data(const X &x) { return x.data_handle(); }
  static std::int64_t extent(const X &x, std::size_t k) {
    return static_cast<std::int64_t>(x.extent(k));
  }
};

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
