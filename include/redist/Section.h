//===- Section.h - Array sections as items of a reduction ------*- C++ -*-===//
//
// What `x[lower : length : stride]` is in `#pragma reduce`: elements lower,
// lower + stride, ..., length of them. C++17, no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_SECTION_H
#define REDIST_SECTION_H

#include "redist/detail/HeaderBegin.h"

#include "redist/detail/objects/Storage.h"

#include <cstdint>
#include <type_traits>
#include <vector>

namespace redist {

/// `count` elements, `stride` apart. Whether they lie inside the object, the
/// reduction checks: it is the place to tell all ranks.
template <typename Element> struct element_section {
  Element *first; ///< of the object
  std::int64_t lower, count, stride;
  std::int64_t available; ///< elements of the object; -1: not known

  Element *begin() const { return first + (count > 0 ? lower : 0); }
};

namespace detail {

template <typename T> struct is_section : std::false_type {};
template <typename Element>
struct is_section<element_section<Element>> : std::true_type {};

template <typename T> struct is_vector_of_bool : std::false_type {};
template <typename Allocator>
struct is_vector_of_bool<std::vector<bool, Allocator>> : std::true_type {};

/// Throws redist::error (no position) where the section's numbers are
/// impossible or reach beyond the object. `item` counts from 1.
void check_section(int item, std::int64_t lower, std::int64_t count,
                   std::int64_t stride, std::int64_t available, bool is_null);

} // namespace detail

/// The section x[lower : length : stride] of a pointer, an array or a
/// contiguous range. The stride may be negative; not collective.
template <typename Object>
auto elements(Object &&object, std::int64_t lower, std::int64_t length,
              std::int64_t stride = 1) {
  using object_type = std::remove_reference_t<Object>;
  static_assert(
      !detail::is_vector_of_bool<std::remove_cv_t<object_type>>::value,
      "the elements of std::vector<bool> have no addresses: reduce "
      "the whole vector by a named operator");
  using element = detail::element_t<object_type>;
  static_assert(!std::is_const<element>::value,
                "a reduction writes its items: these elements are const");
  element *const first = detail::data_of(object);
  const std::int64_t available = detail::size_of(object);
  if constexpr (detail::has_shape<object_type>::value) {
    static_assert(detail::traits_of<object_type>::dimensions == 1,
                  "a section has one pair of brackets");
    if constexpr (detail::has_strides<object_type>::value) {
      const std::int64_t apart = detail::shape_of(object).strides[0];
      return element_section<element>{first, lower * apart, length,
                                      stride * apart, available};
    }
  }
  return element_section<element>{first, lower, length, stride, available};
}

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
