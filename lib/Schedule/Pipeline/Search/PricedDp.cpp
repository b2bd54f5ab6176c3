//===- PricedDp.cpp - Dynamic programming with dual prices ----------------===//

#include "Pipeline/Search/PricedDp.h"

#include "Pipeline/Heuristics/Heuristics.h"
#include "Pipeline/Mapping/CycleTimes.h"

#include <cmath>

namespace redist::schedule {

/// Of the dearest class. Ways have at most some 10^6 intervals.
static constexpr double dearest = 1 << 24;

/// Stages times classes: a second for one sweep.
static constexpr std::int64_t maxSteps = 200'000'000;
static constexpr std::int64_t maxClasses = 10'000;

bool PricedDp::suits(const PipelineInstance &instance) {
  if (!instance.hasUniformLinks() || instance.latencyLimit >= 0)
    return false;
  for (std::int64_t k = 0; k < instance.stages(); ++k)
    if (instance.pins[indexOf(k)] >= 0 ||
        instance.replicas[indexOf(k)] != oneProcessor)
      return false;
  std::vector<std::int64_t> speeds = instance.ticksOfWork;
  std::sort(speeds.begin(), speeds.end());
  const std::int64_t classes =
      std::unique(speeds.begin(), speeds.end()) - speeds.begin();
  return classes <= maxClasses && classes <= maxSteps / instance.stages();
}

PricedDp::PricedDp(const PipelineInstance &given, double share)
    : instance(given), n(given.stages()),
      isSum(given.model == TransferModel::Serial) {
  for (std::int64_t k = 0; k <= n; ++k)
    transfer.push_back(transferTime(instance, k));
  minTransfer = *std::min_element(transfer.begin(), transfer.end());
  longestTransfer = *std::max_element(transfer.begin(), transfer.end());
  for (const std::int32_t u : fastestFirst(instance)) {
    if (ticks.empty() || ticks.back() != instance.ticksOfWork[indexOf(u)]) {
      ticks.push_back(instance.ticksOfWork[indexOf(u)]);
      processors.emplace_back();
    }
    processors.back().push_back(u);
  }
  for (const std::vector<std::int32_t> &equal : processors)
    capacities.push_back(share * static_cast<double>(equal.size()));
  excess.assign(ticks.size(), 0);
  queues.resize(ticks.size());
  toGo.resize(transfer.size());
  next.resize(transfer.size());
  chosen.resize(transfer.size());
}

void PricedDp::Queue::enter(const Entry &entry) {
  while (entries.size() > head && (entries.back().price > entry.price ||
                                   (entries.back().price == entry.price &&
                                    entries.back().reach >= entry.reach)))
    entries.pop_back();
  if (entries.size() == head || entry.reach < entries.back().reach)
    entries.push_back(entry);
}

/// What no interval will reach again.
void PricedDp::Queue::dropAbove(std::int64_t most) {
  while (head < entries.size() && entries[head].reach > most)
    ++head;
  if (head > 4096 && head > entries.size() / 2) {
    entries.erase(entries.begin(),
                  entries.begin() + static_cast<std::ptrdiff_t>(head));
    head = 0;
  }
}

/// The work that a class does in a period with transfers of no great size.
void PricedDp::startPrices() {
  std::vector<std::int64_t> sorted = transfer;
  const auto low = sorted.begin() + static_cast<std::ptrdiff_t>(n / 8);
  std::nth_element(sorted.begin(), low, sorted.end());
  const std::int64_t inner = std::max<std::int64_t>(
      isSum ? std::max(period - 2 * *low, period / 8) : period, 1);
  for (const std::int64_t tick : ticks)
    weights.push_back(static_cast<double>(inner) / static_cast<double>(tick));
}

void PricedDp::roundPrices() {
  const double most = *std::max_element(weights.begin(), weights.end());
  prices.resize(weights.size());
  allPrices = 0;
  for (std::size_t c = 0; c < weights.size(); ++c) {
    prices[c] = std::llround(weights[c] / most * dearest);
    allPrices += static_cast<double>(prices[c]) * capacities[c];
  }
}

/// From the last cut to the first.
void PricedDp::sweep() {
  for (Queue &queue : queues) {
    queue.entries.clear();
    queue.head = 0;
  }
  for (std::int64_t i = n; i >= 0; --i) {
    std::int64_t best = i == n ? 0 : unreachable;
    for (std::size_t c = 0; i < n && c < queues.size(); ++c) {
      Queue &queue = queues[c];
      const std::int64_t limit = limitOf(i, c);
      queue.dropAbove(limit + (isSum ? transfer[indexOf(i)] - minTransfer : 0));
      std::size_t at = queue.head;
      const std::size_t end = queue.entries.size();
      while (at < end && queue.entries[at].reach > limit)
        ++at;
      work += static_cast<std::int64_t>(at - queue.head) + 1;
      if (at < end && queue.entries[at].price + prices[c] < best) {
        best = queue.entries[at].price + prices[c];
        next[indexOf(i)] = queue.entries[at].cut;
        chosen[indexOf(i)] = static_cast<std::int16_t>(c);
      }
    }
    toGo[indexOf(i)] = best;
    if (best >= unreachable || (!isSum && transfer[indexOf(i)] > period))
      continue;
    for (std::size_t c = 0; c < queues.size(); ++c)
      queues[c].enter({reachOf(i, c), best, static_cast<std::int32_t>(i)});
    work += static_cast<std::int64_t>(queues.size());
  }
}

/// What the cheapest way takes.
void PricedDp::follow() {
  used.assign(prices.size(), 0);
  for (std::int64_t i = 0; i < n; i = next[indexOf(i)])
    ++used[indexOf(chosen[indexOf(i)])];
}

double PricedDp::ratioAt(std::int64_t given) {
  period = given;
  if (weights.empty())
    startPrices();
  roundPrices();
  sweep();
  if (!isReached())
    return 2;
  follow();
  // Sums of prices are below 2^53.
  return static_cast<double>(toGo.front()) / std::max(allPrices, 1.0);
}

void PricedDp::adjustPrices() {
  const double ratio = static_cast<double>(toGo.front()) / allPrices;
  if (period != adjustedAt || ratio > bestRatio) {
    adjustedAt = period;
    bestRatio = ratio;
    sinceBest = 0;
  } else if (++sinceBest == 2) {
    step = std::max(step * 0.7, 0.001);
    sinceBest = 0;
  }
  for (std::size_t c = 0; c < weights.size(); ++c) {
    const double now = static_cast<double>(used[c]) / capacities[c] - 1;
    excess[c] = (excess[c] + std::clamp(now, -1.0, 1.0)) / 2;
    weights[c] *= 1 + step * excess[c];
  }
}

/// The end of an interval from a cut behind which the rest is cheapest.
PricedDp::Choice PricedDp::bestEnd(std::int64_t from, std::size_t c) {
  const std::int64_t limit = limitOf(from, c);
  const std::vector<std::int64_t> &before = instance.workBefore;
  const auto begin = before.begin() + from + 1, end = before.end();
  const auto last = std::upper_bound(begin, end, limit / ticks[c]) - 1;
  work += 10; // the search
  Choice best;
  for (auto j = static_cast<std::int64_t>(last - before.begin()); j > from;
       --j) {
    ++work;
    // From here on the rest is dearer wherever it begins.
    if (best.to >= 0 &&
        (before[indexOf(best.to)] - before[indexOf(j)]) * ticks.front() >
            longestTransfer)
      break;
    if (toGo[indexOf(j)] < best.price && reachOf(j, c) <= limit &&
        (isSum || transfer[indexOf(j)] <= period))
      best = {j, toGo[indexOf(j)]};
  }
  return best;
}

std::optional<Mapping> PricedDp::walk(double steering) {
  Mapping mapping;
  std::vector<std::size_t> taken(ticks.size(), 0);
  const auto all = static_cast<double>(toGo.front());
  for (std::int64_t i = 0; i < n;) {
    const double done = 1 - static_cast<double>(toGo[indexOf(i)]) / all;
    double least = 0;
    Choice best;
    std::size_t speed = 0;
    for (std::size_t c = 0; c < ticks.size(); ++c) {
      if (taken[c] == processors[c].size())
        continue;
      const Choice choice = bestEnd(i, c);
      if (choice.to < 0)
        continue;
      const auto capacity = static_cast<double>(processors[c].size());
      const double early =
          (static_cast<double>(taken[c]) + 1) / capacity - done;
      const double cost = static_cast<double>(choice.price + prices[c]) +
                          steering * early * static_cast<double>(prices[c]);
      if (best.to < 0 || cost < least) {
        least = cost;
        best = choice;
        speed = c;
      }
    }
    if (best.to < 0)
      return std::nullopt;
    mapping.intervals.push_back(
        {i, best.to - 1, {processors[speed][taken[speed]++]}});
    i = best.to;
  }
  return mapping;
}

} // namespace redist::schedule
