//===- Verify.h - Verification of a schedule -------------------*- C++ -*-===//
//
// Checks any list of steps against a communication grid, independently of how
// it was made: each message exactly once with its length, no rank twice in a
// step, and the counts against their lower bounds. Purely a function of its
// input: the caller decides how to react.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_ONEDIMENSION_VERIFY_H
#define REDISTSCHEDULE_ONEDIMENSION_VERIFY_H

#include "redistSchedule/OneDimension/Bounds.h"

namespace redist::schedule {

struct VerifyReport {
  /// First offences, in words ("rank 3 sends twice in step 2"); empty: valid.
  std::vector<std::string> offences;
  std::int64_t messageCount = 0;
  std::int64_t elements = 0; ///< sum of all lengths
  std::int64_t stepCount = 0;
  std::int64_t totalCost = 0;
  LowerBounds bounds{};

  bool valid() const { return offences.empty(); }
  bool stepsAreLeast() const { return stepCount == bounds.stepCount; }
};

/// Of one superblock.
VerifyReport verify(const Schedule &);
VerifyReport verify(const CommunicationGrid &, std::span<const Step>);

} // namespace redist::schedule

#endif
