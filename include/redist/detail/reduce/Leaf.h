//===- Leaf.h - Innermost element type of nested arrays --------*- C++ -*-===//
//
// Arrays of arrays, down to the elements that an operator takes. C++17, no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_REDUCE_LEAF_H
#define REDIST_DETAIL_REDUCE_LEAF_H

#include "redist/Operators.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace redist::detail {

/// The elements of an item of type T. Arrays are combined element by element by
/// built-in operators, and by named ones that take an element and no array.
template <typename Operator, typename T> struct leaf_of {
  using type = T;
  static constexpr std::int64_t count = 1;
};
template <typename Operator, typename Array>
constexpr bool is_combined_whole() {
  return !is_builtin_operator<Operator>::value && combines<Operator, Array>();
}
/// Of an array that is combined whole, the operator is not asked about the
/// elements: the body of a generic lambda may have no meaning for them.
template <typename Operator, typename Array, typename T, std::int64_t N,
          bool IsWhole = is_combined_whole<Operator, Array>()>
struct leaf_of_array {
  using type = Array;
  static constexpr std::int64_t count = 1;
};
template <typename Operator, typename Array, typename T, std::int64_t N>
struct leaf_of_array<Operator, Array, T, N, false> {
  using type = typename leaf_of<Operator, T>::type;
  static constexpr std::int64_t count = N * leaf_of<Operator, T>::count;
};
template <typename Operator, typename T, std::size_t N>
struct leaf_of<Operator, T[N]>
    : leaf_of_array<Operator, T[N], T, static_cast<std::int64_t>(N)> {};
template <typename Operator, typename T, std::size_t N>
struct leaf_of<Operator, std::array<T, N>>
    : leaf_of_array<Operator, std::array<T, N>, T,
                    static_cast<std::int64_t>(N)> {
  static_assert(N == 0 || sizeof(std::array<T, N>) == N * sizeof(T),
                "std::array with room behind its elements");
};

} // namespace redist::detail

#endif
