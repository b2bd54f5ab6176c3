//===- MovedReport.h - What the ways of a case took ------------*- C++ -*-===//
//
// Comes in: the times of all ways of a case, round by round, and how far the
// cores were apart between the rounds. Goes out: text or JSON. Ratios are taken
// within a round, then their least and their median: over all rounds, and over
// those that the machine had its cores close together in, or apart
// (CoreLatency.h).
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_REDISTRIBUTE_MOVEDREPORT_H
#define REDIST_BENCHMARK_REDISTRIBUTE_MOVEDREPORT_H

#include "Redistribute/BenchCase.h"

namespace bench {

struct Measured {
  /// Seconds by way and round.
  std::vector<std::vector<double>> times;
  std::vector<double> latencies; ///< before each round, and after the last
};

void printText(const Case &c, const Measured &measured);
/// An object of a list.
void printJson(const Case &c, const Measured &measured, bool isFirst);

} // namespace bench

#endif
