//===- PipelineTimes.cpp - Times as they are shown ------------------------===//
//
// A time computed from the problem is a fraction as long as that fits 128 bits,
// and a long double beside it, whose first 12 digits are right in any case.
//
//===----------------------------------------------------------------------===//
#include "PipelineTimes.h"

#include "redistSchedule/Support/Index.h"
#include "redistc/View/Numeral.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <numeric>

using namespace redistc::view;
using namespace redist::schedule;

__extension__ typedef __int128 Int128;

/// To 12 significant digits.
static std::string decimalOf(long double value) {
  std::array<char, 64> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(),
                                     value, std::chars_format::general, 12);
  return {text.data(), written.ptr};
}

static ShownTime shown(Fraction value) {
  const Fraction unit = {1, value.denominator};
  return {decimalText(value.numerator, unit),
          fractionText(value.numerator, unit)};
}

/// tick / divisor; nothing where the denominator leaves 64 bits.
static std::optional<Fraction> partOf(Fraction tick, std::int64_t divisor) {
  const std::int64_t common = std::gcd(tick.numerator, divisor);
  Fraction part = {tick.numerator / common, 0};
  if (__builtin_mul_overflow(tick.denominator, divisor / common,
                             &part.denominator))
    return std::nullopt;
  return part;
}

ShownTime redistc::view::shownTicks(const PipelineInstance &instance,
                                    std::int64_t ticks, std::int64_t divisor) {
  const std::int64_t common = std::gcd(ticks, divisor);
  if (instance.isExact)
    if (const auto part = partOf(instance.exactTick, divisor / common))
      return {decimalText(ticks / common, *part),
              fractionText(ticks / common, *part)};
  return {decimalOf(static_cast<long double>(ticks) * instance.tick /
                    static_cast<long double>(divisor)),
          std::nullopt};
}

static Int128 commonDivisor(Int128 a, Int128 b) {
  while (b != 0) {
    const Int128 rest = a % b;
    a = b, b = rest;
  }
  return a;
}

namespace {

/// A time that is not negative.
class Time {
public:
  Time() = default;
  /// a / b. Precondition: b > 0.
  Time(Fraction a, Fraction b)
      : top(Int128{a.numerator} * b.denominator),
        bottom(Int128{a.denominator} * b.numerator),
        value(static_cast<long double>(a.numerator) /
              static_cast<long double>(a.denominator) *
              static_cast<long double>(b.denominator) /
              static_cast<long double>(b.numerator)) {
    reduce();
  }

  Time &operator+=(const Time &other) {
    value += other.value;
    isExact = isExact && other.isExact;
    const Int128 common = commonDivisor(bottom, other.bottom);
    Int128 left = 0, right = 0;
    isExact = isExact &&
              !__builtin_mul_overflow(top, other.bottom / common, &left) &&
              !__builtin_mul_overflow(other.top, bottom / common, &right) &&
              !__builtin_add_overflow(left, right, &top) &&
              !__builtin_mul_overflow(bottom, other.bottom / common, &bottom);
    reduce();
    return *this;
  }
  Time times(Fraction factor) const {
    Time product = *this;
    product.value *= static_cast<long double>(factor.numerator) /
                     static_cast<long double>(factor.denominator);
    product.isExact =
        isExact &&
        !__builtin_mul_overflow(top, factor.numerator, &product.top) &&
        !__builtin_mul_overflow(bottom, factor.denominator, &product.bottom);
    product.reduce();
    return product;
  }
  bool operator<(const Time &other) const { return value < other.value; }

  ShownTime text() const {
    constexpr Int128 most = std::numeric_limits<std::int64_t>::max();
    if (isExact && top <= most && bottom <= most)
      return shown(
          {static_cast<std::int64_t>(top), static_cast<std::int64_t>(bottom)});
    return {decimalOf(value), std::nullopt};
  }

private:
  void reduce() {
    if (!isExact) {
      top = 0, bottom = 1;
      return;
    }
    const Int128 common = commonDivisor(top, bottom);
    top /= common, bottom /= common;
  }

