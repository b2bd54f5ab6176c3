//===- CopyPattern.cpp - A message as strided groups of runs --------------===//
#include "CopyPattern.h"

#include "CopyKernels.h"

#include <algorithm>
#include <cassert>

namespace redist::runtime {

/// Bytes of one side that a sweep over short runs may touch before it returns
/// to the next run of the period: they stay in the first-level cache.
static constexpr std::int64_t sweepBytes = 16 * 1024;
/// From this size on a run is copied by itself, in the order of the message.
static constexpr std::int64_t longRunBytes = 512;

bool RunList::extendsLast(const RunGroup &group) {
  if (list.empty())
    return false;
  RunGroup &last = list.back();
  const bool single = last.count == 1 && group.count == 1;
  if (single && group.from == last.from + last.length &&
      group.to == last.to + last.length) {
    last.length += group.length;
    return true;
  }
  if (group.length != last.length)
    return false;
  // One more run, or several, at the spacing that the last group has (a group
  // of one run has none yet).
  const std::int64_t fromStep =
      last.count > 1 ? last.fromStride : group.from - last.from;
  const std::int64_t toStep =
      last.count > 1 ? last.toStride : group.to - last.to;
  if (group.from != last.from + last.count * fromStep ||
      group.to != last.to + last.count * toStep)
    return false;
  if (group.count > 1 &&
      (group.fromStride != fromStep || group.toStride != toStep))
    return false;
  last.fromStride = fromStep;
  last.toStride = toStep;
  last.count += group.count;
  return true;
}

void RunList::add(RunGroup group) {
  assert(group.length > 0 && group.count > 0 && "an empty group");
  if (group.count > 1 && group.fromStride == group.length &&
      group.toStride == group.length) {
    group.length *= group.count;
    group.count = 1;
  }
  const std::int64_t elements = group.elements();
  if (!extendsLast(group)) {
    group.start = total;
    list.push_back(group);
  }
  total += elements;
}

std::size_t RunList::groupAt(std::int64_t position) const {
  const auto after = std::upper_bound(
      list.begin(), list.end(), position,
      [](std::int64_t value, const RunGroup &g) { return value < g.start; });
  return static_cast<std::size_t>(after - list.begin()) - 1;
}

static void copyGroup(const CopyBases &bases, const RunGroup &group,
                      std::int64_t firstRun, std::int64_t runs,
                      std::int64_t skip, std::int64_t length) {
  const std::int64_t size = bases.elementSize;
  const std::int64_t to = group.to + firstRun * group.toStride + skip;
  const std::int64_t from = group.from + firstRun * group.fromStride + skip;
  copyRuns(bases.to + (to - bases.toShift) * size, group.toStride * size,
           bases.from + (from - bases.fromShift) * size,
           group.fromStride * size, length * size, runs, bases.stores);
}

/// Elements [position, position + count) of a list.
static void copyList(const CopyBases &bases, const RunList &runs,
                     std::int64_t position, std::int64_t count) {
  const std::vector<RunGroup> &groups = runs.groups();
  for (std::size_t g = runs.groupAt(position); count > 0; ++g) {
    const RunGroup &group = groups[g];
    std::int64_t inside = position - group.start;
    std::int64_t rest = std::min(count, group.elements() - inside);
    position += rest;
    count -= rest;
    while (rest > 0) {
      const std::int64_t run = inside / group.length;
      const std::int64_t skip = inside % group.length;
      std::int64_t taken;
      if (skip > 0 || rest < group.length) {
        taken = std::min(rest, group.length - skip);
        copyGroup(bases, group, run, 1, skip, taken);
      } else {
        const std::int64_t whole = rest / group.length;
        taken = whole * group.length;
        copyGroup(bases, group, run, whole, 0, group.length);
      }
      inside += taken;
      rest -= taken;
    }
  }
}

CopyPattern::CopyPattern(RunList periodList, std::int64_t periodCount,
                         std::int64_t fromStride, std::int64_t toStride,
                         RunList tailList)
    : period(std::move(periodList)), tail(std::move(tailList)),
      periods(periodCount), fromPeriodStride(fromStride),
      toPeriodStride(toStride) {
  // A period of one run, or of runs that go on at the same spacing in the next
  // period, is one group over all periods.
  if (periods > 1 && period.groups().size() == 1) {
    RunGroup group = period.groups().front();
    const bool single = group.count == 1;
    if (single || (group.count * group.fromStride == fromPeriodStride &&
                   group.count * group.toStride == toPeriodStride)) {
      if (single) {
        group.fromStride = fromPeriodStride;
        group.toStride = toPeriodStride;
      }
      group.count *= periods;
      period = RunList();
      period.add(group);
      periods = 1;
    }
  }
  if (period.elements() == 0)
    periods = 0;
  period.shrink();
  tail.shrink();
}

CopyPattern::Place CopyPattern::placeOf(std::int64_t position) const {
  const std::int64_t repeated = periods * period.elements();
  const bool inTail = position >= repeated;
  const RunList &runs = inTail ? tail : period;
  const std::int64_t index = inTail ? 0 : position / period.elements();
  const std::int64_t inList =
      inTail ? position - repeated : position % period.elements();
  RunGroup group = runs.groups()[runs.groupAt(inList)];
  group.from += index * fromPeriodStride;
  group.to += index * toPeriodStride;
  const std::int64_t inside = inList - group.start;
  return {group, inside / group.length, inside % group.length};
}

std::optional<std::int64_t>
CopyPattern::contiguousFrom(std::int64_t position, std::int64_t count) const {
  const Place place = placeOf(position);
  if (place.offset + count > place.group.length)
    return std::nullopt;
  return place.group.from + place.run * place.group.fromStride + place.offset;
}

std::optional<std::int64_t>
CopyPattern::contiguousTo(std::int64_t position, std::int64_t count) const {
  const Place place = placeOf(position);
  if (place.offset + count > place.group.length)
    return std::nullopt;
  return place.group.to + place.run * place.group.toStride + place.offset;
}

void CopyPattern::copyPeriods(const CopyBases &bases, std::int64_t first,
                              std::int64_t count) const {
  const std::int64_t size = bases.elementSize;
  const std::int64_t sweep = std::max<std::int64_t>(
      1, sweepBytes / (std::max(fromPeriodStride, toPeriodStride) * size + 1));
  for (std::int64_t done = 0; done < count; done += sweep) {
    const std::int64_t repeat = std::min(sweep, count - done);
    CopyBases here = bases;
    here.fromShift -= (first + done) * fromPeriodStride;
    here.toShift -= (first + done) * toPeriodStride;
    for (const RunGroup &group : period.groups()) {
      if (group.count >= repeat || group.length * size >= longRunBytes) {
        for (std::int64_t i = 0; i < repeat; ++i) {
          CopyBases shifted = here;
          shifted.fromShift -= i * fromPeriodStride;
          shifted.toShift -= i * toPeriodStride;
          copyGroup(shifted, group, 0, group.count, 0, group.length);
        }
        continue;
      }
      // The same run of many periods: one loop with a constant length.
      for (std::int64_t run = 0; run < group.count; ++run) {
        const std::int64_t to = group.to + run * group.toStride;
        const std::int64_t from = group.from + run * group.fromStride;
        copyRuns(here.to + (to - here.toShift) * size, toPeriodStride * size,
                 here.from + (from - here.fromShift) * size,
                 fromPeriodStride * size, group.length * size, repeat,
                 bases.stores);
      }
    }
  }
}

void CopyPattern::copy(const CopyBases &bases, std::int64_t position,
                       std::int64_t count) const {
  assert(position >= 0 && count >= 0 && position + count <= length());
  const std::int64_t perPeriod = period.elements();
  const std::int64_t repeated = periods * perPeriod;
  while (count > 0 && position < repeated) {
    const std::int64_t index = position / perPeriod;
    const std::int64_t inside = position % perPeriod;
    if (inside == 0 && count >= perPeriod) {
      const std::int64_t whole = std::min(count / perPeriod, periods - index);
      copyPeriods(bases, index, whole);
      position += whole * perPeriod;
      count -= whole * perPeriod;
      continue;
    }
    const std::int64_t part = std::min(count, perPeriod - inside);
    CopyBases here = bases;
    here.fromShift -= index * fromPeriodStride;
    here.toShift -= index * toPeriodStride;
    copyList(here, period, inside, part);
    position += part;
    count -= part;
  }
  if (count > 0)
    copyList(bases, tail, position - repeated, count);
}

} // namespace redist::runtime
