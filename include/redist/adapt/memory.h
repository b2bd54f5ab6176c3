//===- memory.h - Arrays behind smart pointers ------------------*- C++ -*-===//
//
// Storage of std::unique_ptr<T[]> and std::shared_ptr<T[]>. Their size is
// unknown, as that of a T *; capacity() tells it. They do not travel.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_ADAPT_MEMORY_H
#define REDIST_ADAPT_MEMORY_H

#include "redist/detail/HeaderBegin.h"

#include "redist/StorageTraits.h"

#include <memory>

namespace redist {
namespace detail {

template <typename Pointer, typename Element> struct pointer_traits {
  using element = Element;
  static constexpr std::size_t dimensions = flat;
  static constexpr bool is_owner = false;

  static element *data(const Pointer &x) { return x.get(); }
};

} // namespace detail

template <typename T, typename Deleter>
struct storage_traits<std::unique_ptr<T[], Deleter>>
    : detail::pointer_traits<std::unique_ptr<T[], Deleter>, T> {};
template <typename T>
struct storage_traits<std::shared_ptr<T[]>>
    : detail::pointer_traits<std::shared_ptr<T[]>, T> {};

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
