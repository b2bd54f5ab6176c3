//===- TscClock.h - Clock on the time-stamp counter ------------*- C++ -*-===//
//
// The system's steady clock, until hasten(): from then on the processor's
// time-stamp counter, if the system itself uses it, without the system's fence,
// which takes a third of the time. Its rate is measured once, briefly, and is
// accurate to about one in a thousand: use scaleSince() to compare with other
// processes.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_TSCCLOCK_H
#define REDIST_RUNTIME_SUPPORT_TSCCLOCK_H

#include <atomic>
#include <chrono>
#include <cstdint>

namespace redist::runtime {

class TscClock {
public:
  using Steady = std::chrono::steady_clock;
  // As the library wants clocks to be:
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<TscClock, duration>;
  static constexpr bool is_steady = true;

  static time_point now() {
#if defined(__x86_64__)
    if (const Pace *const known = pace.load(std::memory_order_acquire))
      return known->timeAt(__builtin_ia32_rdtsc());
#endif
    return time_point(Steady::now().time_since_epoch());
  }
  /// Takes 100 microseconds, once. Any thread may read the clock meanwhile.
  static void hasten();
  /// Both clocks at one moment.
  struct Moment {
    time_point here;
    Steady::time_point steady;
  };
  static Moment moment();
  /// Processes whose steady clocks are the same have the same number here: on
  /// one node. 0: not known.
  static std::uint64_t steadyClockOf();
  /// How much longer the time since then was by the steady clock.
  static double scaleSince(const Moment &then);

private:
  struct Pace {
    std::uint64_t begin; ///< of the counter, at `since`
    rep since;
    double nanoseconds; ///< of a tick

    time_point timeAt(std::uint64_t counter) const {
      const auto ticks = static_cast<std::int64_t>(counter - begin);
      return time_point(duration(
          since + static_cast<rep>(static_cast<double>(ticks) * nanoseconds)));
    }
  };
  static Pace measured();
  static inline std::atomic<const Pace *> pace{nullptr};
};

} // namespace redist::runtime

#endif
