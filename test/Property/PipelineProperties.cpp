//===- PipelineProperties.cpp - Mappings against all mappings -------------===//
//
// Costs against items sent one by one, least periods against brute force, on
// platforms of all three kinds, with pins, replicas and limits.
//
//===----------------------------------------------------------------------===//
#include "PipelineBruteForce.h"
#include "PipelineReplay.h"

#include "redistSchedule/Pipeline/GeneralMapping.h"
#include "redistSchedule/Pipeline/VerifyMapping.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

using namespace redist::schedule;
using namespace redist::schedule::test;

static std::int64_t number(std::int64_t least, std::int64_t most) {
  return *rc::gen::resize(rc::kNominalSize,
                          rc::gen::inRange<std::int64_t>(least, most + 1));
}

static bool oneIn(std::int64_t count) { return number(1, count) == 1; }

enum class Platform { Homogeneous, EqualLinks, Different };

/// Small numbers: ties, zeros and equal speeds are frequent.
static PipelineProblem randomProblem(Platform platform, std::int64_t n,
                                     std::int64_t p) {
  PipelineProblem problem;
  const std::int64_t maxData = oneIn(3) ? 0 : number(1, 30);
  const std::int64_t maxWork = number(0, 20);
  for (std::int64_t k = 0; k < n; ++k)
    problem.work.push_back({number(0, maxWork), number(1, 2)});
  for (std::int64_t k = 0; k <= n; ++k)
    problem.data.push_back({number(0, maxData), 1});
  const std::int64_t speed = number(1, 5);
  for (std::int64_t u = 0; u < p; ++u)
    problem.speeds.push_back(
        {platform == Platform::Homogeneous ? speed : number(1, 6), 1});
  const std::int64_t links =
      platform == Platform::Different ? (p + 2) * (p + 2) : 1;
  for (std::int64_t i = 0; i < links; ++i)
    problem.bandwidth.push_back({links > 1 && oneIn(8) ? 0 : number(1, 5), 1});
  problem.model = oneIn(3) ? TransferModel::Overlapped : TransferModel::Serial;
  return problem;
}

static Platform randomPlatform() { return static_cast<Platform>(number(0, 2)); }

static void addPins(PipelineProblem &problem) {
  const auto p = static_cast<std::int64_t>(problem.speeds.size());
  for (std::size_t k = 0; k < problem.work.size(); ++k)
    problem.pins.push_back(
        oneIn(3) ? static_cast<std::int32_t>(number(0, p - 1)) : -1);
}

static void addReplicas(PipelineProblem &problem) {
  for (std::size_t k = 0; k < problem.work.size(); ++k) {
    const bool pinned = !problem.pins.empty() && problem.pins[k] >= 0;
    problem.replicas.push_back(
        static_cast<std::int32_t>(number(0, pinned ? 1 : 2)));
  }
}

static std::string text(const MappingCost &cost) {
  return std::to_string(cost.period) + "/" + std::to_string(cost.periodDivisor);
}

/// The mapping is one, and as short as the shortest of all.
static void expectLeast(const PipelineInstance &instance, MappingKind kind,
                        Shape shape) {
  const std::optional<MappingCost> least = minCost(instance, shape);
  const Result<MadeMapping> made = makeMapping(instance, kind);
  RC_TAG(least ? "mapping" : "none");
  RC_ASSERT(static_cast<bool>(made) == least.has_value());
  if (!least)
    return;
  const MappingReport report = verify(instance, *made);
  RC_ASSERT(report.offences == std::vector<std::string>());
  RC_ASSERT(text(made->cost) == text(*least));
  RC_ASSERT(made->isOptimal);
}

