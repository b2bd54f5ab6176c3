//===- Arithmetic.h - Integers modulo m, without overflow ------*- C++ -*-===//
//
// The little number theory that communication grids need. Private to
// lib/Schedule. Products of two 64-bit integers are formed in 128 bits.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_SUPPORT_ARITHMETIC_H
#define REDIST_LIB_SCHEDULE_SUPPORT_ARITHMETIC_H

#include <cstdint>

namespace redist::schedule {

__extension__ typedef __int128 Int128;

/// Sizes that the library computes with stay below this.
inline constexpr std::int64_t sizeLimit = std::int64_t{1} << 62;

/// Euclid's algorithm. Not std::gcd, whose binary algorithm GCC 12.2 compiles
/// wrongly at -O2 in some contexts.
inline std::int64_t greatestCommonDivisor(std::int64_t a, std::int64_t b) {
  while (b != 0) {
    const std::int64_t rest = a % b;
    a = b, b = rest;
  }
  return a;
}

inline std::int64_t ceilDivide(std::int64_t a, std::int64_t b) {
  return a / b + (a % b > 0);
}

/// Residue in [0, m), for negative values too. Precondition: m > 0.
inline std::int64_t modulo(std::int64_t value, std::int64_t m) {
  const std::int64_t rest = value % m;
  return rest < 0 ? rest + m : rest;
}

/// a * b mod m in [0, m). Precondition: m > 0.
inline std::int64_t multiplyModulo(std::int64_t a, std::int64_t b,
                                   std::int64_t m) {
  const auto rest = static_cast<std::int64_t>(Int128{a} * b % m);
  return rest < 0 ? rest + m : rest;
}

/// x in [0, m) with value * x = 1 (mod m); 0 for m = 1.
/// Precondition: gcd(value, m) = 1, m > 0.
inline std::int64_t inverseModulo(std::int64_t value, std::int64_t m) {
  std::int64_t low = m, high = modulo(value, m);
  std::int64_t lowFactor = 0, highFactor = 1;
  while (high > 1) {
    const std::int64_t quotient = low / high;
    const std::int64_t rest = low - quotient * high;
    const std::int64_t factor = lowFactor - quotient * highFactor;
    low = high, high = rest;
    lowFactor = highFactor, highFactor = factor;
  }
  return m == 1 ? 0 : modulo(highFactor, m);
}

/// Whether a * b < sizeLimit. Precondition: both are positive.
inline bool productFits(std::int64_t a, std::int64_t b) {
  return Int128{a} * b < sizeLimit;
}

} // namespace redist::schedule

#endif
