//===- Timing.h - How benchmarks take and sum up times ---------*- C++ -*-===//
//
// Seconds that all ranks need for one way of doing something, and the median
// of many such. Knows nothing of what is measured.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_BENCHMARK_TIMING_H
#define REDIST_TEST_BENCHMARK_TIMING_H

#include <mpi.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace bench {

/// Seconds of the slowest rank, all starting together. Collective.
inline double slowest(const std::function<void()> &way) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  way();
  const double own = MPI_Wtime() - begin;
  double all = 0;
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return all;
}

/// Precondition: there are values.
inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 ? values[half]
                           : (values[half - 1] + values[half]) / 2;
}

} // namespace bench

#endif
