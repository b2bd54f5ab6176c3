//===- ColouringSearch.h - The cheapest of some colourings -----*- C++ -*-===//
//
// Private to lib/Schedule. Messages in as many steps as their greatest degree,
// at a low cost: of several colourings the cheapest, as thorough as the number
// of messages allows. Two steps, as two similar block layouts take, leave no
// choice but which is first on each chain of messages; the least cost is then
// found, and proved.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PRODUCT_COLOURINGSEARCH_H
#define REDIST_LIB_SCHEDULE_PRODUCT_COLOURINGSEARCH_H

#include "OneDimension/StepRule.h"
#include "Product/MessageList.h"

#include <optional>

namespace redist::schedule {

/// Up to so many messages weighted insertion is tried whatever else is known.
inline constexpr std::int64_t insertionLimit = 16384;

class ColouringSearch {
public:
  explicit ColouringSearch(const MessageList &messages)
      : messageGraph(graphOf(messages)), lowerBounds(boundsOf(messages)) {}

  const BipartiteGraph &graph() const { return messageGraph; }
  /// Of any steps; once a solver or chains have proved more, of the cost of as
  /// few steps.
  const LowerBounds &bounds() const { return lowerBounds; }
  bool hasChains() const { return lowerBounds.stepCount <= 2; }

  /// Takes a colouring of the least number of steps where it is cheaper than
  /// all before; the earlier one wins a tie. Whether the best is proved to be
  /// the cheapest.
  bool offer(TableOrigin, Colouring);
  bool isProved() const { return cheapest && cost == lowerBounds.totalCost; }
  /// Orders the steps by cost before.
  bool offerSorted(TableOrigin, Colouring);
  /// Offers colourings of its own, the fast ones first, until one is near
  /// enough.
  void run();
  /// Each message is a class of its own to the solver; few enough of them are
  /// solved, of more the bound is still a better one. Precondition: run().
  void solve(const ExactSolver &);

  /// Precondition: run().
  Colouring &best() { return *cheapest; }
  TableOrigin origin() const { return from; }

private:
  void colour();
  bool offerProfile(TableOrigin, const ClassProfile &);
  /// Whether the cost is at most 1 / fraction above the bound.
  bool isWithin(std::int64_t fraction) const;

  BipartiteGraph messageGraph;
  LowerBounds lowerBounds;
  std::optional<Colouring> cheapest;
  TableOrigin from = TableOrigin::Fast;
  std::int64_t cost = 0;
};

} // namespace redist::schedule

#endif
