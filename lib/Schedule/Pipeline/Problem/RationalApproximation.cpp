//===- RationalApproximation.cpp - Fractions of measured values -----------===//
//
// A number that a person wrote is meant exactly: 0.1 is 1/10. A measured one
// has digits that mean nothing; 31 bits of it are kept, over a power of two, so
// that many of them have a small common denominator.
//
//===----------------------------------------------------------------------===//
#include "Support/Arithmetic.h"
#include "redistSchedule/Pipeline/PipelineProblem.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>

using namespace redist::schedule;

static Fraction inLowestTerms(std::int64_t numerator,
                              std::int64_t denominator) {
  const std::int64_t common = greatestCommonDivisor(numerator, denominator);
  return {numerator / common, denominator / common};
}

/// digits * 10^exponent, the shortest that means this double; nothing where it
/// has more than nine digits. Precondition: value > 0.
static std::optional<Fraction> shortDecimal(double value) {
  constexpr int maxDigits = 9;
  std::array<char, 64> text{};
  const auto written =
      std::to_chars(text.data(), text.data() + text.size(), value,
                    std::chars_format::scientific, maxDigits - 1);
  double again = 0;
  std::from_chars(text.data(), written.ptr, again);
  if (again != value)
    return std::nullopt;
  std::int64_t digits = 0;
  int exponent = -(maxDigits - 1);
  const char *at = text.data();
  for (; *at != 'e'; ++at)
    if (*at != '.')
      digits = 10 * digits + (*at - '0');
  at += at[1] == '+' ? 2 : 1; // from_chars takes no plus
  int scale = 0;
  std::from_chars(at, written.ptr, scale);
  exponent += scale;
  for (; exponent < 0 && digits % 10 == 0; ++exponent)
    digits /= 10;
  std::int64_t power = 1;
  for (int i = 0; i < std::abs(exponent); ++i) {
    if (!productFits(power, 10))
      return std::nullopt;
    power *= 10;
  }
  if (exponent < 0)
    return inLowestTerms(digits, power);
  if (!productFits(digits, power))
    return std::nullopt;
  return Fraction{digits * power, 1};
}

Fraction redist::schedule::nearFraction(double value) {
  assert(std::isfinite(value) && value >= 0 && "no size or speed");
  constexpr int bits = 31, maxBits = 61;
  if (value == 0)
    return {0, 1};
  if (const std::optional<Fraction> decimal = shortDecimal(value))
    return *decimal;
  if (value < std::ldexp(1.0, -bits)) {
    // 1 / value rounded errs by less than value / 2.
    const double inverse = std::min(1 / value, std::ldexp(1.0, maxBits));
    return {1, std::llround(inverse)};
  }
  if (value >= std::ldexp(1.0, maxBits))
    return {std::int64_t{1} << maxBits, 1};
  int exponent = 0; // value = [1/2, 1) * 2^exponent
  const double mantissa = std::frexp(value, &exponent);
  if (value == std::floor(value) && exponent <= maxBits)
    return {std::llround(value), 1};
  const std::int64_t count = std::llround(std::ldexp(mantissa, bits));
  const int shift = bits - exponent; // value = count / 2^shift nearly
  return shift >= 0 ? inLowestTerms(count, std::int64_t{1} << shift)
                    : Fraction{count << -shift, 1};
}
