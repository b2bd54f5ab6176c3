//===- Costs.h - Costs of transfers and combines, measured -----*- C++ -*-===//
//
// Room Runtime. The profile of the machine that all ranks of a communicator
// go by; the rest of what there is about costs is in Engine.h.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_COSTS_H
#define REDIST_RUNTIME_REDUCTION_COSTS_H

#include "redist/Profile.h"

#include <mpi.h>

namespace redist::runtime {

struct SharedProfile {
  bool isGiven = false;
  machine_profile profile;
  std::string problem; ///< why it cannot be used; empty: it can
};

/// The profile that REDIST_PROFILE names on rank 0, which reads it for all; of
/// it, the numbers that are there once, and the measured ways.
/// Collective.
SharedProfile loadProfile(MPI_Comm duplicate);

} // namespace redist::runtime

#endif
