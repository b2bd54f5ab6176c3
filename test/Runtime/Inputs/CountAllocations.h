//===- CountAllocations.h - What a program allocates -----------*- C++ -*-===//
//
// Counts what operator new is called for in the whole program, on all threads.
// For programs of one source.
//
//===----------------------------------------------------------------------===//
#ifndef COUNT_ALLOCATIONS_H
#define COUNT_ALLOCATIONS_H

#include "../../Inputs/CountingOperators.h"
#include "Check.h"

#include <atomic>
#include <string>

inline std::atomic<long> allocations{0};

static void noteAllocation(std::size_t) { ++allocations; }

/// No more than `allowed` allocations an execution, after a few that may make
/// something.
template <typename Execution>
void requireAllocations(const char *what, long allowed, Execution execution) {
  for (int i = 0; i < 4; ++i)
    execution();
  const long before = allocations;
  for (int i = 0; i < 20; ++i)
    execution();
  const long made = allocations - before;
  require(made <= 20 * allowed, std::string(what) + ": " +
                                    std::to_string(made) +
                                    " allocations in 20 executions");
}
template <typename Execution>
void requireNone(const char *what, Execution execution) {
  requireAllocations(what, 0, execution);
}

#endif
