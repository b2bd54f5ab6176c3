//===- ArrivalTimes.cpp - Length of a tree of late elements ---------------===//
//
// Machines are timed from the leaves to the sink, each once, its children
// sorted: O(n log n) in all.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Arrivals/ArrivalTimes.h"

#include <numeric>
#include <queue>

using namespace redist::schedule;

/// Of one machine: its port and what it has combined so far.
class Machine {
public:
  explicit Machine(const ReductionCost &given) : cost(given) {}

  /// Takes an element that is ready elsewhere; tells when its transfer starts.
  std::int64_t receive(std::int64_t ready) {
    const std::int64_t start = std::max(ready, portFree);
    portFree = start + cost.transfer;
    return start;
  }
  void combine(std::int64_t available) {
    done = isEmpty ? available : std::max(done, available) + cost.combine;
    isEmpty = false;
  }
  std::int64_t availableAfter(std::int64_t start) const {
    return start + cost.transfer + cost.latency;
  }
  std::int64_t ready() const { return done; }

private:
  const ReductionCost &cost;
  std::int64_t portFree = 0;
  std::int64_t done = 0;
  bool isEmpty = true;
};

std::int64_t redist::schedule::readyAfter(std::int64_t own, Times childrenReady,
                                          const ReductionCost &cost) {
  Machine machine(cost);
  bool hasOwn = false;
  for (const std::int64_t ready : childrenReady) {
    const std::int64_t there = machine.availableAfter(machine.receive(ready));
    if (!hasOwn && own <= there) {
      machine.combine(own);
      hasOwn = true;
    }
    machine.combine(there);
  }
  if (!hasOwn)
    machine.combine(own);
  return machine.ready();
}

/// Children of all machines, those of one machine beside each other.
struct ChildTable {
  std::vector<std::size_t> begin;
  Elements children;

  explicit ChildTable(const Elements &parent)
      : begin(parent.size() + 1), children(parent.size() - 1) {
    for (const std::int32_t p : parent)
      if (p >= 0)
        ++begin[static_cast<std::size_t>(p) + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
    for (std::size_t i = 0; i < parent.size(); ++i)
      if (parent[i] >= 0)
        children[next[static_cast<std::size_t>(parent[i])]++] =
            static_cast<std::int32_t>(i);
  }
  std::span<std::int32_t> of(std::size_t machine) {
    return std::span(children).subspan(begin[machine],
                                       begin[machine + 1] - begin[machine]);
  }
};

/// Every machine before its parent.
static Elements leavesToSink(const Elements &parent) {
  std::vector<std::int32_t> open(parent.size());
  for (const std::int32_t p : parent)
    if (p >= 0)
      ++open[static_cast<std::size_t>(p)];
  Elements order;
  order.reserve(parent.size());
  for (std::size_t i = 0; i < parent.size(); ++i)
    if (open[i] == 0)
      order.push_back(static_cast<std::int32_t>(i));
  for (std::size_t next = 0; next < order.size(); ++next) {
    const std::int32_t p = parent[static_cast<std::size_t>(order[next])];
    if (p >= 0 && --open[static_cast<std::size_t>(p)] == 0)
      order.push_back(p);
  }
  return order;
}

/// The same as readyAfter(), with transfers and order noted in the tree.
/// Precondition: `children` in the order of `ready`.
static std::int64_t timeMachine(std::int32_t own, std::int64_t arrival,
                                std::span<const std::int32_t> children,
                                Times ready, const ReductionCost &cost,
                                ArrivalTree &tree) {
  Machine machine(cost);
  Elements &order = tree.order[static_cast<std::size_t>(own)];
  order.reserve(children.size() + 1);
  bool hasOwn = false;
  for (const std::int32_t child : children) {
    const auto index = static_cast<std::size_t>(child);
    tree.start[index] = machine.receive(ready[index]);
    const std::int64_t there = machine.availableAfter(tree.start[index]);
    if (!hasOwn && arrival <= there) {
      order.push_back(own);
      machine.combine(arrival);
      hasOwn = true;
    }
    order.push_back(child);
    machine.combine(there);
  }
  if (!hasOwn) {
    order.push_back(own);
    machine.combine(arrival);
  }
  return machine.ready();
}

ArrivalTree redist::schedule::timedArrivals(Elements parent, Times arrivals,
                                            const ReductionCost &cost) {
  const std::size_t count = parent.size();
  ArrivalTree tree;
  tree.start.resize(count);
  tree.order.resize(count);
  std::vector<std::int64_t> ready(count);
  ChildTable table(parent);
  for (const std::int32_t own : leavesToSink(parent)) {
    const auto index = static_cast<std::size_t>(own);
    const std::span<std::int32_t> children = table.of(index);
    std::sort(children.begin(), children.end(),
              [&](std::int32_t a, std::int32_t b) {
                const std::int64_t first = ready[static_cast<std::size_t>(a)];
                const std::int64_t second = ready[static_cast<std::size_t>(b)];
                return first != second ? first < second : a < b;
              });
    ready[index] =
        timeMachine(own, arrivals[index], children, ready, cost, tree);
    if (parent[index] < 0)
      tree.start[index] = tree.length = ready[index];
  }
  tree.parent = std::move(parent);
  return tree;
}

Elements redist::schedule::latestFirst(Times arrivals) {
  Elements order(arrivals.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int32_t a, std::int32_t b) {
                     return arrivals[static_cast<std::size_t>(a)] >
                            arrivals[static_cast<std::size_t>(b)];
                   });
  return order;
}

/// L*(j) is the next smallest slot: each element taken at `end` opens one for
/// its own first child and the next one of its parent.
std::int64_t redist::schedule::arrivalBound(Times arrivals,
                                            const Elements &latest,
                                            const ReductionCost &cost) {
  std::queue<std::int64_t> siblings, children;
  siblings.push(cost.turn());
  std::int64_t bound = 0, end = 0;
  for (std::size_t j = 0; j < latest.size(); ++j) {
    if (j > 0) {
      const bool fromChildren =
          !children.empty() && children.front() < siblings.front();
      std::queue<std::int64_t> &from = fromChildren ? children : siblings;
      end = from.front();
      from.pop();
      siblings.push(end + cost.cadence());
      children.push(end + cost.turn());
    }
    bound =
        std::max(bound, arrivals[static_cast<std::size_t>(latest[j])] + end);
  }
  return bound;
}
