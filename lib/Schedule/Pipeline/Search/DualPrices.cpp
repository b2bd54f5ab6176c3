//===- DualPrices.cpp - Dual prices of processor classes ------------------===//

#include "Pipeline/Search/DualPrices.h"

#include <algorithm>
#include <cmath>

namespace redist::schedule {

/// Of the dearest set. Paths have at most some 10^6 arcs of as many classes.
static constexpr double dearest = 1 << 20;

DualPrices::DualPrices(const IntervalArcs &givenArcs)
    : arcs(givenArcs),
      weights(static_cast<std::size_t>(givenArcs.classes()), 1.0) {
  setFrom(weights);
}

void DualPrices::setFrom(const std::vector<double> &from) {
  double most = 0;
  for (double weight : from)
    most = std::max(most, weight);
  prices.resize(from.size());
  classPrice.resize(from.size());
  std::int64_t sum = 0;
  for (std::size_t c = from.size(); c-- > 0;) {
    prices[c] = most > 0 ? std::llround(from[c] / most * dearest) : 1;
    sum += prices[c];
    classPrice[c] = sum;
  }
}

void DualPrices::findCosts() {
  const std::int64_t n = arcs.stages();
  costs.assign(static_cast<std::size_t>(n) + 1, unreachable);
  choice.assign(static_cast<std::size_t>(n) + 1, nullptr);
  costs.back() = 0;
  for (std::int64_t i = n; i-- > 0;) {
    std::int64_t best = unreachable;
    const IntervalArc *chosen = nullptr;
    for (const IntervalArc *arc = arcs.begin(i); arc != arcs.end(i); ++arc) {
      const std::int64_t cost = costs[static_cast<std::size_t>(arc->to)] +
                                price(arc->speedClass) * arc->count;
      if (cost < best) {
        best = cost;
        chosen = arc;
      }
    }
    costs[static_cast<std::size_t>(i)] = best;
    choice[static_cast<std::size_t>(i)] = chosen;
  }
}

void DualPrices::followPath() {
  found.clear();
  latency = 0;
  excess.assign(prices.size(), 0);
  for (std::int64_t i = 0; i != arcs.stages();) {
    const IntervalArc &arc = *choice[static_cast<std::size_t>(i)];
    found.push_back({static_cast<std::int32_t>(i), arc});
    latency += arc.latency;
    if (arc.speedClass >= 0)
      excess[static_cast<std::size_t>(arc.speedClass)] += arc.count;
    i = arc.to;
  }
  std::int64_t sum = 0;
  for (std::size_t c = 0; c < excess.size(); ++c) {
    sum += excess[c];
    excess[c] = sum - capacity[c];
  }
}

/// A set that no arc needs is as good as the next faster one that some need.
void DualPrices::findCapacities() {
  std::vector<bool> isUsed(prices.size(), false);
  for (std::int64_t i = 0; i < arcs.stages(); ++i)
    for (const IntervalArc *arc = arcs.begin(i); arc != arcs.end(i); ++arc)
      if (arc->speedClass >= 0)
        isUsed[static_cast<std::size_t>(arc->speedClass)] = true;
  capacity.assign(prices.size(), 0);
  std::int64_t last = 0;
  for (std::size_t c = 0; c < prices.size(); ++c) {
    if (isUsed[c])
      last = arcs.capacity()[c];
    capacity[c] = last;
  }
}

/// Above 1: no mapping.
double DualPrices::ratio() const {
  std::int64_t all = 0;
  for (std::size_t c = 0; c < prices.size(); ++c)
    all += prices[c] * capacity[c];
  if (costs.front() > all)
    return 2;
  return all == 0
             ? 0
             : static_cast<double>(costs.front()) / static_cast<double>(all);
}

SearchAnswer DualPrices::improve(int rounds, std::int64_t &work) {
  findCapacities();
  work += arcs.arcCount();
  std::vector<double> now = weights;
  double bestRatio = -1, step = 0.3;
  int sinceBest = 0;
  for (int round = 0; round <= rounds; ++round) {
    setFrom(now);
    findCosts();
    work += arcs.arcCount() + arcs.stages();
    if (costs.front() >= unreachable)
      return SearchAnswer::Infeasible;
    const double current = ratio();
    if (current > bestRatio) {
      bestRatio = current;
      weights = now;
      sinceBest = 0;
    } else if (++sinceBest == 4) {
      step *= 0.7;
      now = weights;
      sinceBest = 0;
      continue;
    }
    if (current > 1)
      return SearchAnswer::Infeasible;
    followPath();
    if (std::all_of(excess.begin(), excess.end(),
                    [](std::int64_t e) { return e <= 0; })) {
      if (!arcs.hasLatencyLimit() || latency <= arcs.latencyLimit())
        return SearchAnswer::Feasible;
      break;
    }
    double length = 0, size = 0;
    for (std::size_t c = 0; c < excess.size(); ++c) {
      length += static_cast<double>(excess[c]) * static_cast<double>(excess[c]);
      size += now[c] * now[c];
    }
    const double factor = step * std::sqrt(size / length);
    double most = 0;
    for (std::size_t c = 0; c < excess.size(); ++c) {
      now[c] = std::max(0.0, now[c] + factor * static_cast<double>(excess[c]));
      most = std::max(most, now[c]);
    }
    for (double &weight : now)
      weight /= most;
  }
  setFrom(weights);
  findCosts();
  return SearchAnswer::Unknown;
}

} // namespace redist::schedule
