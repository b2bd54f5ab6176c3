//===- NamedOperator.h - Calling named operators ---------------*- C++ -*-===//
//
// The forms that functions, function objects and lambdas may have. Comes in: a
// callable and two values of one type. Goes out: the combined value, in place
// of one of them. C++17, no MPI.
//
//   T f(const T &, const T &)         acc = f(left, right)
//   void f(T &into, const T &from)    f(left, right), and left is the new acc
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_REDUCE_NAMEDOPERATOR_H
#define REDIST_DETAIL_REDUCE_NAMEDOPERATOR_H

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace redist {

/// An operator that is a variable, a parameter or a member: what the compiler
/// writes for its name. (A lambda that captures it would do, but for GCC 12,
/// which cannot call a captured parameter whose class has a destructor.)
template <class Operator> class operator_reference {
public:
  explicit operator_reference(Operator &named) : target(&named) {}
  template <class... Operands>
  auto operator()(Operands &&...operands) const noexcept(
      noexcept(std::declval<Operator &>()(std::forward<Operands>(operands)...)))
      -> decltype(std::declval<Operator &>()(
          std::forward<Operands>(operands)...)) {
    return (*target)(std::forward<Operands>(operands)...);
  }

private:
  Operator *target;
};
template <class Operator>
operator_reference<Operator> refer_to(Operator &named) {
  return operator_reference<Operator>(named);
}

namespace detail {

enum class operator_form {
  none,
  value,        ///< T f(const T &, const T &)
  in_place,     ///< void f(T &into, const T &from); T & f(...), too
  moved_value,  ///< T f(T &&, T &&), or by value where T is only movable
  moved_in,     ///< void f(T &into, T &&from)
  lax_value,    ///< T f(T &, T &)
  lax_in_place, ///< void f(T &into, T &from)
};

template <typename T, typename Result>
constexpr operator_form form_of_result(operator_form value,
                                       operator_form inPlace) {
  if constexpr (std::is_void<Result>::value || std::is_same<Result, T &>::value)
    return inPlace;
  else if constexpr (std::is_constructible<T, Result>::value)
    return value;
  else
    return operator_form::none;
}

/// (T &, const T &) is asked first: it fits a function of two const references
/// as well, and a generic lambda that writes its first argument cannot even be
/// asked about a const one.
template <typename Operator, typename T>
constexpr operator_form form_of_operator() {
  using form = operator_form;
  using from = std::add_const_t<T> &;
  if constexpr (std::is_invocable<Operator &, T &, from>::value)
    return form_of_result<T, std::invoke_result_t<Operator &, T &, from>>(
        form::value, form::in_place);
  else if constexpr (std::is_invocable<Operator &, T &&, T &&>::value)
    return form_of_result<T, std::invoke_result_t<Operator &, T &&, T &&>>(
        form::moved_value, form::none);
  else if constexpr (std::is_invocable<Operator &, T &, T &&>::value)
    return form_of_result<T, std::invoke_result_t<Operator &, T &, T &&>>(
        form::none, form::moved_in);
  else if constexpr (std::is_invocable<Operator &, T &, T &>::value)
    return form_of_result<T, std::invoke_result_t<Operator &, T &, T &>>(
        form::lax_value, form::lax_in_place);
  else
    return form::none;
}

/// target = source, also for types that are only constructed, and arrays.
template <typename T> void replace(T &target, T &source) {
  if constexpr (std::is_array<T>::value) {
    for (std::size_t i = 0; i < std::extent<T>::value; ++i)
      replace(target[i], source[i]);
  } else if constexpr (std::is_move_assignable<T>::value) {
    target = std::move(source);
  } else {
    static_assert(std::is_nothrow_move_constructible<T>::value,
                  "a value of this type cannot be replaced by another");
    target.~T();
    ::new (static_cast<void *>(std::addressof(target))) T(std::move(source));
  }
}

template <typename T> void replace(T &target, T &&source) {
  replace(target, source);
}

/// Calls an operator that writes `into`. One that returns a reference means
/// what that refers to, mostly `into` itself.
template <typename T, typename Call> void keep_result(T &into, Call call) {
  if constexpr (std::is_void<decltype(call())>::value) {
    call();
  } else {
    T &result = call();
    if (std::addressof(result) != std::addressof(into))
      replace(into, result);
  }
}

/// Calls a named operator; its result is in `left` or, where the form is one of
/// values, in `acc`, which is one of the two.
template <typename Operator, typename T>
void combine_named(Operator &op, T &left, T &right, T &acc) {
  constexpr operator_form form = form_of_operator<Operator, T>();
  static_assert(form != operator_form::none,
                "the operator does not fit the item: T f(const T &, const T &) "
                "or void f(T &into, const T &from) is needed");
  if constexpr (form == operator_form::value) {
    replace(acc, static_cast<T>(op(left, std::as_const(right))));
  } else if constexpr (form == operator_form::moved_value) {
    replace(acc, static_cast<T>(op(std::move(left), std::move(right))));
  } else if constexpr (form == operator_form::lax_value) {
    replace(acc, static_cast<T>(op(left, right)));
  } else if constexpr (form != operator_form::none) {
    if constexpr (form == operator_form::in_place)
      keep_result(left, [&]() -> decltype(auto) {
        return op(left, std::as_const(right));
      });
    else if constexpr (form == operator_form::moved_in)
      keep_result(
          left, [&]() -> decltype(auto) { return op(left, std::move(right)); });
    else
      keep_result(left, [&]() -> decltype(auto) { return op(left, right); });
    if (std::addressof(acc) != std::addressof(left))
      replace(acc, left);
  }
}

} // namespace detail
} // namespace redist

#endif
