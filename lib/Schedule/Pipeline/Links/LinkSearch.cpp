//===- LinkSearch.cpp - Mappings over different links ---------------------===//

#include "Pipeline/Links/LinkSearch.h"

#include "redistSchedule/Support/Index.h"

#include <algorithm>
#include <bit>

namespace redist::schedule {

static constexpr std::size_t maxLabels = std::size_t{1} << 22;

LinkSearch::LinkSearch(const PipelineInstance &given, bool single,
                       std::int64_t boundWork)
    : instance(given), isSingle(single), n(given.stages()),
      p(given.processors()) {
  findRanges();
  findInputs();
  std::int64_t data = 0;
  for (std::int64_t size : instance.data)
    data += size;
  const std::int64_t slowest = *std::max_element(instance.ticksOfWork.begin(),
                                                 instance.ticksOfWork.end());
  const std::int64_t link =
      std::max<std::int64_t>(0, *std::max_element(instance.ticksOfData.begin(),
                                                  instance.ticksOfData.end()));
  greatest =
      Int128{instance.workOf(0, n - 1)} * slowest + Int128{data} * 2 * link;
  const std::int64_t fastest = *std::min_element(instance.ticksOfWork.begin(),
                                                 instance.ticksOfWork.end());
  for (std::int64_t k = 0; k < n; ++k)
    least = std::max(least, Int128{instance.workOf(k, k)} * fastest);
  raiseLeast(boundWork);
}

/// -1 where there is no link; what is empty needs none, but keeps to the rule
/// that a mapping uses links that exist.
std::int64_t LinkSearch::transfer(std::int64_t datum, std::int64_t u,
                                  std::int64_t v) const {
  const std::int64_t ticks = instance.ticksOfDatum(u, v);
  return ticks == PipelineInstance::noLink
             ? -1
             : instance.data[indexOf(datum)] * ticks;
}

bool LinkSearch::fits(std::int64_t input, std::int64_t compute,
                      std::int64_t output) const {
  if (output < 0)
    return false;
  return instance.model == TransferModel::Serial
             ? input + compute + output <= period
             : std::max(std::max(input, compute), output) <= period;
}

SearchAnswer LinkSearch::decide(Period wanted, const SearchEffort &effort) {
  period = static_cast<std::int64_t>(wanted);
  const std::int64_t start = work;
  findBounds();
  if (isExcluded())
    return SearchAnswer::Infeasible;
  const std::int64_t ways = std::clamp<std::int64_t>(
      effort.work / 6 / intervals, 1, effort.width > 16 ? 64 : 16);
  if (walk(static_cast<std::size_t>(ways), 16 * ways * intervals))
    return SearchAnswer::Feasible;
  if (p > maxProcessors)
    return SearchAnswer::Unknown;
  // Among many processors, ways seldom meet.
  const std::size_t first = p > 16 ? 2 : 16;
  for (std::size_t width = std::min<std::size_t>(effort.width, first);;) {
    const SearchAnswer answer = search(width, effort.work - (work - start));
    if (answer != SearchAnswer::Unknown || width >= effort.width ||
        work - start >= effort.work)
      return answer;
    width = width > effort.width / 16 ? effort.width : width * 16;
  }
}

bool LinkSearch::canDoTheRest(const Label &label) const {
  const std::int64_t i = label.stage;
  std::int64_t most =
      maxFrom[place(i, label.processor)] + allAfter[indexOf(i + 1)];
  for (Set used = label.used; used != 0; used &= used - 1)
    most -= maxAfter[place(i + 1, std::countr_zero(used))];
  return most >= instance.workOf(i, n - 1);
}

void LinkSearch::push(const Label &label) {
  const std::size_t here = place(label.stage, label.processor);
  if (label.input > dearest[here] ||
      std::popcount(label.used) + fewest[here] > p)
    return;
  if (instance.latencyLimit >= 0 &&
      label.latency + minLatency[here] > instance.latencyLimit)
    return;
  work += 8 + std::popcount(label.used);
  if (!canDoTheRest(label))
    return;
  waiting[here].push_back(static_cast<std::int32_t>(labels.size()));
  labels.push_back(label);
}

void LinkSearch::startLabels() {
  labels.clear();
  waiting.assign(indexOf(n * p), {});
  for (std::int64_t u = 0; u < p; ++u)
    if (const std::int64_t input = transfer(0, -1, u); input >= 0)
      push({Set{1} << u, input, input, -1, 0, static_cast<std::int32_t>(u)});
}

void LinkSearch::expand(std::int32_t index) {
  const Label from = labels[indexOf(index)];
  const std::int64_t i = from.stage, u = from.processor;
  for (std::int64_t j = firstEnd[place(i, u)];
       j <= std::min(lastEnd[place(i, u)], n - 1); ++j) {
    const std::int64_t compute =
        instance.workOf(i, j - 1) * instance.ticksOfWork[indexOf(u)];
    if (!fits(from.input, compute, 0))
      break;
    work += p;
    for (std::int64_t v = 0; v < p; ++v) {
      if (from.used >> v & 1)
        continue;
      const std::int64_t output = transfer(j, u, v);
      if (fits(from.input, compute, output))
        push({from.used | Set{1} << v, output, from.latency + compute + output,
              index, static_cast<std::int32_t>(j),
              static_cast<std::int32_t>(v)});
    }
  }
}

/// Whether the label's processor may take all the rest. If so, the mapping.
bool LinkSearch::finish(std::int32_t index) {
  const Label &last = labels[indexOf(index)];
  const std::int64_t i = last.stage, u = last.processor;
  if (firstEnd[place(i, u)] > n || lastEnd[place(i, u)] < n)
    return false;
  const std::int64_t compute =
      instance.workOf(i, n - 1) * instance.ticksOfWork[indexOf(u)];
  const std::int64_t output = transfer(n, u, p);
  if (!fits(last.input, compute, output) ||
      (instance.latencyLimit >= 0 &&
       last.latency + compute + output > instance.latencyLimit))
    return false;
  found.intervals.clear();
  std::int64_t end = n;
  for (std::int32_t label = index; label >= 0;
       label = labels[indexOf(label)].parent) {
    const Label &one = labels[indexOf(label)];
    found.intervals.push_back({one.stage, end - 1, {one.processor}});
    end = one.stage;
  }
  std::reverse(found.intervals.begin(), found.intervals.end());
  return true;
}

bool LinkSearch::isDominated(const Label &label) {
  const std::size_t most = std::min<std::size_t>(keptSets.size(), 1024);
  for (std::size_t k = 0; k < most; ++k)
    if ((keptSets[k] & ~label.used) == 0 && keptInputs[k] <= label.input &&
        (instance.latencyLimit < 0 || keptLatencies[k] <= label.latency)) {
      work += static_cast<std::int64_t>(k / 2);
      return true;
    }
  work += static_cast<std::int64_t>(most / 2);
  return false;
}

/// The labels of one place that are not dominated: few processors, cheap inputs
/// first. False where some were dropped.
bool LinkSearch::select(std::vector<std::int32_t> &here, std::size_t width) {
  std::sort(here.begin(), here.end(), [&](std::int32_t a, std::int32_t b) {
    const Label &x = labels[indexOf(a)], &y = labels[indexOf(b)];
    const int used = std::popcount(x.used), others = std::popcount(y.used);
    if (used != others)
      return used < others;
    return x.input != y.input ? x.input < y.input : a < b;
  });
  keptSets.clear(), keptInputs.clear(), keptLatencies.clear();
  std::size_t kept = 0;
  for (const std::int32_t index : here) {
    const Label &label = labels[indexOf(index)];
    if (isDominated(label))
      continue;
    if (kept == width) {
      here.resize(kept);
      return false;
    }
    keptSets.push_back(label.used);
    keptInputs.push_back(label.input);
    keptLatencies.push_back(label.latency);
    here[kept++] = index;
  }
  here.resize(kept);
  return true;
}

SearchAnswer LinkSearch::search(std::size_t width, std::int64_t limit) {
  const std::int64_t start = work;
  bool isComplete = true;
  startLabels();
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t u = 0; u < p; ++u) {
      std::vector<std::int32_t> &here = waiting[place(i, u)];
      isComplete &= select(here, width);
      for (std::int32_t label : here) {
        if (finish(label))
          return SearchAnswer::Feasible;
        expand(label);
      }
      if (labels.size() > maxLabels || work - start > limit)
        return SearchAnswer::Unknown;
    }
  return isComplete ? SearchAnswer::Infeasible : SearchAnswer::Unknown;
}

Period LinkSearch::periodOf(const Mapping &mapping) const {
  std::int64_t longest = 0;
  std::int64_t before = -1;
  for (std::size_t j = 0; j < mapping.intervals.size(); ++j) {
    const MappedInterval &interval = mapping.intervals[j];
    const std::int32_t u = interval.processors.front();
    const std::int64_t after = j + 1 < mapping.intervals.size()
                                   ? mapping.intervals[j + 1].processors.front()
                                   : p;
    const std::int64_t input = transfer(interval.first, before, u);
    const std::int64_t output = transfer(interval.last + 1, u, after);
    const std::int64_t compute =
        instance.workOf(interval.first, interval.last) *
        instance.ticksOfWork[indexOf(u)];
    longest =
        std::max(longest, instance.model == TransferModel::Serial
                              ? input + compute + output
                              : std::max(std::max(input, compute), output));
    before = u;
  }
  return longest;
}

} // namespace redist::schedule
