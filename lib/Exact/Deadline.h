//===- Deadline.h - When a search has to end -------------------*- C++ -*-===//
//
// The budget of one call of the solver, by the clock on the wall: what a user
// waits for.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EXACT_DEADLINE_H
#define REDISTC_LIB_EXACT_DEADLINE_H

#include <chrono>

namespace redistc::exact {

class Deadline {
public:
  explicit Deadline(double seconds)
      : end(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(seconds))) {}

  bool passed() const { return Clock::now() >= end; }
  /// Seconds that are left; not negative.
  double left() const {
    const std::chrono::duration<double> rest = end - Clock::now();
    return rest.count() > 0 ? rest.count() : 0;
  }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point end;
};

} // namespace redistc::exact

#endif
