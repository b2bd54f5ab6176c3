//===- GridVerify.cpp - Is it a schedule of the assignment? ---------------===//
//
// Independent of rules: which messages there must be, and how long they are,
// comes from the axes pair by pair; nothing that stays on a process may be
// among them; besides, the messages must carry every element that moves.
//
//===----------------------------------------------------------------------===//
#include "redist/Schedule/AxisOverlap.h"
#include "redist/Schedule/GridSchedule.h"
#include "redist/Schedule/Verify.h"

#include "ProductGrid.h"

#include <algorithm>
#include <map>

using namespace redist::schedule;

static constexpr std::size_t reportedOffences = 20;

/// What p owes q by the definition of an assignment.
class ExpectedLengths {
public:
  explicit ExpectedLengths(const Assignment &given)
      : assignment(given), sources(RankNumbering::ofSource(given)),
        targets(RankNumbering::ofTarget(given)) {
    for (const Axis &axis : given.axes)
      axes.emplace_back(axis);
  }

  std::int64_t sourceRanks() const { return sources.ranks(); }
  std::int64_t targetRanks() const { return targets.ranks(); }
  /// 0 where it stays.
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
      product *=
          axes[k].length(sources.coordinate(p, k), targets.coordinate(q, k));
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
      total *= *axis.length;
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

/// Holds steps against expected lengths.
class GridVerifier {
public:
  /// `countsElements`: whether lengths are elements, not larger units.
  GridVerifier(const Assignment &assignment, bool isExact)
      : expected(assignment), countsElements(isExact) {}

  VerifyReport run(std::span<const Step> steps);

private:
  void offend(std::string text) {
    if (report.offences.size() < reportedOffences)
      report.offences.push_back(std::move(text));
  }
  void checkTransfer(const Transfer &, std::int64_t step);

  ExpectedLengths expected;
  bool countsElements;
  std::vector<std::int64_t> lastSent, lastReceived; ///< step, by rank
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> stepOf;
  VerifyReport report;
};

void GridVerifier::checkTransfer(const Transfer &transfer, std::int64_t step) {
  const auto &[p, q, length] = transfer;
  const std::string where = "message " + std::to_string(p) + " -> " +
                            std::to_string(q) + " in step " +
                            std::to_string(step);
  if (p < 0 || p >= expected.sourceRanks() || q < 0 ||
      q >= expected.targetRanks())
    return offend(where + " is between ranks that do not exist");
  std::int64_t &sent = lastSent[static_cast<std::size_t>(p)];
  std::int64_t &received = lastReceived[static_cast<std::size_t>(q)];
  if (sent == step)
    offend("rank " + std::to_string(p) + " sends twice in step " +
           std::to_string(step));
  if (received == step)
    offend("rank " + std::to_string(q) + " receives twice in step " +
           std::to_string(step));
  sent = received = step;
  if (!stepOf.try_emplace({p, q}, step).second)
    offend(where + " has been sent before");
  const std::int64_t wanted = expected.length(p, q);
  if (wanted == 0)
    offend(where + " is not needed");
  else if (length <= 0 || (countsElements && length != wanted))
    offend(where + " has " + std::to_string(length) + " elements instead of " +
           std::to_string(wanted));
}

VerifyReport GridVerifier::run(std::span<const Step> steps) {
  lastSent.assign(static_cast<std::size_t>(expected.sourceRanks()), -1);
  lastReceived.assign(static_cast<std::size_t>(expected.targetRanks()), -1);
  report.stepCount = static_cast<std::int64_t>(steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step &step = steps[i];
    std::int64_t longest = 0;
    for (const Transfer &transfer : step.transfers) {
      checkTransfer(transfer, static_cast<std::int64_t>(i));
      longest = std::max(longest, transfer.length);
      report.elements += transfer.length;
      ++report.messageCount;
    }
    if (longest != step.cost || step.transfers.empty())
      offend("step " + std::to_string(i) + " states cost " +
             std::to_string(step.cost) + ", its longest message is " +
             std::to_string(longest));
    report.totalCost += longest;
  }
  if (!countsElements)
    return std::move(report);
  if (const std::int64_t moving = expected.moving(); report.elements != moving)
    offend("the messages carry " + std::to_string(report.elements) + " of " +
           std::to_string(moving) + " elements");
  return std::move(report);
}

/// Counts against their lower bounds.
static void checkBounds(VerifyReport &report, const Assignment &assignment) {
  report.bounds = lowerBounds(assignment);
  if (report.valid() && report.stepCount < report.bounds.stepCount)
    report.offences.push_back("fewer steps than the lower bound of " +
                              std::to_string(report.bounds.stepCount));
  if (report.valid() && report.totalCost < report.bounds.totalCost)
    report.offences.push_back("a lower total cost than the lower bound of " +
                              std::to_string(report.bounds.totalCost));
}

VerifyReport redist::schedule::verify(const GridSchedule &schedule) {
  const Assignment &assignment = schedule.assignment();
  VerifyReport report = GridVerifier(assignment, schedule.lengthUnit() == 1)
                            .run(schedule.allSteps());
  checkBounds(report, assignment);
  if (report.stepCount != schedule.stepCount())
    report.offences.push_back("the schedule states " +
                              std::to_string(schedule.stepCount()) + " steps");
  if (report.totalCost != schedule.totalCost())
    report.offences.push_back("the schedule states a total cost of " +
                              std::to_string(schedule.totalCost()));
  if (report.messageCount != schedule.messageCount())
    report.offences.push_back("the schedule states " +
                              std::to_string(schedule.messageCount()) +
                              " messages");
  if (schedule.costLowerBound() > schedule.totalCost())
    report.offences.push_back("the schedule states a lower bound of " +
                              std::to_string(schedule.costLowerBound()));
  return report;
}

VerifyReport redist::schedule::verify(const GridSchedule &schedule,
                                      const Assignment &ofAssignment) {
  return verify(ofAssignment, schedule.allSteps(ofAssignment));
}

VerifyReport redist::schedule::verify(const Assignment &assignment,
                                      std::span<const Step> steps,
                                      bool countsElements) {
  VerifyReport report = GridVerifier(assignment, countsElements).run(steps);
  checkBounds(report, assignment);
  return report;
}
