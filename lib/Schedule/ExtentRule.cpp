//===- ExtentRule.cpp - A step for each message of an extent --------------===//
//
// Rows are ranges of the list of messages, columns ranges of its other order.
//
//===----------------------------------------------------------------------===//
#include "ExtentRule.h"

#include <algorithm>
#include <cassert>
#include <numeric>

using namespace redist::schedule;

/// Greatest number of consecutive equal values of key(0), key(1), ...
template <typename Key>
static std::int64_t longestGroup(std::size_t size, Key key) {
  std::int64_t longest = 0, count = 0;
  for (std::size_t i = 0; i < size; ++i) {
    count = i > 0 && key(i) == key(i - 1) ? count + 1 : 1;
    longest = std::max(longest, count);
  }
  return longest;
}

ExtentRule::ExtentRule(TableOrigin origin, ExtentMessages given,
                       std::vector<std::int32_t> givenSteps)
    : StepRule(RuleForm::Extent, static_cast<std::int64_t>(origin)),
      messages(std::move(given)), entries(std::move(givenSteps)) {
  assert(entries.size() == messages.list.size() && "one step a message");
  const std::vector<ExtentMessage> &all = messages.list;
  degree = std::max(
      longestGroup(all.size(), [&](std::size_t i) { return all[i].from; }),
      longestGroup(all.size(), [&](std::size_t i) {
        return all[static_cast<std::size_t>(messages.byColumn[i])].to;
      }));
  for (const std::int32_t entry : entries)
    steps = std::max(steps, entry + std::int64_t{1});
  std::vector<std::int64_t> costs(static_cast<std::size_t>(steps), 0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::int64_t &stepCost = costs[static_cast<std::size_t>(entries[i])];
    stepCost = std::max(stepCost, all[i].length);
  }
  cost = std::accumulate(costs.begin(), costs.end(), std::int64_t{0});
}

std::string_view ExtentRule::method() const {
  return methodOf(static_cast<TableOrigin>(parameter()));
}

std::int64_t ExtentRule::stepOf(std::int64_t p, std::int64_t q) const {
  const auto found = std::lower_bound(
      messages.list.begin(), messages.list.end(), std::pair(p, q),
      [](const ExtentMessage &entry, const auto &wanted) {
        return std::pair<std::int64_t, std::int64_t>(entry.from, entry.to) <
               wanted;
      });
  if (found == messages.list.end() || found->from != p || found->to != q)
    return -1;
  return entries[static_cast<std::size_t>(found - messages.list.begin())];
}

std::int64_t ExtentRule::step(const MessageKey &key) const {
  return stepOf(key.p, key.q);
}

void ExtentRule::stepsOfRow(const MessageKey &first,
                            std::span<Message> row) const {
  for (Message &message : row)
    message.step = stepOf(first.p, message.partner);
}

void ExtentRule::stepsOfColumn(const MessageKey &first,
                               std::span<Message> column) const {
  for (Message &message : column)
    message.step = stepOf(message.partner, first.q);
}

void ExtentRule::row(std::int64_t p, std::vector<Message> &result) const {
  result.clear();
  const std::vector<ExtentMessage> &all = messages.list;
  auto entry = std::partition_point(
      all.begin(), all.end(),
      [p](const ExtentMessage &message) { return message.from < p; });
  for (; entry != all.end() && entry->from == p; ++entry)
    result.push_back({entries[static_cast<std::size_t>(entry - all.begin())],
                      entry->to, entry->length});
}

void ExtentRule::column(std::int64_t q, std::vector<Message> &result) const {
  result.clear();
  const auto at = [this](std::int32_t index) -> const ExtentMessage & {
    return messages.list[static_cast<std::size_t>(index)];
  };
  auto index =
      std::partition_point(messages.byColumn.begin(), messages.byColumn.end(),
                           [&](std::int32_t i) { return at(i).to < q; });
  for (; index != messages.byColumn.end() && at(*index).to == q; ++index)
    result.push_back({entries[static_cast<std::size_t>(*index)],
                      at(*index).from, at(*index).length});
}
