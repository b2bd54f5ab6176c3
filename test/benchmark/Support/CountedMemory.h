//===- CountedMemory.h - What a benchmark allocates ------------*- C++ -*-===//
//
// How often, and how many bytes, operator new has been called for on the
// calling thread. The operators new of the whole program are replaced
// (CountedMemory.cpp) by such that count.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_SUPPORT_COUNTEDMEMORY_H
#define REDIST_BENCHMARK_SUPPORT_COUNTEDMEMORY_H

#include <cstdint>

namespace bench {

struct CountedMemory {
  std::int64_t allocations = 0;
  std::int64_t bytes = 0; ///< given back or not
};

/// Since the thread began.
CountedMemory countedMemory();

} // namespace bench

#endif
