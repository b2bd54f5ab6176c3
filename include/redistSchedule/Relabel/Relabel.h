//===- Relabel.h - Target ranks permuted to keep data in place -*- C++ -*-===//
//
// Which position of the target grid each target process should take so that
// most elements stay where they are (the `relabel` clause). Comes in: an
// assignment whose sharing says which processes are in both grids. Goes out: a
// permutation of the target positions. An assignment problem in general; on
// regular axes a transportation problem between types of ranks
// (docs/SchedulingMath.md), never a dense P x Q one.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_RELABEL_RELABEL_H
#define REDISTSCHEDULE_RELABEL_RELABEL_H

#include "redistSchedule/Layout/Assignment.h"

namespace redist::schedule {

struct Relabelling {
  /// Position in the target grid of the process that is target rank i without
  /// relabelling: a permutation of [0, Q).
  std::vector<std::int64_t> positionOf;
  std::int64_t kept = 0;         ///< elements that stay with it
  std::int64_t keptIdentity = 0; ///< elements that stay without it
};

/// The permutation that keeps most (of the true lengths where the axes have
/// them, else of one superblock). Deterministic; the identity wins ties.
/// Processes that are in the target grid alone fill what is left in order.
/// Where more than 2^18 pairs of ranks owe something, regular axes of at least
/// half a superblock are weighed by whole ones, and beyond 2^22 candidates the
/// answer is the identity; it is never worse than that.
/// Precondition: check() finds nothing wrong.
Relabelling relabel(const Assignment &);

/// The node of each rank of a grid, from 0 on.
using RankNodes = std::vector<std::int64_t>;

/// The same; processes that keep nothing get positions of which most lies on
/// their node, the most that such a change can reach. As it was where nothing
/// is gained, or more than 2^22 pairs would have to be looked at.
/// `targets`: of the processes without relabelling. Preconditions: as above;
/// one node a rank.
Relabelling relabel(const Assignment &, const RankNodes &sources,
                    const RankNodes &targets);

/// The assignment with the target processes at their new positions (its
/// sharing is a map).
Assignment relabelled(const Assignment &, const Relabelling &);

} // namespace redist::schedule

#endif
