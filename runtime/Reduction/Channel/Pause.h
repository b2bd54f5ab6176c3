//===- Pause.h - Waiting where processors are shared -----------*- C++ -*-===//
//
// Room Runtime. What a rank does between two looks at what has not come yet.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_CHANNEL_PAUSE_H
#define REDIST_RUNTIME_REDUCTION_CHANNEL_PAUSE_H

#include <sched.h>

#include <chrono>
#include <thread>

namespace redist::runtime {

/// After the `turn`-th look. The rank that is waited for, or a helper that
/// combines, must run; but a message that goes on in pieces must not stop
/// either, so that sleeps are short.
inline void pauseBriefly(int turn) {
  constexpr int atOnce = 16;
  constexpr int yields = 200;
  constexpr std::chrono::microseconds sleep{20};
  if (turn < atOnce)
    return;
  if (turn < yields)
    sched_yield();
  else
    std::this_thread::sleep_for(sleep);
}

} // namespace redist::runtime

#endif
