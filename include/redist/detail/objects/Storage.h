//===- Storage.h - Pointer and size of the user's objects ------*- C++ -*-===//
//
// The objects that a directive may name: T*, arrays, contiguous ranges with
// data() and size(), and classes with storage_traits. These templates read
// their pointer, size and element type, and whether they can be resized. C++17,
// no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_OBJECTS_STORAGE_H
#define REDIST_DETAIL_OBJECTS_STORAGE_H

#include "redist/detail/objects/Rows.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

namespace redist {
namespace detail {

/// Size of storage of which only the address is known.
constexpr std::int64_t unknown_size = -1;

/// T* with any qualifiers; std::is_pointer does not look through __restrict.
template <typename Object>
struct is_pointer : std::is_pointer<std::remove_cv_t<Object>> {};
template <typename Element>
struct is_pointer<Element *__restrict> : std::true_type {};
template <typename Element>
struct is_pointer<Element *const __restrict> : std::true_type {};

/// std::size(), but for that the size() of a class need not be const.
template <typename T, std::size_t N>
constexpr std::size_t count_of(T (&)[N]) noexcept {
  return N;
}
template <typename Object>
auto count_of(Object &object) -> decltype(object.size()) {
  return object.size();
}

template <typename Object, typename = void>
struct is_range : std::false_type {};
template <typename Object>
struct is_range<Object,
                std::void_t<decltype(std::data(std::declval<Object &>())),
                            decltype(count_of(std::declval<Object &>()))>>
    : std::true_type {};

template <typename Object, typename = void>
struct is_resizable : std::false_type {};
template <typename Object>
struct is_resizable<
    Object,
    std::void_t<decltype(std::declval<Object &>().resize(std::size_t{})),
                decltype(std::declval<Object &>().data())>>
    : std::bool_constant<!std::is_const<Object>::value &&
                         !has_storage_traits<Object>::value> {};

/// Arrays and std::array: the type says how many elements there are.
template <typename Object, typename = void>
struct has_constant_size : std::is_array<Object> {};
template <typename Object>
struct has_constant_size<
    Object,
    std::void_t<decltype(std::tuple_size<std::remove_cv_t<Object>>::value)>>
    : std::negation<has_storage_traits<Object>> {};

template <typename Object> auto data_of(Object &object) {
  if constexpr (has_storage_traits<Object>::value) {
    return traits_of<Object>::data(object);
  } else if constexpr (is_pointer<Object>::value) {
    return object;
  } else {
    static_assert(is_range<Object>::value,
                  "a directive needs a pointer, an array, a contiguous range "
                  "with data() and size(), or redist::storage_traits");
    return std::data(object);
  }
}

template <typename Object> std::int64_t size_of(Object &object) {
  if constexpr (has_shape<Object>::value)
    return shape_of(object).span();
  else if constexpr (has_size<Object>::value)
    return static_cast<std::int64_t>(traits_of<Object>::size(object));
  else if constexpr (has_storage_traits<Object>::value ||
                     is_pointer<Object>::value)
    return unknown_size;
  else
    return static_cast<std::int64_t>(count_of(object));
}

/// Element type of an object, const included.
template <typename Object>
using element_t =
    std::remove_reference_t<decltype(*data_of(std::declval<Object &>()))>;

/// Type of what a redistribution moves, const included: of rows that lie apart,
/// their elements.
template <typename Object, typename = void> struct moved_element {
  using type = element_t<Object>;
};
template <typename Object>
struct moved_element<Object, std::enable_if_t<has_rows<Object>::value>> {
  using element = typename row_access<std::remove_cv_t<Object>>::element;
  using type =
      std::conditional_t<std::is_const<Object>::value, const element, element>;
};

/// The same without const, checked for moving between processes.
template <typename Object> struct checked_element {
  using type = std::remove_cv_t<typename moved_element<Object>::type>;
  static_assert(std::is_trivially_copyable<type>::value,
                "elements move between processes as bytes: their type must be "
                "trivially copyable");
  static_assert(!std::is_pointer<type>::value &&
                    !std::is_member_pointer<type>::value,
                "an address is nothing on another rank");
};

template <typename Object, typename = void>
struct has_allocator : std::false_type {};
template <typename Object>
struct has_allocator<Object,
                     std::enable_if_t<std::is_constructible<
                         Object, decltype(std::declval<const Object &>()
                                              .get_allocator())>::value>>
    : std::true_type {};

/// An empty container like `object`, with its allocator.
template <typename Object> Object empty_like(const Object &object) {
  if constexpr (has_allocator<Object>::value)
    return Object(object.get_allocator());
  else
    return Object();
}

/// Size of what `brackets` brackets beyond the first leave of an element:
/// double a[9][5] has elements of 5 doubles in a[n], of one in a[n][m].
template <typename Element>
constexpr std::size_t element_size_after(std::size_t brackets) {
  if constexpr (std::is_array<Element>::value) {
    if (brackets > 0)
      return element_size_after<std::remove_extent_t<Element>>(brackets - 1);
  }
  return sizeof(Element);
}

} // namespace detail
} // namespace redist

#endif
