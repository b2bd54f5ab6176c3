//===- Summary.h - What REDIST_STATS prints --------------------*- C++ -*-===//
//
// Sums over the redistributions of a process group, and the model that they
// fit. Knows no MPI; Report collects.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUMMARY_H
#define REDIST_RUNTIME_SUMMARY_H

#include "Recorder.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace redist::runtime {

/// seconds = alpha * steps + beta * bytes, fitted to the calls by least
/// squares with alpha, beta >= 0: nothing takes less than no time.
class CostModel {
public:
  /// A call of `steps` steps that cost `bytes` altogether took `seconds`.
  void add(double steps, double bytes, double seconds);
  /// What REDIST_STATS prints of it; empty where fewer than three calls differ
  /// in steps or bytes, or where they do not tell alpha and beta apart.
  std::string text() const;

private:
  struct Point {
    double steps, bytes;
  };
  static constexpr std::size_t pointsNeeded = 3;
  std::array<Point, pointsNeeded> points{}; ///< the first that differ
  std::size_t pointCount = 0;
  // Sums of products over all calls.
  double stepsSteps = 0, stepsBytes = 0, bytesBytes = 0, stepsTime = 0,
         bytesTime = 0, timeTime = 0;
};

/// What rank 0 of a process group has collected.
struct Summary {
  std::int64_t calls = 0;
  std::int64_t bytes = 0;      ///< sent between ranks
  std::int64_t localBytes = 0; ///< copied within ranks
  std::int64_t messages = 0;
  std::int64_t steps = 0;
  double seconds = 0; ///< sum over the calls of the slowest rank
  std::array<double, phaseCount> phaseSeconds{}; ///< likewise, by phase
  CostModel model;

  /// Text as REDIST_STATS prints it, of the group that `whose` names.
  std::string text(const std::string &whose) const;
};

} // namespace redist::runtime

#endif
