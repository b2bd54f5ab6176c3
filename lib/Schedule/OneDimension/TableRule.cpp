//===- TableRule.cpp - Table with the step of each message ----------------===//
//
// What colourings and the exact solver produce, lifted to all ranks: the step
// depends on class and block coordinates only, so that the g0 translated copies
// of the quotient share one table.
//
//===----------------------------------------------------------------------===//
#include "OneDimension/StepRule.h"

#include <algorithm>
#include <cassert>
#include <numeric>

using namespace redist::schedule;

class TableRule final : public StepRule {
public:
  TableRule(const CommunicationGrid &, TableOrigin, std::vector<std::int32_t>);

  std::string_view method() const override;
  std::span<const std::int32_t> table() const override { return entries; }
  std::int64_t step(const MessageKey &key) const override {
    return entry(key.classNumber, key.p / rowPeriod, key.q / columnPeriod);
  }
  void stepsOfRow(const MessageKey &first,
                  std::span<Message> row) const override {
    for (std::size_t y = 0; y < row.size(); ++y)
      row[y].step = entry(first.classNumber, first.p / rowPeriod,
                          static_cast<std::int64_t>(y));
  }
  void stepsOfColumn(const MessageKey &first,
                     std::span<Message> column) const override {
    for (std::size_t x = 0; x < column.size(); ++x)
      column[x].step = entry(first.classNumber, static_cast<std::int64_t>(x),
                             first.q / columnPeriod);
  }

private:
  std::int64_t entry(std::int64_t c, std::int64_t x, std::int64_t y) const {
    return entries[static_cast<std::size_t>((c * alpha + x) * beta + y)];
  }

  std::vector<std::int32_t> entries;
  std::int64_t alpha, beta, rowPeriod, columnPeriod;
};

TableRule::TableRule(const CommunicationGrid &grid, TableOrigin origin,
                     std::vector<std::int32_t> given)
    : StepRule(RuleForm::Table, static_cast<std::int64_t>(origin)),
      entries(std::move(given)), alpha(grid.alpha()), beta(grid.beta()),
      rowPeriod(grid.rowPeriod()), columnPeriod(grid.columnPeriod()) {
  assert(static_cast<std::int64_t>(entries.size()) ==
             grid.classCount() * alpha * beta &&
         "one step for each message of the quotient");
  steps = *std::max_element(entries.begin(), entries.end()) + std::int64_t{1};
  std::vector<std::int64_t> costs(static_cast<std::size_t>(steps), 0);
  auto entryOfClass = entries.cbegin();
  for (const std::int64_t weight : classWeights(grid)) {
    const auto end = entryOfClass + alpha * beta;
    for (; entryOfClass != end; ++entryOfClass) {
      std::int64_t &stepCost = costs[static_cast<std::size_t>(*entryOfClass)];
      stepCost = std::max(stepCost, weight);
    }
  }
  cost = std::accumulate(costs.begin(), costs.end(), std::int64_t{0});
}

std::string_view TableRule::method() const {
  return methodOf(static_cast<TableOrigin>(parameter()));
}

RulePointer redist::schedule::makeTableRule(const CommunicationGrid &grid,
                                            TableOrigin origin,
                                            std::vector<std::int32_t> steps) {
  return std::make_shared<TableRule>(grid, origin, std::move(steps));
}
