//===- GridListRule.cpp - Table with the step of each message -------------===//
//
// Rows are ranges of the list of messages, columns ranges of its other order.
//
//===----------------------------------------------------------------------===//
#include "Product/GridRule.h"

#include <algorithm>
#include <cassert>
#include <numeric>

using namespace redist::schedule;

class ListRule final : public GridRule {
public:
  ListRule(TableOrigin, MessageSource, std::vector<std::int32_t> steps);

  std::string_view method() const override {
    return methodOf(static_cast<TableOrigin>(parameter()));
  }
  std::span<const std::int32_t> table() const override { return entries; }
  std::int64_t stepOf(std::int64_t p, std::int64_t q) const override;
  void sendRow(std::int64_t p, std::vector<Message> &row) const override {
    source.row(p, row);
    toSteps(row);
  }
  void receiveRow(std::int64_t q, std::vector<Message> &row) const override {
    source.column(q, row);
    toSteps(row);
  }

private:
  void toSteps(std::vector<Message> &row) const {
    for (Message &message : row)
      message.step = entries[static_cast<std::size_t>(message.step)];
  }

  MessageSource source; ///< a list
  std::vector<std::int32_t> entries;
};

ListRule::ListRule(TableOrigin origin, MessageSource given,
                   std::vector<std::int32_t> givenSteps)
    : GridRule(GridForm::List, static_cast<std::int64_t>(origin)),
      source(std::move(given)), entries(std::move(givenSteps)) {
  assert(entries.size() == source.list->list.size() && "one step a message");
  messages = static_cast<std::int64_t>(entries.size());
  for (const std::int32_t entry : entries)
    steps = std::max(steps, entry + std::int64_t{1});
  std::vector<std::int64_t> costs(static_cast<std::size_t>(steps), 0);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::int64_t &stepCost = costs[static_cast<std::size_t>(entries[i])];
    stepCost = std::max(stepCost, source.list->list[i].length);
  }
  cost = std::accumulate(costs.begin(), costs.end(), std::int64_t{0});
}

std::int64_t ListRule::stepOf(std::int64_t p, std::int64_t q) const {
  const std::vector<ListedMessage> &all = source.list->list;
  const auto found =
      std::lower_bound(all.begin(), all.end(), std::pair(p, q),
                       [](const ListedMessage &entry, const auto &wanted) {
                         return std::pair<std::int64_t, std::int64_t>(
                                    entry.from, entry.to) < wanted;
                       });
  if (found == all.end() || found->from != p || found->to != q)
    return -1;
  return entries[static_cast<std::size_t>(found - all.begin())];
}

GridRulePointer
redist::schedule::makeListRule(TableOrigin origin, MessageSource messages,
                               std::vector<std::int32_t> steps) {
  return std::make_shared<ListRule>(origin, std::move(messages),
                                    std::move(steps));
}
