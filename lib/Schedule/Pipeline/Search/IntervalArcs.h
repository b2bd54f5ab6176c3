//===- IntervalArcs.h - Feasible intervals for a period --------*- C++ -*-===//
//
// Private to lib/Schedule; equal links. Free processors of one speed are a
// class, fastest first; pinned ones take no part, since only the interval with
// their stages may use them. For a period T, an interval of stages i .. j - 1
// becomes an arc from i to j for each useful pair of
//
//   speedClass  the slowest class that is fast enough (-1: no free processor)
//   count       how many free processors it takes
//
// Dealt to k processors an interval has T * k for its cycle; the slower the
// class, the more it takes, so there may be several pairs. A path from 0 to n
// is a mapping iff for every class c the arcs of classes 0 .. c take at most
// capacity[c] processors (Hall's condition for nested sets).
//
//   speeds 4, 2, 2   classes 0 (one) and 1 (two); capacity 1, 3
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PIPELINE_SEARCH_INTERVALARCS_H
#define REDIST_LIB_SCHEDULE_PIPELINE_SEARCH_INTERVALARCS_H

#include "Pipeline/Search/PeriodSearch.h"

namespace redist::schedule {

struct IntervalArc {
  std::int32_t to = 0;
  std::int16_t speedClass = -1;
  std::int32_t count = 0;
  std::int64_t latency = 0; ///< of the input and the computation
};

class IntervalArcs {
public:
  /// Precondition: instance.hasUniformLinks(); it outlives this.
  explicit IntervalArcs(const PipelineInstance &instance);

  std::int64_t stages() const { return n; }
  std::int32_t classes() const {
    return static_cast<std::int32_t>(classTicks.size());
  }
  /// Free processors of classes 0 .. c.
  const std::vector<std::int32_t> &capacity() const { return capacities; }
  bool canDeal() const { return hasDeals; }
  int shift() const { return hasDeals ? 26 : 0; }
  /// Below it there is no mapping; at `greatestPeriod` all arcs are there.
  Period minPeriod() const { return least; }
  Period greatestPeriod() const { return greatest; }
  /// Ticks that the arcs of a path may take together; may be negative.
  bool hasLatencyLimit() const { return needsLatency; }
  std::int64_t latencyLimit() const { return limit; }

  /// Makes the arcs for a period. Returns the work done; 0: they would be more
  /// than `maxArcs`, and there are none now.
  std::int64_t build(Period period, std::int64_t maxArcs);
  /// A lower bound on the next period at which there are other arcs.
  Period nextPeriod() const { return next; }
  const IntervalArc *begin(std::int64_t stage) const {
    return arcs.data() + first[static_cast<std::size_t>(stage)];
  }
  const IntervalArc *end(std::int64_t stage) const {
    return arcs.data() + first[static_cast<std::size_t>(stage) + 1];
  }
  std::int64_t arcCount() const {
    return static_cast<std::int64_t>(arcs.size());
  }

  /// One arc of a path.
  struct Step {
    std::int32_t from;
    IntervalArc arc;
  };
  /// The mapping of a path that keeps all capacities, with its period: the
  /// faster the class, the faster the processors it gets.
  Mapping mappingOf(const std::vector<Step> &path) const;
  /// Exact: period of a mapping without the bounds of the ends.
  Period periodOf(const Mapping &) const; ///< rounded up to the unit
  /// Other processors for the same intervals, until no better ones exist.
  Mapping tightened(Mapping) const;

private:
  struct Row;
  Int128 cycle(std::int64_t from, std::int64_t to, std::int64_t ticks) const;
  void addArcs(Row &, std::int64_t to);
  void addSingle(Row &, std::int64_t to);
  void addDealt(Row &, std::int64_t to);
  bool admits(Row &, std::int64_t stage) const;
  void findPins();
  void findClasses();
  void findRange();
  std::optional<Mapping> improved(const Mapping &) const;

  const PipelineInstance &instance;
  std::int64_t n;
  std::int64_t limit = 0;
  bool hasDeals = false;
  bool needsLatency = false;
  std::vector<std::int64_t> transfer; ///< of datum k, ticks
  std::vector<std::int64_t> classTicks;
  std::vector<std::int32_t> capacities;
  std::vector<std::int32_t> bySpeed; ///< free processors, fastest first
  /// Of each processor, where it is pinned: its first and last stage.
  std::vector<std::int64_t> firstPinned, lastPinned;
  std::int64_t fastest = 0;
  Period least = 0, greatest = 0, next = 0, period = 0;
  std::vector<IntervalArc> arcs;
  std::vector<std::size_t> first;
};

} // namespace redist::schedule

#endif
