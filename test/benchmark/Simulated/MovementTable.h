//===- MovementTable.h - What simulated redistributions took ---*- C++ -*-===//
//
// Comes in: the times of all ways on the cases of one network. Goes out: a
// table, or JSON, and whether the goals are met.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_SIMULATED_MOVEMENTTABLE_H
#define REDIST_BENCHMARK_SIMULATED_MOVEMENTTABLE_H

#include "Simulated/SimulatedMovement.h"

#include <array>
#include <string>
#include <vector>

namespace bench {

struct MovementRow {
  MovementCase what;
  std::int64_t messageBytes = 0; ///< in the mean
  double bound = 0;              ///< seconds; of the busiest port or processor
  std::array<double, wayCount> seconds{}; ///< 0: not measured

  double of(Way way) const { return seconds[static_cast<std::size_t>(way)]; }
  double best() const;
};

/// A network, and what packing costs there.
struct Setting {
  const char *network;
  const char *platform; ///< file
  double packingRate;   ///< bytes per second; 0: packing takes no time
  bool isFullBisection;
  double minGain; ///< over MPI_Alltoallv with packing; 0: no goal
};

struct MovementSummary {
  double worstToBest = 0;       ///< auto / best way of the row
  double gainOverAlltoallv = 0; ///< geometric means
  double gainOverCaterpillar = 0;
  double worstToBound = 0; ///< auto / bound, of long messages; 0: none

  MovementSummary(const Setting &setting, const std::vector<MovementRow> &rows);
  bool isGoodEnough(const Setting &setting) const;
};

std::string tableOf(const Setting &setting,
                    const std::vector<MovementRow> &rows);
/// One object.
std::string jsonOf(const Setting &setting,
                   const std::vector<MovementRow> &rows);

} // namespace bench

#endif
