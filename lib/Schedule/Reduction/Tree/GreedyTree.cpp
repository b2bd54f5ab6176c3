//===- GreedyTree.cpp - Algorithms 1, 2 and 3 -----------------------------===//
//
// Canon & Antoniu, RR-7898, sections 5, 6 and 7.3, with the corrections of
// docs/SchedulingMath.md, section 13. In reversed time machine i is given its
// element at s_i by the machine that is ready first; s_i = s_M + A, and M is
// ready again B later. Both the machines that were given an element and those
// that are ready again come in the order of their times, so two queues take the
// place of a heap. Neither needs memory of its own without a limit on
// transfers: the first is the list of machines, the second the list of parents.
//
//   n = 4, A = 2, B = 1: s = 0 2 3 4, parents - 0 0 0
//
//===----------------------------------------------------------------------===//
#include "Reduction/Role/ReductionRule.h"
#include "Support/Arithmetic.h"

#include <algorithm>

using namespace redist::schedule;

/// Reversed times in `start`, parents for this turn and cadence; only the first
/// `reducers` machines get children. Ties go to the lowest index.
static void addGreedily(ReductionTree &tree, std::int64_t ranks,
                        std::int64_t reducers, std::int64_t turn,
                        std::int64_t cadence) {
  const auto count = static_cast<std::size_t>(ranks);
  tree.parent.resize(count);
  tree.start.resize(count);
  std::int32_t *const parent = tree.parent.data();
  std::int64_t *const ready = tree.start.data();
  parent[0] = -1;
  ready[0] = 0;
  if (count == 1)
    return;
  parent[1] = 0;
  ready[1] = turn;
  // Of the machines given an element, those from `fresh` on have given none.
  // Machine parent[again] was ready to give to machine `again` a turn earlier.
  std::size_t fresh = 1, again = 1, i = 2;
  const auto limit = static_cast<std::size_t>(std::min(ranks, reducers));
  for (; i < count && fresh < limit; ++i) {
    const std::int64_t freshTime = ready[fresh];
    const std::int64_t againTime = ready[again] - turn + cadence;
    const auto newcomer = static_cast<std::int32_t>(fresh);
    const std::int32_t machine = parent[again];
    const bool isEqual = freshTime == againTime;
    const bool takeFresh =
        (freshTime < againTime) | (isEqual & (newcomer < machine));
    parent[i] = takeFresh ? newcomer : machine;
    ready[i] = (takeFresh ? freshTime : againTime) + turn;
    fresh += takeFresh ? 1 : 0;
    again += takeFresh ? 0 : 1;
  }
  for (; i < count; ++i, ++again) {
    parent[i] = parent[again];
    ready[i] = ready[again] + cadence;
  }
}

/// Turns reversed times, none later than `last`, into starts.
static void reverseTimes(ReductionTree &tree, std::int64_t last) {
  tree.length = last;
  for (std::int64_t &time : tree.start)
    time = tree.length - time;
}

ReductionTree redist::schedule::greedyTree(std::int64_t ranks,
                                           const ReductionCost &cost) {
  return limitedReducersTree(ranks, ranks, cost);
}

ReductionTree redist::schedule::limitedReducersTree(std::int64_t ranks,
                                                    std::int64_t limit,
                                                    const ReductionCost &cost) {
  ReductionTree tree;
  addGreedily(tree, ranks, limit, cost.turn(), cost.cadence());
  reverseTimes(tree, tree.start.back());
  return tree;
}

/// Machines that are ready again, those of equal times by index. A machine
/// enters with a time later than that of all that have been taken.
class AgainQueue {
public:
  explicit AgainQueue(std::size_t most) { entries.reserve(most); }

  bool empty() const { return head == entries.size(); }
  std::int64_t time() const { return entries[head].time; }
  /// Sorts the machines of the first time; more of them must not follow.
  std::int32_t machine() {
    if (head == sorted) {
      while (sorted < entries.size() && entries[sorted].time == time())
        ++sorted;
      const auto at = [&](std::size_t index) {
        return entries.begin() + static_cast<std::ptrdiff_t>(index);
      };
      std::sort(at(head), at(sorted), [](const Entry &x, const Entry &y) {
        return x.machine < y.machine;
      });
    }
    return entries[head].machine;
  }
  void push(std::int64_t time, std::int32_t machine) {
    entries.push_back({time, machine});
  }
  void pop() { ++head; }

private:
  struct Entry {
    std::int64_t time;
    std::int32_t machine;
  };
  std::vector<Entry> entries;
  std::size_t head = 0;
  std::size_t sorted = 0; ///< end of the group of the first time
};

/// The times of Algorithm 2, machine by machine; they stay at 2^62 if they
/// leave 62 bits.
class LimitedTimes {
public:
  LimitedTimes(const ReductionCost &given, std::int64_t transfers,
               std::vector<std::int64_t> &ends)
      : cost(given), limit(static_cast<std::size_t>(transfers)), end(ends) {}

  /// The parent is ready from `ready` on. When its transfer to the next
  /// machine ends, in reversed time.
  std::int64_t give(std::int64_t ready) {
    const std::size_t i = end.size();
    const std::int64_t port = i > limit ? end[i - limit] : 0;
    const std::int64_t begin =
        std::max(ready + cost.combine + cost.latency, port);
    end.push_back(std::min(begin + cost.transfer, sizeLimit));
    return end.back();
  }
  /// When the parent is ready again.
  std::int64_t readyAgain(std::int64_t ready) const {
    return std::min(std::max(ready + cost.combine,
                             end.back() - cost.combine - cost.latency),
                    sizeLimit);
  }

private:
  const ReductionCost &cost;
  std::size_t limit;
  std::vector<std::int64_t> &end;
};