/// No item sooner than its period allows, none later than the timetable of
/// section 19, with equal links; with others never later.
RC_GTEST_PROP(PipelineCosts, AreThoseOfItemsOneByOne, ()) {
  PipelineProblem problem =
      randomProblem(randomPlatform(), number(1, 4), number(1, 4));
  if (oneIn(2))
    problem.replicas.assign(problem.work.size(), anyNumber);
  const PipelineInstance instance = *makeInstance(problem);
  const std::int64_t items = number(1, 60);
  std::int64_t left = number(0, 300); // one of the mappings
  AllMappings(instance, Shape::Dealt)
      .visit([&](const Mapping &mapping, const MappingCost &cost) {
        if (left-- != 0)
          return;
        const Replay result = replay(instance, mapping, items);
        RC_ASSERT(result.end * cost.periodDivisor <=
                  cost.latency * cost.periodDivisor +
                      (items - 1) * cost.period);
        if (!instance.hasUniformLinks())
          return;
        std::int64_t longest = 0;
        for (const std::int64_t cycle : cost.cycleTimes)
          longest = std::max(longest, cycle);
        RC_ASSERT((result.end + longest) * cost.periodDivisor >=
                  items * cost.period);
      });
}

/// The verifier accepts what costOf says of any mapping.
RC_GTEST_PROP(PipelineCosts, AreVerified, ()) {
  PipelineProblem problem =
      randomProblem(randomPlatform(), number(1, 4), number(1, 4));
  addPins(problem);
  addReplicas(problem);
  problem.sharesEnds = oneIn(2);
  const PipelineInstance instance = *makeInstance(problem);
  AllMappings(instance, Shape::Dealt)
      .visit([&](const Mapping &mapping, const MappingCost &cost) {
        const MappingReport report =
            verify(instance, {mapping, cost, 0, false, ""});
        RC_ASSERT(report.offences == std::vector<std::string>());
      });
}

RC_GTEST_PROP(OneToOneMappings, AreLeast, ()) {
  const std::int64_t n = number(1, 5);
  PipelineProblem problem = randomProblem(randomPlatform(), n, number(n, 6));
  if (oneIn(2))
    addPins(problem);
  const PipelineInstance instance = *makeInstance(problem);
  expectLeast(instance, MappingKind::OneToOne, Shape::OneToOne);
}

/// Latency, shared ends, dealt stages: with equal links.
RC_GTEST_PROP(OneToOneMappings, AreLeastUnderLimits, ()) {
  const std::int64_t n = number(1, 4);
  PipelineProblem problem = randomProblem(
      oneIn(2) ? Platform::Homogeneous : Platform::EqualLinks, n, number(n, 6));
  if (oneIn(2))
    addPins(problem);
  if (oneIn(3)) {
    addReplicas(problem);
  } else {
    problem.sharesEnds = oneIn(2);
    if (oneIn(2))
      problem.latencyLimit = Fraction{number(1, 60), 1};
  }
  const PipelineInstance instance = *makeInstance(problem);
  expectLeast(instance, MappingKind::OneToOne, Shape::OneToOne);
}

RC_GTEST_PROP(IntervalMappings, AreLeastOnEqualProcessors, ()) {
  const PipelineInstance instance = *makeInstance(
      randomProblem(Platform::Homogeneous, number(1, 6), number(1, 6)));
  expectLeast(instance, MappingKind::Interval, Shape::Interval);
}

/// The paper's Theorem 2: f(j, k) over the last interval.
static std::int64_t minByProgram(const PipelineInstance &instance) {
  const std::int64_t n = instance.stages(), p = instance.processors();
  const std::int64_t link = instance.ticksOfData.front();
  const std::int64_t none = std::int64_t{1} << 62;
  std::vector<std::int64_t> least(static_cast<std::size_t>(n + 1), none);
  least[0] = 0;
  std::int64_t best = none;
  for (std::int64_t k = 1; k <= p; ++k) {
    std::vector<std::int64_t> next(least.size(), none);
    for (std::size_t j = 1; j < next.size(); ++j)
      for (std::size_t i = 0; i < j; ++i) {
        const std::int64_t in = instance.data[i] * link;
        const std::int64_t out = instance.data[j] * link;
        const std::int64_t work =
            (instance.workBefore[j] - instance.workBefore[i]) *
            instance.ticksOfWork.front();
        const std::int64_t cycle = instance.model == TransferModel::Serial
                                       ? in + work + out
                                       : std::max({in, work, out});
        next[j] = std::min(next[j], std::max(least[i], cycle));
      }
    least = next;
    best = std::min(best, least.back());
  }
  return best;
}

