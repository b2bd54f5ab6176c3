//===- Redistribute.h - The calls behind `#pragma redistribute` -*- C++ -*-===//
//
// Generated code makes, in place of a directive,
//
//   static constexpr std::uint32_t redistWords0[] = {...};
//   static constexpr redist::embedded_schedule redistSchedules[] = {
//       {redistWords0, sizeof(redistWords0) / sizeof(redistWords0[0])}};
//   static constexpr redist::directive redistDirective = {
//       "app.cpp", 12, "a[n] from(...) to(...)", "auto", redistSchedules, 1};
//   redist::redistribute(redistDirective, a, n,
//                        redist::cyclic_layout(3, 16, 0),
//                        redist::cyclic_layout(5, 16, 0), MPI_COMM_WORLD);
//
// The runtime looks the parameters up among the embedded schedules, and plans
// where none fits. Plans are kept with the communicator.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_REDISTRIBUTE_H
#define REDIST_REDISTRIBUTE_H

#include "redist/Error.h"
#include "redist/Layout.h"
#include "redist/Storage.h"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <string>

namespace redist {

struct embedded_schedule {
  const std::uint32_t *words;
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

namespace runtime {
class CommunicatorState;
struct ReadyPlan;
} // namespace runtime

namespace detail {

/// One execution of a directive. The steps are separate so that storage can be
/// made between them, and every rank learns of every rank's problems before
/// anything changes:
///   make it (collective), fail() where this rank sees a problem, agree()
///   (collective), move() (collective).
class redistribution_call {
public:
  /// Looks the plan up or makes it. Throws redist::error only where ranks
  /// cannot talk at all (no MPI, no communicator); everything else waits for
  /// agree().
  redistribution_call(const directive &where, std::int64_t extent,
                      const layout &from, const layout &to, MPI_Comm comm,
                      std::size_t element_size);

  /// Elements that this rank has before and after; 0 outside the grids, and
  /// where the parameters are wrong.
  std::int64_t source_extent() const { return source_elements; }
  std::int64_t target_extent() const { return target_elements; }

  /// Records a problem of this rank; the first one counts.
  void fail(const std::string &message);
  /// Records a problem where `available` elements are too few, and where
  /// elements are needed but there is no storage at all (a null address).
  void require_source(const void *address, std::int64_t available);
  void require_target(const void *address, std::int64_t available);
  /// Throws the same redist::error on every rank if any rank has a problem.
  void agree();
  /// Moves the data; the two may overlap.
  void move(const void *source, void *target);

private:
  void prepare(std::size_t element_size);
  void require(const char *what, std::int64_t needed, const void *address,
               std::int64_t available);

  const directive &where;
  std::int64_t extent;
  layout from, to;
  std::size_t bytes_per_element;
  runtime::CommunicatorState *state = nullptr;
  runtime::ReadyPlan *plan = nullptr;
  std::int64_t source_elements = 0;
  std::int64_t target_elements = 0;
  std::string problem;
};

/// Runs `allocate`; what it throws becomes this rank's problem.
template <typename Allocate>
void allocate_or_fail(redistribution_call &call, Allocate allocate) {
  try {
    allocate();
  } catch (const std::exception &e) {
    call.fail("no storage for " + std::to_string(call.target_extent()) +
              " elements: " + e.what());
  }
}

/// A new container of the local extent takes the place of the old one.
template <typename Object>
void redistribute_resizable(redistribution_call &call, Object &object) {
  Object fresh = empty_like(object);
  allocate_or_fail(call, [&] {
    fresh.resize(static_cast<std::size_t>(call.target_extent()));
  });
  call.agree();
  call.move(object.data(), fresh.data());
  object = std::move(fresh);
}

/// Storage that stays where it is: staged through a copy of the new contents.
template <typename Object>
void redistribute_fixed(redistribution_call &call, Object &object) {
  using element = typename checked_element<Object>::type;
  call.require_target(data_of(object), size_of(object));
  const auto count = static_cast<std::size_t>(call.target_extent());
  std::unique_ptr<unsigned char[]> staged;
  allocate_or_fail(
      call, [&] { staged.reset(new unsigned char[count * sizeof(element)]); });
  call.agree();
  call.move(data_of(object), staged.get());
  if (count > 0)
    std::memcpy(static_cast<void *>(data_of(object)), staged.get(),
                count * sizeof(element));
}

} // namespace detail

/// Redistributes `object`, this rank's part of an array of `extent` elements,
/// from one layout to the other, in place. A container with resize() has
/// exactly the local extent of `to` afterwards; other storage must hold both
/// layouts (of a pointer that is taken for granted, unless it is null).
///
/// Collective over `comm`, with the same extent and layouts on every rank; a
/// rank outside the source grid may pass an empty object. If any rank finds an
/// error (grid larger than the communicator, storage too small, ...), every
/// rank throws redist::error and no object has changed.
template <typename Object>
void redistribute(const directive &where, Object &&object, std::int64_t extent,
                  const layout &from, const layout &to, MPI_Comm comm) {
  using plain = std::remove_reference_t<Object>;
  using element = typename detail::checked_element<plain>::type;
  static_assert(!std::is_const<detail::element_t<plain>>::value,
                "a const object cannot be redistributed in place");
  detail::redistribution_call call(where, extent, from, to, comm,
                                   sizeof(element));
  call.require_source(detail::data_of(object), detail::size_of(object));
  if constexpr (detail::is_resizable<plain>::value)
    detail::redistribute_resizable(call, object);
  else
    detail::redistribute_fixed(call, object);
}

/// The same into `destination`; `object` is only read. A container with
/// resize() that is smaller than the local extent of `to` is resized to it;
/// other storage must hold it. Elements beyond the local extent keep their
/// values. The two may be the same or overlap. Where the user states the
/// extent of the destination too, it must be the same.
///
/// Collective over `comm`; errors as for redistribute().
template <typename Object, typename Destination>
void redistribute_into(const directive &where, Object &&object,
                       Destination &&destination, std::int64_t extent,
                       const layout &from, const layout &to, MPI_Comm comm,
                       std::optional<std::int64_t> destination_extent = {}) {
  using source = std::remove_reference_t<Object>;
  using target = std::remove_reference_t<Destination>;
  using element = typename detail::checked_element<source>::type;
  static_assert(
      std::is_same<element,
                   typename detail::checked_element<target>::type>::value,
      "object and destination must have the same element type");
  static_assert(!std::is_const<detail::element_t<target>>::value,
                "the destination of a redistribution cannot be const");
  detail::redistribution_call call(where, extent, from, to, comm,
                                   sizeof(element));
  if (destination_extent && *destination_extent != extent)
    call.fail("extent " + std::to_string(*destination_extent) +
              " of the destination differs from extent " +
              std::to_string(extent) + " of the object");
  call.require_source(detail::data_of(object), detail::size_of(object));
  if constexpr (detail::is_resizable<target>::value) {
    const auto needed = static_cast<std::size_t>(call.target_extent());
    const bool small = destination.size() < needed;
    target fresh = detail::empty_like(destination);
    if (small)
      detail::allocate_or_fail(call, [&] { fresh.resize(needed); });
    call.agree();
    target &result = small ? fresh : destination;
    call.move(detail::data_of(object), result.data());
    if (small)
      destination = std::move(fresh);
  } else {
    call.require_target(detail::data_of(destination),
                        detail::size_of(destination));
    call.agree();
    call.move(detail::data_of(object), detail::data_of(destination));
  }
}

} // namespace redist

#endif
