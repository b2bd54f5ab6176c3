//===- IntervalArcs.cpp - Feasible intervals for a period -----------------===//

#include "Pipeline/Search/IntervalArcs.h"

#include "redistSchedule/Support/Index.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

namespace redist::schedule {

static constexpr Period never = Int128{1} << 100;

IntervalArcs::IntervalArcs(const PipelineInstance &given)
    : instance(given), n(given.stages()),
      needsLatency(given.latencyLimit >= 0) {
  assert(instance.hasUniformLinks());
  for (std::int64_t size : instance.data)
    transfer.push_back(size * instance.ticksOfData.front());
  if (needsLatency)
    limit = instance.latencyLimit - transfer.back();
  for (std::int32_t replicas : instance.replicas)
    hasDeals |= replicas != oneProcessor;
  findPins();
  findClasses();
  findRange();
}

void IntervalArcs::findPins() {
  firstPinned.assign(indexOf(instance.processors()), n);
  lastPinned.assign(indexOf(instance.processors()), -1);
  for (std::int64_t k = 0; k < n; ++k)
    if (const std::int32_t u = instance.pins[indexOf(k)]; u >= 0) {
      firstPinned[indexOf(u)] = std::min(firstPinned[indexOf(u)], k);
      lastPinned[indexOf(u)] = k;
    }
}

void IntervalArcs::findClasses() {
  const std::vector<std::int64_t> &ticks = instance.ticksOfWork;
  fastest = *std::min_element(ticks.begin(), ticks.end());
  for (std::int32_t u = 0; u < instance.processors(); ++u)
    if (lastPinned[indexOf(u)] < 0)
      bySpeed.push_back(u);
  std::stable_sort(bySpeed.begin(), bySpeed.end(),
                   [&](std::int32_t u, std::int32_t v) {
                     return ticks[indexOf(u)] < ticks[indexOf(v)];
                   });
  for (std::int32_t u : bySpeed) {
    if (classTicks.empty() || classTicks.back() != ticks[indexOf(u)]) {
      classTicks.push_back(ticks[indexOf(u)]);
      capacities.push_back(capacities.empty() ? 0 : capacities.back());
    }
    ++capacities.back();
  }
}

/// Every stage costs something on the fastest processor, and all processors
/// together have to do all work.
void IntervalArcs::findRange() {
  const Int128 unit = Int128{1} << shift();
  const Int128 p = instance.processors();
  const std::int64_t slowest = *std::max_element(instance.ticksOfWork.begin(),
                                                 instance.ticksOfWork.end());
  const Int128 ends = std::max(transfer.front(), transfer.back());
  least = ends * unit;
  Int128 all = Int128{instance.workOf(0, n - 1)} * slowest;
  for (std::int64_t size : transfer)
    all = std::max(all, Int128{instance.workOf(0, n - 1)} * slowest +
                            Int128{size} * 2);
  double speeds = 0;
  for (std::int64_t ticks : instance.ticksOfWork)
    speeds += 1 / static_cast<double>(ticks);
  // Rounded well to the safe side.
  least = std::max(least, static_cast<Period>(
                              static_cast<double>(instance.workOf(0, n - 1)) /
                              speeds * (1 - 0x1p-40)) *
                              unit);
  for (std::int64_t k = 0; k < n; ++k) {
    const Int128 most = instance.replicas[indexOf(k)] == oneProcessor ? 1
                        : instance.replicas[indexOf(k)] == anyNumber
                            ? p
                            : Int128{instance.replicas[indexOf(k)]};
    const Int128 work = Int128{instance.workOf(k, k)} * fastest;
    least = std::max(least, (work * unit + most - 1) / most);
  }
  greatest = std::max(least, all * unit);
}

Int128 IntervalArcs::cycle(std::int64_t from, std::int64_t to,
                           std::int64_t ticks) const {
  const Int128 work = Int128{instance.workOf(from, to - 1)} * ticks;
  const Int128 in = transfer[indexOf(from)], out = transfer[indexOf(to)];
  return instance.model == TransferModel::Serial
             ? in + work + out
             : std::max(std::max(in, work), out);
}

/// All intervals that begin at one stage, while their last stage moves on.
struct IntervalArcs::Row {
  std::int64_t from = 0;
  std::int32_t pin = -1;
  std::int64_t fewest = 1, most = 1; ///< processors that it may be dealt to
};

/// Whether the row's interval may be extended by a stage.
bool IntervalArcs::admits(Row &row, std::int64_t stage) const {
  const std::int64_t p = instance.processors();
  if (const std::int32_t u = instance.pins[indexOf(stage)]; u >= 0) {
    if ((row.pin >= 0 && row.pin != u) || firstPinned[indexOf(u)] < row.from)
      return false;
    row.pin = u;
    row.most = 1;
  }
  const std::int64_t replicas = instance.replicas[indexOf(stage)];
  if (replicas != anyNumber) {
    row.fewest = std::max(row.fewest, replicas);
    row.most = std::min(row.most, replicas);
  } else {
    row.most = std::min(row.most, p);
  }
  return row.fewest <= row.most;
}

std::int64_t IntervalArcs::build(Period wanted, std::int64_t maxArcs) {
  period = wanted;
  next = never;
  arcs.clear();
  first.assign(indexOf(n + 2), 0);
  std::int64_t work = n;
  for (std::int64_t i = 0; i < n; ++i) {
    first[indexOf(i)] = arcs.size();
    Row row{i, -1, 1, instance.processors()};
    for (std::int64_t j = i + 1; j <= n && admits(row, j - 1); ++j) {
      ++work;
      // What no further stage makes less.
      Int128 sure = Int128{instance.workOf(i, j - 1)} * fastest;
      if (instance.model == TransferModel::Serial)
        sure += transfer[indexOf(i)];
      if ((sure << shift()) > period * row.most) {
        next = std::min(next, ((sure << shift()) + row.most - 1) / row.most);
        break;
      }
      if (row.pin < 0 || lastPinned[indexOf(row.pin)] < j)
        addArcs(row, j);
    }
    if (arcCount() > maxArcs) {
      arcs.clear();
      first.assign(indexOf(n + 2), 0);
      return 0;
    }
  }
  first[indexOf(n)] = first[indexOf(n + 1)] = arcs.size();
  next = std::max(next, period + 1);
  return work + arcCount();
}

void IntervalArcs::addArcs(Row &row, std::int64_t to) {
  if (!hasDeals && !needsLatency && row.pin < 0)
    addSingle(row, to);
  else
    addDealt(row, to);
}

/// One arc: the slowest class that keeps the period.
void IntervalArcs::addSingle(Row &row, std::int64_t to) {
  const bool isSum = instance.model == TransferModel::Serial;
  const std::int64_t in = transfer[indexOf(row.from)],
                     out = transfer[indexOf(to)];
  const std::int64_t transfers = isSum ? in + out : 0;
  const std::int64_t atLeast = isSum ? transfers : std::max(in, out);
  const std::int64_t work = instance.workOf(row.from, to - 1);
  const auto whole = static_cast<std::int64_t>(period); // below 2^63
  auto end = classTicks.begin();
  if (atLeast <= whole)
    end = work == 0 ? classTicks.end()
                    : std::upper_bound(classTicks.begin(), classTicks.end(),
                                       (whole - transfers) / work);
  if (end != classTicks.end())
    next = std::min<Period>(next, std::max(atLeast, transfers + work * *end));
  if (end == classTicks.begin())
    return;
  IntervalArc arc;
  arc.to = static_cast<std::int32_t>(to);
  arc.speedClass = static_cast<std::int16_t>(end - classTicks.begin() - 1);
  arc.count = 1;
  arcs.push_back(arc);
}

/// For every class the least number of processors; where the latency counts
/// also classes that are faster than need be.
void IntervalArcs::addDealt(Row &row, std::int64_t to) {
  const std::int64_t input = transfer[indexOf(row.from)];
  const std::int64_t work = instance.workOf(row.from, to - 1);
  const auto minNumber = [&](std::int64_t ticks) {
    const Int128 total = cycle(row.from, to, ticks) << shift();
    const Int128 number =
        period > 0 ? (total + period - 1) / period : (total > 0 ? never : 0);
    if (number > row.fewest)
      next = std::min(next, (total + number - 2) / (number - 1));
    return number < row.fewest ? Int128{row.fewest} : number;
  };
  IntervalArc arc;
  arc.to = static_cast<std::int32_t>(to);
  if (row.pin >= 0) {
    const std::int64_t ticks = instance.ticksOfWork[indexOf(row.pin)];
    arc.latency = input + work * ticks;
    if (minNumber(ticks) == 1)
      arcs.push_back(arc);
    return;
  }
  for (std::int32_t c = 0; c < classes(); ++c) {
    const std::int64_t ticks = classTicks[indexOf(c)];
    const Int128 number = minNumber(ticks);
    if (number > row.most || number > capacities[indexOf(c)])
      continue;
    arc.speedClass = static_cast<std::int16_t>(c);
    arc.count = static_cast<std::int32_t>(number);
    arc.latency = input + work * ticks;
    // A slower class that takes no more makes a faster one useless.
    const bool replaces =
        !needsLatency && !arcs.empty() &&
        arcs.size() > first[indexOf(row.from)] && arcs.back().to == to &&
        arcs.back().count == arc.count && arcs.back().speedClass >= 0;
    if (replaces)
      arcs.back() = arc;
    else
      arcs.push_back(arc);
  }
}

Mapping IntervalArcs::mappingOf(const std::vector<Step> &path) const {
  Mapping mapping;
  std::vector<std::size_t> byClass(path.size());
  std::iota(byClass.begin(), byClass.end(), std::size_t{0});
  const auto workOf = [&](std::size_t i) {
    return instance.workOf(path[i].from, path[i].arc.to - 1);
  };
  std::stable_sort(byClass.begin(), byClass.end(),
                   [&](std::size_t a, std::size_t b) {
                     if (path[a].arc.speedClass != path[b].arc.speedClass)
                       return path[a].arc.speedClass < path[b].arc.speedClass;
                     return workOf(a) > workOf(b);
                   });
  for (const Step &step : path) {
    mapping.intervals.push_back({step.from, step.arc.to - 1, {}});
    for (std::int64_t k = step.from; k < step.arc.to; ++k)
      if (const std::int32_t u = instance.pins[indexOf(k)]; u >= 0) {
        mapping.intervals.back().processors = {u};
        break;
      }
  }
  std::size_t given = 0;
  for (std::size_t i : byClass)
    for (std::int32_t k = 0; k < path[i].arc.count; ++k)
      mapping.intervals[i].processors.push_back(bySpeed[given++]);
  for (MappedInterval &interval : mapping.intervals)
    std::sort(interval.processors.begin(), interval.processors.end());
  return mapping;
}

Period IntervalArcs::periodOf(const Mapping &mapping) const {
  Period period_ =
      Int128{hasDeals ? std::max(transfer.front(), transfer.back()) : 0}
      << shift();
  for (const MappedInterval &interval : mapping.intervals) {
    std::int64_t ticks = 0;
    for (std::int32_t u : interval.processors)
      ticks = std::max(ticks, instance.ticksOfWork[indexOf(u)]);
    const auto count = static_cast<std::int64_t>(interval.processors.size());
    const Int128 time = cycle(interval.first, interval.last + 1, ticks)
                        << shift();
    period_ = std::max(period_, (time + count - 1) / count);
  }
  return period_;
}

/// The same intervals, dealt to as many, on processors that make the period
/// less: each takes the slowest that will do, the most demanding one first.
std::optional<Mapping> IntervalArcs::improved(const Mapping &mapping) const {
  const Period below = periodOf(mapping) - 1;
  if (below < least)
    return std::nullopt;
  std::vector<Step> path;
  std::vector<std::int32_t> taken(indexOf(classes()), 0);
  for (const MappedInterval &interval : mapping.intervals) {
    Step step{static_cast<std::int32_t>(interval.first), {}};
    step.arc.to = static_cast<std::int32_t>(interval.last + 1);
    const auto number = static_cast<std::int32_t>(interval.processors.size());
    const bool isPinned = lastPinned[indexOf(interval.processors.front())] >= 0;
    step.arc.count = isPinned ? 0 : number;
    const auto fits = [&](std::int64_t ticks) {
      return (cycle(interval.first, interval.last + 1, ticks) << shift()) <=
             below * number;
    };
    if (isPinned &&
        !fits(instance.ticksOfWork[indexOf(interval.processors.front())]))
      return std::nullopt;
    if (!isPinned) {
      const auto end =
          std::partition_point(classTicks.begin(), classTicks.end(), fits);
      if (end == classTicks.begin())
        return std::nullopt;
      step.arc.speedClass =
          static_cast<std::int16_t>(end - classTicks.begin() - 1);
      taken[indexOf(step.arc.speedClass)] += step.arc.count;
    }
    path.push_back(step);
  }
  std::int32_t sum = 0;
  for (std::int32_t c = 0; c < classes(); ++c) {
    sum += taken[indexOf(c)];
    if (sum > capacities[indexOf(c)])
      return std::nullopt;
  }
  return mappingOf(path);
}

Mapping IntervalArcs::tightened(Mapping mapping) const {
  if (needsLatency)
    return mapping;
  while (std::optional<Mapping> better = improved(mapping))
    mapping = *std::move(better);
  return mapping;
}

} // namespace redist::schedule
