//===- LinkSearch.h - Mappings over different links ------------*- C++ -*-===//
//
// Private to lib/Schedule. Decides whether intervals on single processors have
// a period, whatever the links. A label at (stage i, processor u) stands for a
// way to cover the stages before i, after which u takes over: the set of
// processors used, what u's input costs, and the latency so far. Fewer
// processors, a cheaper input and less latency dominate. First it is found out,
// without regard to sets, how dear an input may be for (i, u) so that the rest
// can still be done, and how many more processors that takes at least; labels
// that have it dearer, or too few processors left, are given up.
//
// O(2^p p^2 n^2) in the worst case; n = 20, p = 12 takes milliseconds.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PIPELINE_LINKS_LINKSEARCH_H
#define REDIST_LIB_SCHEDULE_PIPELINE_LINKS_LINKSEARCH_H

#include "Pipeline/Search/PeriodSearch.h"

namespace redist::schedule {

class LinkSearch : public PeriodDecision {
public:
  static constexpr std::int64_t maxProcessors = 64;

  /// `single`: one stage a processor. Replicas are not looked at. Spends some
  /// `boundWork` on minPeriod(). More than maxProcessors: what is neither
  /// excluded without regard to sets nor found by a walk stays unknown.
  LinkSearch(const PipelineInstance &instance, bool single,
             std::int64_t boundWork = 2'000'000);

  Period minPeriod() const override { return least; }
  Period greatestPeriod() const override { return greatest; }
  Period nextPeriod() const override { return period + 1; }
  SearchAnswer decide(Period, const SearchEffort &) override;
  Mapping mapping() const override { return found; }
  Period periodOf(const Mapping &) const override;
  std::int64_t workDone() const override { return work; }

private:
  using Set = std::uint64_t;
  struct Label {
    Set used = 0; ///< with the processor that takes over
    std::int64_t input = 0;
    std::int64_t latency = 0;
    std::int32_t parent = -1;
    std::int32_t stage = 0;
    std::int32_t processor = 0;
  };

  std::size_t place(std::int64_t stage, std::int64_t u) const {
    return static_cast<std::size_t>(stage * p + u);
  }
  std::int64_t transfer(std::int64_t datum, std::int64_t u,
                        std::int64_t v) const;
  bool fits(std::int64_t input, std::int64_t compute,
            std::int64_t output) const;
  void findRanges();
  void findInputs();
  void raiseLeast(std::int64_t limit);
  bool isExcluded();
  void findBounds();
  void boundInterval(std::int64_t stage, std::int64_t u);
  void boundTransfers(std::int64_t stage);
  bool canDoTheRest(const Label &) const;
  /// A few ways to a mapping, without proof (LinkWalk.cpp).
  class Walk;
  bool walk(std::size_t width, std::int64_t limit);
  SearchAnswer search(std::size_t width, std::int64_t limit);
  void startLabels();
  void push(const Label &);
  void expand(std::int32_t label);
  bool finish(std::int32_t label);
  bool select(std::vector<std::int32_t> &, std::size_t width);
  bool isDominated(const Label &);

  const PipelineInstance &instance;
  bool isSingle;
  std::int64_t n, p, period = 0, work = 0;
  Period least = 0, greatest = 0;
  std::int64_t intervals = 0; ///< that were looked at for the present period
  Mapping found;
  /// Intervals from a stage on a processor end before these stages.
  std::vector<std::int64_t> firstEnd, lastEnd;
  std::vector<std::int64_t> cheapestInput; ///< at (i, u), whatever the period
  // At (i, u), for the present period; without regard to sets.
  std::vector<std::int64_t> dearest;    ///< input; -1: cannot be completed
  std::vector<std::int64_t> minLatency; ///< from the computation on
  std::vector<std::int32_t> fewest;     ///< further processors
  /// Of the transfer from u to whoever takes over at i, and what follows it.
  std::vector<std::int64_t> cheapestOutput, outputLatency;
  std::vector<std::int32_t> fewestBehind;
  /// Work of one interval on u: from stage i, and from i or later.
  std::vector<std::int64_t> maxFrom, maxAfter;
  std::vector<std::int64_t> allAfter; ///< of maxAfter, over all u
  std::vector<Label> labels;
  std::vector<std::vector<std::int32_t>> waiting; ///< at (i, u)
  /// Of the labels kept at one place: side by side, since most time goes here.
  std::vector<Set> keptSets;
  std::vector<std::int64_t> keptInputs, keptLatencies;
};

} // namespace redist::schedule

#endif
