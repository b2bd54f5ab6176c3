//===- HoldersRank.h - One rank of simulated copies and parts --*- C++ -*-===//
//
// Holds a rank's elements, and goes through the legs of every way: by the
// runtime's executor over SimGrid's MPI, along trees, or by the collective of
// that MPI. What has arrived is compared with what should have. Where all ranks
// together would need too much memory, those with the same part share theirs.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_SIMULATED_HOLDERSRANK_H
#define REDIST_BENCHMARK_SIMULATED_HOLDERSRANK_H

#include "Simulated/SimulatedHolders.h"

#include "redist/Profile.h"

#include <mpi.h>

#include <map>
#include <memory>
#include <vector>

namespace bench {

using Words = std::vector<std::int64_t>;

/// What ranks with the same part share, by coordinate; of all ranks together.
struct HoldersMemory {
  std::map<std::int64_t, std::weak_ptr<Words>> source, target;
};

class HoldersRank {
public:
  /// Takes part on all ranks of `comm`, as many as there are holders.
  HoldersRank(MPI_Comm comm, const SimulatedHolders &holders,
              HoldersMemory &memory);

  /// Whether there is such a way, and memory enough.
  bool has(HoldersWay way) const;
  /// Seconds from the common beginning until the last rank is done; the same on
  /// all ranks. Collective. Precondition: has(way).
  double run(HoldersWay way, const redist::machine_profile &machine);
  /// What the busiest port, or the busiest rank's packing, takes at least, one
  /// leg after the other: of that of one step and of stripes which has less.
  /// Collective.
  double bound(const redist::machine_profile &machine) const;

private:
  double boundOf(const std::vector<Leg> &legs,
                 const redist::machine_profile &machine) const;
  HoldersWay chosen(const redist::machine_profile &machine) const;
  void fill();
  double runLegs(const std::vector<Leg> &legs,
                 const redist::machine_profile &machine);
  double runMpi();
  void check(HoldersWay way) const;

  MPI_Comm comm;
  const SimulatedHolders &holders;
  int rank = 0;
  std::shared_ptr<Words> source, target;
  bool sharesSource, sharesTarget;
};

} // namespace bench

#endif
