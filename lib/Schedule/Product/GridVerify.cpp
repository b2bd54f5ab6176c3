//===- GridVerify.cpp - Verification of a grid schedule -------------------===//
//
// Independent of rules: which messages there must be, and how long they are,
// comes from the axes pair by pair; nothing that stays on a process may be
// among them; besides, the messages must carry every element that moves.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Product/GridSchedule.h"

#include "OneDimension/StepVerifier.h"
#include "Product/ExpectedLengths.h"

using namespace redist::schedule;

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
