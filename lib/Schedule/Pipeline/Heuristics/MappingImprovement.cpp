//===- MappingImprovement.cpp - Local search on mappings ------------------===//

#include "Pipeline/Heuristics/MappingImprovement.h"

using namespace redist::schedule;

/// Of a mapping's cost, beside its stages and processors.
static constexpr std::int64_t workOfCost = 256;

namespace redist::schedule {

/// Less is better: the period, then how many intervals have it.
struct MappingRating {
  TickRatio period;
  std::int64_t slowest = 0;

  friend bool operator<(const MappingRating &x, const MappingRating &y) {
    if (x.period < y.period || y.period < x.period)
      return x.period < y.period;
    return x.slowest < y.slowest;
  }
};

class MappingImprovement {
public:
  MappingImprovement(const PipelineInstance &given, Mapping start,
                     std::int64_t &workLeft)
      : instance(given), mapping(std::move(start)), work(workLeft) {}

  Mapping run() {
    rating = *rate(mapping);
    for (bool isBetter = true; isBetter && work > 0;) {
      isBetter = false;
      best = rating;
      const Mapping from = mapping;
      for (std::size_t j : slowestOf(from))
        tryAll(from, j);
      if (best < rating) {
        rating = best;
        isBetter = true;
      }
    }
    return std::move(mapping);
  }

private:
  static TickRatio shareOf(const MappingCost &cost, const Mapping &of,
                           std::size_t j) {
    return {cost.cycleTimes[j],
            static_cast<std::int64_t>(of.intervals[j].processors.size())};
  }

  std::optional<MappingRating> rate(const Mapping &candidate) {
    work -= workOfCost + 2 * (instance.stages() + instance.processors());
    const Result<MappingCost> cost = costOf(instance, candidate);
    if (!cost ||
        (instance.latencyLimit >= 0 && cost->latency > instance.latencyLimit))
      return std::nullopt;
    MappingRating rated{periodOf(*cost), 0};
    for (std::size_t j = 0; j < candidate.intervals.size(); ++j)
      rated.slowest += !(shareOf(*cost, candidate, j) < rated.period);
    return rated;
  }

  /// The intervals that take longest.
  std::vector<std::size_t> slowestOf(const Mapping &of) const {
    const Result<MappingCost> cost = costOf(instance, of);
    std::vector<std::size_t> slowest;
    TickRatio longest;
    for (std::size_t j = 0; j < of.intervals.size(); ++j) {
      const TickRatio share = shareOf(*cost, of, j);
      if (longest < share || slowest.empty()) {
        slowest.clear();
        longest = share;
      }
      if (!(share < longest))
        slowest.push_back(j);
    }
    return slowest;
  }

  void consider(const Mapping &candidate) {
    if (work <= 0)
      return;
    const std::optional<MappingRating> rated = rate(candidate);
    if (rated && *rated < best) {
      best = *rated;
      mapping = candidate;
    }
  }

  void tryAll(const Mapping &from, std::size_t j) {
    moveCuts(from, j);
    exchange(from, j);
    merge(from, j);
    useFree(from, j);
  }

  void moveCuts(const Mapping &from, std::size_t j) {
    for (std::size_t left = j > 0 ? j - 1 : j;
         left <= j && left + 1 < from.intervals.size(); ++left) {
      Mapping changed = from;
      MappedInterval &before = changed.intervals[left];
      MappedInterval &after = changed.intervals[left + 1];
      for (std::int64_t cut = before.first; cut < after.last; ++cut) {
        before.last = cut;
        after.first = cut + 1;
        consider(changed);
      }
    }
  }

  void exchange(const Mapping &from, std::size_t j) {
    for (std::size_t other = 0; other < from.intervals.size(); ++other) {
      if (other == j)
        continue;
      Mapping changed = from;
      std::swap(changed.intervals[j].processors,
                changed.intervals[other].processors);
      consider(changed);
      for (std::size_t a = 0; a < from.intervals[j].processors.size(); ++a)
        for (std::size_t b = 0; b < from.intervals[other].processors.size();
             ++b) {
          changed = from;
          std::swap(changed.intervals[j].processors[a],
                    changed.intervals[other].processors[b]);
          consider(changed);
        }
    }
  }

  void merge(const Mapping &from, std::size_t j) {
    for (std::size_t left = j > 0 ? j - 1 : j;
         left <= j && left + 1 < from.intervals.size(); ++left)
      for (const std::size_t kept : {left, left + 1}) {
        Mapping changed = from;
        changed.intervals[left].last = from.intervals[left + 1].last;
        changed.intervals[left].processors = from.intervals[kept].processors;
        changed.intervals.erase(changed.intervals.begin() +
                                static_cast<std::ptrdiff_t>(left) + 1);
        consider(changed);
      }
  }

  void useFree(const Mapping &from, std::size_t j) {
    std::vector<bool> isUsed(indexOf(instance.processors()));
    for (const MappedInterval &interval : from.intervals)
      for (const std::int32_t u : interval.processors)
        isUsed[indexOf(u)] = true;
    for (std::int32_t u = 0; u < instance.processors(); ++u) {
      if (isUsed[indexOf(u)] || work <= 0)
        continue;
      Mapping changed = from;
      changed.intervals[j].processors.push_back(u);
      consider(changed);
      for (std::size_t a = 0; a < from.intervals[j].processors.size(); ++a) {
        changed = from;
        changed.intervals[j].processors[a] = u;
        consider(changed);
      }
      split(from, j, u);
    }
  }

  void split(const Mapping &from, std::size_t j, std::int32_t u) {
    const MappedInterval &whole = from.intervals[j];
    for (std::int64_t cut = whole.first; cut < whole.last; ++cut)
      for (const bool goesFirst : {false, true}) {
        Mapping changed = from;
        MappedInterval rest{cut + 1, whole.last, {u}};
        changed.intervals[j].last = cut;
        if (goesFirst)
          std::swap(changed.intervals[j].processors, rest.processors);
        changed.intervals.insert(changed.intervals.begin() +
                                     static_cast<std::ptrdiff_t>(j) + 1,
                                 rest);
        consider(changed);
      }
  }

  const PipelineInstance &instance;
  Mapping mapping;
  std::int64_t &work;
  MappingRating rating, best;
};

} // namespace redist::schedule

Mapping redist::schedule::improveMapping(const PipelineInstance &instance,
                                         Mapping mapping, std::int64_t &work) {
  return MappingImprovement(instance, std::move(mapping), work).run();
}
