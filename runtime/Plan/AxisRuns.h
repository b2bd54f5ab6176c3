//===- AxisRuns.h - The elements of one axis as groups of runs -*- C++ -*-===//
//
// What one pair of coordinates shares of an axis: groups of equally long,
// equally spaced runs for one period, how often the period repeats, and the
// rest. The list has two sides, "from" and "to", each with offsets of its own:
// into a rank's storage, or the index in the list itself (the side of a
// message). Size: a few groups, never a number an element, but where elements
// lie in no order. Can be entered at any element.
//
//   CYCLIC(3) on 2 -> CYCLIC(2) on 2, rank 0 packs for rank 0, L = 12:
//   elements 0 1 8 | 12 13 20 | ...: local 0 1 5 | 6 7 11 | ...
//   period = {0 -> 0, length 2}, {5 -> 2, length 1}; strides 6 and 3.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PLAN_AXISRUNS_H
#define REDIST_RUNTIME_PLAN_AXISRUNS_H

#include "Kernels/IndexedCopy.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace redist::runtime {

/// `count` runs of `length` elements; run i lies at `from + i * fromStride` and
/// goes to `to + i * toStride`. `start`: elements of the list before it.
struct RunGroup {
  std::int64_t from;
  std::int64_t to;
  std::int64_t length;
  std::int64_t count;
  std::int64_t fromStride;
  std::int64_t toStride;
  std::int64_t start = 0;

  std::int64_t elements() const { return length * count; }
  bool operator==(const RunGroup &) const = default;
};

/// Offsets from one element of a run, or one period, to the next.
struct RunSteps {
  std::int64_t from = 1;
  std::int64_t to = 1;

  bool operator==(const RunSteps &) const = default;
};

/// Makes `group` a part of the group before it, where it continues that one.
bool extend(RunGroup &last, const RunGroup &group, RunSteps inRuns);

/// Offsets of single elements on one side of a list; none while element i is at
/// i, as in a message.
class ElementOffsets {
public:
  ElementOffsets() = default;
  /// The list will have so many elements, which are added in its order.
  explicit ElementOffsets(std::int64_t elements) : most(elements) {}

  /// A run of elements. False where an offset has more than 31 bits.
  bool add(std::int64_t offset, std::int64_t step, std::int64_t length) {
    if (!listed && offset == count && (step == 1 || length == 1)) {
      count += length;
      return true;
    }
    if (!listed || length != 1)
      return addRun(offset, step, length);
    listed[count++] = static_cast<std::int32_t>(offset);
    return isShort(offset);
  }
  std::int64_t at(std::int64_t i) const { return listed ? listed[i] : i; }
  ListedPlaces places() const { return {listed}; }

private:
  static bool isShort(std::int64_t offset) {
    return offset >= 0 && offset <= std::numeric_limits<std::int32_t>::max();
  }
  bool addRun(std::int64_t offset, std::int64_t step, std::int64_t length);

  std::int64_t count = 0, most = 0;
  std::int32_t *listed = nullptr; ///< in `offsets`
  std::shared_ptr<std::int32_t[]> offsets;
};

/// Groups in the order of the list; neighbours that continue one another are
/// merged as they are added.
class RunList {
public:
  RunList() = default;
  explicit RunList(RunSteps stepsInRuns) : inRuns(stepsInRuns) {}

  void add(RunGroup group);
  RunSteps steps() const { return inRuns; }
  const std::vector<RunGroup> &groups() const { return list; }
  std::int64_t elements() const { return total; }
  /// Index of the group that holds element `position` of the list.
  std::size_t groupAt(std::int64_t position) const;
  /// Where room is lost that would be worth a copy.
  void shrink() {
    if (list.capacity() > list.size() + list.size() / 4)
      list.shrink_to_fit();
  }

private:
  RunSteps inRuns;
  std::vector<RunGroup> list;
  std::int64_t total = 0;
};

