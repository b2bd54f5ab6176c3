//===- xtensor.h - Arrays and tensors of xtensor ----------------*- C++ -*-===//
//
// Storage of xt::xarray, xt::xtensor and their adaptors (xt::adapt), in both
// orders; of xt::xtensor_fixed, too. Adaptors are views: they are not resized,
// and do not travel. What chooses its layout when it runs
// (layout_type::dynamic) has strides, and is not resized.
//
// To be included after xtensor; redistc does so where a directive needs it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_ADAPT_XTENSOR_H
#define REDIST_ADAPT_XTENSOR_H

#include "redist/detail/HeaderBegin.h"

#include "redist/StorageTraits.h"

#include <vector>

namespace redist {
namespace detail {

template <typename X>
inline constexpr bool is_xtensor_dense =
    X::static_layout == xt::layout_type::row_major ||
    X::static_layout == xt::layout_type::column_major;

template <typename X, bool IsDense> struct xtensor_places;
template <typename X> struct xtensor_places<X, true> {
  static constexpr storage_order order(const X &) {
    return X::static_layout == xt::layout_type::row_major
               ? storage_order::row
               : storage_order::column;
  }
};
template <typename X> struct xtensor_places<X, false> {
  static std::int64_t stride(const X &x, std::size_t k) {
    return static_cast<std::int64_t>(x.strides()[k]);
  }
};

template <typename X, bool CanMakeRoom> struct xtensor_room {};
template <typename X> struct xtensor_room<X, true> {
  static void resize(X &x, const std::int64_t *extents, std::size_t count) {
    x.resize(std::vector<std::size_t>(extents, extents + count));
  }
};

template <typename X, std::size_t Dimensions, bool IsOwner, bool CanMakeRoom>
struct xtensor_traits : xtensor_places<X, is_xtensor_dense<X>>,
                        xtensor_room<X, CanMakeRoom && is_xtensor_dense<X>> {
  using element =
      std::remove_reference_t<decltype(*std::declval<X &>().data())>;
  static constexpr std::size_t dimensions = Dimensions;
  static constexpr bool is_owner = IsOwner;

  template <typename Object> static auto data(Object &x) {
    return x.data() + x.data_offset();
  }
  static std::size_t dimension_count(const X &x) { return x.dimension(); }
  static std::int64_t extent(const X &x, std::size_t k) {
    return static_cast<std::int64_t>(x.shape()[k]);
  }
};

} // namespace detail

template <typename Elements, xt::layout_type L, typename Shape, typename Tag>
struct storage_traits<xt::xarray_container<Elements, L, Shape, Tag>>
    : detail::xtensor_traits<xt::xarray_container<Elements, L, Shape, Tag>,
                             any_dimensions, true, true> {};
template <typename Elements, xt::layout_type L, typename Shape, typename Tag>
struct storage_traits<xt::xarray_adaptor<Elements, L, Shape, Tag>>
    : detail::xtensor_traits<xt::xarray_adaptor<Elements, L, Shape, Tag>,
                             any_dimensions, false, false> {};
template <typename Elements, std::size_t N, xt::layout_type L, typename Tag>
struct storage_traits<xt::xtensor_container<Elements, N, L, Tag>>
    : detail::xtensor_traits<xt::xtensor_container<Elements, N, L, Tag>, N,
                             true, true> {};
template <typename Elements, std::size_t N, xt::layout_type L, typename Tag>
struct storage_traits<xt::xtensor_adaptor<Elements, N, L, Tag>>
    : detail::xtensor_traits<xt::xtensor_adaptor<Elements, N, L, Tag>, N, false,
                             false> {};
template <typename Elements, typename Shape, xt::layout_type L, bool Sharable,
          typename Tag>
struct storage_traits<xt::xfixed_container<Elements, Shape, L, Sharable, Tag>>
    : detail::xtensor_traits<
          xt::xfixed_container<Elements, Shape, L, Sharable, Tag>,
          xt::xfixed_container<Elements, Shape, L, Sharable, Tag>::rank, true,
          false> {};

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
