//===- LinkSubset.cpp - Subset of links for a search ----------------------===//

#include "Pipeline/Links/LinkSubset.h"

#include "Pipeline/Heuristics/Heuristics.h"
#include "Pipeline/Links/LinkSearch.h"
#include "Pipeline/Mapping/CycleTimes.h"

#include <cmath>

using namespace redist::schedule;

/// Stages times links, for one look at all of them.
static constexpr std::int64_t workOfLinks = 30'000'000;

/// Processors of which all links can be looked at, and cuts between which all
/// intervals can.
static std::int64_t manageable(std::int64_t stages) {
  return std::max<std::int64_t>(
      2, static_cast<std::int64_t>(std::sqrt(static_cast<double>(workOfLinks) /
                                             static_cast<double>(stages))));
}
static std::int64_t maxCuts(std::int64_t processors) {
  return static_cast<std::int64_t>(std::sqrt(
      static_cast<double>(3 * workOfLinks) / static_cast<double>(processors)));
}

bool redist::schedule::hasManageableLinks(const PipelineInstance &instance) {
  return instance.processors() <= manageable(instance.stages()) &&
         instance.stages() <= maxCuts(instance.processors());
}

/// Cuts that are looked at where not all can be: where pins change, and of
/// each stretch of stages the one that the least data goes through.
static std::vector<std::int64_t> someCuts(const PipelineInstance &instance,
                                          std::int64_t most) {
  const std::int64_t n = instance.stages();
  const std::int64_t stretch = (n + most - 1) / most;
  std::vector<std::int64_t> cuts = {0};
  for (std::int64_t begin = 1; begin < n; begin += stretch) {
    std::int64_t least = begin;
    for (std::int64_t k = begin; k < std::min(n, begin + stretch); ++k) {
      if (instance.data[indexOf(k)] < instance.data[indexOf(least)])
        least = k;
      if (instance.pins[indexOf(k)] != instance.pins[indexOf(k - 1)])
        cuts.push_back(k);
    }
    cuts.push_back(least);
  }
  cuts.push_back(n);
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  return cuts;
}

/// The pinned processors and the fastest ones. Pinned ones that are too many
/// are left out, and then there is no mapping among them.
static std::vector<std::int32_t>
pinnedAndFastest(const PipelineInstance &instance, std::int64_t most) {
  std::vector<bool> isPinned(indexOf(instance.processors()));
  for (const std::int32_t u : instance.pins)
    if (u >= 0)
      isPinned[indexOf(u)] = true;
  std::vector<std::int32_t> all = fastestFirst(instance);
  std::stable_partition(all.begin(), all.end(),
                        [&](std::int32_t u) { return isPinned[indexOf(u)]; });
  all.resize(indexOf(std::min(most, instance.processors())));
  return all;
}

static PipelineInstance partOf(const PipelineInstance &instance,
                               const std::vector<std::int64_t> &cuts,
                               const std::vector<std::int32_t> &some) {
  std::vector<std::int64_t> newNumber(indexOf(instance.processors()), -1);
  PipelineInstance fewer;
  fewer.model = instance.model;
  fewer.latencyLimit = instance.latencyLimit;
  std::vector<std::int64_t> ends = {-1};
  for (const std::int32_t u : some) {
    newNumber[indexOf(u)] = static_cast<std::int64_t>(fewer.ticksOfWork.size());
    fewer.ticksOfWork.push_back(instance.ticksOfWork[indexOf(u)]);
    ends.push_back(u);
  }
  ends.push_back(instance.processors());
  for (const std::int64_t u : ends)
    for (const std::int64_t v : ends)
      fewer.ticksOfData.push_back(instance.ticksOfDatum(u, v));
  for (const std::int64_t cut : cuts) {
    fewer.workBefore.push_back(instance.workBefore[indexOf(cut)]);
    fewer.data.push_back(instance.data[indexOf(cut)]);
    if (cut == instance.stages())
      break;
    const std::int32_t pin = instance.pins[indexOf(cut)];
    fewer.pins.push_back(
        pin < 0 ? pin : static_cast<std::int32_t>(newNumber[indexOf(pin)]));
  }
  fewer.replicas.assign(fewer.pins.size(), oneProcessor);
  return fewer;
}

std::optional<Mapping>
redist::schedule::mappingOverSomeLinks(const PipelineInstance &instance,
                                       std::int64_t bound, std::int64_t work) {
  const std::vector<std::int64_t> cuts = someCuts(
      instance,
      maxCuts(std::min(instance.processors(), LinkSearch::maxProcessors)));
  const std::vector<std::int32_t> some = pinnedAndFastest(
      instance, manageable(static_cast<std::int64_t>(cuts.size())));
  const PipelineInstance fewer = partOf(instance, cuts, some);
  LinkSearch labels(fewer, false);
  PeriodAnswer known;
  known.bound = bound;
  PeriodAnswer answer = searchPeriod(labels, work, std::move(known));
  if (!answer.mapping)
    return std::nullopt;
  for (MappedInterval &interval : answer.mapping->intervals) {
    interval.first = cuts[indexOf(interval.first)];
    interval.last = cuts[indexOf(interval.last + 1)] - 1;
    for (std::int32_t &u : interval.processors)
      u = some[indexOf(u)];
  }
  return std::move(answer.mapping);
}
