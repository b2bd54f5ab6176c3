//===- GridListRule.cpp - A step for each message that exists -------------===//
//
// Rows are ranges of the list of messages, columns ranges of its other order.
//
//===----------------------------------------------------------------------===//
#include "GridRule.h"

#include <algorithm>
#include <cassert>
#include <numeric>

using namespace redist::schedule;

static void listRow(const ExtentMessages &messages, std::int64_t p,
                    std::vector<Message> &row) {
  row.clear();
  const std::vector<ExtentMessage> &all = messages.list;
  auto entry = std::partition_point(
      all.begin(), all.end(),
      [p](const ExtentMessage &message) { return message.from < p; });
  for (; entry != all.end() && entry->from == p; ++entry)
    row.push_back({entry - all.begin(), entry->to, entry->length});
}

static void listColumn(const ExtentMessages &messages, std::int64_t q,
                       std::vector<Message> &column) {
  column.clear();
  const auto at = [&](std::int32_t index) -> const ExtentMessage & {
    return messages.list[static_cast<std::size_t>(index)];
  };
  auto index =
      std::partition_point(messages.byColumn.begin(), messages.byColumn.end(),
                           [&](std::int32_t i) { return at(i).to < q; });
  for (; index != messages.byColumn.end() && at(*index).to == q; ++index)
    column.push_back({*index, at(*index).from, at(*index).length});
}

static void take(const std::vector<ProductMessage> &found,
                 std::vector<Message> &row) {
  row.clear();
  for (const ProductMessage &message : found)
    row.push_back({-1, message.partner, message.length});
}

void MessageSource::row(std::int64_t p, std::vector<Message> &result) const {
  if (list)
    return listRow(*list, p, result);
  std::vector<ProductMessage> found;
  grid->row(p, found);
  take(found, result);
}

void MessageSource::column(std::int64_t q, std::vector<Message> &result) const {
  if (list)
    return listColumn(*list, q, result);
  std::vector<ProductMessage> found;
  grid->column(q, found);
  take(found, result);
}

class ListRule final : public GridRule {
public:
  ListRule(TableOrigin, ListPointer, std::vector<std::int32_t> steps);

  std::string_view method() const override {
    return methodOf(static_cast<TableOrigin>(parameter()));
  }
  std::span<const std::int32_t> table() const override { return entries; }
  std::int64_t stepOf(std::int64_t p, std::int64_t q) const override;
  void sendRow(std::int64_t p, std::vector<Message> &row) const override {
    listRow(*source, p, row);
    toSteps(row);
  }
  void receiveRow(std::int64_t q, std::vector<Message> &row) const override {
    listColumn(*source, q, row);
    toSteps(row);
  }

private:
  void toSteps(std::vector<Message> &row) const {
    for (Message &message : row)
      message.step = entries[static_cast<std::size_t>(message.step)];
  }

  ListPointer source;
  std::vector<std::int32_t> entries;
};

ListRule::ListRule(TableOrigin origin, ListPointer given,
                   std::vector<std::int32_t> givenSteps)
    : GridRule(GridForm::List, static_cast<std::int64_t>(origin)),
      source(std::move(given)), entries(std::move(givenSteps)) {
  assert(entries.size() == source->list.size() && "one step a message");
  messages = static_cast<std::int64_t>(entries.size());
  for (const std::int32_t entry : entries)
    steps = std::max(steps, entry + std::int64_t{1});
  std::vector<std::int64_t> costs(static_cast<std::size_t>(steps), 0);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::int64_t &stepCost = costs[static_cast<std::size_t>(entries[i])];
    stepCost = std::max(stepCost, source->list[i].length);
  }
  cost = std::accumulate(costs.begin(), costs.end(), std::int64_t{0});
}

std::int64_t ListRule::stepOf(std::int64_t p, std::int64_t q) const {
  const std::vector<ExtentMessage> &all = source->list;
  const auto found =
      std::lower_bound(all.begin(), all.end(), std::pair(p, q),
                       [](const ExtentMessage &entry, const auto &wanted) {
                         return std::pair<std::int64_t, std::int64_t>(
                                    entry.from, entry.to) < wanted;
                       });
  if (found == all.end() || found->from != p || found->to != q)
    return -1;
  return entries[static_cast<std::size_t>(found - all.begin())];
}

GridRulePointer
redist::schedule::makeListRule(TableOrigin origin, ListPointer messages,
                               std::vector<std::int32_t> steps) {
  return std::make_shared<ListRule>(origin, std::move(messages),
                                    std::move(steps));
}
