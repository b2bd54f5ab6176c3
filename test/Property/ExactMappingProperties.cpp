//===- ExactMappingProperties.cpp - Exact mappings against all ------------===//
//
// Least periods and lists of period and latency, on all kinds of platforms,
// with dealt stages, pins, limits, one port for both ends and both models of
// transfers, against every mapping there is. Beyond that: what is reached
// without a proof stays on its side of the optimum, and more work never makes
// it worse.
//
//===----------------------------------------------------------------------===//
#include "PipelineBruteForce.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

using namespace redist::schedule;
using namespace redist::schedule::test;

enum class Platform { EqualSpeeds, EqualLinks, Different };

struct Wishes {
  Platform platform = Platform::EqualLinks;
  bool deals = false;
  bool pins = false;
  bool limit = false;
  bool sharesEnds = false;
  std::int64_t maxStages = 6;
  std::int64_t maxProcessors = 6;
  std::int64_t minStages = 1;
};

static std::int64_t number(std::int64_t least, std::int64_t most) {
  return *rc::gen::resize(rc::kNominalSize,
                          rc::gen::inRange<std::int64_t>(least, most + 1));
}

/// Small numbers, so that ties, stages without work and empty transfers are
/// frequent; now and then a link is missing.
static PipelineInstance randomInstance(const Wishes &wishes) {
  const std::int64_t n = number(wishes.minStages, wishes.maxStages);
  const std::int64_t p = number(1, wishes.maxProcessors);
  const std::int64_t most = number(0, 1) == 0 ? 4 : 40;
  PipelineInstance instance;
  instance.workBefore = {0};
  for (std::int64_t k = 0; k < n; ++k) {
    instance.workBefore.push_back(instance.workBefore.back() + number(0, most));
    instance.pins.push_back(wishes.pins && number(0, 2) == 0
                                ? static_cast<std::int32_t>(number(0, p - 1))
                                : -1);
    instance.replicas.push_back(
        wishes.deals ? static_cast<std::int32_t>(
                           std::max<std::int64_t>(0, number(-2, 2)))
                     : oneProcessor);
  }
  for (std::int64_t k = 0; k <= n; ++k)
    instance.data.push_back(number(0, most));
  const bool equal = wishes.platform == Platform::EqualSpeeds;
  for (std::int64_t u = 0; u < p; ++u)
    instance.ticksOfWork.push_back(equal ? 3 : number(1, 6));
  const std::int64_t links =
      wishes.platform == Platform::Different ? (p + 2) * (p + 2) : 1;
  for (std::int64_t i = 0; i < links; ++i)
    instance.ticksOfData.push_back(links > 1 && number(0, 9) == 0
                                       ? PipelineInstance::noLink
                                       : number(1, 6));
  instance.model =
      number(0, 2) == 0 ? TransferModel::Overlapped : TransferModel::Serial;
  instance.sharesEnds = wishes.sharesEnds;
  if (wishes.limit)
    instance.latencyLimit = number(0, 12 * most);
  return instance;
}

static void expectLeast(const PipelineInstance &instance, MappingKind kind) {
  const std::optional<MappingCost> least = minCost(instance, Shape::Dealt);
  const Result<MadeMapping> made = makeMapping(instance, kind);
  RC_LOG() << nameOf(kind) << (made ? "" : made.error().message) << "\n";
  RC_ASSERT(static_cast<bool>(made) == least.has_value());
  if (!least)
    return;
  const Result<MappingCost> cost = costOf(instance, made->mapping);
  RC_ASSERT(static_cast<bool>(cost));
  RC_ASSERT(cost->period == made->cost.period);
  RC_ASSERT(cost->periodDivisor == made->cost.periodDivisor);
  RC_ASSERT(instance.latencyLimit < 0 ||
            cost->latency <= instance.latencyLimit);
  RC_ASSERT(cost->period == least->period);
  RC_ASSERT(cost->periodDivisor == least->periodDivisor);
  RC_ASSERT(made->isOptimal);
  RC_ASSERT(made->periodBound == least->period / least->periodDivisor);
}

static void expectLeast(const Wishes &wishes) {
  const PipelineInstance instance = randomInstance(wishes);
  expectLeast(instance, MappingKind::Auto);
  expectLeast(instance, MappingKind::Interval);
  expectLeast(instance, MappingKind::Exact);
}

RC_GTEST_PROP(LeastPeriod, equalSpeeds, ()) {
  expectLeast({Platform::EqualSpeeds, number(0, 1) == 0, false,
               number(0, 3) == 0, false, 6, 5});
}

RC_GTEST_PROP(LeastPeriod, equalLinks, ()) {
  expectLeast({Platform::EqualLinks, false, false, false, false});
}

RC_GTEST_PROP(LeastPeriod, equalLinksWithClauses, ()) {
  expectLeast({Platform::EqualLinks, number(0, 1) == 0, number(0, 1) == 0,
               number(0, 1) == 0, false, 5, 5});
}

RC_GTEST_PROP(LeastPeriod, differentLinks, ()) {
  expectLeast({Platform::Different, false, number(0, 1) == 0, number(0, 2) == 0,
               false, 6, 5});
}

RC_GTEST_PROP(LeastPeriod, dealtOverDifferentLinks, ()) {
  expectLeast({Platform::Different, true, number(0, 1) == 0, number(0, 1) == 0,
               false, 4, 4});
}

