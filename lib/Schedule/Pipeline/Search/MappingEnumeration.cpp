//===- MappingEnumeration.cpp - Enumeration of interval mappings ----------===//

#include "Pipeline/Search/MappingEnumeration.h"

using namespace redist::schedule;

/// Of one more processor, and of a complete mapping.
static constexpr std::int64_t workOfNode = 16;
static constexpr std::int64_t workOfCost = 256;

namespace redist::schedule {

class MappingEnumeration {
public:
  MappingEnumeration(const PipelineInstance &given,
                     std::optional<TickRatio> known, TickRatio givenBound,
                     std::int64_t workLimit)
      : instance(given), best(known), bound(givenBound), limit(workLimit),
        isUsed(indexOf(given.processors())),
        pinnedStages(indexOf(given.processors())) {
    for (const std::int32_t u : instance.pins)
      if (u >= 0)
        ++pinnedStages[indexOf(u)];
  }

  EnumerationAnswer run() {
    visit(0);
    answer.isComplete = answer.work <= limit;
    return std::move(answer);
  }

private:
  bool isDone() const {
    return answer.work > limit || (best && !(bound < *best));
  }

  /// Where the next interval begins.
  void visit(std::int64_t first) {
    if (first == instance.stages())
      return keepIfBetter();
    for (std::int64_t last = first; last < instance.stages() && !isDone();
         ++last) {
      const std::int32_t count = replicasOf(instance, first, last);
      if (count < 0)
        return;
      now.intervals.push_back({first, last, {}});
      addProcessors(count);
      now.intervals.pop_back();
    }
  }

  /// One more for the last interval. `wanted`: how many it must have, 0: any.
  void addProcessors(std::int32_t wanted) {
    const std::size_t here = now.intervals.size() - 1;
    for (std::int32_t u = 0; u < instance.processors() && !isDone(); ++u) {
      if (!isWorthTrying(u))
        continue;
      answer.work += workOfNode;
      isUsed[indexOf(u)] = true;
      now.intervals[here].processors.push_back(u);
      const auto count =
          static_cast<std::int32_t>(now.intervals[here].processors.size());
      if ((wanted == anyNumber || wanted == count) && mayBeBetter())
        visit(now.intervals[here].last + 1);
      if (wanted == anyNumber || count < wanted)
        addProcessors(wanted);
      now.intervals[here].processors.pop_back();
      isUsed[indexOf(u)] = false;
    }
  }

  bool isWorthTrying(std::int32_t u) const {
    const MappedInterval &interval = now.intervals.back();
    if (isUsed[indexOf(u)])
      return false;
    std::int32_t pin = -1;
    std::int32_t here = 0;
    for (std::int64_t k = interval.first; k <= interval.last; ++k) {
      pin = std::max(pin, instance.pins[indexOf(k)]);
      here += instance.pins[indexOf(k)] == u;
    }
    if (pinnedStages[indexOf(u)] != here || (pin >= 0 && pin != u))
      return false;
    if (!instance.hasUniformLinks())
      return true;
    // The order of processors does not matter, nor which of equal ones it is.
    if (!interval.processors.empty() && interval.processors.back() > u)
      return false;
    for (std::int32_t v = 0; v < u; ++v)
      if (!isUsed[indexOf(v)] && pinnedStages[indexOf(v)] == 0 &&
          pinnedStages[indexOf(u)] == 0 &&
          instance.ticksOfWork[indexOf(v)] == instance.ticksOfWork[indexOf(u)])
        return false;
    return true;
  }

  /// What the last interval takes at least.
  bool mayBeBetter() const {
    if (!best)
      return true;
    const MappedInterval &interval = now.intervals.back();
    std::int64_t slowest = 0;
    for (const std::int32_t u : interval.processors)
      slowest = std::max(slowest, instance.ticksOfWork[indexOf(u)]);
    const std::int64_t work =
        instance.workOf(interval.first, interval.last) * slowest;
    const std::int64_t in =
        instance.hasUniformLinks() ? transferTime(instance, interval.first) : 0;
    const std::int64_t out = instance.hasUniformLinks()
                                 ? transferTime(instance, interval.last + 1)
                                 : 0;
    return TickRatio{cycleOf(instance.model, in, work, out),
                     static_cast<std::int64_t>(interval.processors.size())} <
           *best;
  }

  void keepIfBetter() {
    answer.work += workOfCost;
    const Result<MappingCost> cost = costOf(instance, now);
    if (!cost ||
        (instance.latencyLimit >= 0 && cost->latency > instance.latencyLimit))
      return;
    if (!best || periodOf(*cost) < *best) {
      best = periodOf(*cost);
      answer.mapping = now;
    }
  }

  const PipelineInstance &instance;
  std::optional<TickRatio> best;
  TickRatio bound;
  std::int64_t limit;
  std::vector<bool> isUsed;
  std::vector<std::int32_t> pinnedStages;
  Mapping now;
  EnumerationAnswer answer;
};

} // namespace redist::schedule

EnumerationAnswer
redist::schedule::enumerateMappings(const PipelineInstance &instance,
                                    std::optional<TickRatio> known,
                                    TickRatio bound, std::int64_t work) {
  return MappingEnumeration(instance, known, bound, work).run();
}
