//===- PipelineTicks.cpp - Times of a pipeline in whole ticks -------------===//
//
// Exactly: work and data become multiples of their largest common units; a unit
// of work on each processor and a unit of data on each link are times, and the
// tick is the largest common unit of these times.
//
//   work 3/2, 1   speeds 2, 3: units of work 3, 2 of 1/2; 1/4 and 1/6 each;
//   tick 1/12: 3 and 2 ticks of work
//
// Rounded: the same with doubles, and a tick so small that the longest times
// sum to 2^60. Speeds keep their exact proportions where 30 bits hold them.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Problem/PipelineTicks.h"

#include "Support/Arithmetic.h"

#include <algorithm>
#include <cmath>
#include <span>

using namespace redist::schedule;

/// Values as counts of the largest unit that measures them all; unit 0: all
/// values are 0.
struct Multiples {
  std::vector<std::int64_t> counts;
  Fraction unit{0, 1};
};

static std::optional<Multiples> multiplesOf(std::span<const Fraction> values) {
  std::int64_t parts = 1; // common denominator
  for (const Fraction &value : values) {
    if (value.numerator == 0 || parts % value.denominator == 0)
      continue;
    const std::int64_t common = greatestCommonDivisor(value.denominator, parts);
    if (!productFits(parts, value.denominator / common))
      return std::nullopt;
    parts *= value.denominator / common;
  }
  Multiples result;
  result.counts.reserve(values.size());
  std::int64_t unit = 0;
  for (const Fraction &value : values) {
    const Int128 count = value.numerator == 0 ? 0
                                              : Int128{value.numerator} *
                                                    (parts / value.denominator);
    if (count >= sizeLimit)
      return std::nullopt;
    result.counts.push_back(static_cast<std::int64_t>(count));
    if (unit != 1)
      unit = greatestCommonDivisor(unit, result.counts.back());
  }
  if (unit == 0)
    return result;
  if (unit != 1)
    for (std::int64_t &count : result.counts)
      count /= unit;
  const std::int64_t common = greatestCommonDivisor(unit, parts);
  result.unit = {unit / common, parts / common};
  return result;
}

static Int128 commonDivisor(Int128 a, Int128 b) {
  while (b != 0) {
    const Int128 rest = a % b;
    a = b, b = rest;
  }
  return a;
}

/// Nothing where it leaves 62 bits. Precondition: below > 0.
static std::optional<Fraction> divide(Fraction above, Fraction below) {
  Int128 numerator = Int128{above.numerator} * below.denominator;
  Int128 denominator = Int128{above.denominator} * below.numerator;
  const Int128 common = commonDivisor(numerator, denominator);
  numerator /= common, denominator /= common;
  if (numerator >= sizeLimit || denominator >= sizeLimit)
    return std::nullopt;
  return Fraction{static_cast<std::int64_t>(numerator),
                  static_cast<std::int64_t>(denominator)};
}

/// Whether data can ever go through this entry of the matrix: to a processor or
/// P_out, from P_in or a processor, not to itself.
static bool isLink(const PipelineProblem &problem, std::size_t entry) {
  if (problem.bandwidth.size() == 1)
    return true;
  const std::size_t side = problem.speeds.size() + 2;
  const std::size_t u = entry / side, v = entry % side;
  const bool fromInToOut = u == 0 && v == side - 1;
  return u != v && v != 0 && u != side - 1 && !fromInToOut &&
         problem.bandwidth[entry].numerator > 0;
}

static std::vector<Fraction> linkRates(const PipelineProblem &problem) {
  std::vector<Fraction> rates;
  for (std::size_t i = 0; i < problem.bandwidth.size(); ++i)
    if (isLink(problem, i))
      rates.push_back(problem.bandwidth[i]);
  return rates;
}

/// Of every entry of the bandwidth. `times`: of the links, in order; empty: 1
/// each.
static std::vector<std::int64_t>
linkTicks(const PipelineProblem &problem, std::span<const std::int64_t> times) {
  std::vector<std::int64_t> ticks(problem.bandwidth.size(),
                                  PipelineInstance::noLink);
  std::size_t next = 0;
  for (std::size_t i = 0; i < ticks.size(); ++i)
    if (isLink(problem, i))
      ticks[i] = times.empty() ? 1 : times[next++];
  return ticks;
}

/// Prefix sums; nothing where they leave 62 bits.
static std::optional<std::vector<std::int64_t>>
sums(std::span<const std::int64_t> counts) {
  std::vector<std::int64_t> before = {0};
  before.reserve(counts.size() + 1);
  for (const std::int64_t count : counts) {
    if (count >= sizeLimit - before.back())
      return std::nullopt;
    before.push_back(before.back() + count);
  }
  return before;
}

/// No time that any mapping has is longer than all work on the slowest
/// processor and every datum sent and received over the slowest link.
static bool timesFit(const PipelineInstance &instance) {
  Int128 data = 0;
  for (const std::int64_t size : instance.data)
    data += size;
  const auto slowest = [](const std::vector<std::int64_t> &ticks) {
    return *std::max_element(ticks.begin(), ticks.end());
  };
  if (data >= sizeLimit)
    return false;
  return Int128{instance.workBefore.back()} * slowest(instance.ticksOfWork) +
             2 * data *
                 std::max<std::int64_t>(slowest(instance.ticksOfData), 0) <
         sizeLimit;
}

