//===- Redistribute.h - The calls behind `#pragma redistribute` -*- C++ -*-===//
//
// Generated code makes, in place of a directive,
//
//   static constexpr std::uint32_t redistWords0[] = {...};
//   static constexpr redist::embedded_schedule redistSchedules[] = {
//       {redistWords0, sizeof(redistWords0) / sizeof(redistWords0[0])}};
//   static constexpr redist::directive redistDirective = {
//       "app.cpp", 12, "a[n][m] from(...) to(...)", "auto", redistSchedules,
//       1};
//   redist::redistribute(
//       redistDirective,
//       redist::redistribution({redist::whole(n), redist::whole(m)})
//           .from(redist::layout({redist::block(), redist::undistributed()})
//                     .onto({4}))
//           .to(redist::layout({redist::undistributed(), redist::block()})
//                   .onto({4})),
//       MPI_COMM_WORLD, a);
//
// The runtime looks the parameters up among the embedded schedules, and plans
// where none fits. Plans are kept with the communicator.
//
// All calls are collective over the communicator, with the same redistribution
// on every rank; ranks outside the grids only call, and may pass empty objects.
// If any rank finds an error (grid larger than the communicator, storage too
// small, ...), every rank throws redist::error and no object has changed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_REDISTRIBUTE_H
#define REDIST_REDISTRIBUTE_H

#include "redist/detail/HeaderBegin.h"

#include "redist/Error.h"
#include "redist/Redistribution.h"
#include "redist/Request.h"
#include "redist/detail/objects/Objects.h"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <tuple>

