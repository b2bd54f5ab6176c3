//===- SmallItems.h - Items of eight bytes, stages of nothing --*- C++ -*-===//
//
// What comes in: how many items. What goes out: the sum of 1, 2, ... up to as
// many, on every rank, by a pipeline of three stages on three ranks: the
// runtime's, and two that are written by hand with MPI. Takes no times.
// Collective over MPI_COMM_WORLD of three ranks or more.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_BENCHMARK_SMALLITEMS_H
#define REDIST_TEST_BENCHMARK_SMALLITEMS_H

#include <cstdint>

namespace bench {

/// One stage a rank, mapped without measuring.
std::int64_t smallByRuntime(long items);

/// Batches of 256 items, two in flight on each link.
std::int64_t smallByHand(long items);

/// A message for each item.
std::int64_t smallOneByOne(long items);

} // namespace bench

#endif
