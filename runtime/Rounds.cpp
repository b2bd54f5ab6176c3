//===- Rounds.cpp - Where the messages of a plan are cut ------------------===//
#include "Rounds.h"

#include <algorithm>

namespace redist::runtime {

/// Products of an index below it with another stay within 63 bits.
static constexpr std::int64_t mostEqualParts = std::int64_t{1} << 31;

Rounds::Rounds(const RedistributionPlan &plan, std::int64_t roundBytes)
    : periods(plan.periodCount()) {
  const std::int64_t roundElements =
      std::max<std::int64_t>(1, roundBytes / plan.parameters().elementSize);
  periodsPerRound =
      roundElements / std::max<std::int64_t>(1, plan.longestInPeriod());
  roundCount = periodsPerRound > 0
                   ? periods / periodsPerRound + 1
                   : std::min((plan.longestMessage() - 1) / roundElements + 1,
                              mostEqualParts);
}

std::int64_t Rounds::begin(std::int64_t length, std::int64_t perPeriod,
                           std::int64_t round) const {
  if (round >= roundCount)
    return length;
  if (periodsPerRound > 0)
    return std::min(length, round * periodsPerRound * perPeriod);
  return length / roundCount * round + length % roundCount * round / roundCount;
}

} // namespace redist::runtime
