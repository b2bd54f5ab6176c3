//===- ElementType.h - Numeric type of an array's elements -----*- C++ -*-===//
//
// Part of the public interface of the runtime, behind redist::array, which
// moves bytes of any type: distinguishes numeric types for file formats that
// name the element type.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_ARRAY_ELEMENTTYPE_H
#define REDIST_DETAIL_ARRAY_ELEMENTTYPE_H

#include <complex>
#include <type_traits>

namespace redist {
namespace detail {

enum class element_kind {
  other,
  boolean,
  signed_integer,
  unsigned_integer,
  floating,
  complex
};

template <typename Element> struct is_complex : std::false_type {};
template <typename Real>
struct is_complex<std::complex<Real>> : std::true_type {};

template <typename Element> constexpr element_kind element_kind_of() {
  if constexpr (is_complex<Element>::value)
    return element_kind::complex;
  else if constexpr (std::is_same<Element, bool>::value)
    return element_kind::boolean;
  else if constexpr (std::is_floating_point<Element>::value)
    return element_kind::floating;
  else if constexpr (std::is_integral<Element>::value)
    return std::is_signed<Element>::value ? element_kind::signed_integer
                                          : element_kind::unsigned_integer;
  else
    return element_kind::other;
}

} // namespace detail
} // namespace redist

#endif
