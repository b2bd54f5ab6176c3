//===- eigen.h - Matrices and arrays of Eigen -------------------*- C++ -*-===//
//
// Storage of Matrix, Array, Map, Ref, and of blocks of them, fixed and dynamic,
// in both orders. Vectors have one dimension, all others two. Maps, references
// and blocks are views: they are not resized, and do not travel.
//
// To be included after Eigen; redistc does so where a directive needs it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_ADAPT_EIGEN_H
#define REDIST_ADAPT_EIGEN_H

#include "redist/detail/HeaderBegin.h"

#include "redist/StorageTraits.h"

#ifndef EIGEN_CORE_H
#error "include Eigen before <redist/adapt/eigen.h>"
#endif

namespace redist {
namespace detail {

/// Expressions whose elements lie in memory.
template <typename X, typename = void>
struct is_eigen_storage : std::false_type {};
template <typename X>
struct is_eigen_storage<
    X, std::enable_if_t<std::is_base_of<Eigen::DenseBase<X>, X>::value>>
    : std::bool_constant<(Eigen::internal::traits<X>::Flags &
                          Eigen::DirectAccessBit) != 0> {};

/// Matrices and arrays that own their elements.
template <typename X>
using is_eigen_owner = std::is_base_of<Eigen::PlainObjectBase<X>, X>;

/// Whether the type says that there are no gaps: such a Map has no strides.
template <typename X> struct is_eigen_dense : is_eigen_owner<X> {};
template <typename Plain, int Options>
struct is_eigen_dense<Eigen::Map<Plain, Options, Eigen::Stride<0, 0>>>
    : std::true_type {};

template <typename X, bool IsDense> struct eigen_places;

template <typename X> struct eigen_places<X, true> {
  static constexpr storage_order order(const X &) {
    return X::IsRowMajor ? storage_order::row : storage_order::column;
  }
};
template <typename X> struct eigen_places<X, false> {
  static std::int64_t stride(const X &x, std::size_t k) {
    const bool isRow = k == 0 && X::IsVectorAtCompileTime == 0;
    return isRow == bool{X::IsRowMajor} ? x.outerStride() : x.innerStride();
  }
};

template <typename X, bool IsResizable> struct eigen_room {};
template <typename X> struct eigen_room<X, true> {
  static void resize(X &x, const std::int64_t *extents, std::size_t) {
    if constexpr (X::IsVectorAtCompileTime != 0)
      x.resize(static_cast<Eigen::Index>(extents[0]));
    else
      x.resize(static_cast<Eigen::Index>(extents[0]),
               static_cast<Eigen::Index>(extents[1]));
  }
};

} // namespace detail

template <typename X>
struct storage_traits<X, std::enable_if_t<detail::is_eigen_storage<X>::value>>
    : detail::eigen_places<X, detail::is_eigen_dense<X>::value>,
      detail::eigen_room<X, detail::is_eigen_owner<X>::value &&
                                X::SizeAtCompileTime == Eigen::Dynamic> {
  using element =
      std::remove_reference_t<decltype(*std::declval<X &>().data())>;
  static constexpr std::size_t dimensions =
      X::IsVectorAtCompileTime != 0 ? 1 : 2;
  static constexpr bool is_owner = detail::is_eigen_owner<X>::value;

  template <typename Object> static auto data(Object &x) { return x.data(); }
  static std::int64_t extent(const X &x, std::size_t k) {
    if constexpr (dimensions == 1)
      return x.size();
    else
      return k == 0 ? x.rows() : x.cols();
  }
};

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