/// A part of a list: `repeats` times `count` runs of `length` elements, with
/// the spacings of each.
struct RunPiece {
  std::int64_t from;
  std::int64_t to;
  std::int64_t length;
  std::int64_t count;
  std::int64_t fromStride;
  std::int64_t toStride;
  std::int64_t repeats;
  std::int64_t fromRepeat;
  std::int64_t toRepeat;
};

class AxisRuns {
public:
  AxisRuns() = default;
  /// `period` repeated `periods` times with the given strides, then `tail`,
  /// whose offsets are final; both with the same steps.
  AxisRuns(RunList period, std::int64_t periods, std::int64_t fromPeriodStride,
           std::int64_t toPeriodStride, RunList tail);

  /// A list of `elements` without periods: in groups, or each element alone
  /// where groups hold few, so that none is looked for. each(visit) calls
  /// visit(RunGroup) in the order of the list, until that is false, and is
  /// called several times.
  template <typename Each>
  static AxisRuns ofList(RunSteps steps, std::int64_t elements, Each each);
  /// Each element alone. Absent where an offset has more than 31 bits.
  template <typename Each>
  static std::optional<AxisRuns> ofElements(RunSteps steps,
                                            std::int64_t elements, Each each);

  std::int64_t length() const {
    return listed + periods * period.elements() + tail.elements();
  }
  RunSteps steps() const { return inRuns; }
  const RunList &periodRuns() const { return period; }
  const RunList &tailRuns() const { return tail; }
  std::int64_t periodCount() const { return periods; }
  /// There are neither periods nor a tail then.
  bool hasListedElements() const { return listed > 0; }
  /// Precondition: hasListedElements(). A side that is the message has none.
  ListedPlaces fromPlaces() const { return fromOffsets.places(); }
  ListedPlaces toPlaces() const { return toOffsets.places(); }
  /// Of the tail, or the listed elements.
  RunList rest() const;

  /// From one period to the next.
  RunSteps periodStrides() const { return {fromPeriodStride, toPeriodStride}; }

  /// Calls `visit` with the pieces of elements [position, position + count).
  /// Within `reach` (of offsets on either side) a piece may hold the same run
  /// of several periods; so the order is that of the list only from reach to
  /// reach.
  template <typename Visit>
  void forEachPiece(std::int64_t position, std::int64_t count,
                    std::int64_t reach, Visit visit) const;

private:
  template <typename Visit>
  void visitList(const RunList &runs, std::int64_t fromShift,
                 std::int64_t toShift, std::int64_t position,
                 std::int64_t count, Visit visit) const;
  template <typename Visit>
  void visitElements(std::int64_t position, std::int64_t count,
                     Visit visit) const;
  template <typename Visit>
  void visitPeriods(std::int64_t first, std::int64_t count, std::int64_t reach,
                    Visit visit) const;

  RunSteps inRuns;
  RunList period;
  RunList tail;
  std::int64_t listed = 0; ///< elements, each alone
  ElementOffsets fromOffsets, toOffsets;
  std::int64_t periods = 0;
  std::int64_t fromPeriodStride = 0;
  std::int64_t toPeriodStride = 0;
};

/// Elements [position, position + count) of a list.
template <typename Visit>
void AxisRuns::visitList(const RunList &runs, std::int64_t fromShift,
                         std::int64_t toShift, std::int64_t position,
                         std::int64_t count, Visit visit) const {
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
      const bool cut = skip > 0 || rest < group.length;
      const std::int64_t length =
          cut ? std::min(rest, group.length - skip) : group.length;
      const std::int64_t whole = cut ? 1 : rest / group.length;
      visit(RunPiece{
          fromShift + group.from + run * group.fromStride + skip * inRuns.from,
          toShift + group.to + run * group.toStride + skip * inRuns.to, length,
          whole, group.fromStride, group.toStride, 1, 0, 0});
      inside += length * whole;
      rest -= length * whole;
    }
  }
}

