//===- StrategyTree.cpp - Binomial and Fibonacci trees, by size -----------===//
//
// See StrategyTree.h.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Cost/StrategyTree.h"

#include "Support/Arithmetic.h"

#include <algorithm>
#include <cassert>

using namespace redist::schedule;

StrategyTree::StrategyTree(std::int64_t count, std::size_t turn,
                           const ReductionCost &given)
    : ranks(count), gap(turn), cost(given) {
  std::int64_t before = 1;
  for (std::int64_t w = 1; w < ranks;) {
    weights.push_back(w);
    const std::int64_t next = w + (gap == 1 ? w : before);
    before = w;
    w = next;
  }
  add(ranks);
}

/// Machines below `limit` whose weights are all from `place` on: in the order
/// of their indices, what is left of the limit's own weights counts them.
/// Precondition: limit > 0.
std::int64_t StrategyTree::countBelow(std::int64_t limit,
                                      std::size_t place) const {
  std::int64_t count = 0;
  for (std::size_t i = weights.size(); i-- > place && limit > 0;)
    if (weights[i] <= limit) {
      limit -= weights[i];
      count += weights[i - place];
    }
  return count + (limit > 0 ? 1 : 0);
}

/// Makes the tree of a size, if it is not there; returns when it is ready.
std::int64_t StrategyTree::add(std::int64_t size) {
  if (const auto found = subtrees.find(size); found != subtrees.end())
    return found->second.ready;
  struct Ready {
    std::int64_t time;
    StrategySubtree::Child child;
  };
  std::vector<Ready> order;
  for (std::size_t i = 0; i < weights.size() && weights[i] < size; ++i) {
    const std::int64_t machines = countBelow(size - weights[i], i + gap);
    order.push_back({add(machines), {i, machines, 0}});
  }
  // As timed() has it: the first that is ready, among equals the last index.
  std::sort(order.begin(), order.end(), [](const Ready &x, const Ready &y) {
    return x.time != y.time ? x.time < y.time : x.child.place > y.child.place;
  });
  StrategySubtree tree;
  std::int64_t port = 0;
  for (Ready &next : order) {
    next.child.start = std::max(next.time, port);
    port = next.child.start + cost.transfer;
    tree.ready = std::max(port + cost.latency, tree.ready) + cost.combine;
    tree.children.push_back(next.child);
  }
  return subtrees.emplace(size, std::move(tree)).first->second.ready;
}

const StrategySubtree &StrategyTree::ofSize(std::int64_t size) const {
  const auto found = subtrees.find(size);
  assert(found != subtrees.end() && "no subtree has that size");
  return found->second;
}

std::vector<std::size_t> StrategyTree::placesOf(std::int64_t machine) const {
  std::vector<std::size_t> places;
  for (std::size_t i = weights.size(); i-- > 0;)
    if (weights[i] <= machine) {
      machine -= weights[i];
      places.push_back(i);
    }
  std::reverse(places.begin(), places.end());
  return places;
}
