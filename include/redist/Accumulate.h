//===- Accumulate.h - Redistributions that accumulate ----------*- C++ -*-===//
//
// The calls behind `#pragma redistribute ... into(...) accumulate(operator)`:
// arriving elements are combined with those of the target instead of replacing
// them,
//
//   redist::accumulate_into(redistDirective, redist::redistribution(...),
//                           MPI_COMM_WORLD, redist::plus{},
//                           redist::objects(a), redist::objects(b));
//
// target = op(target, arriving), each element once. An operator is a built-in
// one (Operators.h) or a callable as T f(const T &, const T &) or
// void f(T &into, const T &from): a function, function object or lambda. Of
// arrays of arrays it is applied to what their elements consist of, unless it
// takes them whole. What it throws ends the job: other ranks go on meanwhile.
// It must not call MPI, nor reach a directive.
//
// All else is as in Redistribute.h, but that a target is as large as its layout
// says: nothing is resized, and an array keeps its layout.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_ACCUMULATE_H
#define REDIST_ACCUMULATE_H

#include "redist/detail/HeaderBegin.h"

#include "redist/Operators.h"
#include "redist/Redistribute.h"
#include "redist/detail/reduce/BuiltinReduction.h"
#include "redist/detail/reduce/Leaf.h"

#include <complex>
#include <cstring>
#include <memory>

