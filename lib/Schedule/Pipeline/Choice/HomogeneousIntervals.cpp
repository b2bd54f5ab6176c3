//===- HomogeneousIntervals.cpp - Intervals on equal processors -----------===//
//
// One sweep over the cuts decides whether a period can be kept; a bisection
// over whole ticks finds the least. Overlapped transfers only forbid cuts with
// long ones, and then intervals extend as far as they can.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Choice/HomogeneousIntervals.h"

#include "Pipeline/Mapping/CycleTimes.h"

using namespace redist::schedule;

bool redist::schedule::isHomogeneous(const PipelineInstance &instance) {
  const auto allAre = [](const auto &values, auto wanted) {
    return std::all_of(values.begin(), values.end(),
                       [=](auto value) { return value == wanted; });
  };
  return instance.hasUniformLinks() && instance.latencyLimit < 0 &&
         !instance.endsCollide() &&
         allAre(instance.ticksOfWork, instance.ticksOfWork.front()) &&
         allAre(instance.pins, -1) && allAre(instance.replicas, oneProcessor);
}

/// Cut j lies before stage j; all times in ticks.
struct Cuts {
  std::vector<std::int64_t> transfer; ///< c
  std::vector<std::int64_t> work;     ///< P: of all stages before it
  std::int64_t processors = 0;

  std::size_t last() const { return transfer.size() - 1; }
};

static Cuts cutsOf(const PipelineInstance &instance) {
  Cuts cuts;
  cuts.processors = instance.processors();
  const std::int64_t data = instance.ticksOfData.front();
  for (const std::int64_t size : instance.data)
    cuts.transfer.push_back(size * data);
  for (const std::int64_t work : instance.workBefore)
    cuts.work.push_back(work * instance.ticksOfWork.front());
  return cuts;
}

/// The cut before each one, for those that were reached.
using Predecessors = std::vector<std::int32_t>;

/// The list of the least a by numbers of intervals.
class LevelList {
public:
  LevelList(std::int64_t limit, std::int64_t first)
      : least(static_cast<std::size_t>(limit)) {
    least.front() = {first, 0};
  }

  struct Entry {
    std::int64_t a;
    std::int32_t cut;
  };
  /// The fewest intervals that end at a cut with a <= most; top() + 1 where
  /// there is none. Most are near the end.
  std::size_t levelBelow(std::int64_t most) const {
    if (least[end - 1].a > most)
      return end;
    std::size_t step = 1, within = end - 1;
    while (within >= step && least[within - step].a <= most) {
      within -= step;
      step *= 2;
    }
    // The entry at within is low enough, the one step before it is not.
    std::size_t tooHigh = within >= step ? within - step + 1 : 0;
    while (tooHigh < within) {
      const std::size_t middle = tooHigh + (within - tooHigh) / 2;
      if (least[middle].a <= most)
        within = middle;
      else
        tooHigh = middle + 1;
    }
    return within;
  }
  bool isEnd(std::size_t level) const { return level == end; }
  std::int32_t cutAt(std::size_t level) const { return least[level].cut; }
  /// Entries of higher levels have no smaller a: the lemma.
  void enter(std::size_t level, Entry entry) {
    if (level < least.size() && (level == end ? entry.a < least[end - 1].a
                                              : entry.a < least[level].a)) {
      least[level] = entry;
      end = level + 1;
    }
  }

private:
  std::vector<Entry> least;
  std::size_t end = 1;
};

/// Whether all stages can be done within the period.
static bool fitsSerial(const Cuts &cuts, std::int64_t period,
                       Predecessors *before) {
  const std::size_t n = cuts.last();
  LevelList list(cuts.processors, cuts.transfer.front());
  for (std::size_t j = 1; j <= n; ++j) {
    const std::int64_t most = period - cuts.transfer[j] - cuts.work[j];
    const std::size_t level = list.levelBelow(most);
    if (list.isEnd(level))
      continue; // not reached
    if (before)
      (*before)[j] = list.cutAt(level);
    if (j == n)
      return true;
    list.enter(level + 1,
               {cuts.transfer[j] - cuts.work[j], static_cast<std::int32_t>(j)});
  }
  return false;
}

