//===- Heuristics.cpp - Heuristics for interval mappings ------------------===//
//
// Which cases they are for, the order of processors, pinned stages, and a bound
// to compare with.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Heuristics/Heuristics.h"

#include "Pipeline/Mapping/CycleTimes.h"
#include "Pipeline/Mapping/PinnedRuns.h"

#include <numeric>

using namespace redist::schedule;

static Error notFor(std::string what) {
  return {ErrorKind::StrategyNotForCase, std::move(what)};
}

Result<Mapping>
redist::schedule::heuristicMapping(const PipelineInstance &instance,
                                   MappingKind kind) {
  const std::string name(nameOf(kind));
  if (!instance.hasUniformLinks())
    return notFor(name + " is for platforms whose links are equal");
  for (std::size_t k = 0; k < instance.replicas.size(); ++k)
    if (instance.replicas[k] > 1)
      return notFor(name + " deals no stages, and stage " +
                    std::to_string(k + 1) + " must be on " +
                    std::to_string(instance.replicas[k]) + " processors");
  if (const Result<std::vector<PinnedRun>> runs = pinnedRuns(instance); !runs)
    return runs.error();
  switch (kind) {
  case MappingKind::H6:
    return splitIntervals(instance);
  case MappingKind::H7a:
  case MappingKind::H7b:
    return probeIntervals(instance, kind);
  default:
    return fixedIntervals(instance, kind);
  }
}

Result<std::vector<PinnedRun>>
redist::schedule::pinnedRuns(const PipelineInstance &instance) {
  std::vector<PinnedRun> runs;
  std::vector<std::int64_t> stageOn(indexOf(instance.processors()), -1);
  for (std::int64_t k = 0; k < instance.stages(); ++k) {
    const std::int32_t pin = instance.pins[indexOf(k)];
    if (pin < 0)
      continue;
    if (!runs.empty() && runs.back().processor == pin) {
      runs.back().last = k;
      continue;
    }
    std::int64_t &before = stageOn[indexOf(pin)];
    if (before >= 0)
      return Error{ErrorKind::NoMapping,
                   "stages " + std::to_string(before + 1) + " and " +
                       std::to_string(k + 1) + " are to run on processor " +
                       std::to_string(pin + 1) +
                       ", and a stage between them on another"};
    before = k;
    runs.push_back({k, k, pin});
  }
  return runs;
}

std::vector<std::int32_t>
redist::schedule::fastestFirst(const PipelineInstance &instance) {
  std::vector<std::int32_t> order(instance.ticksOfWork.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int32_t u, std::int32_t v) {
                     return instance.ticksOfWork[indexOf(u)] <
                            instance.ticksOfWork[indexOf(v)];
                   });
  return order;
}

/// The least time in which all processors together do all work.
static std::int64_t sharedWorkBound(const PipelineInstance &instance) {
  const std::int64_t work = instance.workBefore.back();
  const std::int64_t fastest = *std::min_element(instance.ticksOfWork.begin(),
                                                 instance.ticksOfWork.end());
  std::int64_t below = -1, within = work * fastest;
  while (within - below > 1) {
    const std::int64_t middle = below + (within - below) / 2;
    std::int64_t left = work;
    for (const std::int64_t ticks : instance.ticksOfWork)
      left -= std::min(left, middle / ticks);
    (left == 0 ? within : below) = middle;
  }
  return within;
}

std::int64_t
redist::schedule::simplePeriodBound(const PipelineInstance &instance) {
  const std::int64_t n = instance.stages();
  const std::int64_t fastest = *std::min_element(instance.ticksOfWork.begin(),
                                                 instance.ticksOfWork.end());
  std::vector<std::int64_t> minAfter(indexOf(n + 1));
  minAfter[indexOf(n)] = transferTime(instance, n);
  for (std::int64_t k = n; k-- > 0;)
    minAfter[indexOf(k)] =
        std::min(transferTime(instance, k), minAfter[indexOf(k + 1)]);
  const std::int64_t in = transferTime(instance, 0);
  const std::int64_t out = transferTime(instance, n);
  std::int64_t bound = instance.endsCollide() ? in + out : std::max(in, out);
  std::int64_t minBefore = in;
  for (std::int64_t k = 0; k < n; ++k) {
    minBefore = std::min(minBefore, transferTime(instance, k));
    const std::int32_t pin = instance.pins[indexOf(k)];
    const std::int64_t ticks =
        pin < 0 ? fastest : instance.ticksOfWork[indexOf(pin)];
    bound = std::max(bound, cycleOf(instance.model, minBefore,
                                    instance.workOf(k, k) * ticks,
                                    minAfter[indexOf(k + 1)]));
  }
  return std::max(bound, sharedWorkBound(instance));
}
