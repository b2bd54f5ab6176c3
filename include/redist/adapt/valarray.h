//===- valarray.h - std::valarray -------------------------------*- C++ -*-===//
//
// Storage of std::valarray, which has size() and resize(), but no data().
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_ADAPT_VALARRAY_H
#define REDIST_ADAPT_VALARRAY_H

#include "redist/detail/HeaderBegin.h"

#include "redist/StorageTraits.h"

#include <valarray>

namespace redist {

template <typename T> struct storage_traits<std::valarray<T>> {
  using element = T;
  static constexpr std::size_t dimensions = flat;
  static constexpr bool is_owner = true;

  template <typename Object> static auto data(Object &x) {
    return x.size() > 0 ? &x[0] : nullptr;
  }
  static std::int64_t size(const std::valarray<T> &x) {
    return static_cast<std::int64_t>(x.size());
  }
  static void resize(std::valarray<T> &x, const std::int64_t *extents,
                     std::size_t) {
    x.resize(static_cast<std::size_t>(extents[0]));
  }
};

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
