//===- Verify.cpp - Verification of a schedule ----------------------------===//
//
// Independent of rules and of the closed form of the weights: lengths come from
// vol(k') summed over the k' of a pair.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/OneDimension/Verify.h"

#include "OneDimension/StepVerifier.h"
#include "Support/Arithmetic.h"

#include <algorithm>

using namespace redist::schedule;

/// By definition: the sum of vol(k') over k' = pr - qs (mod g) in [1-r, s-1].
/// Very large blocks have too many k'; there the closed form must do.
static std::int64_t lengthByDefinition(const CommunicationGrid &grid,
                                       std::int64_t p, std::int64_t q) {
  const std::int64_t r = grid.reducedSourceBlock();
  const std::int64_t s = grid.reducedTargetBlock();
  const std::int64_t g = grid.modulus();
  if ((r + s) / g > 1000 || grid.lengthUnit() > 1)
    return grid.length(p, q);
  std::int64_t sum = 0;
  for (std::int64_t k = 1 - r + modulo(p * r - q * s - (1 - r), g); k < s;
       k += g)
    sum += std::min({r, s, k + r, s - k});
  return sum * grid.scale();
}

VerifyReport redist::schedule::verify(const CommunicationGrid &grid,
                                      std::span<const Step> steps) {
  const auto &[source, target] = grid.redistribution();
  VerifyReport report =
      verifySteps(steps, {source.ranks, target.ranks,
                          [&](std::int64_t p, std::int64_t q) {
                            return lengthByDefinition(grid, p, q);
                          },
                          grid.superblock()});
  checkBounds(report, lowerBounds(grid));
  return report;
}

VerifyReport redist::schedule::verify(const Schedule &schedule) {
  VerifyReport report = verify(schedule.grid(), schedule.allSteps());
  checkCounts(report,
              {schedule.stepCount(), schedule.totalCost(),
               schedule.grid().messageCount(), schedule.costLowerBound()});
  return report;
}
