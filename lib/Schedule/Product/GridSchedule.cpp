//===- GridSchedule.cpp - Schedule of several dimensions ------------------===//
//
// Rows, columns and lists of steps from a rule.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Product/GridSchedule.h"

#include "Product/GridRule.h"

#include <algorithm>

using namespace redist::schedule;

GridSchedule::GridSchedule(Assignment assignment, StrategyKind kind,
                           std::shared_ptr<const GridRule> rule,
                           std::int64_t minimumSteps,
                           std::int64_t costLowerBound)
    : canonicalAssignment(std::move(assignment)), strategyKind(kind),
      gridRule(std::move(rule)), steps(gridRule->stepCount()),
      cost(gridRule->totalCost()), minSteps(minimumSteps),
      lowerBound(costLowerBound) {}

std::string_view GridSchedule::method() const { return gridRule->method(); }

std::int64_t GridSchedule::messageCount() const {
  return gridRule->messageCount();
}

double GridSchedule::lengthUnit() const {
  return lengthUnitOf(canonicalAssignment);
}

std::int64_t GridSchedule::stepOf(std::int64_t p, std::int64_t q) const {
  return gridRule->stepOf(p, q);
}

static void sortBySteps(std::vector<Message> &messages) {
  std::sort(messages.begin(), messages.end(),
            [](const Message &a, const Message &b) { return a.step < b.step; });
}

void GridSchedule::sendRow(std::int64_t p, std::vector<Message> &row) const {
  gridRule->sendRow(p, row);
  sortBySteps(row);
}

void GridSchedule::receiveRow(std::int64_t q, std::vector<Message> &row) const {
  gridRule->receiveRow(q, row);
  sortBySteps(row);
}

static void add(Step &step, const Transfer &transfer) {
  step.cost = std::max(step.cost, transfer.length);
  step.transfers.push_back(transfer);
}

std::vector<Step> GridSchedule::allSteps() const {
  std::vector<Step> result(static_cast<std::size_t>(steps));
  for (Step &step : result)
    step.transfers.reserve(static_cast<std::size_t>(messageCount() / steps));
  std::vector<Message> row;
  for (std::int64_t p = 0; p < canonicalAssignment.sourceRanks(); ++p) {
    gridRule->sendRow(p, row);
    for (const Message &message : row)
      add(result[static_cast<std::size_t>(message.step)],
          {p, message.partner, message.length});
  }
  return result;
}

std::vector<Step> GridSchedule::allSteps(const Assignment &ofAssignment) const {
  std::vector<Step> result(static_cast<std::size_t>(steps));
  const RankNumbering sources = RankNumbering::ofSource(ofAssignment);
  const RankNumbering targets = RankNumbering::ofTarget(ofAssignment);
  std::vector<AxisFinder> axes;
  for (const Axis &axis : ofAssignment.axes)
    axes.emplace_back(axis);
  std::vector<Message> row;
  for (std::int64_t p = 0; p < sources.ranks(); ++p) {
    gridRule->sendRow(p, row);
    for (const auto &[step, q, superblockLength] : row) {
      if (ofAssignment.sharing.sourceOf(q, sources.ranks()) == p)
        continue;
      std::int64_t length = 1;
      for (std::size_t k = 0; k < axes.size() && length > 0; ++k)
        length *=
            axes[k].length(sources.coordinate(p, k), targets.coordinate(q, k));
      if (length > 0)
        add(result[static_cast<std::size_t>(step)], {p, q, length});
    }
  }
  std::erase_if(result, [](const Step &step) { return step.cost == 0; });
  return result;
}

std::uint64_t GridSchedule::hash() const {
  // FNV-1a over the words that determine the schedule.
  std::uint64_t value = 0xcbf29ce484222325;
  for (const std::uint32_t word : encode(*this)) {
    value ^= word;
    value *= 0x100000001b3;
  }
  return value;
}