  Int128 top = 0, bottom = 1; ///< in lowest terms, where isExact
  long double value = 0;
  bool isExact = true;
};

/// The times of a mapping from the numbers of its problem.
class ProblemTimes {
public:
  ProblemTimes(const PipelineProblem &given,
               const std::vector<PipelineRow> &shownRows)
      : problem(given), rows(shownRows) {}

  Time transfer(std::size_t boundary) const;
  Time compute(const PipelineRow &row) const;

private:
  const PipelineProblem &problem;
  const std::vector<PipelineRow> &rows;

  const Fraction &bandwidth(std::int64_t u, std::int64_t v) const {
    const auto side = static_cast<std::int64_t>(problem.speeds.size()) + 2;
    return problem.bandwidth.size() == 1
               ? problem.bandwidth.front()
               : problem.bandwidth[indexOf((u + 1) * side + v + 1)];
  }
};

} // namespace

/// Into the row `boundary`, or out of the last one: over the slowest link.
Time ProblemTimes::transfer(std::size_t boundary) const {
  static const std::vector<std::int32_t> nobody;
  const auto &from = boundary == 0 ? nobody : rows[boundary - 1].processors;
  const auto &to = boundary == rows.size() ? nobody : rows[boundary].processors;
  const std::int64_t k =
      boundary == rows.size() ? rows.back().last + 1 : rows[boundary].first;
  const Fraction &datum = problem.data[indexOf(k)];
  if (problem.bandwidth.size() == 1)
    return {datum, problem.bandwidth.front()};
  const std::size_t senders = std::max<std::size_t>(1, from.size());
  const std::size_t receivers = std::max<std::size_t>(1, to.size());
  const std::size_t step = std::gcd(senders, receivers);
  const auto out = static_cast<std::int64_t>(problem.speeds.size());
  Time longest;
  for (std::size_t a = 0; a < senders; ++a)
    for (std::size_t b = a % step; b < receivers; b += step)
      longest =
          std::max(longest, Time(datum, bandwidth(from.empty() ? -1 : from[a],
                                                  to.empty() ? out : to[b])));
  return longest;
}

Time ProblemTimes::compute(const PipelineRow &row) const {
  Time work;
  for (std::int64_t k = row.first; k <= row.last; ++k)
    work += Time(problem.work[indexOf(k)], {1, 1});
  Time longest;
  for (const std::int32_t u : row.processors) {
    const Fraction &speed = problem.speeds[indexOf(u)];
    longest =
        std::max(longest, work.times({speed.denominator, speed.numerator}));
  }
  return longest;
}

static MappingTimes fromTicks(const PipelineInstance &instance,
                              const MappingCost &cost,
                              std::vector<PipelineRow> &rows) {
  for (PipelineRow &row : rows)
    row.shown = {
        shownTicks(instance, row.receive), shownTicks(instance, row.compute),
        shownTicks(instance, row.send), shownTicks(instance, row.cycle)};
  return {shownTicks(instance, cost.period, cost.periodDivisor),
          shownTicks(instance, cost.latency)};
}

MappingTimes redistc::view::timesOf(const PipelineProblem &problem,
                                    const PipelineInstance &instance,
                                    const MappingCost &cost,
                                    std::vector<PipelineRow> &rows,
                                    bool isGeneral) {
  MappingTimes times = fromTicks(instance, cost, rows);
  if (instance.isExact || isGeneral)
    return times;
  const ProblemTimes exact(problem, rows);
  const bool isSerial = problem.model == TransferModel::Serial;
  Time receive = exact.transfer(0), latency = receive, period = receive;
  for (std::size_t j = 0; j < rows.size(); ++j) {
    const Time compute = exact.compute(rows[j]);
    const Time send = exact.transfer(j + 1);
    Time cycle = std::max({receive, compute, send});
    if (isSerial) {
      cycle = receive;
      cycle += compute;
      cycle += send;
    }
    rows[j].shown = {receive.text(), compute.text(), send.text(), cycle.text()};
    period = std::max(period, cycle.times({1, rows[j].count()}));
    latency += compute;
    latency += send;
    receive = send;
  }
  times.latency = latency.text();
  // One port for both ends: the formula of costOf stays with its ticks.
  if (!instance.endsCollide())
    times.period = std::max(period, receive).text();
  return times;
}
