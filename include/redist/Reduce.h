//===- Reduce.h - The calls behind `#pragma reduce` ------------*- C++ -*-===//
//
// Generated code makes, in place of a directive,
//
//   static constexpr std::uint32_t redistWords0[] = {...};
//   static constexpr redist::embedded_schedule redistSchedules[] = {...};
//   static constexpr redist::directive redistDirective = {
//       "app.cpp", 12, "reduce(merge : words) root(0)", "auto",
//       redistSchedules, 1};
//   redist::reduce(redistDirective, redist::reduction().root(0),
//                  MPI_COMM_WORLD,
//                  [&](auto &&...redistOperands)
//                      -> decltype(merge(redistOperands...)) {
//                    return merge(redistOperands...);
//                  },
//                  words);
//
// A built-in operator is one of the function objects below; a section
// `x[lower : length : stride]` is elements(x, lower, length, stride).
//
// All calls are collective over the communicator, with the same clauses and
// operator on every rank. If anything goes wrong on any rank, every rank throws
// the same redist::error (redist::reduce_error where a combine threw), and no
// item has changed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_REDUCE_H
#define REDIST_REDUCE_H

#include "redist/detail/HeaderBegin.h"

#include "redist/Error.h"
#include "redist/Redistribute.h"
#include "redist/Request.h"
#include "redist/detail/reduce/TypedOperand.h"

#include <mpi.h>

#include <memory>

namespace redist {

namespace detail {

/// Carries out one `#pragma reduce`. `where` and `what` need not outlive the
/// call. Throws redist::error, or reduce_error, the same on every rank.
/// Collective.
void reduce_operand(const directive &where, const reduction &what,
                    MPI_Comm comm, operand &items);
/// The same, to be completed by wait(). Collective.
request start_operand(const directive &where, const reduction &what,
                      MPI_Comm comm, std::unique_ptr<operand> items);

/// Within a handler: this rank cannot hold the operand; instead of
/// start_operand(). Throws the same redist::error on every rank. Collective.
[[noreturn]] void refuse_reduction(const directive &where, MPI_Comm comm);

/// Numbers under a built-in operator: carried out at once, without a word to
/// the other ranks about clauses, where these are constants and ask for nothing
/// that needs a plan. Otherwise false, on all ranks. Collective.
bool reduce_at_once(const directive &where, const reduction &what,
                    MPI_Comm comm, operand &items);

/// Item is the type of an item with its qualifiers, as a forwarding reference
/// tells it.
template <typename Item> struct checked_item {
  using type = std::remove_reference_t<Item>;
  using plain = std::remove_cv_t<type>;
  static constexpr bool is_handle =
      is_section<plain>::value ||
      std::is_same<plain, std::vector<bool>::reference>::value;
  static_assert(std::is_lvalue_reference<Item>::value || is_handle,
                "an item of a reduction is a variable, not a value");
  static_assert(!std::is_const<type>::value || is_handle,
                "a reduction writes its items: this one is const");
  static_assert(!std::is_volatile<type>::value,
                "a reduction cannot copy volatile items");
};
template <typename Item> using item_t = typename checked_item<Item>::plain;

/// std::vector has no operator +, say; that of its elements is meant.
template <typename Operator, typename Item> constexpr void check_operator() {
  using element = typename item_traits<Operator, Item>::element;
  if constexpr (is_builtin_operator<Operator>::value)
    static_assert(has_builtin<Operator, element>::value,
                  "the type of an item has no such operator; for the elements "
                  "of a container name a section, v[0 : v.size()]");
}

/// Operator is an lvalue reference where the operand only refers to it.
template <typename Operator, typename... Items>
using operand_t =
    typed_operand<Operator,
                  typename item_traits<std::remove_reference_t<Operator>,
                                       item_t<Items>>::part...>;

} // namespace detail

/// Reduces each item with the same item of the other ranks. An operator is one
/// of the built-in ones or a callable as T f(const T &, const T &) or
/// void f(T &into, const T &from); an item is a variable or elements().
template <class Operator, class... Items>
void reduce(const directive &where, const reduction &what, MPI_Comm comm,
            Operator &&op, Items &&...items) {
  static_assert(sizeof...(Items) > 0, "there is nothing to reduce");
  using callable = std::remove_reference_t<Operator>;
  (detail::check_operator<callable, detail::item_t<Items>>(), ...);
  using operand_type = detail::operand_t<callable &, Items...>;
  operand_type operand(
      op, what,
      detail::item_traits<callable, detail::item_t<Items>>::row(items)...);
  if constexpr (operand_type::is_small_builtin)
    if (detail::reduce_at_once(where, what, comm, operand))
      return;
  detail::reduce_operand(where, what, comm, operand);
}

/// Begins reduce(); wait() completes it (request). Until then the items must
/// not be touched. The operator is copied.
template <class Operator, class... Items>
[[nodiscard]] request start_reduce(const directive &where,
                                   const reduction &what, MPI_Comm comm,
                                   Operator &&op, Items &&...items) {
  static_assert(sizeof...(Items) > 0, "there is nothing to reduce");
  using callable = std::decay_t<Operator>;
  (detail::check_operator<callable, detail::item_t<Items>>(), ...);
  std::unique_ptr<detail::operand> operand;
  try {
    operand = std::make_unique<detail::operand_t<callable, Items...>>(
        std::forward<Operator>(op), what,
        detail::item_traits<callable, detail::item_t<Items>>::row(items)...);
  } catch (...) {
    detail::refuse_reduction(where, comm);
  }
  return detail::start_operand(where, what, comm, std::move(operand));
}

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
