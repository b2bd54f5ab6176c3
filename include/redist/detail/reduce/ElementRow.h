//===- ElementRow.h - Elements of an item in the user's memory -*- C++ -*-===//
//
// The elements that an operator combines one by one, in the user's memory, and
// the memory that they and their own allocations take. C++17, no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_REDUCE_ELEMENTROW_H
#define REDIST_DETAIL_REDUCE_ELEMENTROW_H

#include "redist/Section.h"
#include "redist/detail/reduce/Operand.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace redist::detail {

/// Where the elements of an item lie: `block` of them side by side, then the
/// next block `stride` blocks on. `given` counts what the user counts.
template <typename Element> struct element_row {
  Element *first;
  std::int64_t count, block, stride;
  element_section<std::byte>
      given; ///< lower, count, stride and size, to be checked

  Element &operator[](std::int64_t i) const {
    return first[i / block * stride * block + i % block];
  }
  bool is_contiguous() const { return stride == 1 || count <= block; }
  memory_row memory() const {
    const auto size = static_cast<std::int64_t>(sizeof(Element)) * block;
    return {reinterpret_cast<const std::byte *>(first),
            static_cast<std::size_t>(size), count / block, size * stride};
  }
};

/// Has data() and size(), as std::vector and std::string.
template <typename T, typename = void>
struct is_contiguous_range : std::false_type {};
template <typename T>
struct is_contiguous_range<
    T, std::enable_if_t<
           std::is_pointer<decltype(std::declval<const T &>().data())>::value &&
           std::is_object<std::remove_pointer_t<
               decltype(std::declval<const T &>().data())>>::value &&
           (sizeof(*std::declval<const T &>().data()) > 0) &&
           std::is_convertible<decltype(std::declval<const T &>().size()),
                               std::size_t>::value>> : std::true_type {};
template <typename T> memory_row memory_of_range(const T &range) {
  const auto size = static_cast<std::size_t>(range.size());
  return {reinterpret_cast<const std::byte *>(range.data()),
          size * sizeof(*range.data()), 1, 0};
}

} // namespace redist::detail

#endif
