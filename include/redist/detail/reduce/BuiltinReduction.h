//===- BuiltinReduction.h - Reductions with an MPI equivalent --*- C++ -*-===//
//
// Names of the built-in operators and of their arithmetic types, by which the
// compiled runtime can pass a reduction to MPI. C++17, no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_REDUCE_BUILTINREDUCTION_H
#define REDIST_DETAIL_REDUCE_BUILTINREDUCTION_H

#include "redist/Operators.h"

#include <cstdint>
#include <type_traits>

namespace redist::detail {

enum class builtin_operator {
  none,
  plus,
  multiplies,
  bit_and,
  bit_or,
  bit_xor,
  logical_and,
  logical_or,
  minimum,
  maximum,
};

enum class builtin_type {
  none,
  boolean,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float32,
  float64,
  long_double,
};

/// `count` numbers in a row, of all items; of a complex number both parts.
struct builtin_reduction {
  builtin_operator op = builtin_operator::none;
  builtin_type type = builtin_type::none;
  std::int64_t count = 0;
  bool is_complex = false;
  bool is_constant_count = false; ///< the types tell it
};

template <typename Given> constexpr builtin_operator builtin_operator_of() {
  using Operator = std::remove_cv_t<Given>;
  using which = builtin_operator;
  return std::is_same<Operator, plus>::value              ? which::plus
         : std::is_same<Operator, multiplies>::value      ? which::multiplies
         : std::is_same<Operator, redist::bit_and>::value ? which::bit_and
         : std::is_same<Operator, redist::bit_or>::value  ? which::bit_or
         : std::is_same<Operator, redist::bit_xor>::value ? which::bit_xor
         : std::is_same<Operator, logical_and>::value     ? which::logical_and
         : std::is_same<Operator, logical_or>::value      ? which::logical_or
         : std::is_same<Operator, minimum>::value         ? which::minimum
         : std::is_same<Operator, maximum>::value         ? which::maximum
                                                          : which::none;
}

template <typename T> constexpr builtin_type builtin_type_of_number() {
  if constexpr (std::is_same<T, bool>::value)
    return builtin_type::boolean;
  else if constexpr (std::is_same<T, float>::value)
    return builtin_type::float32;
  else if constexpr (std::is_same<T, double>::value)
    return builtin_type::float64;
  else if constexpr (std::is_same<T, long double>::value)
    return builtin_type::long_double;
  else if constexpr (!std::is_integral<T>::value || sizeof(T) > 8)
    return builtin_type::none;
  else if constexpr (std::is_signed<T>::value)
    return sizeof(T) == 1   ? builtin_type::int8
           : sizeof(T) == 2 ? builtin_type::int16
           : sizeof(T) == 4 ? builtin_type::int32
                            : builtin_type::int64;
  else
    return sizeof(T) == 1   ? builtin_type::uint8
           : sizeof(T) == 2 ? builtin_type::uint16
           : sizeof(T) == 4 ? builtin_type::uint32
                            : builtin_type::uint64;
}

} // namespace redist::detail

#endif
