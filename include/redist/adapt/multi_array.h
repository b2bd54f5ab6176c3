//===- multi_array.h - Arrays of Boost.MultiArray ---------------*- C++ -*-===//
//
// Storage of boost::multi_array, which owns its elements, and of
// multi_array_ref and const_multi_array_ref, which are views: these are not
// resized, and do not travel. Index bases do not matter: the directive's index
// 0 is the first of each dimension. The storage order is the object's, so that
// all of them have strides.
//
// To be included after Boost.MultiArray; redistc does so where a directive
// needs it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_ADAPT_MULTI_ARRAY_H
#define REDIST_ADAPT_MULTI_ARRAY_H

#include "redist/detail/HeaderBegin.h"

#include "redist/StorageTraits.h"

namespace redist {
namespace detail {

template <typename X, bool IsOwner> struct multi_array_traits {
  using element =
      std::remove_reference_t<decltype(*std::declval<X &>().origin())>;
  static constexpr std::size_t dimensions = X::dimensionality;
  static constexpr bool is_owner = IsOwner;

  template <typename Object> static auto data(Object &x) {
    auto first = x.origin();
    for (std::size_t k = 0; k < dimensions; ++k)
      first += x.index_bases()[k] * x.strides()[k];
    return first;
  }
  static std::int64_t extent(const X &x, std::size_t k) {
    return static_cast<std::int64_t>(x.shape()[k]);
  }
  static std::int64_t stride(const X &x, std::size_t k) {
    return static_cast<std::int64_t>(x.strides()[k]);
  }
};

} // namespace detail

template <typename T, std::size_t D, typename Allocator>
struct storage_traits<boost::multi_array<T, D, Allocator>>
    : detail::multi_array_traits<boost::multi_array<T, D, Allocator>, true> {
  /// For values that arrive: an array cannot give its memory to another, so
  /// that a redistribution does not resize it.
  static void resize(boost::multi_array<T, D, Allocator> &x,
                     const std::int64_t *extents, std::size_t) {
    std::array<std::size_t, D> wanted{};
    for (std::size_t k = 0; k < D; ++k)
      wanted[k] = static_cast<std::size_t>(extents[k]);
    x.resize(wanted);
  }
};
template <typename T, std::size_t D>
struct storage_traits<boost::multi_array_ref<T, D>>
    : detail::multi_array_traits<boost::multi_array_ref<T, D>, false> {};
template <typename T, std::size_t D, typename Pointer>
struct storage_traits<boost::const_multi_array_ref<T, D, Pointer>>
    : detail::multi_array_traits<boost::const_multi_array_ref<T, D, Pointer>,
                                 false> {};

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
