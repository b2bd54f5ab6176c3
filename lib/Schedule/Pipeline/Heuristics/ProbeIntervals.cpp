//===- ProbeIntervals.cpp - H7a and H7b: fill intervals up to a period ----===//
//
// For a period the probe takes intervals from the first stage on: the longest
// that any free processor can do (H7a), or the one whose cycle time comes
// closest to the period (H7b). Whether it succeeds is not monotone in the
// period, so a bisection only gives a first answer; then all cycle times below
// that one are tried from the least on, as far as a fixed amount of work goes.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Heuristics/Heuristics.h"

#include "Pipeline/Mapping/CycleTimes.h"
#include "Pipeline/Mapping/PinnedRuns.h"

#include <bit>

using namespace redist::schedule;

/// Of a search, some 4 ns each: until it scans cycle times, and at most.
static constexpr std::int64_t maxScanned = 40'000'000;
static constexpr std::int64_t maxSteps = 80'000'000;
/// Stages times speeds for which cycle times are listed.
static constexpr std::int64_t maxStarts = 5'000'000;

class Probe {
public:
  Probe(const PipelineInstance &, MappingKind, std::vector<PinnedRun>);

  /// Nothing where it does not succeed within its steps.
  std::optional<Mapping> at(std::int64_t period);
  /// Steps so far.
  std::int64_t work() const { return steps; }
  /// All cycle times in [least, most), sorted; nothing where there are more
  /// than so many, or too many stages and speeds to look.
  std::optional<std::vector<std::int64_t>>
  cycleTimes(std::int64_t least, std::int64_t most, std::size_t limit) const;
  /// Of all stages on one processor: without pins both heuristics succeed at
  /// this period, since no interval is longer or comes closer.
  std::int64_t highest() const;

private:
  struct Choice {
    std::int64_t last = -1;
    std::int64_t cycle = -1;
    std::size_t speed = 0;
    bool isPinned = false;
  };

  const PipelineInstance &instance;
  bool takesLongest;
  std::int64_t searchSteps; ///< of one, far from any cache where n is large
  std::int64_t longestTransfer = 0;
  std::vector<PinnedRun> runs;
  /// Processors without pins by speed, of each speed in order.
  std::vector<std::vector<std::int32_t>> classes;
  std::vector<std::size_t> used; ///< of each class
  std::int64_t steps = 0;

  bool isBetter(const Choice &, const Choice &) const;
  std::int64_t firstLast(std::int64_t first, std::int32_t processor,
                         std::int64_t least) const;
  void consider(std::int64_t period, std::int64_t first, std::int64_t shortest,
                std::int64_t longest, std::int32_t processor, Choice choice,
                Choice &best);
  Choice choose(std::int64_t period, std::int64_t first, std::size_t run);
};

Probe::Probe(const PipelineInstance &given, MappingKind kind,
             std::vector<PinnedRun> pinned)
    : instance(given), takesLongest(kind == MappingKind::H7a),
      searchSteps(2 * std::bit_width(given.workBefore.size())),
      runs(std::move(pinned)) {
  for (std::int64_t k = 0; k <= instance.stages(); ++k)
    longestTransfer = std::max(longestTransfer, transferTime(instance, k));
  std::vector<bool> isPinned(indexOf(instance.processors()));
  for (const PinnedRun &run : runs)
    isPinned[indexOf(run.processor)] = true;
  std::int64_t ticks = -1;
  for (const std::int32_t u : fastestFirst(instance)) {
    if (isPinned[indexOf(u)])
      continue;
    if (instance.ticksOfWork[indexOf(u)] != ticks)
      classes.emplace_back();
    classes.back().push_back(u);
    ticks = instance.ticksOfWork[indexOf(u)];
  }
}

bool Probe::isBetter(const Choice &x, const Choice &y) const {
  if (takesLongest)
    return x.last != y.last ? x.last > y.last : x.cycle > y.cycle;
  return x.cycle != y.cycle ? x.cycle > y.cycle : x.last > y.last;
}

/// Intervals that end from `shortest` to `longest`, the longest that its work
/// allows first, as long as shorter ones can be better.
void Probe::consider(std::int64_t period, std::int64_t first,
                     std::int64_t shortest, std::int64_t longest,
                     std::int32_t processor, Choice choice, Choice &best) {
  const std::int64_t ticks = instance.ticksOfWork[indexOf(processor)];
  const std::int64_t in = transferTime(instance, first);
  steps += searchSteps;
  if (in > period || steps > maxSteps)
    return;
  const bool serial = instance.model == TransferModel::Serial;
  const std::vector<std::int64_t> &before = instance.workBefore;
  const auto end = std::upper_bound(
      before.begin() + first + 1, before.begin() + longest + 2,
      before[indexOf(first)] + (period - (serial ? in : 0)) / ticks);
  for (std::int64_t last = end - before.begin() - 2; last >= shortest; --last) {
    ++steps;
    const std::int64_t work = instance.workOf(first, last) * ticks;
    if (takesLongest
            ? last < best.last
            : cycleOf(instance.model, in, work, longestTransfer) < best.cycle)
      break;
    choice.last = last;
    choice.cycle =
        cycleOf(instance.model, in, work, transferTime(instance, last + 1));
    if (choice.cycle <= period && isBetter(choice, best))
      best = choice;
  }
}

