//===- PipelinePause.cpp - Waiting, as processors do ----------------------===//
//
// A simulation of the runtime has its own (test/benchmark).
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Link/LinkSet.h"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>

namespace redist::runtime {

/// The ranks of short stages are back soon; those that wait for long leave
/// their processor to others: the k-th sleep is longer than the first by k / 8
/// of it, so that what has come is seen after a small part of the time that it
/// took to come, and a rank without work needs next to nothing.
void pauseInPipeline(int turn) {
  constexpr int atOnce = 8;
  constexpr int yields = 400;
  constexpr std::int64_t shortest = 20000, longest = 2000000; // nanoseconds
  if (turn < atOnce)
    return;
  if (turn < yields) {
    sched_yield();
    return;
  }
  const std::int64_t sleeps = turn - yields;
  std::this_thread::sleep_for(std::chrono::nanoseconds(
      std::min(longest, shortest + sleeps * (shortest / 8))));
}

} // namespace redist::runtime
