//===- CoreLatency.h - How far the processors are apart --------*- C++ -*-===//
//
// A cache line is passed to and fro between two processors of this machine. On
// virtual machines the latency changes under way, as their processors move
// from one die to another, and with it how methods compare: a benchmark
// measures it between its rounds.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_BENCHMARK_CORELATENCY_H
#define REDIST_TEST_BENCHMARK_CORELATENCY_H

namespace bench {

/// Seconds; from here on two processors do not share a cache.
inline constexpr double farLatency = 100e-9;

/// Seconds that a line takes one way between the first two processors that
/// rank 0 may use, while the other ranks sleep; 0 where there is but one.
/// Collective; the same on all ranks.
double coreLatency();

} // namespace bench

#endif
