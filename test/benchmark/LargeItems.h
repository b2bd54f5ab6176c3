//===- LargeItems.h - Items of a megabyte, stages of known time *- C++ -*-===//
//
// Stages of 200, 400 and 200 microseconds with items of 1 MB: the period that
// the runtime reaches, and what the model tells of it by the bandwidth that is
// measured here. Throws std::runtime_error where an item is lost.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_BENCHMARK_LARGEITEMS_H
#define REDIST_TEST_BENCHMARK_LARGEITEMS_H

namespace bench {

/// Seconds an item, once the first third of them is through. Collective over
/// MPI_COMM_WORLD; the first `ranks` of it take part.
double frames(int ranks, int count);

/// Bytes per second of an item that rank 0 sends to rank 1 and gets back.
/// Collective over MPI_COMM_WORLD of two ranks or more.
double bandwidth();

/// Seconds an item of the best mapping on so many ranks.
double modelPeriod(int ranks, double bytesPerSecond);

} // namespace bench

#endif
