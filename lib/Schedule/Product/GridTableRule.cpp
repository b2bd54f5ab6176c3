//===- GridTableRule.cpp - Table with the step of a quotient's message ----===//
//
// Colourings of the product quotient and realised profiles, lifted to all
// ranks: the translated copies share one table.
//
//===----------------------------------------------------------------------===//
#include "Product/GridRule.h"

#include <algorithm>
#include <cassert>
#include <numeric>

using namespace redist::schedule;

class GridTableRule final : public GridRule {
public:
  GridTableRule(GridPointer, TableOrigin, std::vector<std::int32_t>);

  std::string_view method() const override {
    return methodOf(static_cast<TableOrigin>(parameter()));
  }
  std::span<const std::int32_t> table() const override { return entries; }
  std::int64_t stepOf(std::int64_t p, std::int64_t q) const override {
    return entries[static_cast<std::size_t>(grid->entryOf(p, q))];
  }
  void sendRow(std::int64_t p, std::vector<Message> &row) const override {
    std::vector<ProductMessage> found;
    grid->row(p, found);
    take(found, row);
  }
  void receiveRow(std::int64_t q, std::vector<Message> &row) const override {
    std::vector<ProductMessage> found;
    grid->column(q, found);
    take(found, row);
  }

private:
  void take(const std::vector<ProductMessage> &found,
            std::vector<Message> &row) const {
    row.clear();
    row.reserve(found.size());
    for (const ProductMessage &message : found)
      row.push_back({entries[static_cast<std::size_t>(message.entry)],
                     message.partner, message.length});
  }

  GridPointer grid;
  std::vector<std::int32_t> entries;
};

GridTableRule::GridTableRule(GridPointer givenGrid, TableOrigin origin,
                             std::vector<std::int32_t> given)
    : GridRule(GridForm::Table, static_cast<std::int64_t>(origin)),
      grid(std::move(givenGrid)), entries(std::move(given)) {
  assert(static_cast<std::int64_t>(entries.size()) == grid->quotientSize() &&
         "one step for each message of the quotient");
  steps = *std::max_element(entries.begin(), entries.end()) + std::int64_t{1};
  messages = grid->messageCount();
  std::vector<std::int64_t> costs(static_cast<std::size_t>(steps), 0);
  const ClassProblem problem = grid->classProblem(steps);
  auto entry = entries.cbegin();
  for (const MessageClass &own : problem.classes) {
    const auto end = entry + problem.alpha * problem.beta;
    for (; entry != end; ++entry) {
      std::int64_t &stepCost = costs[static_cast<std::size_t>(*entry)];
      stepCost = std::max(stepCost, own.weight);
    }
  }
  cost = std::accumulate(costs.begin(), costs.end(), std::int64_t{0});
}

GridRulePointer
redist::schedule::makeGridTable(GridPointer grid, TableOrigin origin,
                                std::vector<std::int32_t> steps) {
  return std::make_shared<GridTableRule>(std::move(grid), origin,
                                         std::move(steps));
}