/// Long pipelines, where the sweep's list is cut off again and again.
RC_GTEST_PROP(IntervalMappings, AreLeastOnManyEqualProcessors, ()) {
  const PipelineInstance instance = *makeInstance(
      randomProblem(Platform::Homogeneous, number(10, 60), number(2, 20)));
  const Result<MadeMapping> made = makeMapping(instance, MappingKind::Interval);
  RC_ASSERT(made->cost.period == minByProgram(instance));
  RC_ASSERT(made->isOptimal);
  RC_ASSERT(verify(instance, *made).offences == std::vector<std::string>());
}

static Mapping exchanged(Mapping mapping, std::int32_t u, std::int32_t v) {
  for (MappedInterval &interval : mapping.intervals)
    for (std::int32_t &one : interval.processors)
      one = one == u ? v : one == v ? u : one;
  return mapping;
}

/// Neighbours are near: no two processors can change places so that an item is
/// done earlier, and the period is no longer.
RC_GTEST_PROP(IntervalMappings, HaveNearNeighbours, ()) {
  PipelineProblem problem =
      randomProblem(Platform::Different, number(1, 4), number(1, 5));
  if (oneIn(2))
    addPins(problem);
  if (oneIn(2))
    addReplicas(problem);
  const Result<PipelineInstance> possible = makeInstance(problem);
  if (!possible || possible->hasUniformLinks())
    return;
  const PipelineInstance &instance = *possible;
  const MappingKind kind = oneIn(3) ? MappingKind::OneToOne : MappingKind::Auto;
  const Result<MadeMapping> made = makeMapping(instance, kind);
  if (!made)
    return;
  const auto isLonger = [](const MappingCost &one, const MappingCost &other) {
    return one.period * other.periodDivisor > other.period * one.periodDivisor;
  };
  for (std::int32_t u = 0; u < instance.processors(); ++u)
    for (std::int32_t v = 0; v < u; ++v) {
      const Result<MappingCost> cost =
          costOf(instance, exchanged(made->mapping, u, v));
      const bool isBetter = cost && !isLonger(*cost, made->cost) &&
                            cost->latency < made->cost.latency;
      RC_ASSERT(!isBetter);
    }
}

/// Theorem 3 under (4), (5); every assignment is looked at.
RC_GTEST_PROP(GeneralMappings, AreNoBetterWithEqualLinks, ()) {
  PipelineProblem problem =
      randomProblem(oneIn(2) ? Platform::Homogeneous : Platform::EqualLinks,
                    number(1, 5), number(1, 4));
  problem.model = TransferModel::Serial;
  const PipelineInstance instance = *makeInstance(problem);
  const Result<GeneralMapping> path =
      bestGeneralMapping(instance, GeneralModel::Path);
  RC_ASSERT(path->period == minCost(instance, Shape::Interval)->period);
  RC_ASSERT(bestGeneralMapping(instance, GeneralModel::Optimistic)->period <=
            path->period);
}