static std::int64_t limitInTicks(const PipelineProblem &problem,
                                 const PipelineInstance &instance) {
  if (!problem.latencyLimit)
    return -1;
  const Fraction &limit = *problem.latencyLimit;
  if (!instance.isExact) {
    const double ticks =
        std::floor(static_cast<double>(limit.numerator) /
                   static_cast<double>(limit.denominator) / instance.tick);
    return ticks < static_cast<double>(sizeLimit)
               ? static_cast<std::int64_t>(ticks)
               : sizeLimit - 1;
  }
  const Fraction &tick = instance.exactTick;
  const Int128 ticks = Int128{limit.numerator} * tick.denominator /
                       (Int128{limit.denominator} * tick.numerator);
  return static_cast<std::int64_t>(std::min<Int128>(ticks, sizeLimit - 1));
}

/// The tick, and the times of all processors and then of all links in it. Where
/// there is no work (no data), processors (links) have no times.
static std::optional<Multiples> platformTicks(const PipelineProblem &problem,
                                              Fraction work, Fraction data) {
  std::vector<Fraction> times;
  const auto add = [&](Fraction unit, const std::vector<Fraction> &rates) {
    for (const Fraction &rate : rates) {
      const std::optional<Fraction> time = divide(unit, rate);
      if (!time)
        return false;
      times.push_back(*time);
    }
    return true;
  };
  if (work.numerator != 0 && !add(work, problem.speeds))
    return std::nullopt;
  if (data.numerator != 0 && !add(data, linkRates(problem)))
    return std::nullopt;
  return multiplesOf(times);
}

std::optional<PipelineInstance>
redist::schedule::exactTicks(const PipelineProblem &problem) {
  std::optional<Multiples> work = multiplesOf(problem.work);
  std::optional<Multiples> data = multiplesOf(problem.data);
  if (!work || !data)
    return std::nullopt;
  const std::optional<Multiples> times =
      platformTicks(problem, work->unit, data->unit);
  std::optional<std::vector<std::int64_t>> before = sums(work->counts);
  if (!times || !before)
    return std::nullopt;
  PipelineInstance instance;
  instance.workBefore = *std::move(before);
  instance.data = std::move(data->counts);
  const std::size_t p = problem.speeds.size();
  const std::span<const std::int64_t> all = times->counts;
  const bool works = work->unit.numerator != 0;
  instance.ticksOfWork.assign(p, 1);
  if (works)
    std::copy_n(all.begin(), p, instance.ticksOfWork.begin());
  instance.ticksOfData = linkTicks(problem, all.subspan(works ? p : 0));
  if (!timesFit(instance))
    return std::nullopt;
  instance.exactTick = all.empty() ? Fraction{1, 1} : times->unit;
  instance.tick = static_cast<double>(instance.exactTick.numerator) /
                  static_cast<double>(instance.exactTick.denominator);
  instance.latencyLimit = limitInTicks(problem, instance);
  return instance;
}

static double valueOf(const Fraction &value) {
  return static_cast<double>(value.numerator) /
         static_cast<double>(value.denominator);
}

/// Whole numbers in proportion to the time of one unit at each rate.
struct Proportions {
  std::vector<std::int64_t> counts;
  double time = 0; ///< of one unit at a count of 1
};

static constexpr std::int64_t maxProportion = std::int64_t{1} << 30;

/// Precondition: there are rates.
static Proportions proportionsOf(const std::vector<Fraction> &rates) {
  std::vector<Fraction> times;
  double slowest = valueOf(rates.front());
  for (const Fraction &rate : rates) {
    times.push_back({rate.denominator, rate.numerator});
    slowest = std::min(slowest, valueOf(rate));
  }
  if (std::optional<Multiples> exact = multiplesOf(times);
      exact && *std::max_element(exact->counts.begin(), exact->counts.end()) <=
                   maxProportion)
    return {std::move(exact->counts), valueOf(exact->unit)};
  Proportions result;
  for (const Fraction &rate : rates)
    result.counts.push_back(
        std::max<std::int64_t>(std::llround(static_cast<double>(maxProportion) *
                                            (slowest / valueOf(rate))),
                               1));
  result.time = 1 / slowest / static_cast<double>(maxProportion);
  return result;
}

/// Time of all values one after the other on the slowest of the platform.
static double longestTime(const std::vector<Fraction> &values,
                          const Proportions &platform) {
  double sum = 0;
  for (const Fraction &value : values)
    sum += valueOf(value);
  return sum * platform.time *
         static_cast<double>(
             *std::max_element(platform.counts.begin(), platform.counts.end()));
}

/// As many units as take `tick` at a count of 1.
static std::vector<std::int64_t> rounded(const std::vector<Fraction> &values,
                                         double tick,
                                         const Proportions &platform) {
  std::vector<std::int64_t> counts;
  counts.reserve(values.size());
  for (const Fraction &value : values)
    counts.push_back(std::llround(valueOf(value) * platform.time / tick));
  return counts;
}

PipelineInstance
redist::schedule::roundedTicks(const PipelineProblem &problem) {
  const Proportions processors = proportionsOf(problem.speeds);
  const std::vector<Fraction> rates = linkRates(problem);
  const Proportions links =
      rates.empty() ? Proportions{{1}, 1} : proportionsOf(rates);
  PipelineInstance instance;
  instance.isExact = false;
  instance.tick = std::ldexp(longestTime(problem.work, processors) +
                                 2 * longestTime(problem.data, links),
                             -60);
  const std::vector<std::int64_t> work =
      rounded(problem.work, instance.tick, processors);
  instance.workBefore = {0};
  for (const std::int64_t count : work)
    instance.workBefore.push_back(instance.workBefore.back() + count);
  instance.data = rounded(problem.data, instance.tick, links);
  instance.ticksOfWork = processors.counts;
  instance.ticksOfData = linkTicks(
      problem, rates.empty() ? std::span<const std::int64_t>() : links.counts);
  instance.latencyLimit = limitInTicks(problem, instance);
  return instance;
}
