//===- SplitIntervals.cpp - H6: split the longest interval ----------------===//
//
// All stages on the fastest processor; then, again and again, the processor of
// longest cycle time gives a part of its stages to the next fastest one, so
// that the longer of the two becomes shortest, until that is no gain.
//
//   work 4, 4, 4, speeds 2, 1, no data: 6; giving a stage away: 4 and 4
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Heuristics/Heuristics.h"

#include "Pipeline/Mapping/CycleTimes.h"
#include "Pipeline/Mapping/PinnedRuns.h"

#include <queue>

using namespace redist::schedule;

struct HeldInterval {
  std::int64_t first, last;
  std::int32_t processor;
  std::int64_t cycle;
  std::int64_t pinnedFirst = -1; ///< stages that must stay, if any
  std::int64_t pinnedLast = -1;

  bool isPinned() const { return pinnedFirst >= 0; }
  /// Longer, and of equal ones the earlier.
  friend bool operator<(const HeldInterval &x, const HeldInterval &y) {
    return x.cycle != y.cycle ? x.cycle < y.cycle : x.first > y.first;
  }
};

/// Cut before stage `at`; the holder keeps the stages before it or the others.
struct Split {
  std::int64_t longer = 0;
  std::int64_t at = -1;
  bool keepsBegin = true;
};

class Splitter {
public:
  explicit Splitter(const PipelineInstance &given) : instance(given) {}
  Mapping run(const std::vector<PinnedRun> &runs);

private:
  const PipelineInstance &instance;
  std::priority_queue<HeldInterval> intervals;

  std::int64_t cycle(std::int64_t first, std::int64_t last,
                     std::int32_t u) const {
    return cycleTime(instance, first, last, u);
  }
  void begin(const std::vector<PinnedRun> &runs, std::int32_t fastest);
  std::int64_t cutBetween(std::int64_t first, const PinnedRun &left,
                          const PinnedRun &right) const;
  Split bestSplit(const HeldInterval &, std::int32_t next) const;
  void apply(HeldInterval, const Split &, std::int32_t next);
};

/// Where the longer of two pinned intervals is shortest.
std::int64_t Splitter::cutBetween(std::int64_t first, const PinnedRun &left,
                                  const PinnedRun &right) const {
  std::int64_t best = right.first, least = sizeLimit;
  for (std::int64_t cut = left.last + 1; cut <= right.first; ++cut) {
    const std::int64_t longer =
        std::max(cycle(first, cut - 1, left.processor),
                 cycle(cut, right.last, right.processor));
    if (longer < least)
      least = longer, best = cut;
  }
  return best;
}

void Splitter::begin(const std::vector<PinnedRun> &runs, std::int32_t fastest) {
  const std::int64_t end = instance.stages() - 1;
  if (runs.empty()) {
    intervals.push({0, end, fastest, cycle(0, end, fastest)});
    return;
  }
  std::int64_t first = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const PinnedRun &run = runs[i];
    const std::int64_t last =
        i + 1 == runs.size() ? end : cutBetween(first, run, runs[i + 1]) - 1;
    intervals.push({first, last, run.processor,
                    cycle(first, last, run.processor), run.first, run.last});
    first = last + 1;
  }
}

Split Splitter::bestSplit(const HeldInterval &held, std::int32_t next) const {
  Split best;
  const auto consider = [&](std::int64_t at, bool keepsBegin) {
    const std::int32_t left = keepsBegin ? held.processor : next;
    const std::int32_t right = keepsBegin ? next : held.processor;
    const std::int64_t longer =
        std::max(cycle(held.first, at - 1, left), cycle(at, held.last, right));
    if (best.at < 0 || longer < best.longer)
      best = {longer, at, keepsBegin};
  };
  for (std::int64_t at = held.first + 1; at <= held.last; ++at) {
    if (!held.isPinned() || at > held.pinnedLast)
      consider(at, true);
    if (!held.isPinned() || at <= held.pinnedFirst)
      consider(at, false);
  }
  return best;
}

void Splitter::apply(HeldInterval held, const Split &split, std::int32_t next) {
  HeldInterval given = {split.at, held.last, next, 0};
  if (split.keepsBegin) {
    held.last = split.at - 1;
  } else {
    given.first = held.first, given.last = split.at - 1;
    held.first = split.at;
  }
  held.cycle = cycle(held.first, held.last, held.processor);
  given.cycle = cycle(given.first, given.last, next);
  intervals.push(held);
  intervals.push(given);
}

Mapping Splitter::run(const std::vector<PinnedRun> &runs) {
  std::vector<bool> isUsed(indexOf(instance.processors()));
  for (const PinnedRun &run : runs)
    isUsed[indexOf(run.processor)] = true;
  const std::vector<std::int32_t> order = fastestFirst(instance);
  begin(runs, order.front());
  if (runs.empty())
    isUsed[indexOf(order.front())] = true;
  for (const std::int32_t next : order) {
    if (isUsed[indexOf(next)])
      continue;
    const HeldInterval longest = intervals.top();
    const Split split = bestSplit(longest, next);
    if (split.at < 0 || split.longer >= longest.cycle)
      break;
    intervals.pop();
    apply(longest, split, next);
  }
  Mapping mapping;
  for (; !intervals.empty(); intervals.pop()) {
    const HeldInterval &held = intervals.top();
    mapping.intervals.push_back({held.first, held.last, {held.processor}});
  }
  std::sort(mapping.intervals.begin(), mapping.intervals.end(),
            [](const MappedInterval &x, const MappedInterval &y) {
              return x.first < y.first;
            });
  return mapping;
}

Result<Mapping>
redist::schedule::splitIntervals(const PipelineInstance &instance) {
  const Result<std::vector<PinnedRun>> runs = pinnedRuns(instance);
  if (!runs)
    return runs.error();
  return Splitter(instance).run(*runs);
}