/// Of any assignment: work and transfers one by one, from the problem itself.
RC_GTEST_PROP(GeneralMappings, AddUp, ()) {
  PipelineProblem problem =
      randomProblem(randomPlatform(), number(1, 6), number(1, 4));
  const std::int64_t n = static_cast<std::int64_t>(problem.work.size());
  const std::int64_t p = static_cast<std::int64_t>(problem.speeds.size());
  problem.model = TransferModel::Serial;
  const PipelineInstance instance = *makeInstance(problem);
  std::vector<std::int32_t> processorOf;
  for (std::int64_t k = 0; k < n; ++k)
    processorOf.push_back(static_cast<std::int32_t>(number(0, p - 1)));
  const auto at = [&](std::int64_t k) -> std::int64_t {
    return k < 0 ? -1 : k == n ? p : processorOf[static_cast<std::size_t>(k)];
  };
  std::int64_t sum = 0, path = 0;
  bool isLinked = true;
  const auto transfer = [&](std::int64_t k) { // into stage k
    if (at(k - 1) == at(k))
      return std::int64_t{0};
    const std::int64_t ticks = instance.ticksOfDatum(at(k - 1), at(k));
    isLinked = isLinked && ticks != PipelineInstance::noLink;
    return ticks * instance.data[static_cast<std::size_t>(k)];
  };
  for (std::int64_t u = 0; u < p; ++u) {
    std::int64_t own = 0, first = n, last = -1;
    for (std::int64_t k = 0; k < n; ++k)
      if (at(k) == u) {
        own += transfer(k) + transfer(k + 1) +
               instance.workOf(k, k) *
                   instance.ticksOfWork[static_cast<std::size_t>(u)];
        first = std::min(first, k), last = k;
      }
    sum = std::max(sum, own);
    std::int64_t length = last < 0 ? 0 : transfer(first);
    for (std::int64_t k = first; k <= last; ++k)
      length += instance.workOf(k, k) *
                    instance.ticksOfWork[static_cast<std::size_t>(at(k))] +
                transfer(k + 1);
    path = std::max(path, length);
  }
  const Result<std::int64_t> optimistic =
      generalPeriod(instance, processorOf, GeneralModel::Optimistic);
  RC_ASSERT(static_cast<bool>(optimistic) == isLinked);
  if (!isLinked)
    return;
  RC_ASSERT(*optimistic == sum);
  RC_ASSERT(*generalPeriod(instance, processorOf, GeneralModel::Path) == path);
}

/// Mappings, above the optimum, with bounds below it.
RC_GTEST_PROP(HeuristicMappings, AreMappings, ()) {
  PipelineProblem problem =
      randomProblem(oneIn(2) ? Platform::Homogeneous : Platform::EqualLinks,
                    number(1, 6), number(1, 5));
  if (oneIn(3))
    addPins(problem);
  problem.sharesEnds = oneIn(4);
  const PipelineInstance instance = *makeInstance(problem);
  const std::optional<MappingCost> least = minCost(instance, Shape::Interval);
  for (auto kind = static_cast<int>(MappingKind::H1a);
       kind <= static_cast<int>(MappingKind::H7b); ++kind) {
    const Result<MadeMapping> made =
        makeMapping(instance, static_cast<MappingKind>(kind));
    if (!made) {
      RC_ASSERT(!problem.pins.empty());
      continue;
    }
    RC_ASSERT(verify(instance, *made).offences == std::vector<std::string>());
    RC_ASSERT_FALSE(isShorter(made->cost, *least));
    RC_ASSERT(made->periodBound * least->periodDivisor <= least->period);
    RC_ASSERT(!made->isOptimal || text(made->cost) == text(*least));
  }
}

/// Where n <= p, H5 is the one-to-one optimum; and never worse than the others
/// with the same intervals.
RC_GTEST_PROP(HeuristicMappings, MatchingIsBestForItsIntervals, ()) {
  const PipelineInstance instance = *makeInstance(
      randomProblem(Platform::EqualLinks, number(1, 20), number(1, 6)));
  const MappingCost best = makeMapping(instance, MappingKind::H5)->cost;
  for (const MappingKind kind :
       {MappingKind::H1a, MappingKind::H2, MappingKind::H3, MappingKind::H4})
    RC_ASSERT(makeMapping(instance, kind)->cost.period >= best.period);
  if (instance.stages() <= instance.processors())
    RC_ASSERT(makeMapping(instance, MappingKind::OneToOne)->cost.period ==
              best.period);
}