namespace redist {

/// partial(ranks), with an operator that the layout tells where it is built in.
template <typename Operator>
constexpr grid_extent partial(const Operator &, std::int64_t ranks) {
  grid_extent result = partial(ranks);
  result.op = detail::builtin_operator_of<Operator>();
  return result;
}

struct embedded_schedule {
  const std::uint32_t *words; ///< encode() of a GridSchedule
  std::size_t size;
};

/// Where a directive stands and what the compiler knows about it.
struct directive {
  const char *file;
  int line;
  const char *text;
  const char *strategy;               ///< a name of the `strategy` clause
  const embedded_schedule *schedules; ///< may be null
  std::size_t schedule_count;
};

namespace detail {

/// Everything behind the templates below: addresses and sizes. `where` and
/// `what` need not outlive the call. Collective.
void redistribute_entries(const directive &where, const redistribution &what,
                          MPI_Comm comm, object_entry *entries,
                          std::size_t count);
/// The same for callers whose ranks have agreed on all parameters already: they
/// are not compared again (but with REDIST_VERIFY=1), and what one rank alone
/// finds wrong is thrown there alone. No element of a source is one of a
/// target; both may have the same address, where they are parts of one array.
void redistribute_agreed(const directive &where, const redistribution &what,
                         MPI_Comm comm, object_entry *entries,
                         std::size_t count);
/// The same, to be completed by wait().
request start_entries(const directive &where, const redistribution &what,
                      MPI_Comm comm, object_entry *entries, std::size_t count);

template <typename Sources, typename Targets, std::size_t... Is>
std::array<object_entry, sizeof...(Is)>
paired_entries(const redistribution &what, const Sources &sources,
               const Targets &targets, std::index_sequence<Is...>) {
  return {entry_of(std::get<Is>(sources), std::get<Is>(targets), what)...};
}

template <typename... Sources, typename... Targets>
auto paired_entries(const redistribution &what,
                    const std::tuple<Sources...> &sources,
                    const std::tuple<Targets...> &targets) {
  static_assert(sizeof...(Sources) == sizeof...(Targets),
                "every object needs a destination");
  static_assert(sizeof...(Sources) > 0, "there is nothing to redistribute");
  return paired_entries(what, sources, targets,
                        std::index_sequence_for<Sources...>());
}

} // namespace detail

/// The objects, or the destinations, of redistribute_into().
template <typename... Objects>
std::tuple<Objects &&...> objects(Objects &&...all) {
  return std::tuple<Objects &&...>(std::forward<Objects>(all)...);
}

/// Redistributes the objects, this rank's parts of arrays of the same extents,
/// in place. A container with resize() has exactly the local extent of `to`
/// afterwards; other storage must hold both layouts (of a pointer without a
/// capacity that is taken for granted, unless it is null). A redist::array has
/// the new layout.
template <class... Objects>
void redistribute(const directive &where, const redistribution &what,
                  MPI_Comm comm, Objects &&...all) {
  static_assert(sizeof...(Objects) > 0, "there is nothing to redistribute");
  detail::object_entry entries[] = {detail::entry_of(all, what)...};
  detail::redistribute_entries(where, what, comm, entries, sizeof...(Objects));
}

/// The same from `sources`, which are only read, into `targets`, one for each.
/// A container with resize() that is smaller than the local extent of `to` is
/// resized to it; other storage must hold it. All elements of the target that
/// are not in its section keep their values. Source and target may be the same
/// or overlap.
template <class... Sources, class... Targets>
void redistribute_into(const directive &where, const redistribution &what,
                       MPI_Comm comm, const std::tuple<Sources...> &sources,
                       const std::tuple<Targets...> &targets) {
  auto entries = detail::paired_entries(what, sources, targets);
  detail::redistribute_entries(where, what, comm, entries.data(),
                               entries.size());
}

// Between two groups: `comm` is an intercommunicator, one group sends its
// objects, which are only read, and the other receives into as many of its own.
// Ranks of layouts are those of the own group. Collective over both groups:
// what any rank of either finds wrong, all ranks of both throw. A container
// that receives a whole array has exactly the local extent of `to` afterwards.

/// Sends: `what` has to(remote()).
template <class... Objects>
void redistribute_to_remote(const directive &where, const redistribution &what,
                            MPI_Comm comm, Objects &&...all) {
  detail::object_entry entries[] = {detail::source_entry(all, what)...};
  detail::redistribute_entries(where, what, comm, entries, sizeof...(Objects));
}
/// Receives: `what` has from(remote()).
template <class... Objects>
void redistribute_from_remote(const directive &where,
                              const redistribution &what, MPI_Comm comm,
                              Objects &&...all) {
  detail::object_entry entries[] = {detail::target_entry(all, what)...};
  detail::redistribute_entries(where, what, comm, entries, sizeof...(Objects));
}
/// Begin these; wait() completes them.
template <class... Objects>
[[nodiscard]] request
start_redistribute_to_remote(const directive &where, const redistribution &what,
                             MPI_Comm comm, Objects &&...all) {
  detail::object_entry entries[] = {detail::source_entry(all, what)...};
  return detail::start_entries(where, what, comm, entries, sizeof...(Objects));
}
template <class... Objects>
[[nodiscard]] request start_redistribute_from_remote(const directive &where,
                                                     const redistribution &what,
                                                     MPI_Comm comm,
                                                     Objects &&...all) {
  detail::object_entry entries[] = {detail::target_entry(all, what)...};
  return detail::start_entries(where, what, comm, entries, sizeof...(Objects));
}

/// Begins redistribute(); wait() completes it (request).
template <class... Objects>
[[nodiscard]] request start_redistribute(const directive &where,
                                         const redistribution &what,
                                         MPI_Comm comm, Objects &&...all) {
  static_assert(sizeof...(Objects) > 0, "there is nothing to redistribute");
  detail::object_entry entries[] = {detail::entry_of(all, what)...};
  return detail::start_entries(where, what, comm, entries, sizeof...(Objects));
}

/// Begins redistribute_into(); wait() completes it.
template <class... Sources, class... Targets>
[[nodiscard]] request
start_redistribute_into(const directive &where, const redistribution &what,
                        MPI_Comm comm, const std::tuple<Sources...> &sources,
                        const std::tuple<Targets...> &targets) {
  auto entries = detail::paired_entries(what, sources, targets);
  return detail::start_entries(where, what, comm, entries.data(),
                               entries.size());
}

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
