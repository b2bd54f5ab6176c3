//===- BestIntervals.cpp - Interval mappings of minimum period ------------===//
//
// What proves most comes first. Where the period is a maximum over intervals,
// that is one search; where it is not (one port for both ends, dealt intervals
// over links that differ), the search bounds it and all mappings are tried.
// What is not proved then is improved by whatever else there is.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Choice/ExactIntervals.h"

#include "Pipeline/Choice/HomogeneousIntervals.h"
#include "Pipeline/Heuristics/Heuristics.h"
#include "Pipeline/Heuristics/MappingImprovement.h"
#include "Pipeline/Links/LinkSearch.h"
#include "Pipeline/Links/LinkSubset.h"
#include "Pipeline/Mapping/CycleTimes.h"
#include "Pipeline/Search/LabelSearch.h"
#include "Pipeline/Search/MappingEnumeration.h"
#include "Pipeline/Search/PricedDp.h"

#include <algorithm>

using namespace redist::schedule;

/// Elementary operations, of some 4 ns each. Exact gets a second helping where
/// the first did not get within one percent.
static constexpr std::int64_t quickWork = 12'000'000;
static constexpr std::int64_t exactWork = 300'000'000;
static constexpr std::int64_t patientWork = 4'000'000'000;
static constexpr std::int64_t maxLabelled = 65'000;

/// Of more stages, heuristics take a second and more.
static constexpr std::int64_t maxForHeuristics = 50'000;

/// Of fewer stages, labels alone are as quick.
static constexpr std::int64_t minSwept = 128;

/// Until mapping and bound are within one percent: less than a second.
static constexpr std::int64_t patience = 120'000'000;

/// Sets of so many processors are few enough to be worth a proof.
static constexpr std::int64_t fewProcessors = 16;

namespace redist::schedule {

class IntervalChooser {
public:
  IntervalChooser(const PipelineInstance &given, MappingKind givenKind,
                  const MappingOptions &givenOptions)
      : instance(given), kind(givenKind), options(givenOptions),
        limit(kind == MappingKind::Exact    ? exactWork
              : givenOptions.workLimit != 0 ? givenOptions.workLimit
              : kind == MappingKind::Interval && hasFewSets() ? exactWork
                                                              : quickWork) {
    for (const std::int32_t replicas : instance.replicas) {
      canDeal |= replicas != oneProcessor;
      mustDeal |= replicas > 1;
    }
  }

  Result<MadeMapping> run() {
    made.periodBound = std::max(endsBound(), computeBound());
    search(canDeal && !instance.hasUniformLinks() ? limit / 4 : limit);
    if (kind == MappingKind::Exact && isFarFromProved())
      search(patientWork);
    if (isImpossible)
      return nothing();
    if (!made.isOptimal && needsAll())
      tryAll();
    if (isImpossible)
      return nothing();
    if (!made.isOptimal && !isLongAndNear())
      improve();
    if (!made.isOptimal && options.exactMapper && kind == MappingKind::Exact)
      askProgram();
    if (!hasMapping)
      return Error{ErrorKind::NoMapping,
                   "no mapping was found that meets all pins, links, replicas "
                   "and limits"};
    return std::move(made);
  }

private:
  /// Whether the search knows only a part of what a mapping costs, or of the
  /// mappings.
  bool needsAll() const {
    return instance.endsCollide() || (canDeal && !instance.hasUniformLinks());
  }

  /// All work on all processors, and each stage on the fastest ones: whatever
  /// the links, and however stages are dealt.
  std::int64_t computeBound() const {
    double speeds = 0;
    std::int64_t fastest = instance.ticksOfWork.front();
    for (const std::int64_t ticks : instance.ticksOfWork) {
      speeds += 1 / static_cast<double>(ticks);
      fastest = std::min(fastest, ticks);
    }
    // Rounded well to the safe side.
    auto bound = static_cast<std::int64_t>(
        static_cast<double>(instance.workBefore.back()) / speeds *
        (1 - 0x1p-40));
    for (std::int64_t k = 0; k < instance.stages(); ++k) {
      const std::int32_t replicas = instance.replicas[indexOf(k)];
      bound =
          std::max(bound, instance.workOf(k, k) * fastest /
                              (replicas == anyNumber ? instance.processors()
                                                     : std::int64_t{replicas}));
    }
    return bound;
  }

  /// P_in and P_out have one port each, or one together.
  std::int64_t endsBound() const {
    if (!instance.hasUniformLinks())
      return 0;
    const std::int64_t in = transferTime(instance, 0);
    const std::int64_t out = transferTime(instance, instance.stages());
    return instance.endsCollide() ? in + out : std::max(in, out);
  }

  bool hasFewSets() const {
    return !instance.hasUniformLinks() &&
           instance.processors() <= fewProcessors;
  }

  bool isFarFromProved() const {
    if (!hasMapping || made.isOptimal || needsAll())
      return false;
    return hasFewSets() ||
           Int128{made.cost.period} * 100 >
               Int128{made.periodBound} * made.cost.periodDivisor * 101;
  }

