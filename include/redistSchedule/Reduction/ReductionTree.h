//===- ReductionTree.h - Trees in memory and verification -------*- C++ -*-===//
//
// Room Schedule. Algorithms 1, 2 and 3 of Canon & Antoniu (RR-7898, corrected:
// docs/SchedulingMath.md, section 13), the binomial and Fibonacci strategies,
// the times of any tree (Proposition 3), and a checker of any tree with its
// times against the one-port model. Machine 0 is the sink; an element travels
// from a machine to its parent.
//
//   n = 4, d = c = 1: parents -, 0, 0, 0 (lowest index among equals), transfers
//   start at -, 2, 1, 0; length 4
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_REDUCTION_REDUCTIONTREE_H
#define REDISTSCHEDULE_REDUCTION_REDUCTIONTREE_H

#include "redistSchedule/Reduction/ReductionSchedule.h"

#include <string>

namespace redist::schedule {

struct ReductionTree {
  std::vector<std::int32_t> parent; ///< [0] is -1
  /// Actual starts of the transfers, in ticks; [0]: the length. A machine
  /// receives from its children in the order of these.
  std::vector<std::int64_t> start;
  std::int64_t length = 0;
};

/// Algorithm 1; O(n). Ties go to the lowest index.
ReductionTree greedyTree(std::int64_t ranks, const ReductionCost &);
/// Algorithm 2: at most `limit` transfers at once. O(n log n) at most.
ReductionTree limitedTransfersTree(std::int64_t ranks, std::int64_t limit,
                                   const ReductionCost &);
/// Algorithm 3: at most `limit` machines combine.
ReductionTree limitedReducersTree(std::int64_t ranks, std::int64_t limit,
                                  const ReductionCost &);
/// Section 7.3: Algorithm 1 with min(d, c) = 0, or with d = c, and then the
/// true costs.
ReductionTree binomialTree(std::int64_t ranks, const ReductionCost &);
ReductionTree fibonacciTree(std::int64_t ranks, const ReductionCost &);

/// The earliest times of any tree (Proposition 3, leaves to sink). A machine
/// receives in the order in which the elements are ready, ties by descending
/// index. Precondition: parent[0] = -1, and no cycle.
ReductionTree timed(std::vector<std::int32_t> parent, const ReductionCost &);

struct ReductionReport {
  bool isValid = true;
  std::string problem;     ///< the first violation, for people; empty: none
  std::int64_t length = 0; ///< by replaying the times
  std::int64_t peakTransfers = 0; ///< at once
  std::int64_t reducers = 0;      ///< machines with a child
};

/// Replays the times: every element reaches the sink once, one port, one
/// combine at a time on a machine, nothing sent before it is combined, limits.
ReductionReport verify(const ReductionTree &, const ReductionProblem &);
/// The same for the roles of all ranks, and that operands meet in rank order
/// where the problem is ordered.
ReductionReport verify(const ReductionSchedule &, std::int64_t root);

} // namespace redist::schedule

#endif
