//===- GatherRow.cpp - Gathering one row of a target ----------------------===//
#include "Copy/GatherRow.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>

namespace redist::runtime {

/// Longer periods have runs that are worth copies of their own.
static constexpr std::int64_t maxInPeriod = 8192;

/// A period of one group of runs may stand for several periods (AxisRuns.h).
static bool isFolded(const AxisRuns &runs) {
  return runs.periodCount() == 1 && runs.periodRuns().groups().size() == 1;
}

/// Of all sources alike; 0: none.
static std::int64_t
commonPeriods(const std::vector<const AxisRuns *> &sourceRuns) {
  std::int64_t periods = 0;
  for (const AxisRuns *runs : sourceRuns)
    periods = std::gcd(periods, isFolded(*runs)
                                    ? runs->periodRuns().groups().front().count
                                    : runs->periodCount());
  const auto isMeant = [&](const AxisRuns *runs) {
    return runs->steps() == RunSteps{1, 1} &&
           runs->periodRuns().elements() > 0 &&
           (isFolded(*runs) || runs->periodCount() == periods);
  };
  return std::ranges::all_of(sourceRuns, isMeant) ? periods : 0;
}

/// One period, of which there are so many.
static GatherRow::Period periodOf(const AxisRuns &runs, std::int64_t periods) {
  if (!isFolded(runs))
    return {runs.periodRuns(), runs.periodStrides()};
  RunGroup group = runs.periodRuns().groups().front();
  group.count /= periods;
  GatherRow::Period period{
      RunList(runs.steps()),
      {group.count * group.fromStride, group.count * group.toStride}};
  period.runs.add(group);
  return period;
}

void GatherRow::add(std::vector<Run> &list, std::size_t source,
                    const RunList &runs) {
  for (const RunGroup &group : runs.groups())
    for (std::int64_t i = 0; i < group.count; ++i)
      list.push_back({source, group.from + i * group.fromStride,
                      group.to + i * group.toStride, group.length});
}

/// The runs of one period in the order of the target; none where it is long.
std::vector<GatherRow::Run> GatherRow::runsOfPeriod() {
  std::vector<Run> all;
  for (std::size_t s = 0; s < sourceRuns.size(); ++s) {
    const Period own = periodOf(*sourceRuns[s], periodCount);
    if (own.strides.from < 0 || own.strides.to <= 0 ||
        own.strides.to > maxInPeriod || own.runs.elements() > maxInPeriod ||
        (s > 0 && own.strides.to != toStride))
      return {};
    toStride = own.strides.to;
    strides.push_back(own.strides.from);
    perPeriods.push_back(own.runs.elements());
    add(all, s, own.runs);
  }
  std::ranges::sort(all, {}, &Run::to);
  return all;
}

/// Nothing where the target's part of a period has gaps.
std::optional<InterleavedPeriod> GatherRow::findPeriod() {
  const std::vector<Run> runs = runsOfPeriod();
  std::int64_t end = runs.empty() ? 0 : runs.front().to;
  to = end;
  begins.assign(sourceRuns.size(), std::numeric_limits<std::int64_t>::max());
  for (const Run &run : runs) {
    if (run.to != end)
      return std::nullopt;
    end += run.length;
    begins[run.source] = std::min(begins[run.source], run.from);
  }
  if (runs.empty() || end - to != toStride)
    return std::nullopt;
  InterleavedPeriod period{{}, strides};
  period.elements.reserve(static_cast<std::size_t>(toStride));
  for (const Run &run : runs)
    for (std::int64_t i = 0; i < run.length; ++i)
      period.elements.push_back(
          {static_cast<int>(run.source), run.from - begins[run.source] + i});
  return period;
}

std::optional<GatherRow>
GatherRow::make(std::vector<const AxisRuns *> runs, std::int64_t rows,
                const std::vector<std::int64_t> &sizes) {
  GatherRow row(std::move(runs), sizes);
  row.periodCount = commonPeriods(row.sourceRuns);
  if (row.periodCount == 0)
    return std::nullopt;
  const std::optional<InterleavedPeriod> period = row.findPeriod();
  if (!period)
    return std::nullopt;
  for (std::size_t s = 0; s < row.sourceRuns.size(); ++s)
    add(row.rest, s, row.sourceRuns[s]->tailRuns());
  for (const std::int64_t size : sizes)
    row.programs.emplace_back(*period, row.periodCount * rows, size);
  row.places.resize(row.sourceRuns.size());
  return row;
}

bool GatherRow::prepare(std::size_t object, const std::byte *target) {
  return programs[object].prepare(target + to * sizes[object]);
}

/// Where a period begins in each source.
void GatherRow::findPlaces(std::size_t object,
                           std::span<const RowSource> sources,
                           std::int64_t period) {
  for (std::size_t s = 0; s < places.size(); ++s)
    places[s] =
        sources[s].address +
        (begins[s] + period * strides[s] - sources[s].position) * sizes[object];
}

void GatherRow::copyPeriods(std::size_t object, std::byte *target,
                            std::span<const RowSource> sources,
                            std::int64_t begin, std::int64_t end,
                            StoreKind stores, Prefetcher *prefetcher) {
  const std::int64_t size = sizes[object];
  findPlaces(object, sources, begin);
  programs[object].copy(target + (to + begin * toStride) * size, places.data(),
                        begin, end - begin, stores, prefetcher);
}

void GatherRow::combinePeriods(std::size_t object, std::byte *target,
                               std::span<const RowSource> sources,
                               std::int64_t begin, std::int64_t end,
                               const Combiner &combiner,
                               std::span<std::byte> aside) {
  constexpr std::int64_t lineBytes = 64;
  const std::int64_t bytes = periodBytes(object);
  const std::int64_t atOnce =
      std::max<std::int64_t>(1, (std::ssize(aside) - lineBytes) / bytes);
  InterleaveProgram &program = programs[object];
  program.prepare(aside.data());
  for (std::int64_t count = 0; begin < end; begin += count) {
    count = std::min(atOnce, end - begin);
    findPlaces(object, sources, begin);
    // Period 0 is prepared for the begin of a line.
    std::byte *const whole = aside.data() + begin * bytes % lineBytes;
    std::byte *const own = target + to * sizes[object] + begin * bytes;
    // The target's lines come while others are put together.
    Prefetcher bringing(own, count * bytes, 1);
    program.copy(whole, places.data(), begin, count, StoreKind::Cached,
                 &bringing);
    combiner.run(own, whole, count * bytes);
  }
}

void GatherRow::combineRest(std::size_t object, std::byte *target,
                            std::span<const RowSource> sources,
                            const Combiner &combiner) const {
  const std::int64_t size = sizes[object];
  for (const Run &run : rest) {
    const RowSource &source = sources[run.source];
    combiner.run(target + run.to * size,
                 source.address + (run.from - source.position) * size,
                 run.length * size);
  }
}

void GatherRow::copyRest(std::size_t object, std::byte *target,
                         std::span<const RowSource> sources) const {
  const std::int64_t size = sizes[object];
  for (const Run &run : rest) {
    const RowSource &source = sources[run.source];
    std::memcpy(target + run.to * size,
                source.address + (run.from - source.position) * size,
                static_cast<std::size_t>(run.length * size));
  }
}

} // namespace redist::runtime
