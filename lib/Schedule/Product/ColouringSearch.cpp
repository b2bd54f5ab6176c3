//===- ColouringSearch.cpp - The cheapest of some colourings --------------===//
//
// docs/SchedulingMath.md, section 7.
//
//===----------------------------------------------------------------------===//
#include "Product/ColouringSearch.h"

#include "EdgeColouring/Chains.h"
#include "EdgeColouring/ColouringProfile.h"
#include "Product/GridRule.h"

#include <algorithm>
#include <limits>

using namespace redist::schedule;

// Numbers of messages, up to which ...
static constexpr std::int64_t matchingLimit = 768; // matchings, and
static constexpr std::int64_t profileLimit = 4096; // split profiles are tried.
/// Where nothing close has been found: profiles up to maxListed, too, and
/// insertion while messages times steps are no more than this.
static constexpr std::int64_t insertionWork = std::int64_t{1} << 25;
/// Of more messages a profile is split by so many flows: their work is in
/// proportion to the messages.
static constexpr std::int64_t flowWork = std::int64_t{1} << 20;
/// Insertion is left out where something costs no more than this part more than
/// the bound.
static constexpr std::int64_t closeFraction = 20;

bool ColouringSearch::offer(TableOrigin origin, Colouring other) {
  if (other.colourCount == lowerBounds.stepCount) {
    const std::int64_t otherCost = other.totalCost(messageGraph);
    if (!cheapest || otherCost < cost) {
      cheapest = std::move(other);
      from = origin;
      cost = otherCost;
    }
  }
  return isProved();
}

bool ColouringSearch::offerSorted(TableOrigin origin, Colouring other) {
  sortColoursByCost(messageGraph, other);
  return offer(origin, std::move(other));
}

bool ColouringSearch::offerProfile(TableOrigin origin,
                                   const ClassProfile &profile) {
  return offer(origin, colourByProfile(messageGraph, profile));
}

bool ColouringSearch::isWithin(std::int64_t fraction) const {
  const std::int64_t bound = lowerBounds.totalCost;
  return cheapest && cost <= bound + bound / fraction;
}

void ColouringSearch::colour() {
  const auto size = static_cast<std::int64_t>(messageGraph.edges.size());
  if (size > insertionLimit && isWithin(nearFraction(size)))
    return;
  if ((size <= insertionLimit ||
       (!isWithin(closeFraction) &&
        size * lowerBounds.stepCount <= insertionWork)) &&
      offerSorted(TableOrigin::Insertion, colourByInsertion(messageGraph)))
    return;
  if (size <= matchingLimit && offerSorted(TableOrigin::MultiThreshold,
                                           colourMultiThreshold(messageGraph)))
    return;
  if (size <= profileLimit ||
      (size <= maxListed && !isWithin(nearFraction(size)))) {
    const std::int64_t flows = size <= insertionLimit
                                   ? std::numeric_limits<std::int64_t>::max()
                                   : std::max<std::int64_t>(1, flowWork / size);
    if (offerProfile(TableOrigin::Split,
                     splitProfile(messageProblem(messageGraph), flows)))
      return;
  }
  if (!cheapest)
    offerSorted(TableOrigin::Fast, colourFast(messageGraph));
}

void ColouringSearch::run() {
  if (hasChains()) {
    offerSorted(TableOrigin::Fast, colourChains(messageGraph));
    lowerBounds.totalCost = cost;
  } else if (!isProved()) {
    colour();
  }
}

void ColouringSearch::solve(const ExactSolver &solver) {
  if (isProved())
    return;
  const std::optional<ClassProfile> profile =
      solver.solve(messageProblem(messageGraph), cost);
  if (!profile)
    return;
  lowerBounds.totalCost = std::max(lowerBounds.totalCost, profile->lowerBound);
  if (profile->totalCost < cost)
    offerProfile(TableOrigin::Exact, *profile);
}
