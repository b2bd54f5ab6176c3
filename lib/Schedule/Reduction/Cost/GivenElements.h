//===- GivenElements.h - Elements of Algorithm 3 by time --------*- C++ -*-===//
//
// Private to lib/Schedule. How many elements there are up to a time where only
// K machines give, in reversed time (docs/SchedulingMath.md, section 13,
// "Lengths without trees").
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_REDUCTION_COST_GIVENELEMENTS_H
#define REDIST_LIB_SCHEDULE_REDUCTION_COST_GIVENELEMENTS_H

#include "Reduction/Cost/Capacity.h"

namespace redist::schedule {

/// Elements that Algorithm 3 gives with K machines.
class GivenElements {
public:
  /// Precondition: the K-th machine is ready in 62 bits.
  GivenElements(const Capacity &given, std::int64_t machines)
      : capacity(given), lastReady(given.timeFor(machines)),
        lastMachines(machines - capacity(lastReady - 1)) {}

  std::int64_t readyOfLast() const { return lastReady; }
  /// Saturates. Precondition: `time` is readyOfLast() - 1 at least.
  std::int64_t operator()(std::int64_t time) const;
  /// The least time, at most `high`, with as many as that. Precondition: there
  /// is one from readyOfLast() on.
  std::int64_t timeFor(std::int64_t elements, std::int64_t high) const;

private:
  std::int64_t slots(std::int64_t time) const {
    const std::int64_t rest = time - capacity.turn();
    return rest < 0 ? 0 : rest / capacity.cadence() + 1;
  }

  const Capacity &capacity;
  std::int64_t lastReady;    ///< of the K machines
  std::int64_t lastMachines; ///< that are ready then, of the K
};

} // namespace redist::schedule

#endif
