//===- StrategyTree.h - Binomial and Fibonacci trees, by size ---*- C++ -*-===//
//
// Private to lib/Schedule. Algorithm 1 with turn a = 1 or 2 and cadence 1, ties
// to the lowest index, numbers machines by sums of weights
//
//   a = 1: w = 1 2 4 8 ...  (w' = 2 w)       a = 2: w = 1 2 3 5 ... (Fibonacci)
//
// no two of which are closer than a places: the parent of a machine is it less
// its greatest weight. Subtrees are trees of the same kind: machine i, whose
// greatest weight is the q-th, has those below it that add weights from q + a
// on, and in order they are the machines of a tree of so many. Of each q there
// are two sizes at most, so that a table of O(log n) sizes is the whole tree.
//
//   a = 2, n = 7: machine 0 has children 1, 2, 3, 5 of 3, 1, 1, 1 machines;
//   those of 1 are 1, 4 = 3 + 1 and 6 = 5 + 1, a tree of 3
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_REDUCTION_COST_STRATEGYTREE_H
#define REDIST_LIB_SCHEDULE_REDUCTION_COST_STRATEGYTREE_H

#include "redistSchedule/Reduction/Cost.h"

#include <map>
#include <vector>

namespace redist::schedule {

/// A tree of some size, up to its children: theirs are entries of their own.
struct StrategySubtree {
  struct Child {
    std::size_t place = 0; ///< of its weight, from 0 on
    std::int64_t size = 0; ///< machines that it has, with itself
    std::int64_t start = 0;
  };
  std::vector<Child> children; ///< in the order of their combines
  std::int64_t ready = 0;      ///< when all is combined, as early as can be
};

class StrategyTree {
public:
  /// Precondition: turn is 1 or 2; 0 < ranks < 2^62; the times fit.
  StrategyTree(std::int64_t ranks, std::size_t turn, const ReductionCost &);

  std::int64_t weight(std::size_t place) const { return weights[place]; }
  /// How far the places of a child's children are behind its own.
  std::size_t turn() const { return gap; }
  const StrategySubtree &root() const { return ofSize(ranks); }
  /// Precondition: the size of some child.
  const StrategySubtree &ofSize(std::int64_t size) const;
  /// Places of the weights of a machine, the lowest first.
  std::vector<std::size_t> placesOf(std::int64_t machine) const;

private:
  std::int64_t ranks;
  std::size_t gap;
  ReductionCost cost;
  std::vector<std::int64_t> weights; ///< those below `ranks`
  std::map<std::int64_t, StrategySubtree> subtrees;

  std::int64_t countBelow(std::int64_t limit, std::size_t place) const;
  std::int64_t add(std::int64_t size);
};

} // namespace redist::schedule

#endif
