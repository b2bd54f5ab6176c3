//===- DualPrices.h - Dual prices of processor classes ---------*- C++ -*-===//
//
// Private to lib/Schedule. Lagrange multipliers for the capacities of
// IntervalArcs: with a price >= 0 on each of the nested sets of processors, a
// mapping exists only if the cheapest path from 0 to n costs no more than all
// processors together. The prices are found by subgradients: what the cheapest
// path takes too much of becomes dearer. Prices are integers, so that what
// they prove is exact.
//
//   capacity 1, 3; a path that takes two of class 0 and none of class 1:
//   used 2, 2; the price of the first set rises, that of the second falls
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PIPELINE_SEARCH_DUALPRICES_H
#define REDIST_LIB_SCHEDULE_PIPELINE_SEARCH_DUALPRICES_H

#include "Pipeline/Search/IntervalArcs.h"

namespace redist::schedule {

class DualPrices {
public:
  static constexpr std::int64_t unreachable = std::int64_t{1} << 60;

  explicit DualPrices(const IntervalArcs &givenArcs);

  /// Betters the prices for the present arcs. Feasible: the cheapest path
  /// keeps all capacities and is in path(). Adds its work.
  SearchAnswer improve(int rounds, std::int64_t &work);
  /// Of the set of the classes 0 .. c.
  const std::vector<std::int64_t> &setPrices() const { return prices; }
  /// Of one processor of a class: the sum over the sets it belongs to.
  std::int64_t price(std::int16_t speedClass) const {
    return speedClass < 0 ? 0
                          : classPrice[static_cast<std::size_t>(speedClass)];
  }
  /// Of the cheapest path from a stage to the end, or `unreachable`.
  const std::vector<std::int64_t> &toGo() const { return costs; }
  const std::vector<IntervalArcs::Step> &path() const { return found; }

private:
  void setFrom(const std::vector<double> &weights);
  void findCapacities();
  void findCosts();
  /// What the cheapest path takes of every set, less its capacity.
  void followPath();
  double ratio() const;

  const IntervalArcs &arcs;
  std::vector<double> weights; ///< best so far, kept from period to period
  std::vector<std::int64_t> prices, classPrice, costs, capacity;
  std::vector<const IntervalArc *> choice;
  std::vector<std::int64_t> excess;
  std::vector<IntervalArcs::Step> found;
  std::int64_t latency = 0;
};

} // namespace redist::schedule

#endif
