//===- kokkos.h - Views of Kokkos -------------------------------*- C++ -*-===//
//
// Storage of Kokkos::View in memory that the host reaches, with LayoutRight,
// LayoutLeft and LayoutStride. Copies of a view share its elements: it is not
// resized, and does not travel. (Padding may lie between its rows, so that it
// always has strides.)
//
// To be included after Kokkos; redistc does so where a directive needs it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_ADAPT_KOKKOS_H
#define REDIST_ADAPT_KOKKOS_H

#include "redist/detail/HeaderBegin.h"

#include "redist/StorageTraits.h"

namespace redist {

template <typename Data, typename... Properties>
struct storage_traits<Kokkos::View<Data, Properties...>> {
  using view = Kokkos::View<Data, Properties...>;
  using element = typename view::value_type;
  static constexpr std::size_t dimensions = view::rank;
  static constexpr bool is_owner = false;
  static_assert(dimensions > 0, "a view of no dimensions has one element");
  static_assert(Kokkos::SpaceAccessibility<
                    Kokkos::HostSpace, typename view::memory_space>::accessible,
                "a directive needs elements that the host can reach: copy them "
                "to a host mirror first");

  static element *data(const view &x) { return x.data(); }
  static std::int64_t extent(const view &x, std::size_t k) {
    return static_cast<std::int64_t>(x.extent(k));
  }
  static std::int64_t stride(const view &x, std::size_t k) {
    return static_cast<std::int64_t>(x.stride(k));
  }
};

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
