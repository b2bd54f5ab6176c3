//===- MovementRank.h - One rank of a simulated redistribution -*- C++ -*-===//
//
// Holds a rank's elements, and moves them in every way: by the runtime's
// executor over SimGrid's MPI, step by step as the papers do, and by
// MPI_Alltoallw. Packing, unpacking and copying take the time that is said;
// what has arrived is compared with what should have.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_SIMULATED_MOVEMENTRANK_H
#define REDIST_BENCHMARK_SIMULATED_MOVEMENTRANK_H

#include "Execution/ChunkQueue.h"
#include "Execution/NodePairs.h"
#include "Plan/RedistributionPlan.h"
#include "SharedMemory/NodeLanes.h"
#include "Simulated/SimulatedMovement.h"
#include "Trace/Recorder.h"

#include "redist/Profile.h"

#include <mpi.h>

#include <vector>

namespace bench {

/// What the simulated machine is like: measured as redist-tune does. Collective
/// over MPI_COMM_WORLD; `peer`: to which rank 0 sends. `packing`: seconds per
/// byte.
redist::machine_profile measureMachine(double packing, int peer = 1);

/// All ranks leave at the same instant, which is returned. Collective.
double commonBeginning(MPI_Comm comm);
/// Of all ranks. Collective.
double greatest(double mine, MPI_Comm comm);

/// A recorder under which phases that move bytes take their time.
class SpendingRecorder final : public redist::runtime::Recorder {
public:
  explicit SpendingRecorder(double secondsPerByte)
      : Recorder(0), perByte(secondsPerByte) {}
  void add(redist::runtime::Phase phase, Clock::time_point begin,
           Clock::time_point end, std::int64_t step,
           std::int64_t bytes) override;

private:
  double perByte;
};

class MovementRank {
public:
  /// Takes part on all ranks of `comm`, as many as the movement needs. `lanes`:
  /// of the ranks that share nodes; null: none do.
  MovementRank(MPI_Comm comm, const SimulatedMovement &movement,
               redist::runtime::NodeLanes *lanes = nullptr);

  /// Seconds from the common beginning until the last rank is done; the same on
  /// all ranks; 0 where the movement does not go that way. Collective.
  double run(Way way, const redist::machine_profile &machine);
  /// What the busiest port, or the busiest rank's packing, takes at least.
  /// Where ranks share nodes, what stays on a node is packed, and needs no
  /// port. Collective.
  double bound(const redist::machine_profile &machine) const;

private:
  using Plan = redist::runtime::RedistributionPlan;
  void runSteps(const Plan &plan, bool hasBarriers);
  /// When it began.
  double runExecutor(const Plan &plan,
                     const redist::runtime::ExecutorOptions &options);
  double runByNodes(const Plan &plan, const redist::runtime::NodePairs &pairs,
                    const redist::schedule::NetworkCosts &costs);
  void pack(const redist::runtime::PlannedMessage &message, std::byte *to);
  void unpack(const redist::runtime::PlannedMessage &message,
              const std::byte *from);
  void copyLocal(const Plan &plan);
  void fill(std::vector<std::int64_t> &words,
            const redist::schedule::DimensionLayout &layout) const;
  void check(Way way) const;

  MPI_Comm comm;
  const SimulatedMovement &movement;
  int rank = 0;
  redist::runtime::NodeLanes *lanes;
  std::vector<std::int64_t> source, target; ///< words of the elements
  SpendingRecorder *recorder = nullptr;
};

} // namespace bench

#endif
