//===- AxisRuns.cpp - The elements of one axis as groups of runs ----------===//
#include "Plan/AxisRuns.h"

#include <cassert>
#include <numeric>

namespace redist::runtime {

bool extend(RunGroup &last, const RunGroup &group, RunSteps inRuns) {
  const bool single = last.count == 1 && group.count == 1;
  if (single && group.from == last.from + last.length * inRuns.from &&
      group.to == last.to + last.length * inRuns.to) {
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

bool ElementOffsets::addRun(std::int64_t offset, std::int64_t step,
                            std::int64_t length) {
  if (!listed) {
    offsets = std::make_shared_for_overwrite<std::int32_t[]>(
        static_cast<std::size_t>(most));
    listed = offsets.get();
    std::iota(listed, listed + count, 0);
  }
  for (std::int64_t i = 0; i < length; ++i)
    listed[count++] = static_cast<std::int32_t>(offset + i * step);
  return isShort(offset) && isShort(offset + (length - 1) * step);
}

void RunList::add(RunGroup group) {
  assert(group.length > 0 && group.count > 0 && "an empty group");
  if (group.count > 1 && group.fromStride == group.length * inRuns.from &&
      group.toStride == group.length * inRuns.to) {
    group.length *= group.count;
    group.count = 1;
  }
  const std::int64_t elements = group.elements();
  if (list.empty() || !extend(list.back(), group, inRuns)) {
    group.start = total;
    list.push_back(group);
  }
  total += elements;
}

std::size_t RunList::groupAt(std::int64_t position) const {
  const auto after = std::upper_bound(
      list.begin(), list.end(), position,
      [](std::int64_t p, const RunGroup &group) { return p < group.start; });
  return static_cast<std::size_t>(after - list.begin()) - 1;
}

AxisRuns::AxisRuns(RunList periodList, std::int64_t periodCount,
                   std::int64_t fromStride, std::int64_t toStride,
                   RunList tailList)
    : inRuns(periodList.steps()), period(std::move(periodList)),
      tail(std::move(tailList)), periods(periodCount),
      fromPeriodStride(fromStride), toPeriodStride(toStride) {
  assert(period.steps() == tail.steps());
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
      period = RunList(inRuns);
      period.add(group);
      periods = 1;
    }
  }
  if (period.elements() == 0)
    periods = 0;
  period.shrink();
  tail.shrink();
}

RunList AxisRuns::rest() const {
  if (!hasListedElements())
    return tail;
  RunList made(inRuns);
  for (std::int64_t i = 0; i < listed; ++i)
    made.add({fromOffsets.at(i), toOffsets.at(i), 1, 1, 0, 0});
  return made;
}

} // namespace redist::runtime
