//===- MachineDefaults.h - Speeds and links from a profile -----*- C++ -*-===//
//
// Room Runtime. Comes in: the profile that REDIST_PROFILE names (redist-tune).
// Goes out: what speeds() and bandwidth() default to on the ranks of a
// communicator.
//
//   profile of ranks 0 ... 3 of MPI_COMM_WORLD, speeds 1, 1, 2, 2;
//   communicator of ranks 3, 1: speeds 2, 1
//
// A profile of another number of ranks may have had its ranks elsewhere: of
// such a one, only the bandwidth as one number is used.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_MAPPING_MACHINEDEFAULTS_H
#define REDIST_RUNTIME_PIPELINE_MAPPING_MACHINEDEFAULTS_H

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

namespace redist::runtime {

struct MachineDefaults {
  std::vector<double> speeds; ///< of each rank; empty: nobody knows
  /// Bytes per second: of every link, or of the link between two ranks, by
  /// rows; empty: nobody knows.
  std::vector<double> bandwidth;
  std::string problem; ///< why the profile cannot be used; empty: it can

  /// Those of the first ranks.
  std::vector<double> speedsOf(std::int64_t ranks) const;
  std::vector<double> bandwidthOf(std::int64_t ranks) const;
};

/// Rank 0 reads the profile for all ranks. Collective.
MachineDefaults machineDefaults(MPI_Comm communicator);

} // namespace redist::runtime

#endif
