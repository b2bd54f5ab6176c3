//===- ClassProblems.h - Class problems from their definition --*- C++ -*-===//
//
// Builds the class problem of CYCLIC(r) on P -> CYCLIC(s) on Q straight from
// the definition (class k carries vol(k') for all k' = k mod g,
// docs/SchedulingMath.md, section 2), independently of the closed forms of
// lib/Schedule.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_UNIT_EXACT_CLASSPROBLEMS_H
#define REDIST_TEST_UNIT_EXACT_CLASSPROBLEMS_H

#include "redistSchedule/EdgeColouring/ClassSchedule.h"

#include <algorithm>

namespace redistc::exact::test {

/// Euclid's algorithm. Not std::gcd: GCC 12.2 at -O2 compiles it wrongly here
/// (r = 16, s = 24 gave 24).
constexpr std::int64_t gcd(std::int64_t a, std::int64_t b) {
  return b == 0 ? a : gcd(b, a % b);
}

/// Lengths are elements of one superblock. stepCount is the maximum degree
/// plus `extraSteps`.
inline redist::schedule::ClassProblem
classProblem(std::int64_t P, std::int64_t Q, std::int64_t r, std::int64_t s,
             std::int64_t extraSteps = 0) {
  std::int64_t scale = gcd(r, s);
  r /= scale;
  s /= scale;
  std::int64_t g = gcd(P * r, Q * s);
  std::int64_t rowTypes = gcd(s, P), columnTypes = gcd(r, Q);
  std::int64_t copies = gcd(P / rowTypes, Q / columnTypes);
  redist::schedule::ClassProblem problem;
  problem.alpha = P / (rowTypes * copies);
  problem.beta = Q / (columnTypes * copies);
  problem.rowTypes = static_cast<std::int32_t>(rowTypes);
  problem.columnTypes = static_cast<std::int32_t>(columnTypes);
  std::int64_t n = std::min(r + s - 1, g);
  for (std::int64_t k = 1 - r; k < 1 - r + n; ++k) {
    std::int64_t weight = 0;
    for (std::int64_t other = k; other < s; other += g)
      weight += std::min({r, s, other + r, s - other});
    std::int64_t residue = (k % g + g) % g;
    problem.classes.push_back({static_cast<std::int32_t>(residue % rowTypes),
                               static_cast<std::int32_t>(residue % columnTypes),
                               weight * scale});
  }
  std::int64_t rowDegree = problem.beta * ((n + rowTypes - 1) / rowTypes);
  std::int64_t columnDegree =
      problem.alpha * ((n + columnTypes - 1) / columnTypes);
  problem.stepCount = std::max(rowDegree, columnDegree) + extraSteps;
  return problem;
}

} // namespace redistc::exact::test

#endif