/// Algorithm 2 where only the first `reducers` machines get children.
static ReductionTree limitedTree(std::int64_t ranks, std::int64_t transfers,
                                 std::int64_t reducers,
                                 const ReductionCost &cost) {
  // Transfers that take no time are never under way together.
  if (cost.transfer == 0)
    return limitedReducersTree(ranks, reducers, cost);
  const auto count = static_cast<std::size_t>(ranks);
  ReductionTree tree;
  tree.parent.reserve(count);
  tree.parent.push_back(-1);
  tree.start.reserve(count);
  tree.start.push_back(0);
  LimitedTimes times(cost, transfers, tree.start);
  AgainQueue again(count);
  std::size_t fresh = 0;
  const auto limit = static_cast<std::size_t>(std::min(ranks, reducers));
  while (tree.parent.size() < count) {
    const bool hasFresh = fresh < std::min(tree.parent.size(), limit);
    const auto machine = static_cast<std::int32_t>(fresh);
    const std::int64_t freshTime = hasFresh ? tree.start[fresh] : 0;
    const bool takeFresh =
        hasFresh && (again.empty() || freshTime < again.time() ||
                     (freshTime == again.time() && machine < again.machine()));
    const std::int64_t ready = takeFresh ? freshTime : again.time();
    const std::int32_t parent = takeFresh ? machine : again.machine();
    times.give(ready);
    tree.parent.push_back(parent);
    if (takeFresh)
      ++fresh;
    else
      again.pop();
    again.push(times.readyAgain(ready), parent);
  }
  reverseTimes(tree, tree.start.back());
  return tree;
}

ReductionTree
redist::schedule::limitedTransfersTree(std::int64_t ranks, std::int64_t limit,
                                       const ReductionCost &cost) {
  return limitedTree(ranks, limit, ranks, cost);
}

/// Parents of a strategy: of costs with this turn and cadence 1, which need not
/// be the true ones.
static std::vector<std::int32_t>
shape(std::int64_t ranks, std::int64_t reducers, std::int64_t turn) {
  ReductionTree tree;
  addGreedily(tree, ranks, reducers, turn, 1);
  return std::move(tree.parent);
}

ReductionTree redist::schedule::binomialTree(std::int64_t ranks,
                                             const ReductionCost &cost) {
  return timed(shape(ranks, ranks, 1), cost);
}

ReductionTree redist::schedule::fibonacciTree(std::int64_t ranks,
                                              const ReductionCost &cost) {
  return timed(shape(ranks, ranks, 2), cost);
}

static std::int64_t orAll(std::int64_t limit, std::int64_t ranks) {
  return limit > 0 ? std::min(limit, ranks) : ranks;
}

ReductionTree redist::schedule::makeTree(const ReductionProblem &problem) {
  const std::int64_t ranks = problem.ranks;
  const std::int64_t transfers = orAll(problem.maxTransfers, ranks);
  const std::int64_t reducers = orAll(problem.maxReducers, ranks);
  switch (problem.strategy) {
  case ReductionStrategy::Binomial:
    return timesOf(problem, shape(ranks, reducers, 1));
  case ReductionStrategy::Fibonacci:
    return timesOf(problem, shape(ranks, reducers, 2));
  case ReductionStrategy::Auto:
  case ReductionStrategy::Greedy:
  case ReductionStrategy::Mpi:
    break;
  }
  return transfers < ranks / 2
             ? limitedTree(ranks, transfers, reducers, problem.cost)
             : limitedReducersTree(ranks, reducers, problem.cost);
}

/// The times that Algorithms 1 to 3 give to these parents.
static ReductionTree greedyTimes(std::vector<std::int32_t> parent,
                                 std::int64_t transfers,
                                 const ReductionCost &cost) {
  ReductionTree tree;
  tree.start.reserve(parent.size());
  tree.start.push_back(0);
  LimitedTimes times(cost, transfers, tree.start);
  std::vector<std::int64_t> ready(parent.size());
  for (std::size_t i = 1; i < parent.size(); ++i) {
    std::int64_t &giver = ready[static_cast<std::size_t>(parent[i])];
    ready[i] = times.give(giver);
    giver = times.readyAgain(giver);
  }
  tree.parent = std::move(parent);
  reverseTimes(tree, *std::max_element(tree.start.begin(), tree.start.end()));
  return tree;
}

ReductionTree redist::schedule::timesOf(const ReductionProblem &problem,
                                        std::vector<std::int32_t> parent) {
  const std::int64_t transfers = orAll(problem.maxTransfers, problem.ranks);
  switch (problem.strategy) {
  case ReductionStrategy::Binomial:
  case ReductionStrategy::Fibonacci:
    return transfers < problem.ranks / 2
               ? timedWithin(std::move(parent), transfers, problem.cost)
               : timed(std::move(parent), problem.cost);
  case ReductionStrategy::Auto:
  case ReductionStrategy::Greedy:
  case ReductionStrategy::Mpi:
    break;
  }
  return greedyTimes(std::move(parent),
                     transfers < problem.ranks / 2 ? transfers : problem.ranks,
                     problem.cost);
}
