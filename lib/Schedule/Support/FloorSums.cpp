//===- FloorSums.cpp - Sums of floors -------------------------------------===//
//
// With E(w) = sum of floor(z / T) over 0 <= z < w, floor(z / T) falls by one
// where z moves from z - begin to z - end: of the positions below z,
// E(z - begin) - E(z - end) + constant lie in [begin, end) of the period T. And
// with f = floor(w / T)
//
//   E(w) = f w - T f (f + 1) / 2.
//
// So positions in both are four sums of E(S x + c) over x < count: sums of f,
// f^2 and x f, which follow from those of smaller numbers as in Euclid's
// algorithm: by the quotients of S and c by T, and by exchanging the axes of
// the lattice points below the line.
//
// Sums leave 64 bits; the result does not. All is computed modulo 2^64, the sum
// of x f, which has been halved, modulo 2^63.
//
//===----------------------------------------------------------------------===//
#include "Support/FloorSums.h"

#include "Support/Arithmetic.h"

using namespace redist::schedule;

/// Over x = 0, ..., n, with f = floor((a x + b) / c).
struct FloorSums {
  std::uint64_t f = 0, squares = 0, products = 0; ///< f, f^2, x f
};

/// 0 + 1 + ... + n.
static std::uint64_t sumTo(std::uint64_t n) {
  return n % 2 == 0 ? n / 2 * (n + 1) : (n + 1) / 2 * n;
}

/// 0 + 1 + 4 + ... + n^2. Of n (n + 1) / 2 and 2 n + 1 one is divided by 3.
static std::uint64_t squaresTo(std::uint64_t n) {
  if ((2 * n + 1) % 3 == 0)
    return sumTo(n) * ((2 * n + 1) / 3);
  const std::uint64_t half = n % 2 == 0 ? n / 2 : n;
  const std::uint64_t other = n % 2 == 0 ? n + 1 : (n + 1) / 2;
  return (half % 3 == 0 ? half / 3 * other : other / 3 * half) * (2 * n + 1);
}

/// Preconditions: n, a, b >= 0; c > 0; a n + b below 2^125.
static FloorSums floorSums(std::int64_t n, std::int64_t a, std::int64_t b,
                           std::int64_t c) {
  const auto steps = static_cast<std::uint64_t>(n);
  const auto slope = static_cast<std::uint64_t>(a / c);
  const auto shift = static_cast<std::uint64_t>(b / c);
  FloorSums sums;
  if (slope > 0 || shift > 0) {
    sums = floorSums(n, a % c, b % c, c);
    sums.squares += slope * slope * squaresTo(steps) +
                    shift * shift * (steps + 1) +
                    2 * slope * shift * sumTo(steps) +
                    2 * (shift * sums.f + slope * sums.products);
    sums.products += slope * squaresTo(steps) + shift * sumTo(steps);
    sums.f += slope * sumTo(steps) + shift * (steps + 1);
    return sums;
  }
  const auto highest = static_cast<std::int64_t>((Int128{a} * n + b) / c);
  if (highest == 0)
    return sums;
  const FloorSums across = floorSums(highest - 1, c, c - b - 1, a);
  const auto most = static_cast<std::uint64_t>(highest);
  sums.f = steps * most - across.f;
  sums.products = (most * steps * (steps + 1) - across.squares - across.f) / 2;
  sums.squares =
      steps * most * (most + 1) - 2 * across.products - 2 * across.f - sums.f;
  return sums;
}

/// Of E(step * x + shift) over x < count, modulo 2^63.
static std::uint64_t sumOfE(std::int64_t count, std::int64_t step,
                            std::int64_t shift, std::int64_t period) {
  const FloorSums sums = floorSums(count - 1, step, shift, period);
  return static_cast<std::uint64_t>(step) * sums.products +
         static_cast<std::uint64_t>(shift) * sums.f -
         static_cast<std::uint64_t>(period) * ((sums.squares + sums.f) / 2);
}

std::int64_t redist::schedule::positionsInBoth(const RepeatedInterval &outer,
                                               std::int64_t count,
                                               const RepeatedInterval &inner) {
  if (count == 0)
    return 0;
  // A period more, so that no argument is negative.
  const auto sum = [&](std::int64_t from, std::int64_t to) {
    return sumOfE(count, outer.period, from - to + inner.period, inner.period);
  };
  const std::uint64_t found =
      sum(outer.end, inner.begin) - sum(outer.end, inner.end) -
      sum(outer.begin, inner.begin) + sum(outer.begin, inner.end);
  constexpr std::uint64_t mask = (std::uint64_t{1} << 63) - 1;
  return static_cast<std::int64_t>(found & mask);
}

/// With y = floor(step * x / modulus), the multiples of `step` are looked for
/// in [low, high] + y * modulus: y is the least for which modulus * y lies in
/// [-high, -low] modulo step, a smaller problem of the same kind.
std::int64_t redist::schedule::firstResidueWithin(std::int64_t step,
                                                  std::int64_t modulus,
                                                  std::int64_t low,
                                                  std::int64_t high) {
  if (low == 0)
    return 0;
  if (step == 0)
    return -1;
  const std::int64_t first = ceilDivide(low, step);
  if (Int128{first} * step <= high)
    return first;
  const std::int64_t rounds = firstResidueWithin(
      modulus % step, step, modulo(-high, step), modulo(-low, step));
  if (rounds < 0)
    return -1;
  return static_cast<std::int64_t>((Int128{modulus} * rounds + low + step - 1) /
                                   step);
}
