//===- ArrivalSlots.h - Late-element trees, built backwards ----*- C++ -*-===//
//
// Private to lib/Schedule/Reduction. Comes in: arrivals and a length T. Goes
// out: a tree that is meant to end by T, or nothing. Built from the end: a slot
// is a moment by which an element must be ready to leave its machine; the sink
// fills the slot T, and whoever fills a slot opens slots before it, where its
// children must be ready. The latest slot is filled first.
//
// How late an element is decides when it can be combined, and so which slots
// its machine can open; the rules differ in whom they give a slot to.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_REDUCTION_ARRIVALS_ARRIVALSLOTS_H
#define REDIST_LIB_SCHEDULE_REDUCTION_ARRIVALS_ARRIVALSLOTS_H

#include "Reduction/Arrivals/ArrivalTimes.h"

#include <optional>

namespace redist::schedule {

struct SlotRule {
  /// A slot goes to the latest element left if that is later than the slot less
  /// `reserve`, and else to the earliest, which can open most slots.
  std::int64_t reserve = 0;
  /// A machine may combine its own element after elements that it receives.
  bool ownLate = false;
};

/// Parents. Not every element that a rule places is ready in time, and a rule
/// may find no tree where there is one: time what comes out.
std::optional<Elements> fillSlots(Times arrivals, const Elements &latest,
                                  std::int64_t length, const SlotRule &,
                                  const ReductionCost &);

} // namespace redist::schedule

#endif
