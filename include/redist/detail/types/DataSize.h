//===- DataSize.h - Bytes of a value without tail padding ------*- C++ -*-===//
//
// Comes in: a type whose values travel as their bytes. Goes out: the number of
// these bytes that always belong to the value. The bytes after them are tail
// padding, in which a base class or a [[no_unique_address]] member may have the
// next member of the object; an empty class may have no byte of its own. C++17,
// no MPI.
//
//   struct Base { long x; char c; Base(); };   9 of sizeof(Base) == 16 bytes
//   struct Derived : Base { char d; };         d is at offset 9
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_TYPES_DATASIZE_H
#define REDIST_DETAIL_TYPES_DATASIZE_H

#include <cstddef>
#include <type_traits>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
#pragma GCC diagnostic ignored "-Wpedantic"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wc++20-extensions"
#endif

namespace redist::detail {

/// The compiler puts the second member where another class may put one.
template <typename T> struct followed_value {
  [[no_unique_address]] T value;
  char next;
};

template <typename T, typename = void>
struct data_size_of : std::integral_constant<std::size_t, sizeof(T)> {};
template <typename T>
struct data_size_of<
    T, std::enable_if_t<std::is_class<T>::value || std::is_union<T>::value>>
    : std::integral_constant<std::size_t,
                             (offsetof(followed_value<T>, next) < sizeof(T)
                                  ? offsetof(followed_value<T>, next)
                                  : sizeof(T))> {};

template <typename T>
inline constexpr std::size_t data_size =
    data_size_of<std::remove_cv_t<T>>::value;

/// Of so many values in a row, the last of which may be such an object.
template <typename T> constexpr std::size_t data_size_of_row(std::size_t n) {
  return n == 0 ? 0 : (n - 1) * sizeof(T) + data_size<T>;
}

} // namespace redist::detail

#pragma GCC diagnostic pop

#endif