  /// What else there is would take longer, for one percent at best.
  bool isLongAndNear() const {
    return instance.stages() > maxForHeuristics && hasMapping &&
           !isFarFromProved();
  }

  void search(std::int64_t work) {
    if (instance.hasUniformLinks()) {
      if (instance.processors() > maxLabelled)
        return;
      searchBetweenSweeps(work);
    } else if (!mustDeal) {
      if (hasManageableLinks(instance))
        searchOverLinks(work);
      else if (std::optional<Mapping> mapping = mappingOverSomeLinks(
                   instance, made.periodBound, secondHelping(work)))
        offer(*std::move(mapping), "walks over links, in part");
    }
  }

  void searchOverLinks(std::int64_t work) {
    const bool hasSets = instance.processors() <= LinkSearch::maxProcessors;
    LinkSearch labels(instance, false, work / 6);
    PeriodAnswer answer;
    answer.bound = made.periodBound;
    const std::int64_t last = secondHelping(work);
    for (const std::int64_t most : {work, last}) {
      answer = searchPeriod(labels, most, std::move(answer));
      keep(answer, hasSets ? "label setting over sets of processors"
                           : "walks over links");
      if (most == last || !isFarFromProved())
        return;
    }
  }

  /// Work in all where the first helping did not get within one percent.
  std::int64_t secondHelping(std::int64_t work) const {
    return options.workLimit == 0 ? std::max(work, patience) : work;
  }

  /// Many stages: sweeps come near, and labels prove what they can of the rest
  /// where they can do with so many intervals.
  void searchBetweenSweeps(std::int64_t work) {
    PeriodAnswer answer;
    LabelSearch labels(instance);
    const bool isSwept =
        instance.stages() >= minSwept && PricedDp::suits(instance);
    if (isSwept)
      answer.bound = std::max(simplePeriodBound(instance), boundByFastest());
    const bool isLong =
        isSwept && arcsOf(answer.bound) > std::min(work, patience) / 8;
    const std::int64_t last = secondHelping(work);
    for (const std::int64_t most : {work, last}) {
      if (isSwept) {
        answer = searchBySweeps(instance, std::move(answer), most / 8,
                                isLong ? last : most / 8);
        keep(answer, "prices of speeds");
      }
      if (answer.isProved || isLong)
        return;
      answer = searchPeriod(labels, most, std::move(answer));
      keep(answer, "label setting over speed classes");
      if (most == last || !isFarFromProved())
        return;
    }
  }

  /// Of as many processors, all of them as fast as the fastest one.
  std::int64_t boundByFastest() const {
    PipelineInstance fast = instance;
    fast.sharesEnds = false;
    fast.ticksOfWork.assign(fast.ticksOfWork.size(),
                            *std::min_element(instance.ticksOfWork.begin(),
                                              instance.ticksOfWork.end()));
    return homogeneousIntervals(fast).cost.period;
  }

  /// About how many intervals there are for the labels.
  std::int64_t arcsOf(Period period) const {
    const double work =
        static_cast<double>(instance.workBefore.back()) *
        static_cast<double>(*std::min_element(instance.ticksOfWork.begin(),
                                              instance.ticksOfWork.end()));
    const auto n = static_cast<double>(instance.stages());
    return static_cast<std::int64_t>(
        n * std::min(n, static_cast<double>(period) / std::max(work, 1.0) * n));
  }

  void keep(PeriodAnswer answer, const char *method) {
    const bool isWhole = instance.hasUniformLinks() || !canDeal;
    if (answer.mapping)
      offer(*answer.mapping, method);
    if (!isWhole)
      return;
    made.periodBound =
        std::max(made.periodBound,
                 static_cast<std::int64_t>(answer.bound >> answer.shift));
    if (!answer.isProved)
      return;
    if (!answer.mapping) {
      isImpossible = true;
      return;
    }
    // The least maximum over intervals; the period proper may be longer.
    searched = costOfIntervals(*answer.mapping);
    made.isOptimal |= hasMapping && !(searched < periodOf(made.cost));
    raiseBound(searched.numerator / searched.denominator);
  }

  /// The period of a mapping but for what ends that share a port add.
  TickRatio costOfIntervals(const Mapping &mapping) const {
    PipelineInstance apart = instance;
    apart.sharesEnds = false;
    return periodOf(*costOf(apart, mapping));
  }

  void raiseBound(std::int64_t bound) {
    made.periodBound = std::max(made.periodBound, bound);
    made.isOptimal |=
        hasMapping && !(TickRatio{made.periodBound, 1} < periodOf(made.cost));
  }

  /// A mapping that may be better than the best one.
  void offer(Mapping mapping, const std::string &method) {
    Result<MappingCost> cost = costOf(instance, mapping);
    if (!cost ||
        (instance.latencyLimit >= 0 && cost->latency > instance.latencyLimit))
      return;
    if (hasMapping && !(periodOf(*cost) < periodOf(made.cost)))
      return;
    hasMapping = true;
    made.mapping = std::move(mapping);
    made.cost = *std::move(cost);
    made.method = method;
    made.isOptimal = !(TickRatio{made.periodBound, 1} < periodOf(made.cost));
  }

