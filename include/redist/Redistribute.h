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

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

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
  const char *strategy; ///< a name of the `strategy` clause
  const embedded_schedule *schedules; ///< may be null
  std::size_t schedule_count;
};

// The templates redistribute(directive, object, extent, from, to, comm) and
// redistribute_into(directive, object, destination, extent, from, to, comm)
// follow here; both are collective over comm.

} // namespace redist

#endif
