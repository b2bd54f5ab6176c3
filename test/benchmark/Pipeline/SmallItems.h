//===- SmallItems.h - Items of eight bytes, stages of nothing --*- C++ -*-===//
//
// What comes in: how many items, and how many ranks, two or three, each with a
// stage. What goes out: the sum of 0, 1, 2, ... on every rank, by the runtime,
// and by pipelines that are written by hand with MPI, or with TBB. Takes no
// times.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_PIPELINE_SMALLITEMS_H
#define REDIST_BENCHMARK_PIPELINE_SMALLITEMS_H

#include <mpi.h>

#include <cstdint>

namespace bench {

/// Collective over the communicator.
std::int64_t smallByRuntime(int ranks, long items,
                            MPI_Comm communicator = MPI_COMM_WORLD);

/// Batches of 256 items, two of them in flight. Collective.
std::int64_t smallByHand(int ranks, long items);

/// A message for each item. Collective.
std::int64_t smallOneByOne(int ranks, long items);

/// On this rank alone.
std::int64_t smallByTbb(int stages, long items);
std::int64_t smallInLoop(long items);

} // namespace bench

#endif
