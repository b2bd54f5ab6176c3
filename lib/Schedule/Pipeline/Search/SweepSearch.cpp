//===- SweepSearch.cpp - Near-minimum period by sweeps --------------------===//
//
// A bound from below and mappings from above, by prices of speeds
// (PricedDp.h). Where sweeps over all stages take long, prices are learnt
// from a part of them.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Search/PricedDp.h"

#include "Pipeline/Mapping/CycleTimes.h"
#include "Pipeline/Search/IntervalArcs.h"

namespace redist::schedule {

/// A part of the stages that is large enough to learn prices from: stretches
/// from all over the pipeline.
static PipelineInstance stretchesOf(const PipelineInstance &whole,
                                    std::int64_t stages) {
  constexpr std::int64_t stretches = 16;
  const std::int64_t length = stages / stretches, n = whole.stages();
  PipelineInstance part;
  part.ticksOfWork = whole.ticksOfWork;
  part.ticksOfData = whole.ticksOfData;
  part.model = whole.model;
  part.workBefore = {0};
  for (std::int64_t s = 0; s < stretches; ++s) {
    const std::int64_t begin = s * (n - length) / (stretches - 1);
    for (std::int64_t k = begin; k < begin + length; ++k) {
      part.workBefore.push_back(part.workBefore.back() + whole.workOf(k, k));
      part.data.push_back(whole.data[indexOf(k)]);
    }
  }
  part.data.push_back(whole.data.back());
  part.pins.assign(indexOf(part.stages()), -1);
  part.replicas.assign(indexOf(part.stages()), oneProcessor);
  return part;
}

/// Periods between what is proved and what was found, from below: a sweep that
/// proves its period makes the next step longer, another one shorter, and
/// betters the prices all the same.
class SweepSearch {
public:
  SweepSearch(const PipelineInstance &given, PeriodAnswer known,
              std::int64_t givenWork, std::int64_t givenPatience)
      : instance(given), arcs(given), sweep(given), enough(givenWork),
        patience(std::max(givenPatience, 6 * sweep.workOfSweep())),
        answer(std::move(known)) {
    step = std::max<std::int64_t>(static_cast<std::int64_t>(answer.bound) / 100,
                                  1);
  }

  PeriodAnswer run() {
    learn();
    for (int round = 0; round < 8 && !isDone(); ++round)
      raise(sweep);
    while (!isDone()) {
      find();
      for (int round = 0; round < 4 && !isDone(); ++round)
        raise(sweep);
    }
    answer.isProved = answer.mapping && answer.bound >= answer.period;
    answer.work = work();
    return std::move(answer);
  }

private:
  static constexpr std::int64_t maxOfSweep = 8'000'000;

  std::int64_t work() const { return workElsewhere + sweep.workDone(); }
  bool isWithin(std::int64_t part) const {
    return answer.mapping &&
           answer.period - answer.bound <= answer.bound / part;
  }
  bool isDone() const {
    return isWithin(2000) || work() - workElsewhere >= patience ||
           (work() >= enough && isWithin(100));
  }

  /// Prices from a part of the stages, where sweeps over all take long. Its
  /// bound is none for the whole, but about as large.
  void learn() {
    if (sweep.workOfSweep() <= maxOfSweep)
      return;
    const std::int64_t stages =
        instance.stages() / (sweep.workOfSweep() / maxOfSweep + 1);
    const PipelineInstance part = stretchesOf(instance, stages);
    PricedDp learning(part,
                      static_cast<double>(part.workBefore.back()) /
                          static_cast<double>(instance.workBefore.back()));
    const Period proved = answer.bound;
    for (int round = 0; round < 12; ++round)
      raise(learning);
    sweep.takePrices(learning);
    workElsewhere = learning.workDone();
    const auto low = static_cast<std::int64_t>(proved);
    const auto near = static_cast<std::int64_t>(answer.bound);
    answer.bound = proved;
    // One that is likely to be kept, one that is likely not to be.
    for (const std::int64_t period : {near + near / 256, near - near / 256}) {
      step = std::max<std::int64_t>(period - low, 1);
      raise(sweep);
    }
  }

  void raise(PricedDp &by) {
    auto low = static_cast<std::int64_t>(answer.bound);
    if (answer.mapping)
      step = std::min(
          step, std::max<std::int64_t>(
                    1, static_cast<std::int64_t>(answer.period - 1) - low));
    step =
        std::min(step, static_cast<std::int64_t>(arcs.greatestPeriod()) - low);
    const double ratio = by.ratioAt(low + step);
    if (ratio > 1) {
      answer.bound = low + step + 1;
      const double further = ratio < 1.9 ? 0.9 * (ratio - 1) : 0.05;
      step = std::max(
          step, static_cast<std::int64_t>(static_cast<double>(low) * further));
    } else {
      step = std::max<std::int64_t>({step / 2, low / 4096, 1});
      if (&by == &sweep)
        offer(sweep.walk(0.1));
    }
    if (by.isReached())
      by.adjustPrices();
  }

  /// Walks, ever farther above the bound.
  void find() {
    const auto low = static_cast<std::int64_t>(answer.bound);
    const std::int64_t gap =
        answer.mapping ? static_cast<std::int64_t>(answer.period) - low
                       : low / 50;
    for (std::int64_t above = gap / 8 + 1;
         !(answer.mapping && low + above >= answer.period) &&
         low + above < arcs.greatestPeriod() && work() < patience;
         above *= 2) {
      sweep.ratioAt(low + above);
      if (!sweep.isReached())
        continue;
      bool isFound = false;
      for (const double steering : {0.1, 0.03, 0.3, 0.01, 1.0})
        isFound |= offer(sweep.walk(steering));
      if (isFound)
        return;
    }
  }

  bool offer(std::optional<Mapping> mapping) {
    if (!mapping)
      return false;
    *mapping = arcs.tightened(*std::move(mapping));
    const Period its = arcs.periodOf(*mapping);
    if (!answer.mapping || its < answer.period) {
      answer.period = its;
      answer.mapping = std::move(mapping);
    }
    return true;
  }

  const PipelineInstance &instance;
  IntervalArcs arcs;
  PricedDp sweep;
  std::int64_t enough, patience, workElsewhere = 0, step;
  PeriodAnswer answer;
};

PeriodAnswer searchBySweeps(const PipelineInstance &instance,
                            PeriodAnswer known, std::int64_t work,
                            std::int64_t patience) {
  return SweepSearch(instance, std::move(known), work, patience).run();
}

} // namespace redist::schedule
