//===- GridVerify.cpp - Is it a schedule of the assignment? ---------------===//
//
// Independent of rules: which messages there must be, and how long they are,
// comes from the axes pair by pair; nothing that stays on a process may be
// among them; besides, the messages must carry every element that moves.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Intersection/AxisFinder.h"
#include "redistSchedule/Product/GridSchedule.h"

#include "OneDimension/StepVerifier.h"
#include "Product/ProductGrid.h"

#include <limits>

using namespace redist::schedule;

/// What p owes q by the definition of an assignment.
class ExpectedLengths {
public:
  explicit ExpectedLengths(const Assignment &given)
      : assignment(given), sources(RankNumbering::ofSource(given)),
        targets(RankNumbering::ofTarget(given)) {
    for (const Axis &axis : given.axes)
      axes.emplace_back(axis);
  }

  /// 0 where it stays. The greatest number for more than that: where lengths
  /// are not compared.
  std::int64_t length(std::int64_t p, std::int64_t q) const {
    return assignment.sharing.sourceOf(q, sources.ranks()) == p ? 0
                                                                : whole(p, q);
  }
  /// Elements that move: what each axis carries in all, less what stays.
  std::int64_t moving() const;

private:
  std::int64_t whole(std::int64_t p, std::int64_t q) const {
    std::int64_t product = 1;
    for (std::size_t k = 0; k < axes.size() && product > 0; ++k)
      if (__builtin_mul_overflow(product,
                                 axes[k].length(sources.coordinate(p, k),
                                                targets.coordinate(q, k)),
                                 &product))
        product = std::numeric_limits<std::int64_t>::max();
    return product;
  }

  const Assignment &assignment;
  RankNumbering sources, targets;
  std::vector<AxisFinder> axes;
};

std::int64_t ExpectedLengths::moving() const {
  std::int64_t total = 1;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const Axis &axis = assignment.axes[k];
    if (axis.length) {
      total *= axis.deliveries();
      continue;
    }
    const Result<CommunicationGrid> grid =
        CommunicationGrid::make({axis.source.cyclic(), axis.target.cyclic()});
    total *= grid ? grid->superblock().value_or(0) : 0;
  }
  for (std::int64_t q = 0; q < targets.ranks(); ++q)
    if (const std::int64_t p = assignment.sharing.sourceOf(q, sources.ranks());
        p >= 0)
      total -= whole(p, q);
  return total;
}

VerifyReport redist::schedule::verify(const Assignment &assignment,
                                      std::span<const Step> steps,
                                      bool countsElements) {
  const ExpectedLengths lengths(assignment);
  ExpectedMessages expected = {
      assignment.sourceRanks(), assignment.targetRanks(),
      [&](std::int64_t p, std::int64_t q) { return lengths.length(p, q); },
      std::nullopt, countsElements};
  if (countsElements)
    expected.elements = lengths.moving();
  VerifyReport report = verifySteps(steps, expected);
  checkBounds(report, lowerBounds(assignment));
  return report;
}

VerifyReport redist::schedule::verify(const GridSchedule &schedule) {
  VerifyReport report = verify(schedule.assignment(), schedule.allSteps(),
                               schedule.lengthUnit() == 1);
  checkCounts(report, {schedule.stepCount(), schedule.totalCost(),
                       schedule.messageCount(), schedule.costLowerBound()});
  return report;
}

VerifyReport redist::schedule::verify(const GridSchedule &schedule,
                                      const Assignment &ofAssignment) {
  return verify(ofAssignment, schedule.allSteps(ofAssignment));
}
