//===- Backoff.h - Back-off for oversubscribed processors ------*- C++ -*-===//
//
// Comes in: the number of unsuccessful polls. Goes out: the rank polls again at
// once, yields to another thread, or sleeps, each time longer. With more ranks
// than processors the awaited rank must get a processor.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_BACKOFF_H
#define REDIST_RUNTIME_SUPPORT_BACKOFF_H

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace redist::runtime {

struct Backoff {
  int looks;  ///< so many turns at once
  int yields; ///< up to this turn others may run; then sleeps begin
  std::chrono::nanoseconds shortest, growth, longest; ///< of sleeps

  /// After the `turn`-th look, from 0 on.
  void pause(int turn) const {
    if (turn < looks)
      return;
    if (turn < yields)
      sched_yield();
    else
      std::this_thread::sleep_for(
          std::min(longest, shortest + (turn - yields) * growth));
  }
};

/// Where nothing else is said.
inline constexpr Backoff usualBackoff{16, 400, std::chrono::microseconds(1),
                                      std::chrono::microseconds(1),
                                      std::chrono::microseconds(200)};

} // namespace redist::runtime

#endif
