//===- PricedDp.h - Dynamic programming with dual prices -------*- C++ -*-===//
//
// Private to lib/Schedule; equal links, every stage on one processor, no pins
// and no limit on the latency. What DualPrices.h does with arcs, without any:
// every speed class has a price, and one sweep over the cuts finds the cheapest
// way from each cut to the end at which every interval keeps a period. Where
// that costs more than all processors together, no mapping keeps the period.
//
//   work 3, 5  speeds 2, 1  period 4, prices 2, 1: stage 2 needs the fast one
//   (5/2), stage 1 either (3 <= 4): 2 + 1, no more than 2 + 1
//
// A mapping is found by a walk along cheapest ways that turns to dearer ones
// where a class would be used up before the others. docs/SchedulingMath.md,
// section 23.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PIPELINE_SEARCH_PRICEDDP_H
#define REDIST_LIB_SCHEDULE_PIPELINE_SEARCH_PRICEDDP_H

#include "Pipeline/Search/PeriodSearch.h"

namespace redist::schedule {

class PricedDp {
public:
  static constexpr std::int64_t unreachable = std::int64_t{1} << 60;

  static bool suits(const PipelineInstance &);
  /// Precondition: suits(instance); it outlives this. `share`: how much of
  /// every class these stages may take.
  explicit PricedDp(const PipelineInstance &instance, double share = 1);

  /// How dear the cheapest way is, of all processors together; above 1: no
  /// mapping keeps the period.
  double ratioAt(std::int64_t period);
  /// What the last way took too much of becomes dearer. Precondition: it
  /// reached the end.
  void adjustPrices();
  /// Those of another one with the same processors.
  void takePrices(const PricedDp &other) { weights = other.weights; }
  bool isReached() const { return toGo.front() < unreachable; }
  /// At the period of the last sweep. `steering`: how much it matters that a
  /// class is used too early.
  std::optional<Mapping> walk(double steering);
  std::int64_t workDone() const { return work; }
  std::int64_t workOfSweep() const {
    return 3 * n * static_cast<std::int64_t>(ticks.size());
  }

private:
  /// Cuts that begin the rest after an interval of one class: the dearer the
  /// rest, the less is left to do before it. The lemma of section 21 makes it a
  /// queue.
  struct Queue {
    struct Entry {
      std::int64_t reach; ///< b: an interval from i ends here if it is low
      std::int64_t price; ///< of the rest
      std::int32_t cut;
    };
    std::vector<Entry> entries;
    std::size_t head = 0;

    void enter(const Entry &);
    void dropAbove(std::int64_t most);
  };

  void startPrices();
  void roundPrices();
  void sweep();
  void follow();
  std::int64_t reachOf(std::int64_t cut, std::size_t c) const {
    return (isSum ? transfer[static_cast<std::size_t>(cut)] : 0) +
           ticks[c] * instance.workBefore[static_cast<std::size_t>(cut)];
  }
  std::int64_t limitOf(std::int64_t cut, std::size_t c) const {
    return period - (isSum ? transfer[static_cast<std::size_t>(cut)] : 0) +
           ticks[c] * instance.workBefore[static_cast<std::size_t>(cut)];
  }
  struct Choice {
    std::int64_t to = -1;
    std::int64_t price = unreachable; ///< of the rest
  };
  Choice bestEnd(std::int64_t from, std::size_t c);

  const PipelineInstance &instance;
  std::int64_t n;
  bool isSum;
  std::vector<std::int64_t> transfer;
  std::int64_t minTransfer = 0, longestTransfer = 0;
  std::vector<std::int64_t> ticks;                   ///< of each class
  std::vector<std::vector<std::int32_t>> processors; ///< of each class
  std::vector<double> capacities;                    ///< of each class
  std::vector<double> weights, excess;
  double bestRatio = 0, step = 0.02;
  int sinceBest = 0;
  std::vector<std::int64_t> prices;
  double allPrices = 0;
  std::int64_t period = 0, adjustedAt = 0, work = 0;
  std::vector<Queue> queues;
  std::vector<std::int64_t> toGo; ///< from each cut
  std::vector<std::int32_t> next;
  std::vector<std::int16_t> chosen;
  std::vector<std::int64_t> used; ///< of each class, by the cheapest way
};

/// Raises the bound and looks for mappings above it, until `work` is spent and
/// they are within one percent of each other, or `patience` is spent. `known`:
/// a bound at least.
PeriodAnswer searchBySweeps(const PipelineInstance &, PeriodAnswer known,
                            std::int64_t work, std::int64_t patience);

} // namespace redist::schedule

#endif
