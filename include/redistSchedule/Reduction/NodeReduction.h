//===- NodeReduction.h - Reductions of ranks on shared nodes ----*- C++ -*-===//
//
// Ranks of a node have memory in common: what they combine among themselves
// needs no transfer. So each node first combines the elements of its ranks, two
// by two, in ceil(log2 h) rounds of c, and then the nodes reduce one element
// each along a tree, with a port of a node for each. Operands of neighbours
// stay neighbours, so that operators that do not commute keep their order where
// the ranks of a node do.
//
//   8 ranks, 4 a node, d = 3, c = 1: inside 2, between two nodes 4, length 6
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_REDUCTION_NODEREDUCTION_H
#define REDISTSCHEDULE_REDUCTION_NODEREDUCTION_H

#include "redistSchedule/Reduction/ReductionSchedule.h"

namespace redist::schedule {

struct NodeReduction {
  std::int64_t ranks, ranksPerNode; ///< the last node may have fewer
  std::int64_t insideLength;        ///< until every node has one element
  ReductionSchedule between;        ///< of the nodes
  /// Of any way to reduce, also one that sends a node's elements apart, where
  /// a node receives one element after the other.
  std::int64_t lowerBound;

  std::int64_t length() const { return insideLength + between.length(); }
};

/// Precondition: ranksPerNode > 0. Limits of the problem count nodes. Errors:
/// as makeReduction().
Result<NodeReduction> makeNodeReduction(const ReductionProblem &,
                                        std::int64_t ranksPerNode);

} // namespace redist::schedule

#endif
