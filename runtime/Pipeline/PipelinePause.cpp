//===- PipelinePause.cpp - Waiting, as processors do ----------------------===//
//
// A simulation of the runtime has its own (test/benchmark).
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Traffic.h"

#include <sched.h>

#include <chrono>
#include <thread>

namespace redist::runtime {

/// The ranks of short stages are back soon; those that wait for long leave
/// their processor to others.
void pauseInPipeline(int turn) {
  constexpr int atOnce = 8;
  constexpr int yields = 400;
  constexpr int shortSleeps = 1000;
  constexpr std::chrono::microseconds brief{20};
  constexpr std::chrono::microseconds longer{500};
  if (turn < atOnce)
    return;
  if (turn < yields)
    sched_yield();
  else
    std::this_thread::sleep_for(turn < yields + shortSleeps ? brief : longer);
}

} // namespace redist::runtime