/// `run`: the first of the pinned runs that is not done.
Probe::Choice Probe::choose(std::int64_t period, std::int64_t first,
                            std::size_t run) {
  const auto before = [&](std::size_t next) {
    return next < runs.size() ? runs[next].first - 1 : instance.stages() - 1;
  };
  Choice best;
  for (std::size_t speed = 0; speed < classes.size(); ++speed)
    if (used[speed] < classes[speed].size())
      consider(period, first, first, before(run), classes[speed].front(),
               {-1, -1, speed, false}, best);
  if (run < runs.size())
    consider(period, first, runs[run].last, before(run + 1),
             runs[run].processor, {-1, -1, 0, true}, best);
  return best;
}

std::optional<Mapping> Probe::at(std::int64_t period) {
  used.assign(classes.size(), 0);
  Mapping mapping;
  std::size_t run = 0;
  for (std::int64_t first = 0; first < instance.stages();) {
    if (steps > maxSteps)
      return std::nullopt;
    const Choice choice = choose(period, first, run);
    if (choice.last < 0)
      return std::nullopt;
    const std::int32_t processor =
        choice.isPinned ? runs[run++].processor
                        : classes[choice.speed][used[choice.speed]++];
    mapping.intervals.push_back({first, choice.last, {processor}});
    first = choice.last + 1;
  }
  return mapping;
}

/// Intervals that end before it are shorter than `least`, whatever they send.
std::int64_t Probe::firstLast(std::int64_t first, std::int32_t u,
                              std::int64_t least) const {
  const std::int64_t ticks = instance.ticksOfWork[indexOf(u)];
  const std::int64_t in = transferTime(instance, first);
  const auto &before = instance.workBefore;
  const auto end = std::partition_point(
      before.begin() + first + 1, before.end(), [&](std::int64_t work) {
        return cycleOf(instance.model, in,
                       (work - before[indexOf(first)]) * ticks,
                       longestTransfer) < least;
      });
  return end - before.begin() - 1;
}

std::optional<std::vector<std::int64_t>>
Probe::cycleTimes(std::int64_t least, std::int64_t most,
                  std::size_t limit) const {
  std::vector<std::int32_t> processors;
  for (const std::vector<std::int32_t> &equal : classes)
    processors.push_back(equal.front());
  for (const PinnedRun &run : runs)
    processors.push_back(run.processor);
  const auto starts =
      static_cast<std::int64_t>(processors.size()) * instance.stages();
  if (starts > maxStarts)
    return std::nullopt;
  std::vector<std::int64_t> times;
  for (const std::int32_t u : processors)
    for (std::int64_t first = 0; first < instance.stages(); ++first)
      for (std::int64_t last = firstLast(first, u, least);
           last < instance.stages(); ++last) {
        const std::int64_t work =
            instance.workOf(first, last) * instance.ticksOfWork[indexOf(u)];
        if (work >= most)
          break;
        const std::int64_t cycle = cycleTime(instance, first, last, u);
        if (cycle < least || cycle >= most)
          continue;
        if (times.size() == limit)
          return std::nullopt;
        times.push_back(cycle);
      }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

std::int64_t Probe::highest() const {
  std::int64_t longest = 0;
  for (std::int32_t u = 0; u < instance.processors(); ++u)
    longest =
        std::max(longest, cycleTime(instance, 0, instance.stages() - 1, u));
  return longest;
}

/// The best mapping so far; its period is the longest cycle time.
class ProbeSearch {
public:
  ProbeSearch(const PipelineInstance &given, Probe &givenProbe)
      : instance(given), probe(givenProbe) {}

  bool tryAt(std::int64_t period) {
    std::optional<Mapping> mapping = probe.at(period);
    if (!mapping)
      return false;
    std::int64_t longest = 0;
    for (const MappedInterval &interval : mapping->intervals)
      longest =
          std::max(longest, cycleTime(instance, interval.first, interval.last,
                                      interval.processors.front()));
    if (!best || longest < least)
      least = longest, best = std::move(mapping);
    return true;
  }
  /// No mapping keeps the period `below`.
  void run(std::int64_t below);

  std::optional<Mapping> best;

private:
  const PipelineInstance &instance;
  Probe &probe;
  std::int64_t least = 0;

  void bisect(std::int64_t below) {
    for (std::int64_t within = least;
         within - below > 1 && probe.work() < maxSteps;) {
      const std::int64_t middle = below + (within - below) / 2;
      if (tryAt(middle))
        within = std::min(middle, least);
      else
        below = middle;
    }
  }
};

void ProbeSearch::run(std::int64_t below) {
  constexpr std::size_t maxTimes = 2'000'000;
  const std::int64_t bound = below + 1;
  if (tryAt(probe.highest()))
    bisect(below);
  while (best && least > bound && probe.work() < maxScanned &&
         tryAt(least - 1)) {
  }
  const std::optional<std::vector<std::int64_t>> times =
      probe.cycleTimes(bound, best ? least : sizeLimit, maxTimes);
  if (!times)
    return;
  for (const std::int64_t period : *times)
    if (probe.work() >= maxScanned || tryAt(period))
      return;
}

Result<Mapping>
redist::schedule::probeIntervals(const PipelineInstance &instance,
                                 MappingKind kind) {
  const Result<std::vector<PinnedRun>> runs = pinnedRuns(instance);
  if (!runs)
    return runs.error();
  Probe probe(instance, kind, *runs);
  ProbeSearch search(instance, probe);
  search.run(simplePeriodBound(instance) - 1);
  if (!search.best)
    return Error{ErrorKind::StrategyNotForCase,
                 std::string(nameOf(kind)) +
                     " finds no mapping that keeps the pins"};
  return *std::move(search.best);
}
