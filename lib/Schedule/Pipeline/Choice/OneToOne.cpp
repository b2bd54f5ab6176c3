//===- OneToOne.cpp - One-to-one mappings ---------------------------------===//
//
// The least period that the matching fits; where a latency counts, the least
// one at which the matching of least work time keeps it. Both grow easier with
// the period, so bisection finds the least whole one. With one port for both
// ends the period may lie between two whole ones: then the matching of the
// whole one below reaches it, since no matching of a lower one has less work
// time.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Choice/OneToOne.h"

#include "Pipeline/Choice/ExactIntervals.h"
#include "Pipeline/Heuristics/TaskMatching.h"

using namespace redist::schedule;

static std::vector<Task> tasksOf(const PipelineInstance &instance) {
  std::vector<Task> tasks;
  for (std::int64_t k = 0; k < instance.stages(); ++k)
    tasks.push_back({instance.workOf(k, k), transferTime(instance, k),
                     transferTime(instance, k + 1),
                     std::max(instance.replicas[indexOf(k)], 1),
                     instance.pins[indexOf(k)]});
  return tasks;
}

/// That every stage can have its processors, and numbers stay small.
static std::optional<Error> check(const PipelineInstance &instance) {
  std::int64_t needed = 0;
  Int128 longest = 0, scale = 1;
  std::vector<std::int64_t> stageOn(indexOf(instance.processors()), -1);
  const std::int64_t slowest = *std::max_element(instance.ticksOfWork.begin(),
                                                 instance.ticksOfWork.end());
  for (std::int64_t k = 0; k < instance.stages(); ++k) {
    const std::int64_t copies = std::max(instance.replicas[indexOf(k)], 1);
    needed += copies;
    if (scale < sizeLimit)
      scale *= copies /
               greatestCommonDivisor(copies, static_cast<std::int64_t>(scale));
    if (instance.hasUniformLinks())
      longest = std::max<Int128>(longest, transferTime(instance, k) +
                                              instance.workOf(k, k) * slowest +
                                              transferTime(instance, k + 1));
    else if (copies > 1)
      return Error{ErrorKind::StrategyNotForCase,
                   "one_to_one deals no stage to several processors where "
                   "links differ"};
    const std::int32_t pin = instance.pins[indexOf(k)];
    if (pin < 0)
      continue;
    if (stageOn[indexOf(pin)] >= 0)
      return Error{ErrorKind::NoMapping,
                   "stages " + std::to_string(stageOn[indexOf(pin)] + 1) +
                       " and " + std::to_string(k + 1) +
                       " are to run on the same processor"};
    stageOn[indexOf(pin)] = k;
  }
  if (needed > instance.processors())
    return Error{ErrorKind::StrategyNotForCase,
                 "one_to_one needs a processor for every stage: " +
                     std::to_string(needed) + " are needed, there are " +
                     std::to_string(instance.processors())};
  if (scale >= sizeLimit || longest * scale >= sizeLimit)
    return Error{ErrorKind::StrategyNotForCase,
                 "numbers of replicas have no common multiple in 62 bits"};
  return std::nullopt;
}

static Mapping mappingOf(TaskPlaces places) {
  Mapping mapping;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto stage = static_cast<std::int64_t>(k);
    mapping.intervals.push_back({stage, stage, std::move(places[k])});
  }
  return mapping;
}

/// Whether the cheapest matching within a period keeps all that the matching
/// itself does not look at.
class LatencySearch {
public:
  LatencySearch(const PipelineInstance &given, const TaskMatching &matching)
      : instance(given), tasks(matching) {}

  bool isNeeded() const {
    return instance.latencyLimit >= 0 || instance.endsCollide();
  }
  MappingCost costAt(std::int64_t period) const {
    return *costOf(instance, mappingOf(tasks.places(period)));
  }
  bool keepsLimit(const MappingCost &cost) const {
    return instance.latencyLimit < 0 || cost.latency <= instance.latencyLimit;
  }
  bool fits(std::int64_t period) const {
    if (!tasks.fits(period))
      return false;
    const MappingCost cost = costAt(period);
    return keepsLimit(cost) &&
           !(TickRatio{period, tasks.parts()} < periodOf(cost));
  }
  /// Nothing where no period keeps the limit on the latency.
  std::optional<std::int64_t> least() const;

private:
  const PipelineInstance &instance;
  const TaskMatching &tasks;
};

std::optional<std::int64_t> LatencySearch::least() const {
  const MappingCost atMost = costAt(tasks.highest());
  if (!keepsLimit(atMost))
    return std::nullopt;
  // The period of that matching is kept by itself.
  const Int128 own = Int128{atMost.period} * tasks.parts();
  std::int64_t below = tasks.lowest() - 1;
  std::int64_t within =
      std::max(tasks.highest(),
               static_cast<std::int64_t>((own + atMost.periodDivisor - 1) /
                                         atMost.periodDivisor));
  while (within - below > 1) {
    const std::int64_t middle = below + (within - below) / 2;
    (fits(middle) ? within : below) = middle;
  }
  // Between the whole periods: see above.
  if (below >= tasks.lowest() && tasks.fits(below)) {
    const MappingCost cost = costAt(below);
    if (keepsLimit(cost) && periodOf(cost) < TickRatio{within, tasks.parts()})
      return below;
  }
  return within;
}

Result<MadeMapping> redist::schedule::oneToOne(const PipelineInstance &instance,
                                               const MappingOptions &options) {
  if (std::optional<Error> error = check(instance))
    return *std::move(error);
  if (!instance.hasUniformLinks())
    return oneToOneOnLinks(instance, options);
  const TaskMatching tasks(instance.model, tasksOf(instance),
                           instance.ticksOfWork);
  const LatencySearch search(instance, tasks);
  const std::optional<std::int64_t> least =
      search.isNeeded() ? search.least() : tasks.least();
  if (!least)
    return Error{ErrorKind::NoMapping,
                 "no one-to-one mapping keeps the limit on the latency"};
  MadeMapping made;
  made.mapping = mappingOf(tasks.places(*least));
  made.cost = *costOf(instance, made.mapping);
  made.isOptimal = tasks.parts() == 1 || !search.isNeeded();
  made.periodBound = made.isOptimal ? made.cost.period / made.cost.periodDivisor
                                    : tasks.least() / tasks.parts();
  made.method = "greedy matching";
  return made;
}