static bool fitsOverlapped(const Cuts &cuts, std::int64_t period,
                           Predecessors *before) {
  const std::size_t n = cuts.last();
  if (cuts.transfer.front() > period || cuts.transfer.back() > period)
    return false;
  std::size_t start = 0, farthest = 0;
  std::int64_t intervals = 1;
  for (std::size_t j = 1; j <= n; ++j) {
    if (cuts.transfer[j] > period)
      continue;
    if (cuts.work[j] - cuts.work[start] > period) {
      if (farthest == start || ++intervals > cuts.processors ||
          cuts.work[j] - cuts.work[farthest] > period)
        return false;
      start = farthest;
    }
    farthest = j;
    if (before)
      (*before)[j] = static_cast<std::int32_t>(start);
  }
  return true;
}

static bool fits(const Cuts &cuts, TransferModel model, std::int64_t period,
                 Predecessors *before = nullptr) {
  return model == TransferModel::Serial ? fitsSerial(cuts, period, before)
                                        : fitsOverlapped(cuts, period, before);
}

/// No period is below the interval of any stage at its best cuts, nor below a
/// processor's share of all work and of the outer transfers.
static std::int64_t lowest(const Cuts &cuts, TransferModel model) {
  const std::size_t n = cuts.last();
  std::vector<std::int64_t> minAfter(cuts.transfer);
  for (std::size_t j = n; j-- > 0;)
    minAfter[j] = std::min(minAfter[j], minAfter[j + 1]);
  const std::int64_t in = cuts.transfer.front(), out = cuts.transfer.back();
  const bool serial = model == TransferModel::Serial;
  std::int64_t least =
      ceilDivide(cuts.work.back() + (serial ? in + out : 0), cuts.processors);
  std::int64_t minBefore = in;
  for (std::size_t j = 0; j < n; ++j) {
    minBefore = std::min(minBefore, cuts.transfer[j]);
    least = std::max(least,
                     cycleOf(model, minBefore, cuts.work[j + 1] - cuts.work[j],
                             minAfter[j + 1]));
  }
  return least;
}

static std::int64_t minPeriod(const Cuts &cuts, TransferModel model) {
  std::int64_t below = lowest(cuts, model) - 1;
  std::int64_t within = cycleOf(model, cuts.transfer.front(), cuts.work.back(),
                                cuts.transfer.back());
  // Good mappings are near the bound: leave it in growing steps.
  for (std::int64_t step = below / 64 + 1; within - below > step; step *= 2)
    if (fits(cuts, model, below + step))
      within = below + step;
    else
      below += step;
  while (within - below > 1) {
    const std::int64_t middle = below + (within - below) / 2;
    (fits(cuts, model, middle) ? within : below) = middle;
  }
  return within;
}

MadeMapping
redist::schedule::homogeneousIntervals(const PipelineInstance &instance) {
  const Cuts cuts = cutsOf(instance);
  MadeMapping made;
  made.periodBound = minPeriod(cuts, instance.model);
  Predecessors before(cuts.last() + 1, -1);
  fits(cuts, instance.model, made.periodBound, &before);
  for (auto j = static_cast<std::int32_t>(cuts.last()); j > 0;
       j = before[indexOf(j)])
    made.mapping.intervals.push_back({before[indexOf(j)], j - 1, {}});
  std::reverse(made.mapping.intervals.begin(), made.mapping.intervals.end());
  std::int32_t processor = 0;
  for (MappedInterval &interval : made.mapping.intervals)
    interval.processors = {processor++};
  made.cost = *costOf(instance, made.mapping);
  made.isOptimal = true;
  made.method = "sweep over cuts";
  return made;
}
