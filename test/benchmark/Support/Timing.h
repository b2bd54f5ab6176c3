//===- Timing.h - How benchmarks take and sum up times ---------*- C++ -*-===//
//
// Seconds that all ranks need for one way of doing something, and the median
// of many such. Knows nothing of what is measured.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_SUPPORT_TIMING_H
#define REDIST_BENCHMARK_SUPPORT_TIMING_H

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

namespace bench {

/// The ranks that have one clock: those of this node. Collective the first
/// time.
inline MPI_Comm ranksOfClock() {
  static const MPI_Comm node = [] {
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                        &made);
    return made;
  }();
  return node;
}

/// Seconds from when the first rank of a node starts to when its last one has
/// ended, of the slowest node: a rank that has to wait for a processor before
/// it starts counts, too. Collective.
inline double slowest(const std::function<void()> &way) {
  const MPI_Comm node = ranksOfClock();
  MPI_Barrier(MPI_COMM_WORLD);
  double begin = MPI_Wtime();
  way();
  const double end = MPI_Wtime();
  MPI_Allreduce(MPI_IN_PLACE, &begin, 1, MPI_DOUBLE, MPI_MIN, node);
  double all = end - begin;
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return all;
}

/// Leaves the processor to ranks that are measured.
inline void waitQuietly(MPI_Request &request) {
  int isOver = 0;
  for (;;) {
    MPI_Test(&request, &isOver, MPI_STATUS_IGNORE);
    if (isOver)
      return;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

/// What rank 0 alone measures, on all ranks, which sleep. Collective.
inline double onFirst(const std::function<double()> &way) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double value = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  waitQuietly(request);
  if (rank == 0)
    value = way();
  MPI_Ibcast(&value, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD, &request);
  waitQuietly(request);
  return value;
}

/// Precondition: there are values.
inline double least(const std::vector<double> &values) {
  return *std::min_element(values.begin(), values.end());
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
