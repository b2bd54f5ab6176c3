//===- LevelRuns.cpp - Runs of one axis level, by partner -----------------===//
#include "Plan/LevelRuns.h"

#include <algorithm>
#include <array>
#include <limits>

namespace redist::runtime {

using schedule::Interval;
using schedule::SharedRuns;

std::int64_t LevelRuns::coordinateOf(const RankPlace *place) const {
  return place ? place->coordinates[level.axis] : schedule::anyCoordinate;
}

std::int64_t LevelRuns::partners() const {
  return source ? level.target.ranks() : level.source.ranks();
}

/// Offsets in storage; of a side that is the message, none.
LevelRuns::Loop LevelRuns::innerLoop(std::size_t axis, std::int64_t count,
                                     std::int64_t sourceStep,
                                     std::int64_t targetStep) const {
  return {count, source ? sourceStep * source->strides[axis] : 0,
          target ? targetStep * target->strides[axis] : 0};
}

/// Along all axes of the level.
std::int64_t LevelRuns::originOf(const RankPlace *place) const {
  if (!place)
    return 0;
  std::int64_t origin = place->origins[level.axis];
  for (const std::size_t k : level.merged)
    origin += place->origins[k];
  return origin;
}

/// From one element to the next inside a run.
RunSteps LevelRuns::steps() const {
  const Loop inmost =
      level.merged.empty()
          ? innerLoop(level.axis, 1, level.source.step(), level.target.step())
          : innerLoop(level.merged.back(), 1, 1, 1);
  return {source ? inmost.sourceStride : 1, target ? inmost.targetStride : 1};
}

/// Runs of indices as runs of elements, from element `index` of the list on.
void LevelRuns::add(RunList &list, std::int64_t index,
                    const SharedRuns &runs) const {
  // The elements as loops, outer ones first.
  std::array<Loop, CopyPattern::maxLevels + 2> loops;
  std::size_t depth = 0;
  loops[depth++] =
      innerLoop(level.axis, runs.count, runs.sourceStride, runs.targetStride);
  loops[depth++] = innerLoop(level.axis, runs.length, level.source.step(),
                             level.target.step());
  for (const std::size_t k : level.merged)
    loops[depth++] = innerLoop(k, *assignment.axes[k].length, 1, 1);
  // The inner ones that follow one another in storage make up a run.
  const Loop inmost = loops[--depth];
  std::int64_t length = inmost.count;
  while (depth > 1 &&
         loops[depth - 1].sourceStride == length * inmost.sourceStride &&
         loops[depth - 1].targetStride == length * inmost.targetStride)
    length *= loops[--depth].count;
  // The next one is the group's, those outside it are written out.
  const Loop group = loops[--depth];
  std::int64_t outside = 1;
  for (std::size_t i = 0; i < depth; ++i)
    outside *= loops[i].count;
  Loop begin = innerLoop(level.axis, 1, runs.source, runs.target);
  begin.sourceStride += originOf(source);
  begin.targetStride += originOf(target);
  for (std::int64_t i = 0; i < outside; ++i) {
    std::int64_t from = begin.sourceStride;
    std::int64_t to = begin.targetStride;
    std::int64_t rest = i;
    for (std::size_t l = depth; l-- > 0; rest /= loops[l].count) {
      from += rest % loops[l].count * loops[l].sourceStride;
      to += rest % loops[l].count * loops[l].targetStride;
    }
    list.add({source ? from : index, target ? to : index, length, group.count,
              source ? group.sourceStride : length,
              target ? group.targetStride : length});
    index += length * group.count;
  }
}

/// By partner; of each in the order of its list.
std::vector<LevelRuns::Shared> LevelRuns::sharedWithin(Interval range) const {
  std::vector<Shared> shared;
  forEachSharedRuns(level.source, coordinateOf(source), level.target,
                    coordinateOf(target), range, [&](const SharedRuns &runs) {
                      shared.push_back({source && target ? 0
                                        : source         ? runs.targetCoordinate
                                                 : runs.sourceCoordinate,
                                        runs});
                    });
  std::ranges::stable_sort(shared, {}, &Shared::partner);
  return shared;
}

/// Calls visit(RunGroup) for the runs, as add() makes them where no axes are
/// merged, until it is false.
template <typename Visit>
void LevelRuns::forEachListed(const ListedRuns::Range &runs,
                              Visit visit) const {
  const Loop inmost = innerLoop(level.axis, 1, 1, 1);
  const std::int64_t fromOrigin = originOf(source), toOrigin = originOf(target);
  std::int64_t index = 0;
  for (const auto &[from, to, length] : runs) {
    if (!visit(
            RunGroup{source ? fromOrigin + from * inmost.sourceStride : index,
                     target ? toOrigin + to * inmost.targetStride : index,
                     length, 1, 0, 0}))
      return;
    index += length;
  }
}

AxisRuns LevelRuns::runsOfListed(const ListedRuns::Range &runs) const {
  if (level.merged.empty())
    return AxisRuns::ofList(steps(), runs.total(), [&](const auto &visit) {
      forEachListed(runs, visit);
    });
  RunList list(steps());
  for (const auto &[from, to, length] : runs)
    add(list, list.elements(), {0, 0, from, to, length, 1, 0, 0});
  return AxisRuns::ofList(steps(), list.elements(), [&](const auto &visit) {
    return std::ranges::all_of(list.groups(), visit);
  });
}

/// Of any owners, from the rank's lists. A pair of places is this rank on one
/// side at least.
PartnerRuns LevelRuns::collectListed() const {
  const ListedAxis &axis = *level.listed;
  PartnerRuns result(steps());
  if (source && target) {
    const std::int64_t p = coordinateOf(source), q = coordinateOf(target);
    result.add(0, runsOfListed(q == axis.target ? axis.receives.of(p)
                                                : axis.sends.of(q)));
    return result;
  }
  const ListedRuns &runs = source ? axis.sends : axis.receives;
  for (std::int64_t i = 0; i < partners(); ++i)
    if (const ListedRuns::Range own = runs.of(i); own.size() > 0)
      result.add(i, runsOfListed(own));
  return result;
}

PartnerRuns LevelRuns::collect() const {
  if (level.listed)
    return collectListed();
  const std::int64_t length = *assignment.axes[level.axis].length;
  const std::int64_t repeated = level.periods * level.period;
  std::vector<Shared> period;
  Loop stride{0, 0, 0};
  if (level.periods > 0) {
    period = sharedWithin({0, level.period});
    stride = innerLoop(level.axis, 1, level.source.localAdvance(level.period),
                       level.target.localAdvance(level.period));
  }
  const std::vector<Shared> tail = sharedWithin({repeated, length});
  PartnerRuns result(steps());
  const auto partnerAt = [](const auto &one, const std::vector<Shared> &of) {
    return one == of.end() ? std::numeric_limits<std::int64_t>::max()
                           : one->partner;
  };
  for (auto inPeriod = period.cbegin(), inTail = tail.cbegin();
       inPeriod != period.end() || inTail != tail.end();) {
    const std::int64_t partner =
        std::min(partnerAt(inPeriod, period), partnerAt(inTail, tail));
    RunList once(steps()), rest(steps());
    for (; inPeriod != period.end() && inPeriod->partner == partner; ++inPeriod)
      add(once, once.elements(), inPeriod->runs);
    const std::int64_t dense = once.elements();
    for (; inTail != tail.end() && inTail->partner == partner; ++inTail)
      add(rest, level.periods * dense + rest.elements(), inTail->runs);
    result.add(partner,
               AxisRuns(std::move(once), level.periods,
                        source ? stride.sourceStride : dense,
                        target ? stride.targetStride : dense, std::move(rest)));
  }
  return result;
}

} // namespace redist::runtime
