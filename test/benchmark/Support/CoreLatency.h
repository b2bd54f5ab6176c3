//===- CoreLatency.h - How far the processors are apart --------*- C++ -*-===//
//
// A cache line is passed to and fro between two processors of this machine. On
// virtual machines the latency changes under way, as their processors move
// from one die to another, and with it how methods compare: a benchmark
// measures it between its rounds, with its ranks where they stay.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_SUPPORT_CORELATENCY_H
#define REDIST_BENCHMARK_SUPPORT_CORELATENCY_H

namespace bench {

/// Seconds; from here on two processors do not share a cache.
inline constexpr double farLatency = 100e-9;

/// Binds each rank to a processor of its own, or, where there are fewer
/// processors than ranks on its machine, to none. Launchers bind two ranks, and
/// not more; some bind both to one processor. Collective.
void bindRanks();

/// Seconds that a line takes one way between the first two processors of rank
/// 0's machine, those of the first two ranks where ranks are bound, while the
/// other ranks sleep; 0 where there is but one. Collective; the same on all
/// ranks.
double coreLatency();

} // namespace bench

#endif