  void tryAll() {
    TickRatio bound{made.periodBound, 1};
    if (bound < searched)
      bound = searched;
    EnumerationAnswer answer = enumerateMappings(
        instance,
        hasMapping ? std::optional(periodOf(made.cost)) : std::nullopt, bound,
        hasMapping ? limit / 4 : std::max(limit, quickWork));
    if (answer.mapping)
      offer(*std::move(answer.mapping), "all mappings");
    if (!answer.isComplete)
      return;
    if (!hasMapping) {
      isImpossible = true;
      return;
    }
    made.isOptimal = true;
    made.periodBound =
        std::max(made.periodBound, made.cost.period / made.cost.periodDivisor);
  }

  /// The best of all heuristics and of what was found, by local search.
  void improve() {
    std::vector<Mapping> starts;
    if (hasMapping)
      starts.push_back(made.mapping);
    if (instance.hasUniformLinks() && !canDeal)
      raiseBound(simplePeriodBound(instance));
    for (const MappingKind heuristic :
         {MappingKind::H1a, MappingKind::H1b, MappingKind::H2, MappingKind::H3,
          MappingKind::H4, MappingKind::H5, MappingKind::H6, MappingKind::H7a,
          MappingKind::H7b}) {
      if (!instance.hasUniformLinks() || made.isOptimal)
        break;
      if (Result<Mapping> mapping = heuristicMapping(instance, heuristic)) {
        offer(*mapping, std::string(nameOf(heuristic)));
        if (made.mapping == *mapping)
          starts.push_back(*std::move(mapping));
      }
    }
    if (!hasMapping)
      return;
    std::int64_t work = limit / 2;
    const std::string method = made.method;
    for (Mapping &start : starts)
      if (!made.isOptimal && work > 0)
        offer(improveMapping(instance, std::move(start), work),
              method + ", local search");
  }

  void askProgram() {
    if (std::optional<MadeMapping> better =
            options.exactMapper->intervalMapping(instance)) {
      offer(better->mapping, better->method);
      if (needsAll())
        return;
      made.periodBound = std::max(made.periodBound, better->periodBound);
      made.isOptimal = (better->isOptimal &&
                        !(periodOf(better->cost) < periodOf(made.cost))) ||
                       !(TickRatio{made.periodBound, 1} < periodOf(made.cost));
    }
  }

  /// Proved: there is none. Says which wish is too much.
  Error nothing() const {
    std::string what = "no interval mapping";
    if (instance.latencyLimit >= 0) {
      PipelineInstance free = instance;
      free.latencyLimit = -1;
      if (bestIntervals(free, MappingKind::Interval, options))
        return {ErrorKind::NoMapping, what + " keeps the limit on the latency"};
    }
    if (!instance.hasUniformLinks() && !mustDeal)
      return {ErrorKind::NoMapping, what + " has all the links that it needs"
                                           " and keeps all pins"};
    return {ErrorKind::NoMapping,
            what + " on " + std::to_string(instance.processors()) +
                " processors keeps all pins and numbers of replicas"};
  }

  const PipelineInstance &instance;
  MappingKind kind;
  const MappingOptions &options;
  std::int64_t limit;
  bool canDeal = false, mustDeal = false;
  bool hasMapping = false, isImpossible = false;
  TickRatio searched; ///< proved bound, exact where intervals are dealt
  MadeMapping made;
};

} // namespace redist::schedule

/// With equal links no mapping needs more than the n fastest processors, unless
/// stages are pinned or dealt.
static std::vector<std::int32_t> usefulOnes(const PipelineInstance &instance) {
  const auto isFree = [](std::int32_t pin) { return pin < 0; };
  const auto isOne = [](std::int32_t number) { return number == oneProcessor; };
  std::vector<std::int32_t> useful = fastestFirst(instance);
  if (instance.hasUniformLinks() && instance.processors() > instance.stages() &&
      std::all_of(instance.pins.begin(), instance.pins.end(), isFree) &&
      std::all_of(instance.replicas.begin(), instance.replicas.end(), isOne))
    useful.resize(indexOf(instance.stages()));
  std::sort(useful.begin(), useful.end());
  return useful;
}

Result<MadeMapping>
redist::schedule::bestIntervals(const PipelineInstance &instance,
                                MappingKind kind,
                                const MappingOptions &options) {
  const std::vector<std::int32_t> useful = usefulOnes(instance);
  if (useful.size() == instance.ticksOfWork.size())
    return IntervalChooser(instance, kind, options).run();
  PipelineInstance fewer = instance;
  fewer.ticksOfWork.clear();
  for (const std::int32_t u : useful)
    fewer.ticksOfWork.push_back(instance.ticksOfWork[indexOf(u)]);
  Result<MadeMapping> made = IntervalChooser(fewer, kind, options).run();
  if (made)
    for (MappedInterval &interval : made->mapping.intervals)
      for (std::int32_t &u : interval.processors)
        u = useful[indexOf(u)];
  return made;
}
