//===- Operators.h - Operators of reductions -------------------*- C++ -*-===//
//
// The built-in operators, and any operator (NamedOperator.h has the named ones)
// on two values of one type. Goes out: the combined value, in place of one of
// them. C++17, no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_OPERATORS_H
#define REDIST_OPERATORS_H

#include "redist/detail/HeaderBegin.h"

#include "redist/StorageTraits.h"
#include "redist/detail/reduce/NamedOperator.h"

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace redist {

// The built-in operators + * & | ^ && || min max.

struct plus {
  template <typename A, typename B>
  constexpr auto operator()(A &&a, B &&b) const
      -> decltype(std::forward<A>(a) + std::forward<B>(b)) {
    return std::forward<A>(a) + std::forward<B>(b);
  }
};
struct multiplies {
  template <typename A, typename B>
  constexpr auto operator()(A &&a, B &&b) const
      -> decltype(std::forward<A>(a) * std::forward<B>(b)) {
    return std::forward<A>(a) * std::forward<B>(b);
  }
};
struct bit_and {
  template <typename A, typename B>
  constexpr auto operator()(A &&a, B &&b) const
      -> decltype(std::forward<A>(a) & std::forward<B>(b)) {
    return std::forward<A>(a) & std::forward<B>(b);
  }
};
struct bit_or {
  template <typename A, typename B>
  constexpr auto operator()(A &&a, B &&b) const
      -> decltype(std::forward<A>(a) | std::forward<B>(b)) {
    return std::forward<A>(a) | std::forward<B>(b);
  }
};
struct bit_xor {
  template <typename A, typename B>
  constexpr auto operator()(A &&a, B &&b) const
      -> decltype(std::forward<A>(a) ^ std::forward<B>(b)) {
    return std::forward<A>(a) ^ std::forward<B>(b);
  }
};
struct logical_and {
  template <typename A, typename B>
  constexpr auto operator()(A &&a, B &&b) const
      -> decltype(std::forward<A>(a) && std::forward<B>(b)) {
    return std::forward<A>(a) && std::forward<B>(b);
  }
};
struct logical_or {
  template <typename A, typename B>
  constexpr auto operator()(A &&a, B &&b) const
      -> decltype(std::forward<A>(a) || std::forward<B>(b)) {
    return std::forward<A>(a) || std::forward<B>(b);
  }
};
/// By <; of equal values the left one.
struct minimum {
  template <typename T>
  constexpr auto operator()(const T &a, const T &b) const
      -> decltype(static_cast<bool>(b < a), T(a)) {
    return b < a ? b : a;
  }
};
struct maximum {
  template <typename T>
  constexpr auto operator()(const T &a, const T &b) const
      -> decltype(static_cast<bool>(a < b), T(a)) {
    return a < b ? b : a;
  }
};

namespace detail {

template <typename Operator, typename... Others>
struct is_one_of
    : std::disjunction<std::is_same<std::remove_cv_t<Operator>, Others>...> {};

template <typename Operator>
struct is_builtin_operator
    : is_one_of<Operator, plus, multiplies, bit_and, bit_or, bit_xor,
                logical_and, logical_or, minimum, maximum> {};

/// The result is one of the operands.
template <typename Operator>
struct is_selection : is_one_of<Operator, minimum, maximum> {};

//===----------------------------------------------------------------------===//
// Built-in operators
//===----------------------------------------------------------------------===//

/// Whether values of T have the operator.
template <typename Operator, typename T, typename = void>
struct has_builtin : std::false_type {};
template <typename Operator, typename T>
struct has_builtin<Operator, T,
                   std::void_t<decltype(static_cast<T>(std::declval<Operator>()(
                       std::declval<const T &>(), std::declval<const T &>())))>>
    : std::true_type {};

/// std::valarray alone has it; not every program includes that header.
template <typename T, typename = void> struct has_cshift : std::false_type {};
template <typename T>
struct has_cshift<T, std::void_t<decltype(std::declval<const T &>().cshift(1))>>
    : std::true_type {};

/// Element-wise operators of std::valarray and of other libraries' matrices
/// take equal sizes for granted.
template <typename T> void require_equal_sizes(const T &a, const T &b) {
  if constexpr (has_cshift<T>::value) {
    if (a.size() != b.size())
      throw std::length_error("operands of " + std::to_string(a.size()) +
                              " and " + std::to_string(b.size()) + " elements");
  } else if constexpr (has_shape<T>::value) {
    if (const storage_shape left = shape_of(a), right = shape_of(b);
        left.extents != right.extents)
      throw std::length_error("operands of different extents");
  }
}

/// Of arithmetic types. Sums and products of bool are taken as what they come
/// to. Products of small unsigned numbers are taken without a sign: promoted to
/// int they could leave its range.
template <typename Operator, typename T>
constexpr T combine_numbers(Operator op, T a, T b) noexcept {
  constexpr bool isProduct = std::is_same<Operator, multiplies>::value;
  if constexpr (std::is_same<T, bool>::value &&
                std::is_same<Operator, plus>::value)
    return a || b;
  else if constexpr (std::is_same<T, bool>::value && isProduct)
    return a && b;
  else if constexpr (std::is_unsigned<T>::value && isProduct &&
                     sizeof(T) < sizeof(unsigned))
    return static_cast<T>(static_cast<unsigned>(a) * static_cast<unsigned>(b));
  else
    return static_cast<T>(op(a, b));
}

template <typename Operator, typename T>
T combine_classes(Operator op, T &left, T &right) {
  require_equal_sizes(left, right);
  const T &from = right;
  if constexpr (std::is_invocable<Operator, T &&, const T &>::value)
    return static_cast<T>(op(std::move(left), from));
  else
    return static_cast<T>(op(std::as_const(left), from));
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

/// Whether the operator combines values of T, as they are.
template <typename Operator, typename T> constexpr bool combines() {
  if constexpr (is_builtin_operator<Operator>::value)
    return !std::is_array<T>::value && has_builtin<Operator, T>::value;
  else
    return form_of_operator<Operator, T>() != operator_form::none;
}

/// acc = is_left ? op(received, acc) : op(acc, received). `received` has some
/// value afterwards.
template <typename Operator, typename T>
void combine_values(Operator &op, T &acc, T &received, bool is_left) {
  if constexpr (!is_builtin_operator<Operator>::value) {
    if (is_left)
      combine_named(op, received, acc, acc);
    else
      combine_named(op, acc, received, acc);
  } else if constexpr (std::is_arithmetic<T>::value) {
    acc = is_left ? combine_numbers(op, received, acc)
                  : combine_numbers(op, acc, received);
  } else if constexpr (is_selection<Operator>::value) {
    constexpr bool isLeast = std::is_same<Operator, minimum>::value;
    const T &left = is_left ? received : acc;
    const T &right = is_left ? acc : received;
    if ((isLeast ? right < left : left < right) != is_left)
      replace(acc, received);
  } else {
    replace(acc, is_left ? combine_classes(op, received, acc)
                         : combine_classes(op, acc, received));
  }
}

/// combine_values(op, acc, received, false) leaves `received` as it is, and who
/// is left and who is right matters to no bit of what commutes.
template <typename Operator, typename T> constexpr bool keeps_received() {
  if constexpr (is_selection<Operator>::value) {
    return false; // of equal values the left one
  } else if constexpr (is_builtin_operator<Operator>::value) {
    return std::is_arithmetic<T>::value;
  } else {
    constexpr operator_form form = form_of_operator<Operator, T>();
    return form == operator_form::value || form == operator_form::in_place;
  }
}

/// Nothing that combine_values() does throws.
template <typename Operator, typename T> constexpr bool combines_quietly() {
  constexpr operator_form form = form_of_operator<Operator, T>();
  if constexpr (is_builtin_operator<Operator>::value)
    return std::is_arithmetic<T>::value;
  else if constexpr (form == operator_form::value)
    return std::is_nothrow_invocable_r<T, Operator &, T &, const T &>::value &&
           std::is_nothrow_move_assignable<T>::value;
  else if constexpr (form == operator_form::in_place)
    return std::is_nothrow_invocable<Operator &, T &,
                                     std::add_const_t<T> &>::value &&
           std::is_nothrow_move_assignable<T>::value;
  else
    return false;
}

} // namespace detail
} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
