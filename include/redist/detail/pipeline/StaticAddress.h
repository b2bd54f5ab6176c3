//===- StaticAddress.h - Portable addresses of static memory ---*- C++ -*-===//
//
// Every process of a program has its literals, static variables and functions,
// but not at the same addresses. The portable name of such an address is the
// file from which it was loaded, and the offset in it. C++17, no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_PIPELINE_STATICADDRESS_H
#define REDIST_DETAIL_PIPELINE_STATICADDRESS_H

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace redist::detail {

struct static_place {
  std::uint64_t file = 0;  ///< a hash of its name; 0: none
  std::int64_t offset = 0; ///< in the file; of none, the number
};

/// An address of no file is taken for a number: a null pointer, a mark such as
/// (T *)-1, a pointer that has no value yet.
static_place place_of_address(const void *address);
/// Throws redist::error where this process has not loaded the file.
void *address_of_place(const static_place &place);

/// What refers to memory, and travels where that is static: a pointer, or a
/// view of characters.
template <typename T> struct is_static_handle : std::is_pointer<T> {};
template <typename C, typename Traits>
struct is_static_handle<std::basic_string_view<C, Traits>> : std::true_type {};

struct static_range {
  static_place begin;
  std::uint64_t size = 0; ///< of a view
};
static_assert(sizeof(static_range) == 24, "as redistc counts it");

template <typename T> static_range range_of(T *pointer) {
  if constexpr (std::is_function<T>::value)
    return {place_of_address(reinterpret_cast<const void *>(pointer))};
  else
    return {place_of_address(
        const_cast<const void *>(static_cast<const volatile void *>(pointer)))};
}
template <typename C, typename Traits>
static_range range_of(const std::basic_string_view<C, Traits> &view) {
  return {place_of_address(view.data()), view.size()};
}

template <typename T> void set_range(T *&pointer, const static_range &range) {
  if constexpr (std::is_function<T>::value)
    pointer = reinterpret_cast<T *>(address_of_place(range.begin));
  else
    pointer = static_cast<T *>(address_of_place(range.begin));
}
template <typename C, typename Traits>
void set_range(std::basic_string_view<C, Traits> &view,
               const static_range &range) {
  view = {static_cast<const C *>(address_of_place(range.begin)),
          static_cast<std::size_t>(range.size)};
}

} // namespace redist::detail

#endif
