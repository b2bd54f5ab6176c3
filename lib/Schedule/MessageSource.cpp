//===- MessageSource.cpp - The messages themselves ------------------------===//
//
// Rows and columns of a list are ranges of its two orders; those of a grid come
// from its classes.
//
//===----------------------------------------------------------------------===//
#include "GridRule.h"

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

static void listRow(const ExtentMessages &messages, std::int64_t p,
                    std::vector<Message> &row) {
  const std::vector<ExtentMessage> &all = messages.list;
  auto entry = std::partition_point(
      all.begin(), all.end(),
      [p](const ExtentMessage &message) { return message.from < p; });
  for (; entry != all.end() && entry->from == p; ++entry)
    row.push_back({entry - all.begin(), entry->to, entry->length});
}

static void listColumn(const ExtentMessages &messages, std::int64_t q,
                       std::vector<Message> &column) {
  const auto at = [&](std::int32_t index) -> const ExtentMessage & {
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

std::vector<std::int64_t>
redist::schedule::circleNumbers(const RankSharing &sharing,
                                std::int64_t sourceRanks,
                                std::int64_t targetRanks) {
  const std::int64_t circle = std::max(sourceRanks, targetRanks);
  const bool isShared = sharing.kind != RankSharing::Kind::None;
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(targetRanks));
  std::vector<bool> taken(static_cast<std::size_t>(circle), false);
  for (std::int64_t q = 0; q < targetRanks; ++q) {
    const std::int64_t p = isShared ? sharing.sourceOf(q, sourceRanks) : q;
    numbers[static_cast<std::size_t>(q)] = p;
    if (p >= 0)
      taken[static_cast<std::size_t>(p)] = true;
  }
  std::int64_t next = 0;
  for (std::int64_t &number : numbers)
    if (number < 0) {
      while (taken[static_cast<std::size_t>(next)])
        ++next;
      number = next++;
    }
  return numbers;
}
