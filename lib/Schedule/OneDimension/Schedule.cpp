//===- Schedule.cpp - Schedule of one dimension ---------------------------===//
//
// Rows, columns and lists of steps from a grid and a rule. The messages of a
// row are found class by class: the classes of p's row type, s' apart, and in
// each the columns v + b*y; v moves by a constant from class to class.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/OneDimension/Schedule.h"

#include "OneDimension/StepRule.h"
#include "Support/Arithmetic.h"
#include "redistSchedule/OneDimension/Embedding.h"

#include <algorithm>
#include <cassert>

using namespace redist::schedule;

Schedule::Schedule(const CommunicationGrid &grid, StrategyKind kind,
                   std::shared_ptr<const StepRule> rule,
                   std::int64_t costLowerBound, bool provedLeast)
    : communicationGrid(grid), strategyKind(kind), stepRule(std::move(rule)),
      steps(stepRule->stepCount()), cost(stepRule->totalCost()),
      lowerBound(costLowerBound), proved(provedLeast) {}

std::string_view Schedule::method() const { return stepRule->method(); }

std::int64_t Schedule::minimumSteps() const {
  return communicationGrid.minimumSteps();
}

std::int64_t Schedule::stepOf(std::int64_t p, std::int64_t q) const {
  const CommunicationGrid &grid = communicationGrid;
  const std::int64_t classNumber =
      modulo(grid.classOf(p, q) - grid.firstClass(), grid.modulus());
  if (classNumber >= grid.classCount())
    return -1;
  return stepRule->step({p, q, classNumber});
}

/// Appends `count` messages of one length to partners from `first` on.
static std::span<Message> append(std::vector<Message> &list, std::int64_t first,
                                 std::int64_t distance, std::int64_t count,
                                 std::int64_t length) {
  const std::size_t begin = list.size();
  for (std::int64_t i = 0; i < count; ++i)
    list.push_back({0, first + i * distance, length});
  return std::span(list).subspan(begin);
}

/// The messages of p in the order of classes.
static void collectRow(const CommunicationGrid &grid, const StepRule &rule,
                       std::int64_t p, std::vector<Message> &row) {
  row.clear();
  const std::int64_t types = grid.rowTypes();
  for (std::int64_t c =
           modulo(p * grid.reducedSourceBlock() - grid.firstClass(), types);
       c < grid.classCount(); c += types) {
    const std::int64_t k = grid.firstClass() + c;
    const std::int64_t column = grid.columnOfClass(p, k);
    rule.stepsOfRow({p, column, c}, append(row, column, grid.columnPeriod(),
                                           grid.beta(), grid.weight(k)));
  }
}

/// The messages to q in the order of classes.
static void collectColumn(const CommunicationGrid &grid, const StepRule &rule,
                          std::int64_t q, std::vector<Message> &column) {
  column.clear();
  const std::int64_t types = grid.columnTypes();
  for (std::int64_t c =
           modulo(-q * grid.reducedTargetBlock() - grid.firstClass(), types);
       c < grid.classCount(); c += types) {
    const std::int64_t k = grid.firstClass() + c;
    const std::int64_t row = grid.rowOfClass(q, k);
    rule.stepsOfColumn({row, q, c}, append(column, row, grid.rowPeriod(),
                                           grid.alpha(), grid.weight(k)));
  }
}

static void sortBySteps(std::vector<Message> &messages) {
  std::sort(messages.begin(), messages.end(),
            [](const Message &a, const Message &b) { return a.step < b.step; });
}

void Schedule::sendRow(std::int64_t p, std::vector<Message> &row) const {
  collectRow(communicationGrid, *stepRule, p, row);
  sortBySteps(row);
}

void Schedule::receiveRow(std::int64_t q, std::vector<Message> &row) const {
  collectColumn(communicationGrid, *stepRule, q, row);
  sortBySteps(row);
}

/// Steps with room for an equal share of the messages each.
static std::vector<Step> emptySteps(std::int64_t count, std::int64_t messages) {
  std::vector<Step> steps(static_cast<std::size_t>(count));
  for (Step &step : steps)
    step.transfers.reserve(
        static_cast<std::size_t>(ceilDivide(messages, count)));
  return steps;
}

static void add(Step &step, const Transfer &transfer) {
  step.cost = std::max(step.cost, transfer.length);
  step.transfers.push_back(transfer);
}

std::vector<Step> Schedule::allSteps() const {
  std::vector<Step> result =
      emptySteps(steps, communicationGrid.messageCount());
  std::vector<Message> row;
  for (std::int64_t p = 0; p < communicationGrid.redistribution().source.ranks;
       ++p) {
    collectRow(communicationGrid, *stepRule, p, row);
    for (const Message &message : row)
      add(result[static_cast<std::size_t>(message.step)],
          {p, message.partner, message.length});
  }
  return result;
}

std::uint64_t Schedule::hash() const {
  // FNV-1a over the words that determine the schedule.
  std::uint64_t value = 0xcbf29ce484222325;
  for (const std::uint32_t word : encode(*this)) {
    value ^= word;
    value *= 0x100000001b3;
  }
  return value;
}
