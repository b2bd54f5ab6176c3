//===- LabelSearch.h - Label search for a mapping --------------*- C++ -*-===//
//
// Private to lib/Schedule; equal links. A label at stage i stands for a way to
// cover the stages before i: how many processors of each nested set of speed
// classes it leaves free (and its latency). One that leaves no more of any set
// than another, and is no sooner, is dominated. A label is given up where even
// the cheapest rest, at prices that prove as much as possible (DualPrices.h),
// costs more than what it leaves.
//
//   work 3, 5  speeds 2, 1  period 4: from 0 to 1 needs class 1 (3 <= 4), from
//   1 to 2 class 0 (5/2); capacity 1, 2, left over 1, 1 at stage 1, 0, 0 at 2
//
// First only the most promising labels of each stage are kept, then more and
// more; a search that dropped none is a proof.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PIPELINE_SEARCH_LABELSEARCH_H
#define REDIST_LIB_SCHEDULE_PIPELINE_SEARCH_LABELSEARCH_H

#include "Pipeline/Search/DualPrices.h"

namespace redist::schedule {

class LabelSearch : public PeriodDecision {
public:
  /// Precondition: equal links, fewer than 65,535 processors.
  explicit LabelSearch(const PipelineInstance &instance)
      : arcs(instance), prices(arcs) {}

  int shift() const override { return arcs.shift(); }
  Period minPeriod() const override { return arcs.minPeriod(); }
  Period greatestPeriod() const override { return arcs.greatestPeriod(); }
  Period nextPeriod() const override { return arcs.nextPeriod(); }
  Period periodOf(const Mapping &mapping) const override {
    return arcs.periodOf(mapping);
  }
  std::int64_t workDone() const override { return work; }

  SearchAnswer decide(Period, const SearchEffort &) override;
  Mapping mapping() const override {
    return arcs.tightened(arcs.mappingOf(found));
  }

private:
  using Slack = std::uint16_t;
  struct Label {
    std::int64_t reserve = 0; ///< worth of what is left, less the rest's price
    std::int64_t latency = 0;
    std::int32_t parent = -1;
    std::int32_t from = 0;
    const IntervalArc *arc = nullptr;
  };

  void prepare();
  SearchAnswer search(std::size_t width, std::int64_t workLimit);
  void startLabels();
  void expand(std::int32_t label, std::int64_t stage);
  bool settle(Label &, Slack *slack, std::int64_t stage) const;
  bool selectLabels(std::vector<std::int32_t> &, std::size_t width);
  bool isDominated(std::int32_t label, const std::vector<std::int32_t> &kept,
                   std::size_t most);
  void followParents(std::int32_t label);
  Slack *slackOf(std::int32_t label) {
    return slacks.data() + static_cast<std::size_t>(label) * stride;
  }

  IntervalArcs arcs;
  DualPrices prices;
  std::int64_t work = 0;
  std::vector<IntervalArcs::Step> found;

  // Of the present period. Sets that no arc needs are left out.
  std::size_t stride = 0;
  std::vector<std::int32_t> setOfClass;
  std::vector<std::int64_t> setPrice;
  std::vector<Slack> capacity;
  std::vector<Slack> minNeed; ///< (n + 1) * stride, of every set to the end
  std::vector<std::int64_t> minLatency;
  std::vector<Label> labels;
  std::vector<Slack> slacks;
  std::vector<std::vector<std::int32_t>> waiting; ///< at each stage
};

} // namespace redist::schedule

#endif