namespace redist {

namespace detail {

/// Within a handler: the operator has thrown, on this rank alone.
[[noreturn]] void operator_failed();

/// start_entries() with operators that `kept` holds until wait().
request start_accumulating(const directive &where, const redistribution &what,
                           MPI_Comm comm, object_entry *entries,
                           std::size_t count, std::shared_ptr<const void> kept);

/// Memory for one value of any size, aligned for it.
template <typename T> class value_memory {
  struct aligned {
    alignas(T) std::byte bytes[sizeof(T)];
  };
  struct on_stack {
    aligned own;
    std::byte *get() { return own.bytes; }
  };
  struct on_heap {
    std::unique_ptr<aligned> own{new aligned};
    std::byte *get() { return own->bytes; }
  };
  std::conditional_t<(sizeof(T) <= 4096), on_stack, on_heap> memory;

public:
  /// The value whose bytes lie there.
  T &load(const std::byte *from) {
    std::memcpy(memory.get(), from, sizeof(T));
    return *reinterpret_cast<T *>(memory.get());
  }
};

/// The loop of an operator on values of T, one by one.
template <typename Operator, typename T> struct value_loop {
  static void combine(Operator &op, std::byte *to, T &arriving) {
    if (reinterpret_cast<std::uintptr_t>(to) % alignof(T) == 0) {
      combine_values(op, *reinterpret_cast<T *>(to), arriving, false);
      return;
    }
    value_memory<T> memory;
    T &own = memory.load(to);
    combine_values(op, own, arriving, false);
    std::memcpy(to, std::addressof(own), sizeof(T));
  }
  static void run(void *context, std::byte *to, std::int64_t to_stride,
                  const std::byte *from, std::int64_t from_stride,
                  std::int64_t run_bytes, std::int64_t count) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    try {
      Operator &op = *reinterpret_cast<Operator *>(context); // or a function
      value_memory<T> arriving;
      for (std::int64_t i = 0; i < count; ++i)
        for (std::int64_t at = 0; at < run_bytes; at += size)
          combine(op, to + i * to_stride + at,
                  arriving.load(from + i * from_stride + at));
    } catch (...) {
      operator_failed();
    }
  }
};

/// Numbers whose operator is a loop of the runtime's. A sum of complex numbers
/// is one of their parts.
template <typename Operator, typename T> struct number_of {
  static constexpr builtin_type type =
      builtin_operator_of<Operator>() == builtin_operator::none
          ? builtin_type::none
          : builtin_type_of_number<T>();
};
template <typename T> struct number_of<plus, std::complex<T>> {
  static constexpr builtin_type type = builtin_type_of_number<T>();
};

/// How elements of a target are combined. `op` is referred to; null: it could
/// not be kept.
template <typename Target, typename Operator>
element_combiner combiner_of(Operator *op) {
  using element = typename checked_element<Target>::type;
  using leaf = typename leaf_of<Operator, element>::type;
  static_assert(combines<Operator, leaf>(),
                "the operator does not fit the elements: T f(const T &, const "
                "T &) or void f(T &into, const T &from) is needed");
  element_combiner combiner;
  combiner.is_used = true;
  combiner.op = builtin_operator_of<Operator>();
  combiner.type = number_of<std::remove_cv_t<Operator>, leaf>::type;
  if (op && combiner.type == builtin_type::none) {
    combiner.run = &value_loop<Operator, leaf>::run;
    if constexpr (std::is_function<Operator>::value)
      combiner.context = reinterpret_cast<void *>(op);
    else
      combiner.context = const_cast<void *>(static_cast<const void *>(op));
  }
  return combiner;
}

template <typename Operator, typename Sources, typename... Targets,
          std::size_t... Is>
auto accumulating_entries(const redistribution &what, Operator *op,
                          const Sources &sources,
                          const std::tuple<Targets...> &targets,
                          std::index_sequence<Is...>) {
  auto entries = paired_entries(what, sources, targets);
  ((entries[Is].combiner = combiner_of<std::remove_reference_t<Targets>>(op)),
   ...);
  return entries;
}

template <typename Target, typename Operator>
object_entry combining_entry(Target &object, const redistribution &what,
                             Operator *op) {
  object_entry entry = target_entry(object, what);
  entry.combiner = combiner_of<Target>(op);
  return entry;
}

/// Null: there is no memory for it, which the ranks tell one another.
template <typename Operator>
std::shared_ptr<std::decay_t<Operator>> kept_operator(Operator &&op) {
  try {
    return std::make_shared<std::decay_t<Operator>>(std::forward<Operator>(op));
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

} // namespace detail

/// Redistributes `sources`, which are only read, and combines what arrives with
/// the elements of `targets`, one for each. `op` is an object.
template <class Operator, class... Sources, class... Targets>
void accumulate_into(const directive &where, const redistribution &what,
                     MPI_Comm comm, Operator &&op,
                     const std::tuple<Sources...> &sources,
                     const std::tuple<Targets...> &targets) {
  auto entries =
      detail::accumulating_entries(what, std::addressof(op), sources, targets,
                                   std::index_sequence_for<Targets...>());
  detail::redistribute_entries(where, what, comm, entries.data(),
                               entries.size());
}

/// The receiving side of redistribute_from_remote(): what arrives is combined
/// with what the objects have.
template <class Operator, class... Targets>
void accumulate_from_remote(const directive &where, const redistribution &what,
                            MPI_Comm comm, Operator &&op, Targets &&...all) {
  detail::object_entry entries[] = {
      detail::combining_entry(all, what, std::addressof(op))...};
  detail::redistribute_entries(where, what, comm, entries, sizeof...(Targets));
}

/// Begins it; wait() completes it. The operator is copied.
template <class Operator, class... Targets>
[[nodiscard]] request
start_accumulate_from_remote(const directive &where, const redistribution &what,
                             MPI_Comm comm, Operator &&op, Targets &&...all) {
  const auto kept = detail::kept_operator(std::forward<Operator>(op));
  detail::object_entry entries[] = {
      detail::combining_entry(all, what, kept.get())...};
  return detail::start_accumulating(where, what, comm, entries,
                                    sizeof...(Targets), kept);
}

/// Begins accumulate_into(); wait() completes it. The operator is copied.
template <class Operator, class... Sources, class... Targets>
[[nodiscard]] request
start_accumulate_into(const directive &where, const redistribution &what,
                      MPI_Comm comm, Operator &&op,
                      const std::tuple<Sources...> &sources,
                      const std::tuple<Targets...> &targets) {
  const auto kept = detail::kept_operator(std::forward<Operator>(op));
  auto entries =
      detail::accumulating_entries(what, kept.get(), sources, targets,
                                   std::index_sequence_for<Targets...>());
  return detail::start_accumulating(where, what, comm, entries.data(),
                                    entries.size(), kept);
}

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
