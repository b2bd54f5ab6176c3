//===- ProfileSplit.cpp - A good profile without a solver -----------------===//
//
// All steps begin as one group that costs its heaviest message. A group of M
// steps is split at a threshold: as many steps as possible become late ones,
// which carry lighter messages only and cost less. The threshold that saves
// most is taken, and both halves are split again until nothing is saved.
//
// With c_k messages of class k in the group, late amounts z_k of light classes
// are a flow from row types to column types:
//
//   0 <= z_k <= c_k
//   row type:     total - alpha * early <= sum z_k <= alpha * late
//   column type:  total - beta * early  <= sum z_k <= beta * late
//
// A flow is found by repairing one lower bound after the other along
// alternating paths; integral bounds give integral amounts.
//
//===----------------------------------------------------------------------===//
#include "redist/Schedule/ClassSchedule.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <span>

using namespace redist::schedule;

using Amounts = std::vector<std::int64_t>;

/// Amounts of some classes within bounds at the types. Types are numbered rows
/// first.
class BoundedFlow {
public:
  struct Edge {
    std::size_t row, column; ///< types
    std::int64_t capacity, amount = 0;
  };
  struct Bounds {
    std::int64_t lower, upper, sum = 0;
  };
  BoundedFlow(std::vector<Edge> givenEdges, std::vector<Bounds> givenTypes);

  /// Whether the bounds can be met; then edges() holds amounts that do.
  bool solve();
  const std::vector<Edge> &edges() const { return flow; }

private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  bool raise(std::size_t type);
  std::size_t otherEnd(std::size_t edge, std::size_t type) const {
    return flow[edge].row == type ? flow[edge].column : flow[edge].row;
  }
  void apply(std::size_t start, std::size_t end);

  std::vector<Edge> flow;
  std::vector<Bounds> types;
  std::vector<std::vector<std::size_t>> edgesOf;
  /// Edge by which the search reached a type, or none.
  std::vector<std::size_t> reachedBy;
  std::vector<std::size_t> queue;
};

BoundedFlow::BoundedFlow(std::vector<Edge> givenEdges,
                         std::vector<Bounds> givenTypes)
    : flow(std::move(givenEdges)), types(std::move(givenTypes)),
      edgesOf(types.size()) {
  for (std::size_t e = 0; e < flow.size(); ++e) {
    edgesOf[flow[e].row].push_back(e);
    edgesOf[flow[e].column].push_back(e);
  }
}

/// Moves as much as fits along the path from `start`, which gains, to `end`:
/// amounts go up on its first, third, ... edge and down on the others.
void BoundedFlow::apply(std::size_t start, std::size_t end) {
  std::vector<std::size_t> path; // edges from end to start
  for (std::size_t at = end; at != start; at = otherEnd(path.back(), at))
    path.push_back(reachedBy[at]);
  std::reverse(path.begin(), path.end());
  const bool endGains = path.size() % 2 == 1;
  std::int64_t amount = std::min(types[start].lower - types[start].sum,
                                 endGains ? types[end].upper - types[end].sum
                                          : types[end].sum - types[end].lower);
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Edge &edge = flow[path[i]];
    amount = std::min(amount,
                      i % 2 == 0 ? edge.capacity - edge.amount : edge.amount);
  }
  for (std::size_t i = 0; i < path.size(); ++i)
    flow[path[i]].amount += i % 2 == 0 ? amount : -amount;
  types[start].sum += amount;
  types[end].sum += endGains ? amount : -amount;
}

/// Brings a type closer to its lower bound without hurting any other.
bool BoundedFlow::raise(std::size_t start) {
  reachedBy.assign(types.size(), none);
  queue.assign(1, start);
  // Types on the side of `start` lose one edge and need another; those on the
  // other side have gained one and must give up another.
  const bool startIsRow =
      !edgesOf[start].empty() && flow[edgesOf[start].front()].row == start;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const std::size_t type = queue[head];
    const bool isRow = flow[edgesOf[type].front()].row == type;
    const bool gains = isRow == startIsRow;
    for (const std::size_t e : edgesOf[type]) {
      const Edge &edge = flow[e];
      const std::size_t next = otherEnd(e, type);
      if (next == start || reachedBy[next] != none ||
          (gains ? edge.amount == edge.capacity : edge.amount == 0))
        continue;
      reachedBy[next] = e;
      if (gains ? types[next].sum < types[next].upper
                : types[next].sum > types[next].lower) {
        apply(start, next);
        return true;
      }
      queue.push_back(next);
    }
  }
  return false;
}

bool BoundedFlow::solve() {
  for (std::size_t type = 0; type < types.size(); ++type) {
    if (types[type].lower > types[type].upper)
      return false;
    while (types[type].sum < types[type].lower)
      if (edgesOf[type].empty() || !raise(type))
        return false;
  }
  return true;
}

/// Some steps and the messages of each class that they carry.
struct StepGroup {
  std::int64_t steps;
  Amounts counts;
};

class ProfileSplitter {
public:
  explicit ProfileSplitter(const ClassProblem &given);
  ClassProfile run();

private:
  struct Split {
    std::int64_t saved = 0, late = 0;
    Amounts amounts; ///< late messages by class
  };
  std::int64_t costOf(const StepGroup &) const;
  std::vector<std::size_t> classesOf(const StepGroup &) const;
  bool tryLate(const StepGroup &, std::span<const std::size_t> light,
               std::int64_t late, Amounts &amounts) const;
  Split bestSplit(const StepGroup &) const;

