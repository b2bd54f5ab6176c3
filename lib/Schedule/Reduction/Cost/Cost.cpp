//===- Cost.cpp - Costs of transfers and combines -------------------------===//
//
// Fractions over their common denominator; seconds over the power of ten that
// makes their shortest decimals whole.
//
//   2e-3 s and 31e-4 s -> 20 and 31 ticks
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Reduction/Cost.h"

#include "Support/Arithmetic.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

using namespace redist::schedule;

using Three = std::array<std::int64_t, 3>;

static ReductionCost costOf(const Three &ticks) {
  return {ticks[0], ticks[1], ticks[2]};
}

static Error tooLarge() {
  return {ErrorKind::TooLarge, "the costs have no common unit in 62 bits"};
}

Result<TickedCost> redist::schedule::exactCost(Fraction transfer,
                                               Fraction combine,
                                               Fraction latency) {
  const std::array<Fraction, 3> given = {transfer, combine, latency};
  Int128 denominator = 1;
  for (const Fraction &cost : given) {
    if (cost.numerator < 0 || cost.denominator <= 0)
      return Error{ErrorKind::CostNegative, "a cost is negative"};
    const std::int64_t common = greatestCommonDivisor(
        cost.denominator, static_cast<std::int64_t>(denominator));
    denominator *= cost.denominator / common;
    if (denominator >= sizeLimit)
      return tooLarge();
  }
  Three ticks{};
  std::int64_t unit = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const Int128 value =
        Int128{given[i].numerator} * (denominator / given[i].denominator);
    if (value >= sizeLimit)
      return tooLarge();
    ticks[i] = static_cast<std::int64_t>(value);
    unit = greatestCommonDivisor(unit, ticks[i]);
  }
  if (unit == 0)
    return TickedCost{{0, 0, 0}, {1, 1}};
  for (std::int64_t &count : ticks)
    count /= unit;
  const auto parts = static_cast<std::int64_t>(denominator);
  const std::int64_t common = greatestCommonDivisor(unit, parts);
  return TickedCost{costOf(ticks), {unit / common, parts / common}};
}

/// digits * 10^exponent
struct ShortestDecimal {
  std::int64_t digits = 0;
  int exponent = 0;
};

/// The shortest decimal that means this double.
static ShortestDecimal decimalOf(double value) {
  std::array<char, 64> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(),
                                     value, std::chars_format::scientific);
  ShortestDecimal decimal;
  const char *at = text.data();
  bool inFraction = false;
  for (; *at != 'e'; ++at) {
    if (*at == '.') {
      inFraction = true;
      continue;
    }
    decimal.digits = 10 * decimal.digits + (*at - '0'); // at most 17 digits
    decimal.exponent -= inFraction ? 1 : 0;
  }
  at += at[1] == '+' ? 2 : 1; // from_chars takes no plus
  int exponent = 0;
  std::from_chars(at, written.ptr, exponent);
  decimal.exponent += exponent;
  return decimal;
}

static constexpr int precisionBits = 30;

/// Nothing where the decimals need more bits than ticks are to have.
static std::optional<Three> exactTicks(const std::array<double, 3> &seconds) {
  std::array<ShortestDecimal, 3> decimals;
  int least = 0;
  bool any = false;
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    decimals[i] = decimalOf(seconds[i]);
    if (decimals[i].digits == 0)
      continue;
    least = any ? std::min(least, decimals[i].exponent) : decimals[i].exponent;
    any = true;
  }
  Three ticks{};
  std::int64_t unit = 0;
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    Int128 value = decimals[i].digits;
    for (int shift = decimals[i].exponent; value > 0 && shift > least;
         --shift) {
      value *= 10;
      if (value >= sizeLimit)
        return std::nullopt;
    }
    ticks[i] = static_cast<std::int64_t>(value);
    unit = greatestCommonDivisor(unit, ticks[i]);
  }
  for (std::int64_t &count : ticks) {
    count /= unit;
    if (count >> precisionBits != 0)
      return std::nullopt;
  }
  return ticks;
}

Result<ReductionCost> redist::schedule::costOfSeconds(double transfer,
                                                      double combine,
                                                      double latency) {
  const std::array<double, 3> seconds = {transfer, combine, latency};
  double largest = 0;
  for (const double cost : seconds) {
    if (!std::isfinite(cost) || cost < 0)
      return Error{ErrorKind::CostNegative,
                   "a cost is negative or not a number"};
    largest = std::max(largest, cost);
  }
  if (largest == 0)
    return Error{ErrorKind::CostNegative, "no cost is positive"};
  if (const std::optional<Three> exact = exactTicks(seconds))
    return costOf(*exact);
  Three ticks{};
  for (std::size_t i = 0; i < ticks.size(); ++i)
    ticks[i] = static_cast<std::int64_t>(
        std::nearbyint(std::ldexp(seconds[i] / largest, precisionBits)));
  return costOf(ticks);
}
