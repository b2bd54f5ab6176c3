//===- SimulatedHolders.h - Copies and parts to be simulated ---*- C++ -*-===//
//
// Comes in: a collective, written as a redistribution to copies or of parts,
// the number of ranks and how many bytes a rank has. Goes out: what is done one
// after the other, in each way. A leg is a redistribution, by the assignment
// and the schedule that the library makes, or a tree among groups of ranks. All
// ranks of a simulation, being threads of one process, share them.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_SIMULATED_SIMULATEDHOLDERS_H
#define REDIST_BENCHMARK_SIMULATED_SIMULATEDHOLDERS_H

#include "Plan/PlanParameters.h"

#include "redistSchedule/Layout/Stripes.h"
#include "redistSchedule/Product/GridSchedule.h"

#include <optional>
#include <string>
#include <vector>

namespace bench {

enum class Collective { Allgather, Broadcast, ReduceScatter, Allreduce };

/// As a collective, between blocks and all; or, `changes`, from cyclic(3) to
/// block with copies and parts on a quarter of the ranks each.
struct HoldersCase {
  Collective kind;
  bool changes;

  bool hasParts() const { return kind >= Collective::ReduceScatter; }
};
std::string name(const HoldersCase &what);

enum class HoldersWay {
  Auto,    ///< as the runtime does it
  OneStep, ///< every copy takes all from its sources, parts included
  Stripes, ///< a stripe for each copy, then from copy to copy
  Tree,    ///< combined by trees, moved, and passed on by trees
  Mpi,     ///< the collective
};
constexpr std::size_t holdersWays = 5;
const char *name(HoldersWay way);

/// Groups of ranks that follow each other, each with one tree from or to its
/// first rank.
struct TreeLeg {
  std::int64_t ranks = 1; ///< of a group
  bool combines = false;  ///< to the first rank; else from it
};

struct Leg {
  redist::runtime::PlanParameters parameters; ///< but for the rank
  std::optional<redist::schedule::GridSchedule> schedule;
  std::optional<TreeLeg> tree; ///< instead of the two
};

/// One dimension, on the first ranks: those with the same part follow each
/// other.
struct HoldersSide {
  redist::schedule::DimensionLayout layout;
  std::int64_t holders = 1; ///< of each part of it
  bool areParts = false;

  std::vector<redist::schedule::Holders> list() const;
  std::int64_t ranks() const { return layout.ranks * holders; }
};

class SimulatedHolders {
public:
  /// `bytes`: what a rank has or wants, where that is not the whole array. Of
  /// few bytes there are as many elements as there can be, of many no more than
  /// sixteen a rank, so that a simulation's own time is not that of going
  /// from one to the next.
  SimulatedHolders(const HoldersCase &what, std::int64_t ranks,
                   std::int64_t bytes);

  const HoldersCase &what() const { return ownCase; }
  std::int64_t ranks() const { return rankCount; }
  std::int64_t bytes() const { return bytesOfRank; } ///< as they are
  std::int64_t elements() const { return count; }
  std::int64_t elementBytes() const { return size; }
  const HoldersSide &source() const { return ownSource; }
  const HoldersSide &target() const { return ownTarget; }
  std::int64_t elementsOn(const HoldersSide &side, int rank) const;

  /// Empty: there is no such way. Not of Auto and Mpi.
  const std::vector<Leg> &legs(HoldersWay way) const;

private:
  Leg moved(redist::schedule::Assignment assignment,
            redist::runtime::GridPlacement from,
            redist::runtime::GridPlacement to) const;
  void addStripes();
  void addTree();

  HoldersCase ownCase;
  std::int64_t rankCount, bytesOfRank, count, size;
  HoldersSide ownSource, ownTarget;
  redist::schedule::Assignment dimension;
  std::vector<Leg> oneStep, stripes, tree, none;
};

} // namespace bench

#endif
