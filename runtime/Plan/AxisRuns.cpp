//===- AxisRuns.cpp - The elements of one axis as groups of runs ----------===//
#include "Plan/AxisRuns.h"

#include <cassert>
#include <limits>

namespace redist::runtime {

bool RunList::extendsLast(const RunGroup &group) {
  if (list.empty())
    return false;
  RunGroup &last = list.back();
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

void RunList::add(RunGroup group) {
  assert(group.length > 0 && group.count > 0 && "an empty group");
  if (group.count > 1 && group.fromStride == group.length * inRuns.from &&
      group.toStride == group.length * inRuns.to) {
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

/// Offsets of all elements on one side; nothing where one has more than 31
/// bits. A side where all follow one another needs none.
static bool listSide(const RunList &runs, std::int64_t RunGroup::*begin,
                     std::int64_t RunGroup::*stride, std::int64_t step,
                     std::vector<std::int32_t> &offsets) {
  std::vector<std::int32_t> made;
  made.reserve(static_cast<std::size_t>(runs.elements()));
  bool isMessage = true;
  for (const RunGroup &group : runs.groups())
    for (std::int64_t run = 0; run < group.count; ++run)
      for (std::int64_t i = 0; i < group.length; ++i) {
        const std::int64_t at = group.*begin + run * (group.*stride) + i * step;
        if (at < 0 || at > std::numeric_limits<std::int32_t>::max())
          return false;
        isMessage &= at == std::ssize(made);
        made.push_back(static_cast<std::int32_t>(at));
      }
  if (!isMessage)
    offsets = std::move(made);
  return true;
}

void AxisRuns::listElements() {
  constexpr std::int64_t mostInGroup = 8;
  if (periods > 0 || tail.elements() == 0 ||
      std::ssize(tail.groups()) * mostInGroup < tail.elements())
    return;
  isListed =
      listSide(tail, &RunGroup::from, &RunGroup::fromStride, inRuns.from,
               fromOffsets) &&
      listSide(tail, &RunGroup::to, &RunGroup::toStride, inRuns.to, toOffsets);
}

} // namespace redist::runtime
