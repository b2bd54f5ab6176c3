//===- Arrivals.cpp - Reductions of late elements -------------------------===//
//
// No polynomial method is known in general. Exact:
//
//   transfers free     the two earliest are merged, again and again (Golumbic)
//   combines free      the latest element takes the latest slot of a binomial
//                      tree, own elements as late as they like
//   few elements       all trees
//
// and whenever a tree meets the lower bound, as one does where all elements
// arrive at once. Otherwise trees are built from the end for several lengths
// and by several rules, and the best one is improved by local search.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Arrivals/ArrivalExact.h"
#include "Reduction/Arrivals/ArrivalSearch.h"
#include "Reduction/Arrivals/ArrivalSlots.h"

#include "redistSchedule/Reduction/ReductionSchedule.h"

#include "Support/Arithmetic.h"

#include <limits>
#include <queue>
#include <string>

using namespace redist::schedule;

static std::optional<Error> checkArrivals(Times arrivals,
                                          const ReductionCost &cost) {
  if (arrivals.empty())
    return Error{ErrorKind::RanksNotPositive, "there are no elements"};
  if (arrivals.size() > std::numeric_limits<std::int32_t>::max())
    return Error{ErrorKind::TooLarge, "more than 2^31 - 1 elements"};
  const auto [first, last] =
      std::minmax_element(arrivals.begin(), arrivals.end());
  if (*first < 0)
    return Error{ErrorKind::CostNegative,
                 "element " + std::to_string(first - arrivals.begin()) +
                     " is available before the time 0"};
  const Result<std::int64_t> length =
      optimalReductionLength(static_cast<std::int64_t>(arrivals.size()), cost);
  if (!length)
    return length.error();
  if (*last >= sizeLimit || *length >= sizeLimit - *last)
    return Error{ErrorKind::TooLarge, "the length leaves 62 bits"};
  return std::nullopt;
}

/// Merges the two earliest until one is left; each merged element is ready no
/// earlier than those before it, so that two queues suffice. The optimum where
/// transfers are free, and else a lower bound.
class EarliestMerge {
public:
  EarliestMerge(Times arrivals, const Elements &latest, std::int64_t combine)
      : parent(arrivals.size(), -1) {
    for (std::size_t i = latest.size(); i-- > 0;)
      single.push({arrivals[static_cast<std::size_t>(latest[i])], latest[i]});
    for (std::size_t merges = 1; merges < latest.size(); ++merges) {
      const Ready first = take(), second = take();
      parent[static_cast<std::size_t>(first.machine)] = second.machine;
      merged.push({second.time + combine, second.machine});
    }
    end = take().time;
  }

  std::int64_t length() const { return end; }
  Elements parents() && { return std::move(parent); }

private:
  struct Ready {
    std::int64_t time;
    std::int32_t machine;
  };
  Ready take() {
    const bool fromMerged =
        single.empty() ||
        (!merged.empty() && merged.front().time < single.front().time);
    std::queue<Ready> &from = fromMerged ? merged : single;
    const Ready taken = from.front();
    from.pop();
    return taken;
  }

  Elements parent;
  std::queue<Ready> single, merged;
  std::int64_t end = 0;
};

/// Keeps the shortest tree, the first among equals.
class BestTree {
public:
  BestTree(Times given, const ReductionCost &costs)
      : arrivals(given), cost(costs) {}

  /// Its length.
  std::int64_t offer(Elements parent) {
    ArrivalTree tree = timedArrivals(std::move(parent), arrivals, cost);
    const std::int64_t length = tree.length;
    if (best.parent.empty() || length < best.length)
      best = std::move(tree);
    return length;
  }

  bool isEmpty() const { return best.parent.empty(); }
  /// Precondition: something was offered.
  const ArrivalTree &tree() const { return best; }
  ArrivalTree take(std::int64_t bound) && {
    best.lowerBound = bound;
    best.isOptimal = best.length == bound;
    return std::move(best);
  }

private:
  Times arrivals;
  const ReductionCost &cost;
  ArrivalTree best;
};

/// All rules would take seconds.
static bool isMany(Times arrivals) { return arrivals.size() > 4096; }

/// From the bound up, by bisection: the least length that the rule fills. The
/// best tree of the rule, which may be longer than that of another.
static void buildByRule(BestTree &best, Times arrivals, const Elements &latest,
                        std::int64_t bound, std::int64_t waiting,
                        const SlotRule &rule, const ReductionCost &cost) {
  // Some thousand lengths are told apart, of many elements some sixty.
  const std::int64_t resolution =
      1 + (waiting - bound) / (isMany(arrivals) ? 64 : 4096);
  std::int64_t low = bound, high = waiting;
  while (low <= high) {
    const std::int64_t middle = low + (high - low) / 2;
    std::optional<Elements> parent =
        fillSlots(arrivals, latest, middle, rule, cost);
    if (parent)
      high = std::min(middle, best.offer(std::move(*parent))) - resolution;
    else
      low = middle + resolution;
  }
}

/// Stops at the first tree that meets the bound, and after the first rule that
/// finds one for many elements.
static void buildByRules(BestTree &best, Times arrivals, const Elements &latest,
                         std::int64_t bound, const ReductionCost &cost) {
  const std::int64_t everyone = sizeLimit;
  // Where all wait for the latest, this length can be filled.
  const std::int64_t waiting =
      arrivals[static_cast<std::size_t>(latest[0])] +
      *optimalReductionLength(static_cast<std::int64_t>(arrivals.size()), cost);
  std::int64_t budget = 400'000;
  for (const bool ownLate : {true, false})
    for (const std::int64_t reserve :
         {everyone, std::int64_t{0}, cost.combine, cost.turn(),
          cost.turn() + cost.cadence(), 2 * cost.turn()}) {
      BestTree own(arrivals, cost);
      buildByRule(own, arrivals, latest, bound, waiting, {reserve, ownLate},
                  cost);
      if (own.isEmpty())
        continue;
      best.offer(
          improveArrivals(own.tree().parent, arrivals, cost, bound, budget));
      if (best.tree().length == bound || isMany(arrivals))
        return;
    }
}

Result<ArrivalTree>
redist::schedule::reduceArrivals(std::span<const std::int64_t> arrivals,
                                 const ReductionCost &cost) {
  if (std::optional<Error> error = checkArrivals(arrivals, cost))
    return *std::move(error);
  const Elements latest = latestFirst(arrivals);
  EarliestMerge merge(arrivals, latest, cost.combine);
  const std::int64_t bound =
      std::max(arrivalBound(arrivals, latest, cost), merge.length());
  BestTree best(arrivals, cost);
  best.offer(std::move(merge).parents());
  if (best.tree().length == bound)
    return std::move(best).take(bound);
  if (arrivals.size() <= maxExactArrivals) {
    const std::int64_t optimum = best.offer(bestArrivalTree(arrivals, cost));
    return std::move(best).take(optimum);
  }
  buildByRules(best, arrivals, latest, bound, cost);
  return std::move(best).take(bound);
}