RC_GTEST_PROP(LeastPeriod, endsThatShareAPort, ()) {
  expectLeast({number(0, 1) == 0 ? Platform::EqualLinks : Platform::Different,
               number(0, 1) == 0, number(0, 2) == 0, number(0, 2) == 0, true, 4,
               4});
}

RC_GTEST_PROP(ParetoMappings, areThoseOfAllMappings, ()) {
  const auto platform = static_cast<Platform>(number(0, 2));
  const PipelineInstance instance =
      randomInstance({platform, number(0, 1) == 0, number(0, 2) == 0,
                      number(0, 3) == 0, number(0, 3) == 0, 4, 4});
  const std::vector<MappingCost> all = paretoCosts(instance, Shape::Dealt);
  const Result<std::vector<MadeMapping>> made = paretoMappings(instance);
  RC_ASSERT(static_cast<bool>(made) == !all.empty());
  if (!made)
    return;
  RC_ASSERT(made->size() == all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    RC_ASSERT((*made)[i].cost.period == all[i].period);
    RC_ASSERT((*made)[i].cost.periodDivisor == all[i].periodDivisor);
    RC_ASSERT((*made)[i].cost.latency == all[i].latency);
    RC_ASSERT((*made)[i].isOptimal);
  }
}

/// The least period of intervals on few processors: over the sets of those that
/// have the stages before a cut.
static std::int64_t minBySets(const PipelineInstance &instance) {
  const std::int64_t n = instance.stages(), p = instance.processors();
  const auto transfer = [&](std::int64_t cut) {
    return instance.data[static_cast<std::size_t>(cut)] *
           instance.ticksOfDatum(0, 0);
  };
  constexpr std::int64_t never = std::int64_t{1} << 60;
  const auto sets = std::size_t{1} << p;
  std::vector<std::vector<std::int64_t>> least(
      sets, std::vector<std::int64_t>(static_cast<std::size_t>(n) + 1, never));
  least.front().front() = 0;
  for (std::size_t set = 1; set < sets; ++set)
    for (std::int64_t u = 0; u < p; ++u)
      for (std::int64_t j = 1; (set >> u & 1) != 0 && j <= n; ++j)
        for (std::int64_t i = 0; i < j; ++i) {
          const std::int64_t work =
              instance.workOf(i, j - 1) *
              instance.ticksOfWork[static_cast<std::size_t>(u)];
          const std::int64_t cycle =
              instance.model == TransferModel::Serial
                  ? transfer(i) + work + transfer(j)
                  : std::max({transfer(i), work, transfer(j)});
          std::int64_t &here = least[set][static_cast<std::size_t>(j)];
          here = std::min(here,
                          std::max(cycle, least[set ^ (std::size_t{1} << u)]
                                               [static_cast<std::size_t>(i)]));
        }
  std::int64_t all = never;
  for (const std::vector<std::int64_t> &ends : least)
    all = std::min(all, ends.back());
  return all;
}

/// Long enough for sweeps.
RC_GTEST_PROP(LeastPeriod, longPipelines, ()) {
  Wishes wishes;
  wishes.minStages = 128;
  wishes.maxStages = 140;
  wishes.maxProcessors = 3;
  const PipelineInstance instance = randomInstance(wishes);
  const std::int64_t least = minBySets(instance);
  const Result<MadeMapping> made = makeMapping(instance, MappingKind::Auto);
  RC_ASSERT(static_cast<bool>(made));
  RC_ASSERT(costOf(instance, made->mapping)->period == made->cost.period);
  RC_ASSERT(made->periodBound <= least && least <= made->cost.period);
  RC_ASSERT(made->cost.period * 100 <= made->periodBound * 101);
  if (made->isOptimal)
    RC_ASSERT(made->cost.period == least);
  const Result<MadeMapping> exact = makeMapping(instance, MappingKind::Exact);
  RC_ASSERT(exact && exact->isOptimal && exact->cost.period == least);
}

/// Starved of work the mapping is still one, and the bound still below it.
RC_GTEST_PROP(LeastPeriod, isBoundedWithLittleWork, ()) {
  Wishes wishes;
  wishes.platform = static_cast<Platform>(number(1, 2));
  wishes.deals = number(0, 1) == 0;
  wishes.maxStages = 20;
  wishes.maxProcessors = 8;
  const PipelineInstance instance = randomInstance(wishes);
  MappingOptions little, more;
  little.workLimit = 1 + number(0, 20000);
  more.workLimit = 300'000;
  const Result<MadeMapping> poor =
      makeMapping(instance, MappingKind::Auto, little);
  const Result<MadeMapping> rich =
      makeMapping(instance, MappingKind::Auto, more);
  if (!poor || !rich)
    return;
  const auto ratio = [](const MadeMapping &made) {
    return static_cast<double>(made.cost.period) /
           static_cast<double>(made.cost.periodDivisor);
  };
  RC_ASSERT(static_cast<bool>(costOf(instance, poor->mapping)));
  RC_ASSERT(static_cast<double>(poor->periodBound) <= ratio(*rich));
  RC_ASSERT(static_cast<double>(rich->periodBound) <= ratio(*poor));
  if (poor->isOptimal)
    RC_ASSERT(ratio(*poor) <= ratio(*rich));
  if (rich->isOptimal)
    RC_ASSERT(ratio(*rich) <= ratio(*poor));
}
