//===- MessageSource.cpp - Enumeration of messages ------------------------===//
//
// Rows and columns of a list are ranges of its two orders; those of a grid come
// from its classes.
//
//===----------------------------------------------------------------------===//
#include "Product/GridRule.h"

#include <algorithm>

using namespace redist::schedule;

MessageSource::MessageSource(const Assignment &assignment, GridPointer given)
    : sourceRanks(assignment.sourceRanks()),
      targetRanks(assignment.targetRanks()), sharing(assignment.sharing),
      grid(std::move(given)) {}

MessageSource::MessageSource(const Assignment &assignment, ListPointer given)
    : sourceRanks(assignment.sourceRanks()),
      targetRanks(assignment.targetRanks()), sharing(assignment.sharing),
      list(std::move(given)) {}

static void listRow(const MessageList &messages, std::int64_t p,
                    std::vector<Message> &row) {
  const std::vector<ListedMessage> &all = messages.list;
  auto entry = std::partition_point(
      all.begin(), all.end(),
      [p](const ListedMessage &message) { return message.from < p; });
  for (; entry != all.end() && entry->from == p; ++entry)
    row.push_back({entry - all.begin(), entry->to, entry->length});
}

static void listColumn(const MessageList &messages, std::int64_t q,
                       std::vector<Message> &column) {
  const auto at = [&](std::int32_t index) -> const ListedMessage & {
    return messages.list[static_cast<std::size_t>(index)];
  };
  auto index =
      std::partition_point(messages.byColumn.begin(), messages.byColumn.end(),
                           [&](std::int32_t i) { return at(i).to < q; });
  for (; index != messages.byColumn.end() && at(*index).to == q; ++index)
    column.push_back({*index, at(*index).from, at(*index).length});
}

void MessageSource::row(std::int64_t p, std::vector<Message> &result) const {
  result.clear();
  if (list)
    return listRow(*list, p, result);
  std::vector<ProductMessage> found;
  grid->row(p, found);
  for (const ProductMessage &message : found)
    if (sharing.sourceOf(message.partner, sourceRanks) != p)
      result.push_back({-1, message.partner, message.length});
}

void MessageSource::column(std::int64_t q, std::vector<Message> &result) const {
  result.clear();
  if (list)
    return listColumn(*list, q, result);
  const std::int64_t kept = sharing.sourceOf(q, sourceRanks);
  std::vector<ProductMessage> found;
  grid->column(q, found);
  for (const ProductMessage &message : found)
    if (message.partner != kept)
      result.push_back({-1, message.partner, message.length});
}

/// Numbers the ranks with a flag in their order; -1 for the others.
static std::vector<std::int32_t>
numberInOrder(const std::vector<bool> &isActive, std::int64_t &count) {
  std::vector<std::int32_t> numbers(isActive.size(), -1);
  for (std::size_t i = 0; i < isActive.size(); ++i)
    if (isActive[i])
      numbers[i] = static_cast<std::int32_t>(count++);
  return numbers;
}

CircleNumbers::CircleNumbers(const MessageSource &messages) {
  const bool isAll = messages.grid != nullptr;
  std::vector<bool> sends(static_cast<std::size_t>(messages.sourceRanks),
                          isAll);
  std::vector<bool> receives(static_cast<std::size_t>(messages.targetRanks),
                             isAll);
  if (messages.list)
    for (const ListedMessage &entry : messages.list->list) {
      sends[static_cast<std::size_t>(entry.from)] = true;
      receives[static_cast<std::size_t>(entry.to)] = true;
    }
  std::int64_t senders = 0, receivers = 0;
  source = numberInOrder(sends, senders);
  target = numberInOrder(receives, receivers);
  circle = std::max(senders, receivers);
  if (messages.sharing.kind == RankSharing::Kind::None)
    return;
  std::vector<bool> taken(static_cast<std::size_t>(circle), false);
  for (std::size_t q = 0; q < target.size(); ++q) {
    const std::int64_t p = messages.sharing.sourceOf(
        static_cast<std::int64_t>(q), messages.sourceRanks);
    target[q] =
        receives[q] && p >= 0 ? source[static_cast<std::size_t>(p)] : -1;
    if (target[q] >= 0)
      taken[static_cast<std::size_t>(target[q])] = true;
  }
  std::int32_t next = 0;
  for (std::size_t q = 0; q < target.size(); ++q)
    if (receives[q] && target[q] < 0) {
      while (taken[static_cast<std::size_t>(next)])
        ++next;
      target[q] = next++;
    }
}
