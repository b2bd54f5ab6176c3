//===- SimulatedMovement.h - Redistributions to be simulated ---*- C++ -*-===//
//
// Comes in: processes and block sizes of both sides, and how long a message is.
// Goes out: the assignment for that, and its schedules by strategy. All ranks
// of a simulation, being threads of one process, share them.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_SIMULATED_SIMULATEDMOVEMENT_H
#define REDIST_BENCHMARK_SIMULATED_SIMULATEDMOVEMENT_H

#include "Plan/PlanParameters.h"

#include "redistSchedule/Product/GridSchedule.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>

namespace bench {

/// CYCLIC(sourceBlock) on the first `sources` ranks to CYCLIC(targetBlock) on
/// the first `targets`.
struct MovementCase {
  std::int64_t sources, targets, sourceBlock, targetBlock;

  std::int64_t ranks() const { return std::max(sources, targets); }
};

/// How messages travel.
enum class Way {
  Caterpillar, ///< its steps, one after the other
  Steps,       ///< those of the optimal schedule
  Barrier,     ///< with a barrier after each of them
  Window2,     ///< in their order, so many messages in flight
  Window4,
  Window8,
  Direct,    ///< all at once, each rank beginning with another one
  Alltoallv, ///< packed, exchanged, unpacked
  Alltoallw, ///< by derived types
  Auto,      ///< as the runtime does it
  // Where ranks share nodes:
  ByRanks,   ///< as if none did
  TwoLevels, ///< one message a pair of nodes
};
constexpr std::size_t wayCount = 10; ///< where none do
const char *name(Way way);

class SimulatedMovement {
public:
  /// Of as many elements that messages are `messageBytes` long in the mean:
  /// whole periods, one at least. Elements of 64 bytes are long enough that a
  /// simulation's own time is not that of going from one to the next.
  /// Precondition: elements are words of 8 bytes.
  SimulatedMovement(const MovementCase &what, std::int64_t messageBytes,
                    std::int64_t bytesOfElement = 64);

  const MovementCase &what() const { return ownCase; }
  std::int64_t meanBytes() const { return mean; }
  std::int64_t elementBytes() const { return bytes; }
  redist::runtime::PlanParameters parameters(int rank) const;
  const redist::schedule::GridSchedule &schedule(Way way) const;

private:
  MovementCase ownCase;
  std::int64_t bytes; ///< of an element
  redist::schedule::Assignment assignment;
  std::int64_t mean = 0;
  std::map<redist::schedule::StrategyKind, redist::schedule::GridSchedule>
      schedules;
};

} // namespace bench

#endif
