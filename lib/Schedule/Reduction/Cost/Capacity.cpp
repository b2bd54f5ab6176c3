//===- Capacity.cpp - Maximum number of elements in a time ----------------===//
//
// Binomial coefficients that saturate, the sum of N(T), and its inverse by
// bisection between the bounds of Lemma 5 and Proposition 6.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Cost/Capacity.h"

#include "Support/Arithmetic.h"

#include <array>
#include <bit>

using namespace redist::schedule;

static constexpr std::int64_t tabulatedRows = 128;

/// Entries before row n, of which only k <= n/2 are kept: 34 KB in all, so that
/// they stay in the first cache.
static constexpr std::size_t rowBegin(std::int64_t n) {
  return static_cast<std::size_t>((n + 1) * (n + 1) / 4);
}

static constexpr std::int64_t saturatingSum(std::int64_t x, std::int64_t y) {
  return x > Capacity::unlimited - y ? Capacity::unlimited : x + y;
}

static constexpr auto pascal = [] {
  std::array<std::int64_t, rowBegin(tabulatedRows)> table{};
  for (std::int64_t n = 0; n < tabulatedRows; ++n)
    for (std::int64_t k = 0; k <= n / 2; ++k) {
      const auto above = [&](std::int64_t j) {
        return table[rowBegin(n - 1) +
                     static_cast<std::size_t>(std::min(j, n - 1 - j))];
      };
      table[rowBegin(n) + static_cast<std::size_t>(k)] =
          k == 0 ? 1 : saturatingSum(above(k - 1), above(k));
    }
  return table;
}();

std::int64_t redist::schedule::saturatingChoose(std::int64_t n,
                                                std::int64_t k) {
  k = std::min(k, n - k);
  if (n < tabulatedRows)
    return pascal[rowBegin(n) + static_cast<std::size_t>(k)];
  Int128 value = 1; // C(n - k + i, i): grows with i
  for (std::int64_t i = 1; i <= k; ++i) {
    value = value * (n - k + i) / i;
    if (value > Capacity::unlimited)
      return Capacity::unlimited;
  }
  return static_cast<std::int64_t>(value);
}

Capacity::Capacity(std::int64_t turn, std::int64_t cadence)
    : a(turn), b(cadence) {
  if (b > 0)
    quotient = a / b, remainder = a % b;
}

std::int64_t Capacity::operator()(std::int64_t time) const {
  if (time < a)
    return time < 0 ? 0 : 1;
  if (b == 0)
    return unlimited;
  std::int64_t sum = 1;
  // cadences = b(k - 1); it and the rest are stepped instead of divided.
  std::int64_t cadences = (time - a) / b, rest = (time - a) % b;
  for (std::int64_t k = 1; cadences >= 0; ++k) {
    sum = saturatingSum(sum, saturatingChoose(k + cadences, k));
    rest -= remainder;
    const bool borrows = rest < 0;
    rest += borrows ? b : 0;
    cadences -= quotient + borrows;
  }
  return sum;
}

std::int64_t Capacity::timeFor(std::int64_t elements) const {
  if (elements == 1 || a == 0)
    return 0;
  const std::int64_t rounds = ceilLog2(elements);
  const Int128 limit = sizeLimit - 1;
  Int128 low = std::max<Int128>(a, Int128{rounds} * b);
  Int128 high = std::min<Int128>(limit, Int128{rounds} * a);
  if (low > high || (*this)(static_cast<std::int64_t>(high)) < elements)
    return -1;
  while (low < high) {
    const Int128 middle = low + (high - low) / 2;
    if ((*this)(static_cast<std::int64_t>(middle)) >= elements)
      high = middle;
    else
      low = middle + 1;
  }
  return static_cast<std::int64_t>(low);
}

std::int64_t redist::schedule::ceilLog2(std::int64_t n) {
  return static_cast<std::int64_t>(
      std::bit_width(static_cast<std::uint64_t>(n - 1)));
}
