//===- Fraction.h - Exact fractions ----------------------------*- C++ -*-===//
//
// Room Schedule. Exact values of decimals and fractions such as `3/2` or
// `0.25`.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_SUPPORT_FRACTION_H
#define REDISTSCHEDULE_SUPPORT_FRACTION_H

#include <cstdint>

namespace redist::schedule {

/// In lowest terms, denominator > 0.
struct Fraction {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;
  bool operator==(const Fraction &) const = default;
};

} // namespace redist::schedule

#endif
