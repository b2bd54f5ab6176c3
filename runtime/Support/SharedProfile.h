//===- SharedProfile.h - Profile shared by the ranks -----------*- C++ -*-===//
//
// Comes in: the file that REDIST_PROFILE names. Goes out: its numbers, the same
// on all ranks of a communicator.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_SHAREDPROFILE_H
#define REDIST_RUNTIME_SUPPORT_SHAREDPROFILE_H

#include "redist/Profile.h"

#include <mpi.h>

#include <string>

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