/// Elements that are listed alone; what follows one another goes together.
template <typename Visit>
void AxisRuns::visitElements(std::int64_t position, std::int64_t count,
                             Visit visit) const {
  const auto visitGroup = [&](const RunGroup &group) {
    visit(RunPiece{group.from, group.to, group.length, group.count,
                   group.fromStride, group.toStride, 1, 0, 0});
  };
  const auto element = [&](std::int64_t i) {
    return RunGroup{fromOffsets.at(i), toOffsets.at(i), 1, 1, 0, 0};
  };
  RunGroup last = element(position);
  for (std::int64_t i = position + 1; i < position + count; ++i) {
    const RunGroup next = element(i);
    if (extend(last, next, inRuns))
      continue;
    visitGroup(last);
    last = next;
  }
  visitGroup(last);
}

/// Periods [first, first + count).
template <typename Visit>
void AxisRuns::visitPeriods(std::int64_t first, std::int64_t count,
                            std::int64_t reach, Visit visit) const {
  const std::int64_t stride =
      std::max(std::abs(fromPeriodStride), std::abs(toPeriodStride));
  const std::int64_t sweep = std::max<std::int64_t>(1, reach / (stride + 1));
  for (std::int64_t done = 0; done < count; done += sweep) {
    const std::int64_t repeats = std::min(sweep, count - done);
    for (const RunGroup &group : period.groups())
      visit(RunPiece{group.from + (first + done) * fromPeriodStride,
                     group.to + (first + done) * toPeriodStride, group.length,
                     group.count, group.fromStride, group.toStride, repeats,
                     fromPeriodStride, toPeriodStride});
  }
}

template <typename Visit>
void AxisRuns::forEachPiece(std::int64_t position, std::int64_t count,
                            std::int64_t reach, Visit visit) const {
  const std::int64_t perPeriod = period.elements();
  const std::int64_t repeated = periods * perPeriod;
  while (count > 0 && position < repeated) {
    const std::int64_t index = position / perPeriod;
    const std::int64_t inside = position % perPeriod;
    std::int64_t taken;
    if (inside == 0 && count >= perPeriod) {
      const std::int64_t whole = std::min(count / perPeriod, periods - index);
      visitPeriods(index, whole, reach, visit);
      taken = whole * perPeriod;
    } else {
      taken = std::min(count, perPeriod - inside);
      visitList(period, index * fromPeriodStride, index * toPeriodStride,
                inside, taken, visit);
    }
    position += taken;
    count -= taken;
  }
  if (count > 0 && hasListedElements())
    visitElements(position, count, visit);
  else if (count > 0)
    visitList(tail, 0, 0, position - repeated, count, visit);
}

template <typename Each>
AxisRuns AxisRuns::ofList(RunSteps steps, std::int64_t elements, Each each) {
  constexpr std::int64_t mostInGroup = 8;
  std::int64_t groups = 0; // without a list of all of them
  RunGroup last{};
  const auto areMany = [&] { return groups * mostInGroup >= elements; };
  each([&](const RunGroup &group) {
    if (groups == 0 || !extend(last, group, steps)) {
      last = group;
      ++groups;
    }
    return !areMany();
  });
  if (elements > 0 && areMany())
    if (auto alone = ofElements(steps, elements, each))
      return *std::move(alone);
  RunList list(steps);
  each([&](const RunGroup &group) {
    list.add(group);
    return true;
  });
  return {RunList(steps), 0, 0, 0, std::move(list)};
}

template <typename Each>
std::optional<AxisRuns> AxisRuns::ofElements(RunSteps steps,
                                             std::int64_t elements, Each each) {
  ElementOffsets from(elements), to(elements);
  bool fits = true;
  each([&](const RunGroup &group) {
    for (std::int64_t run = 0; fits && run < group.count; ++run)
      fits = from.add(group.from + run * group.fromStride, steps.from,
                      group.length) &&
             to.add(group.to + run * group.toStride, steps.to, group.length);
    return fits;
  });
  if (!fits)
    return std::nullopt;
  AxisRuns made;
  made.inRuns = steps;
  made.period = made.tail = RunList(steps);
  made.listed = elements;
  made.fromOffsets = std::move(from);
  made.toOffsets = std::move(to);
  return made;
}

} // namespace redist::runtime

#endif
