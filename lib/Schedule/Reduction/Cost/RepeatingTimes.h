//===- RepeatingTimes.h - Periodic list of times ---------------*- C++ -*-===//
//
// Private to lib/Schedule. An ascending list of times whose last entries repeat
// for ever, each time later by the same amount.
//
//   0 3 4 6, period 2, later by 3: 0 3 4 6 7 9 10 12 ...
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_REDUCTION_COST_REPEATINGTIMES_H
#define REDIST_LIB_SCHEDULE_REDUCTION_COST_REPEATINGTIMES_H

#include "redistSchedule/Support/Index.h"

#include <algorithm>
#include <vector>

namespace redist::schedule {

class RepeatingTimes {
public:
  /// Preconditions: 0 < entries <= the size, 0 < later, and the last time is at
  /// most `later` after the first one that comes again.
  RepeatingTimes(std::vector<std::int64_t> list, std::int64_t entries,
                 std::int64_t later)
      : times(std::move(list)), period(entries), shift(later) {}

  std::int64_t operator[](std::int64_t index) const {
    const std::int64_t beyond = index - size();
    if (beyond < 0)
      return times[indexOf(index)];
    const std::int64_t periods = beyond / period + 1;
    return times[indexOf(index - periods * period)] + periods * shift;
  }
  /// How many are before `time`.
  std::int64_t countBefore(std::int64_t time) const {
    const std::int64_t late = time - 1 - times[indexOf(size() - period)];
    const std::int64_t periods = late < 0 ? 0 : late / shift;
    const auto end =
        std::lower_bound(times.begin(), times.end(), time - periods * shift);
    return end - times.begin() + periods * period;
  }

private:
  std::vector<std::int64_t> times;
  std::int64_t period, shift;

  std::int64_t size() const { return static_cast<std::int64_t>(times.size()); }
};

} // namespace redist::schedule

#endif
