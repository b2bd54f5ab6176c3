//===- Rounds.cpp - Cutting messages into rounds --------------------------===//
#include "Copy/Rounds.h"

#include <algorithm>

namespace redist::runtime {

/// Products of an index below it with another stay within 63 bits.
static constexpr std::int64_t maxEqualParts = std::int64_t{1} << 31;

/// Elements of the longest message from one period; 0: no periods.
static std::int64_t longestInPeriod(const PlanShape &shape) {
  if (shape.order().stripLevel == 0)
    return 0;
  std::int64_t product = shape.levels().front().maxInPeriod;
  for (std::size_t i = 1; i < shape.levels().size(); ++i)
    product *= shape.levels()[i].most;
  return product;
}

Rounds::Rounds(const RedistributionPlan &plan, std::int64_t roundBytes) {
  const PlanShape &shape = plan.shape();
  const std::int64_t roundElements =
      std::max<std::int64_t>(1, roundBytes / plan.elementBytes());
  const std::int64_t inPeriod =
      plan.parameters().movesHaloAlone ? 0 : longestInPeriod(shape);
  if (inPeriod > 0 && inPeriod <= roundElements) {
    periodsPerRound = roundElements / inPeriod;
    roundCount = shape.levels().front().periods / periodsPerRound + 1;
    return;
  }
  // The longest unit that fits a round, and how many of them there may be.
  const int strip = shape.order().stripLevel;
  std::int64_t unit = strip < 0 ? 1 : shape.order().stripLength;
  const auto most = [&](int level) {
    return shape.levels()[static_cast<std::size_t>(level)].most;
  };
  int level = static_cast<int>(shape.levels().size()) - 1;
  for (; level > std::max(strip, 0) && most(level) <= roundElements / unit;
       --level) {
    unit *= std::max<std::int64_t>(1, most(level));
    ++unitDepth;
  }
  std::int64_t units = 1;
  for (; level >= 0; --level)
    units *= level == strip ? (most(level) - 1) / shape.order().stripLength + 1
                            : most(level);
  if (plan.parameters().movesHaloAlone) // far less than a level times another
    units = (std::max<std::int64_t>(1, shape.longestMessage()) - 1) / unit + 1;
  const std::int64_t unitsPerRound =
      std::max<std::int64_t>(1, roundElements / unit);
  roundCount = std::clamp<std::int64_t>((units - 1) / unitsPerRound + 1, 1,
                                        maxEqualParts);
}

std::int64_t Rounds::begin(const PlannedMessage &message,
                           std::int64_t round) const {
  if (round >= roundCount)
    return message.elements;
  if (periodsPerRound > 0)
    return std::min(message.elements,
                    round * periodsPerRound * message.perPeriod);
  if (message.elements == 0)
    return 0;
  const std::int64_t unit = message.pattern.unitElements(unitDepth);
  const std::int64_t units = (message.elements - 1) / unit + 1;
  const std::int64_t first =
      units / roundCount * round + units % roundCount * round / roundCount;
  return std::min(message.elements, first * unit);
}

std::int64_t Rounds::roundOf(const PlannedMessage &message,
                             std::int64_t element) const {
  std::int64_t first = 0, behind = roundCount;
  while (behind - first > 1) {
    const std::int64_t middle = first + (behind - first) / 2;
    (begin(message, middle) <= element ? first : behind) = middle;
  }
  return first;
}

std::int64_t Rounds::maxElements(const PlannedMessage &message,
                                 std::int64_t rounds) const {
  if (rounds >= roundCount || message.elements == 0)
    return message.elements;
  if (periodsPerRound > 0)
    return std::min(message.elements,
                    rounds * periodsPerRound * message.perPeriod);
  const std::int64_t unit = message.pattern.unitElements(unitDepth);
  const std::int64_t units = (message.elements - 1) / unit + 1;
  const std::int64_t most = units / roundCount * rounds +
                            units % roundCount * rounds / roundCount + 1;
  return std::min(message.elements, most * unit);
}

} // namespace redist::runtime