  const ClassProblem &problem;
  std::vector<std::size_t> byWeight; ///< descending
};

ProfileSplitter::ProfileSplitter(const ClassProblem &given)
    : problem(given), byWeight(given.classes.size()) {
  std::iota(byWeight.begin(), byWeight.end(), std::size_t{0});
  std::stable_sort(
      byWeight.begin(), byWeight.end(), [&](std::size_t a, std::size_t b) {
        return problem.classes[a].weight > problem.classes[b].weight;
      });
}

/// Classes that have messages in the group, heaviest first.
std::vector<std::size_t>
ProfileSplitter::classesOf(const StepGroup &group) const {
  std::vector<std::size_t> present;
  for (const std::size_t k : byWeight)
    if (group.counts[k] > 0)
      present.push_back(k);
  return present;
}

std::int64_t ProfileSplitter::costOf(const StepGroup &group) const {
  for (const std::size_t k : byWeight)
    if (group.counts[k] > 0)
      return problem.classes[k].weight;
  return 0;
}

/// Whether the group can have this many late steps, and what they carry.
bool ProfileSplitter::tryLate(const StepGroup &group,
                              std::span<const std::size_t> light,
                              std::int64_t late, Amounts &amounts) const {
  const auto rows = static_cast<std::size_t>(problem.rowTypes);
  const auto columns = static_cast<std::size_t>(problem.columnTypes);
  const std::int64_t early = group.steps - late;
  Amounts totals(rows + columns, 0);
  for (std::size_t k = 0; k < group.counts.size(); ++k) {
    totals[static_cast<std::size_t>(problem.classes[k].rowType)] +=
        group.counts[k];
    totals[rows + static_cast<std::size_t>(problem.classes[k].columnType)] +=
        group.counts[k];
  }
  std::vector<BoundedFlow::Bounds> types;
  for (std::size_t type = 0; type < totals.size(); ++type) {
    const std::int64_t width = type < rows ? problem.alpha : problem.beta;
    types.push_back({std::max<std::int64_t>(totals[type] - width * early, 0),
                     width * late});
  }
  std::vector<BoundedFlow::Edge> edges;
  for (const std::size_t k : light)
    edges.push_back(
        {static_cast<std::size_t>(problem.classes[k].rowType),
         rows + static_cast<std::size_t>(problem.classes[k].columnType),
         group.counts[k]});
  BoundedFlow flow(std::move(edges), std::move(types));
  if (!flow.solve())
    return false;
  amounts.assign(group.counts.size(), 0);
  for (std::size_t i = 0; i < light.size(); ++i)
    amounts[light[i]] = flow.edges()[i].amount;
  return true;
}

/// For each threshold, heaviest first, the most late steps: fewer and fewer.
ProfileSplitter::Split
ProfileSplitter::bestSplit(const StepGroup &group) const {
  const std::vector<std::size_t> present = classesOf(group);
  const std::int64_t cost = costOf(group);
  Split best;
  std::int64_t most = group.steps;
  for (std::size_t first = 1; first < present.size() && most > 0; ++first) {
    const std::int64_t lateCost = problem.classes[present[first]].weight;
    if (lateCost == problem.classes[present[first - 1]].weight ||
        most * (cost - lateCost) <= best.saved)
      continue;
    const std::span<const std::size_t> light =
        std::span(present).subspan(first);
    Amounts amounts, found;
    std::int64_t low = 0, high = most;
    while (low < high) {
      const std::int64_t late = low + (high - low + 1) / 2;
      if (tryLate(group, light, late, amounts)) {
        low = late;
        found = std::move(amounts);
      } else {
        high = late - 1;
      }
    }
    most = low;
    if (low * (cost - lateCost) > best.saved)
      best = {low * (cost - lateCost), low, std::move(found)};
  }
  return best;
}

ClassProfile ProfileSplitter::run() {
  StepGroup all{problem.stepCount,
                Amounts(problem.classes.size(), problem.alpha * problem.beta)};
  std::vector<StepGroup> open = {std::move(all)};
  std::map<std::int64_t, StepGroup, std::greater<>> closed; // by cost
  while (!open.empty()) {
    StepGroup group = std::move(open.back());
    open.pop_back();
    Split split = bestSplit(group);
    if (split.saved == 0) {
      auto [place, isNew] = closed.try_emplace(costOf(group), group);
      if (!isNew) {
        place->second.steps += group.steps;
        for (std::size_t k = 0; k < group.counts.size(); ++k)
          place->second.counts[k] += group.counts[k];
      }
      continue;
    }
    for (std::size_t k = 0; k < group.counts.size(); ++k)
      group.counts[k] -= split.amounts[k];
    group.steps -= split.late;
    open.push_back({split.late, std::move(split.amounts)});
    open.push_back(std::move(group));
  }
  ClassProfile profile;
  profile.share.resize(problem.classes.size());
  for (const auto &[cost, group] : closed) {
    profile.costs.push_back(cost);
    profile.steps.push_back(group.steps);
    profile.totalCost += cost * group.steps;
    for (std::size_t k = 0; k < group.counts.size(); ++k)
      profile.share[k].push_back(group.counts[k]);
  }
  return profile;
}

ClassProfile redist::schedule::splitProfile(const ClassProblem &problem) {
  return ProfileSplitter(problem).run();
}
