//===- ArrivalExact.cpp - Optimal trees of a few late elements ------------===//
//
// Subsets are bit sets in ascending order, so that the parts of a partition
// are known before it. A partition is enumerated part by part, each with the
// lowest element left.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Arrivals/ArrivalExact.h"

#include <bit>
#include <limits>

using namespace redist::schedule;

using Subset = std::uint32_t;

struct BestSubtree {
  std::int64_t ready = std::numeric_limits<std::int64_t>::max();
  std::int32_t sink = -1;
  std::vector<Subset> parts;
};

class SubsetSearch {
public:
  SubsetSearch(Times given, const ReductionCost &costs)
      : arrivals(given), cost(costs), best(std::size_t{1} << given.size()) {
    for (Subset subset = 1; subset < best.size(); ++subset)
      solve(subset);
  }

  Elements parents() const {
    Elements parent(arrivals.size(), -1);
    note(static_cast<Subset>(best.size()) - 1, -1, parent);
    return parent;
  }

private:
  void solve(Subset subset) {
    for (Subset left = subset; left != 0; left &= left - 1) {
      const Subset sink = left & (~left + 1);
      partition(subset, std::countr_zero(sink), subset ^ sink);
    }
  }

  /// Tries all partitions of `left` beside the parts chosen so far.
  void partition(Subset subset, std::int32_t sink, Subset left) {
    if (left == 0) {
      tryParts(best[subset], sink);
      return;
    }
    const Subset lowest = left & (~left + 1), others = left ^ lowest;
    for (Subset more = others;; more = (more - 1) & others) {
      const Subset part = lowest | more;
      if (best[part].ready + cost.turn() < best[subset].ready) {
        parts.push_back(part);
        partition(subset, sink, left ^ part);
        parts.pop_back();
      }
      if (more == 0)
        return;
    }
  }

  void tryParts(BestSubtree &subtree, std::int32_t sink) {
    ready.clear();
    for (const Subset part : parts)
      ready.push_back(best[part].ready);
    std::sort(ready.begin(), ready.end());
    const std::int64_t end =
        readyAfter(arrivals[static_cast<std::size_t>(sink)], ready, cost);
    if (end < subtree.ready)
      subtree = {end, sink, parts};
  }

  void note(Subset subset, std::int32_t above, Elements &parent) const {
    const BestSubtree &subtree = best[subset];
    parent[static_cast<std::size_t>(subtree.sink)] = above;
    for (const Subset part : subtree.parts)
      note(part, subtree.sink, parent);
  }

  Times arrivals;
  const ReductionCost &cost;
  std::vector<BestSubtree> best;
  std::vector<Subset> parts;
  std::vector<std::int64_t> ready;
};

Elements redist::schedule::bestArrivalTree(Times arrivals,
                                           const ReductionCost &cost) {
  return SubsetSearch(arrivals, cost).parents();
}
