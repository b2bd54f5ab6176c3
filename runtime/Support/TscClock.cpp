//===- TscClock.cpp - Clock on the time-stamp counter ---------------------===//
#include "Support/TscClock.h"

#include <fstream>
#include <functional>
#include <limits>
#include <string>

namespace redist::runtime {

/// Readings of two clocks one after the other: others may get the processor
/// between them at any time, for milliseconds, so that the closest ones count.
constexpr int tries = 8;

#if defined(__x86_64__)

/// The kernel has seen that the counters of all processors go alike, and do not
/// stop.
static bool isTrusted() {
  std::ifstream file(
      "/sys/devices/system/clocksource/clocksource0/current_clocksource");
  std::string name;
  return file >> name && name == "tsc";
}

/// Both clocks at one moment.
struct Reading {
  TscClock::Steady::time_point time;
  std::uint64_t counter;
};

static Reading closestReading() {
  Reading closest{};
  auto least = std::numeric_limits<std::uint64_t>::max();
  for (int i = 0; i < tries; ++i) {
    const std::uint64_t before = __builtin_ia32_rdtsc();
    const auto time = TscClock::Steady::now();
    const std::uint64_t taken = __builtin_ia32_rdtsc() - before;
    if (taken >= least)
      continue;
    least = taken;
    closest = {time, before + taken / 2};
  }
  return closest;
}

TscClock::Pace TscClock::measured() {
  constexpr std::chrono::microseconds enough(100);
  const Reading begin = closestReading();
  while (Steady::now() - begin.time < enough) {
  }
  const Reading end = closestReading();
  const auto taken =
      std::chrono::duration_cast<duration>(end.time - begin.time);
  return {begin.counter,
          std::chrono::duration_cast<duration>(begin.time.time_since_epoch())
              .count(),
          static_cast<double>(taken.count()) /
              static_cast<double>(end.counter - begin.counter)};
}

void TscClock::hasten() {
  static const bool isUsed = [] {
    if (!isTrusted())
      return false;
    static const Pace known = measured();
    pace.store(&known, std::memory_order_release);
    return true;
  }();
  static_cast<void>(isUsed);
}

#else

void TscClock::hasten() {}

#endif

TscClock::Moment TscClock::moment() {
  Moment closest{};
  duration least = duration::max();
  for (int i = 0; i < tries; ++i) {
    const time_point before = now();
    const Steady::time_point steady = Steady::now();
    const duration taken = now() - before;
    if (taken >= least)
      continue;
    least = taken;
    closest = {before + taken / 2, steady};
  }
  return closest;
}

std::uint64_t TscClock::steadyClockOf() {
  // A number of the running kernel, to which the clock belongs.
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string boot;
  return file >> boot ? std::hash<std::string>()(boot) : 0;
}

double TscClock::scaleSince(const Moment &then) {
  const Moment current = moment();
  const std::chrono::duration<double> here = current.here - then.here;
  const std::chrono::duration<double> steady = current.steady - then.steady;
  return here.count() > 0 ? steady / here : 1;
}

} // namespace redist::runtime
