//===- Parts.h - Redistributions of parts of values ------------*- C++ -*-===//
//
// The calls behind `#pragma redistribute ... from(... onto(partial(op, k)))`:
// each of k ranks holds a part of every element's value, and the value is their
// combination in the order of the ranks' positions in the grid,
//
//   redist::redistribute_parts(
//       redistDirective,
//       redist::redistribution({redist::whole(n)})
//           .from(redist::layout({redist::undistributed()})
//                     .onto({redist::partial(redist::plus{}, 4)}))
//           .to(redist::layout({redist::block()}).onto({4})),
//       MPI_COMM_WORLD, redist::plus{}, a);
//
// op(op(part 0, part 1), part 2) and so on: the same bits on every rank that
// gets the element, and in every run. Operators are those of Accumulate.h.
//
// All else is as in Redistribute.h and Accumulate.h.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PARTS_H
#define REDIST_PARTS_H

#include "redist/detail/HeaderBegin.h"

#include "redist/Accumulate.h"

namespace redist {

namespace detail {

/// Operators that live as long as a call that is started; null where there is
/// no memory, which the ranks tell one another.
template <typename... Operators>
std::shared_ptr<std::tuple<std::decay_t<Operators>...>>
kept_operators(Operators &&...all) {
  using tuple = std::tuple<std::decay_t<Operators>...>;
  try {
    return std::make_shared<tuple>(std::forward<Operators>(all)...);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

/// Entries of objects in place, or of sources and their targets.
template <typename Operator, typename... Objects>
auto entries_of_parts(const redistribution &what, Operator *op,
                      Objects &...all) {
  static_assert(sizeof...(Objects) > 0, "there is nothing to redistribute");
  std::array<object_entry, sizeof...(Objects)> entries{entry_of(all, what)...};
  std::size_t i = 0;
  ((entries[i++].parts = combiner_of<Objects>(op)), ...);
  return entries;
}
template <typename Operator, typename... Sources, typename... Targets,
          std::size_t... Is>
auto entries_of_parts(const redistribution &what, Operator *op,
                      const std::tuple<Sources...> &sources,
                      const std::tuple<Targets...> &targets,
                      std::index_sequence<Is...>) {
  auto entries = paired_entries(what, sources, targets);
  ((entries[Is].parts = combiner_of<std::remove_reference_t<Targets>>(op)),
   ...);
  return entries;
}

template <typename Entries, typename Operator, typename... Targets,
          std::size_t... Is>
void accumulate_entries(Entries &entries, Operator *op,
                        const std::tuple<Targets...> &,
                        std::index_sequence<Is...>) {
  ((entries[Is].combiner = combiner_of<std::remove_reference_t<Targets>>(op)),
   ...);
}

} // namespace detail

/// redistribute(), of objects whose layout has parts that `op` combines.
template <class Operator, class... Objects>
void redistribute_parts(const directive &where, const redistribution &what,
                        MPI_Comm comm, Operator &&op, Objects &&...all) {
  auto entries = detail::entries_of_parts(what, std::addressof(op), all...);
  detail::redistribute_entries(where, what, comm, entries.data(),
                               entries.size());
}

/// redistribute_into(), of sources whose layout has such parts.
template <class Operator, class... Sources, class... Targets>
void redistribute_parts_into(const directive &where, const redistribution &what,
                             MPI_Comm comm, Operator &&op,
                             const std::tuple<Sources...> &sources,
                             const std::tuple<Targets...> &targets) {
  auto entries =
      detail::entries_of_parts(what, std::addressof(op), sources, targets,
                               std::index_sequence_for<Targets...>());
  detail::redistribute_entries(where, what, comm, entries.data(),
                               entries.size());
}

/// accumulate_into() by `op`, of such sources, whose parts `of_parts` combines:
/// target = op(target, value).
template <class OfParts, class Operator, class... Sources, class... Targets>
void accumulate_parts_into(const directive &where, const redistribution &what,
                           MPI_Comm comm, OfParts &&of_parts, Operator &&op,
                           const std::tuple<Sources...> &sources,
                           const std::tuple<Targets...> &targets) {
  auto entries =
      detail::entries_of_parts(what, std::addressof(of_parts), sources, targets,
                               std::index_sequence_for<Targets...>());
  detail::accumulate_entries(entries, std::addressof(op), targets,
                             std::index_sequence_for<Targets...>());
  detail::redistribute_entries(where, what, comm, entries.data(),
                               entries.size());
}

/// Begins redistribute_parts(); wait() completes it. Operators are copied.
template <class Operator, class... Objects>
[[nodiscard]] request
start_redistribute_parts(const directive &where, const redistribution &what,
                         MPI_Comm comm, Operator &&op, Objects &&...all) {
  auto kept = detail::kept_operators(std::forward<Operator>(op));
  auto entries = detail::entries_of_parts(
      what, kept ? &std::get<0>(*kept) : nullptr, all...);
  return detail::start_accumulating(where, what, comm, entries.data(),
                                    entries.size(), std::move(kept));
}

/// Begins redistribute_parts_into(); wait() completes it.
template <class Operator, class... Sources, class... Targets>
[[nodiscard]] request start_redistribute_parts_into(
    const directive &where, const redistribution &what, MPI_Comm comm,
    Operator &&op, const std::tuple<Sources...> &sources,
    const std::tuple<Targets...> &targets) {
  auto kept = detail::kept_operators(std::forward<Operator>(op));
  auto entries = detail::entries_of_parts(
      what, kept ? &std::get<0>(*kept) : nullptr, sources, targets,
      std::index_sequence_for<Targets...>());
  return detail::start_accumulating(where, what, comm, entries.data(),
                                    entries.size(), std::move(kept));
}

/// Begins accumulate_parts_into(); wait() completes it.
template <class OfParts, class Operator, class... Sources, class... Targets>
[[nodiscard]] request
start_accumulate_parts_into(const directive &where, const redistribution &what,
                            MPI_Comm comm, OfParts &&of_parts, Operator &&op,
                            const std::tuple<Sources...> &sources,
                            const std::tuple<Targets...> &targets) {
  auto kept = detail::kept_operators(std::forward<OfParts>(of_parts),
                                     std::forward<Operator>(op));
  auto entries = detail::entries_of_parts(
      what, kept ? &std::get<0>(*kept) : nullptr, sources, targets,
      std::index_sequence_for<Targets...>());
  detail::accumulate_entries(entries, kept ? &std::get<1>(*kept) : nullptr,
                             targets, std::index_sequence_for<Targets...>());
  return detail::start_accumulating(where, what, comm, entries.data(),
                                    entries.size(), std::move(kept));
}

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
