//===- StepVerifier.h - Verifies steps against messages ---------*- C++ -*-===//
//
// Private to lib/Schedule. The checks of verify() that schedules along one
// dimension and of grids share. The caller provides the expected messages.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_ONEDIMENSION_STEPVERIFIER_H
#define REDIST_LIB_SCHEDULE_ONEDIMENSION_STEPVERIFIER_H

#include "redistSchedule/OneDimension/Verify.h"

#include <functional>

namespace redist::schedule {

/// The messages that there must be.
struct ExpectedMessages {
  std::int64_t sourceRanks, targetRanks;
  /// What p owes q; 0: no message.
  std::function<std::int64_t(std::int64_t p, std::int64_t q)> length;
  /// Sum of all lengths, where it is known.
  std::optional<std::int64_t> elements;
  /// Whether steps state lengths in the same units; else any length will do.
  bool isExact = true;
  std::string_view who = "rank"; ///< that sends and receives, for people
};

/// All but the bounds. Cost: O(messages) lengths; all pairs of ranks only where
/// messages are missing, or where the sum of their lengths is not known.
VerifyReport verifySteps(std::span<const Step>, const ExpectedMessages &);

/// Sets the report's bounds; nothing valid may be below them.
void checkBounds(VerifyReport &, const LowerBounds &);

/// What a schedule states of itself.
struct StatedCounts {
  std::int64_t stepCount, totalCost, messageCount, costLowerBound;
};
void checkCounts(VerifyReport &, const StatedCounts &);

} // namespace redist::schedule

#endif
