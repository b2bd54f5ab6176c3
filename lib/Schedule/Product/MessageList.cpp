//===- MessageList.cpp - List of messages ---------------------------------===//
//
// Rows are ranges of the list, columns ranges of its order by receivers.
//
//===----------------------------------------------------------------------===//
#include "Product/MessageList.h"

#include <algorithm>
#include <functional>
#include <numeric>

using namespace redist::schedule;

/// By counting where there are not many more columns than messages.
std::vector<std::int32_t>
redist::schedule::orderByColumn(const std::vector<ListedMessage> &list,
                                std::int64_t columns) {
  std::vector<std::int32_t> order(list.size());
  if (columns > 4 * static_cast<std::int64_t>(list.size())) {
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int32_t a, std::int32_t b) {
                       return list[static_cast<std::size_t>(a)].to <
                              list[static_cast<std::size_t>(b)].to;
                     });
    return order;
  }
  std::vector<std::int32_t> next(static_cast<std::size_t>(columns) + 1, 0);
  for (const ListedMessage &entry : list)
    ++next[static_cast<std::size_t>(entry.to) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (std::size_t i = 0; i < list.size(); ++i)
    order[static_cast<std::size_t>(
        next[static_cast<std::size_t>(list[i].to)]++)] =
        static_cast<std::int32_t>(i);
  return order;
}

BipartiteGraph redist::schedule::graphOf(const MessageList &messages) {
  BipartiteGraph graph;
  graph.edges.resize(messages.list.size());
  std::int32_t last = -1;
  for (std::size_t i = 0; i < messages.list.size(); ++i) {
    const ListedMessage &entry = messages.list[i];
    graph.rows += entry.from != last ? 1 : 0;
    last = entry.from;
    graph.edges[i] = {graph.rows - 1, 0, entry.length};
  }
  last = -1;
  for (const std::int32_t index : messages.byColumn) {
    const auto i = static_cast<std::size_t>(index);
    graph.columns += messages.list[i].to != last ? 1 : 0;
    last = messages.list[i].to;
    graph.edges[i].column = graph.columns - 1;
  }
  return graph;
}

std::vector<Step>
redist::schedule::stepsOf(const Colouring &colouring,
                          const std::vector<ListedMessage> &list) {
  std::vector<Step> steps(static_cast<std::size_t>(colouring.colourCount));
  for (std::size_t i = 0; i < list.size(); ++i) {
    Step &step = steps[static_cast<std::size_t>(colouring.colourOfEdge[i])];
    step.cost = std::max(step.cost, list[i].length);
    step.transfers.push_back({list[i].from, list[i].to, list[i].length});
  }
  return steps;
}

/// For each i the greatest i-th longest message of any rank seen so far. The
/// i-th entry is the number theta up to which some rank has i+1 messages, so
/// that the sum of the entries is the sum over theta of the degrees.
class SortedProfile {
public:
  /// Takes the lengths of one rank; leaves them in any order.
  void add(std::vector<std::int64_t> &lengths) {
    std::sort(lengths.begin(), lengths.end(), std::greater<>());
    if (lengths.size() > greatest.size())
      greatest.resize(lengths.size(), 0);
    for (std::size_t i = 0; i < lengths.size(); ++i)
      greatest[i] = std::max(greatest[i], lengths[i]);
  }
  LowerBounds bounds() const {
    return {static_cast<std::int64_t>(greatest.size()),
            std::accumulate(greatest.begin(), greatest.end(), std::int64_t{0})};
  }

private:
  std::vector<std::int64_t> greatest;
};

LowerBounds redist::schedule::boundsOf(const MessageList &messages) {
  SortedProfile profile;
  std::vector<std::int64_t> lengths;
  const std::vector<ListedMessage> &list = messages.list;
  for (std::size_t i = 0; i < list.size(); ++i) {
    lengths.push_back(list[i].length);
    if (i + 1 == list.size() || list[i + 1].from != list[i].from) {
      profile.add(lengths);
      lengths.clear();
    }
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto at = [&](std::size_t place) -> const ListedMessage & {
      return list[static_cast<std::size_t>(messages.byColumn[place])];
    };
    lengths.push_back(at(i).length);
    if (i + 1 == list.size() || at(i + 1).to != at(i).to) {
      profile.add(lengths);
      lengths.clear();
    }
  }
  return profile.bounds();
}
