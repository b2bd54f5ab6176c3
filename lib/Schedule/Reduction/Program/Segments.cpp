//===- Segments.cpp - Arrays cut into segments ----------------------------===//
//
// A segment costs startup + transfer / S to send and combine / S to combine,
// rounded up to ticks. The pipeline is timed exactly on trees in memory; for
// more ranks than is sensible a bound stands for it.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Reduction/Segments.h"

#include "Reduction/Program/SegmentPipeline.h"
#include "Reduction/Role/ReductionRule.h"
#include "Support/Arithmetic.h"

#include <optional>

using namespace redist::schedule;

/// Of trees that are walked, and of steps that a search may take.
static constexpr std::int64_t maxRanksTimed = 4096;
static constexpr std::int64_t maxStepsOfSearch = std::int64_t{1} << 22;

class SegmentTimer {
public:
  SegmentTimer(const ReductionSchedule &given, const SegmentedCost &costs)
      : schedule(given), cost(costs) {
    if (ranks() <= maxRanksTimed)
      pipeline.emplace(schedule);
    else
      degree = maxChildren();
    rootChildren =
        static_cast<std::int64_t>(schedule.role(0, 0).children.size());
  }

  std::int64_t ranks() const { return schedule.problem().ranks; }

  std::int64_t length(std::int64_t segments) {
    const std::int64_t transfer = transferOf(segments);
    const std::int64_t combine = ceilDivide(cost.combine, segments);
    if (pipeline)
      return pipeline->length(transfer, combine, segments);
    return boundedLength(transfer, combine, segments);
  }

  /// What the root's port alone takes; grows with the number of segments.
  std::int64_t minLength(std::int64_t segments) const {
    return rootChildren * (segments * cost.startup + cost.transfer);
  }

private:
  std::int64_t transferOf(std::int64_t segments) const {
    return cost.startup + ceilDivide(cost.transfer, segments);
  }

  /// The first segment takes no longer than stretched(); each further one keeps
  /// no rank busy for longer than a port that receives and sends, or combines.
  std::int64_t boundedLength(std::int64_t transfer, std::int64_t combine,
                             std::int64_t segments) const {
    const Int128 period =
        std::max(Int128{degree + 1} * transfer, Int128{degree} * combine);
    return static_cast<std::int64_t>(
        std::min(stretched(transfer, combine) + period * (segments - 1),
                 Int128{sizeLimit}));
  }

  /// The tree's longest chain of x transfers and y combines took x d + y c of
  /// its length, and with d or c alone no less than x and y times the greater.
  Int128 stretched(std::int64_t transfer, std::int64_t combine) const {
    const ReductionCost &planned = schedule.problem().cost;
    const Int128 length = schedule.length();
    if (planned.cadence() == 0)
      return Int128{degree} * (Int128{transfer} + combine);
    if (planned.transfer == 0 || planned.combine == 0)
      return length * (Int128{transfer} + combine) / planned.cadence();
    return std::max(length * transfer / planned.transfer,
                    length * combine / planned.combine);
  }

  /// Of any rank, or a bound: elements that a machine can take in time.
  std::int64_t maxChildren() const {
    const std::span<const std::int32_t> parents = schedule.rule().parents();
    std::vector<std::int64_t> count(parents.size() + 1);
    for (const std::int32_t parent : parents.subspan(parents.empty() ? 0 : 1))
      ++count[static_cast<std::size_t>(parent)];
    if (!parents.empty())
      return *std::max_element(count.begin(), count.end());
    const ReductionProblem &problem = schedule.problem();
    const ReductionCost &planned = problem.cost;
    if (problem.strategy == ReductionStrategy::Binomial ||
        problem.strategy == ReductionStrategy::Fibonacci)
      return static_cast<std::int64_t>(schedule.role(0, 0).children.size());
    if (planned.cadence() == 0)
      return ranks() - 1;
    return (schedule.length() - planned.turn()) / planned.cadence() + 1;
  }

  const ReductionSchedule &schedule;
  const SegmentedCost &cost;
  std::int64_t degree = 0; ///< where there is no pipeline
  std::optional<SegmentPipeline> pipeline;
  std::int64_t rootChildren = 0;
};

std::int64_t
redist::schedule::segmentedLength(const ReductionSchedule &schedule,
                                  const SegmentedCost &cost,
                                  std::int64_t segments) {
  return SegmentTimer(schedule, cost).length(segments);
}

/// 1, 2, 3, 4, 6, 8, 12, 16, 24, ...: powers of two and halfway between them.
static std::int64_t nextOnGrid(std::int64_t segments) {
  if (segments < 3)
    return segments + 1;
  const bool isPower = (segments & (segments - 1)) == 0;
  return isPower ? segments / 2 * 3 : segments / 3 * 4;
}

std::int64_t redist::schedule::bestSegments(const ReductionSchedule &schedule,
                                            const SegmentedCost &cost,
                                            std::int64_t most) {
  SegmentTimer timer(schedule, cost);
  const Int128 ranks = std::min(timer.ranks(), maxRanksTimed);
  const bool triesAll = ranks * most * most / 2 <= maxStepsOfSearch;
  std::int64_t best = 1, least = timer.length(1);
  for (std::int64_t segments = 2;
       segments <= most && timer.minLength(segments) < least;
       segments = triesAll ? segments + 1 : nextOnGrid(segments)) {
    const std::int64_t length = timer.length(segments);
    if (length < least)
      best = segments, least = length;
  }
  return best;
}
