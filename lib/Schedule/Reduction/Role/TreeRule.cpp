//===- TreeRule.cpp - Roles from a tree in memory -------------------------===//
//
// Children of every machine in the order of their combines. For operators that
// do not commute the machines are numbered in that order too, depth first, so
// that every subtree is a range and each element that arrives continues the
// range to its right; only the sink takes subtrees on both sides.
//
// Transfers are in the order of their starts, ties by descending index: a
// machine's children have higher indices than itself. Greedy trees have their
// machines in the reverse of it, so that only others need a table.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Role/ChildLists.h"
#include "Reduction/Role/ReductionRule.h"
#include "Reduction/Role/RootPlacement.h"

#include "redistSchedule/Support/Index.h"

#include <algorithm>

using namespace redist::schedule;

class TreeRule final : public ReductionRule {
public:
  TreeRule(const ReductionProblem &problem, ReductionTree made);

  ReductionPlacement place(std::int64_t root) const override;
  ReductionRole role(std::int64_t rank,
                     const ReductionPlacement &) const override;
  std::optional<ReductionTurns> turns(std::int64_t rank,
                                      const ReductionPlacement &,
                                      std::int64_t limit) const override;
  std::span<const std::int32_t> parents() const override { return tree.parent; }
  std::string_view method() const override { return name; }

private:
  ReductionTree tree;
  ChildLists children;
  bool ordered;
  std::string_view name;
  // Ordered only: machines depth first, the inverse, and the sizes of the
  // sink's subtrees in the order of combines.
  std::vector<std::int32_t> position, machineAt;
  std::vector<std::int64_t> topSizes;
  std::vector<std::int32_t> topsBySize;
  /// Machines in the order of their transfers, and the inverse; empty: from the
  /// last machine to the first.
  std::vector<std::int32_t> sender, turnOf;
  std::int64_t leaves = 0;

  std::int64_t ranks() const {
    return static_cast<std::int64_t>(tree.parent.size());
  }
  void sortChildren();
  void number();
  void orderTransfers();
  std::int64_t transferOf(std::int32_t machine) const;
  std::int32_t senderOf(std::int64_t transfer) const;
  std::int64_t rankOf(std::int32_t machine, const ReductionPlacement &) const;
  std::int32_t machineOf(std::int64_t rank, const ReductionPlacement &) const;
  ReductionRole orderedRole(std::int64_t rank,
                            const ReductionPlacement &) const;
};

std::string_view redist::schedule::methodOf(const ReductionProblem &problem) {
  switch (problem.strategy) {
  case ReductionStrategy::Binomial:
    return "binomial";
  case ReductionStrategy::Fibonacci:
    return "fibonacci";
  case ReductionStrategy::Auto:
  case ReductionStrategy::Greedy:
  case ReductionStrategy::Mpi:
    break;
  }
  if (problem.maxReducers == 0)
    return "greedy, limited transfers";
  if (problem.maxTransfers == 0)
    return "greedy, limited reducers";
  return "greedy, limited transfers and reducers";
}

TreeRule::TreeRule(const ReductionProblem &problem, ReductionTree made)
    : tree(std::move(made)), children(tree.parent), ordered(problem.ordered),
      name(methodOf(problem)) {
  sortChildren();
  if (ordered)
    number();
  if (problem.maxTransfers > 0)
    orderTransfers();
}

/// By start, ties by descending index, which is how they come already where
/// the tree is a greedy one.
void TreeRule::sortChildren() {
  const auto comesFirst = [&](std::int32_t x, std::int32_t y) {
    const std::int64_t startX = tree.start[indexOf(x)];
    const std::int64_t startY = tree.start[indexOf(y)];
    return startX != startY ? startX < startY : x > y;
  };
  for (std::size_t machine = 0; machine < tree.parent.size(); ++machine) {
    const std::span<std::int32_t> list = children.of(machine);
    if (!std::is_sorted(list.begin(), list.end(), comesFirst))
      std::sort(list.begin(), list.end(), comesFirst);
  }
}

/// Parents have lower indices than their children.
void TreeRule::number() {
  std::vector<std::int32_t> size(tree.parent.size(), 1);
  for (std::size_t i = size.size() - 1; i > 0; --i)
    size[indexOf(tree.parent[i])] += size[i];
  position.resize(size.size());
  machineAt.resize(size.size());
  for (std::size_t i = 0; i < size.size(); ++i) {
    machineAt[indexOf(position[i])] = static_cast<std::int32_t>(i);
    std::int32_t next = position[i] + 1;
    for (const std::int32_t child : children.of(i)) {
      position[indexOf(child)] = next;
      next += size[indexOf(child)];
    }
  }
  for (const std::int32_t child : children.of(0))
    topSizes.push_back(size[indexOf(child)]);
  topsBySize = largestFirst(topSizes);
}

void TreeRule::orderTransfers() {
  for (std::size_t machine = 0; machine < tree.parent.size(); ++machine)
    leaves += children.of(machine).empty();
  if (std::is_sorted(tree.start.rbegin(), std::prev(tree.start.rend())))
    return;
  for (std::size_t i = tree.parent.size() - 1; i > 0; --i)
    sender.push_back(static_cast<std::int32_t>(i));
  std::stable_sort(sender.begin(), sender.end(),
                   [&](std::int32_t x, std::int32_t y) {
                     return tree.start[indexOf(x)] < tree.start[indexOf(y)];
                   });
  turnOf.resize(tree.parent.size());
  for (std::size_t i = 0; i < sender.size(); ++i)
    turnOf[indexOf(sender[i])] = static_cast<std::int32_t>(i);
}

/// Of a machine other than the sink.
std::int64_t TreeRule::transferOf(std::int32_t machine) const {
  return turnOf.empty() ? ranks() - 1 - machine : turnOf[indexOf(machine)];
}

std::int32_t TreeRule::senderOf(std::int64_t transfer) const {
  return sender.empty() ? static_cast<std::int32_t>(ranks() - 1 - transfer)
                        : sender[indexOf(transfer)];
}

ReductionPlacement TreeRule::place(std::int64_t root) const {
  if (!ordered)
    return {root, root, {}};
  ReductionPlacement place = {root, root, {}};
  std::optional<std::vector<bool>> left =
      subsetOfSum(topSizes, topsBySize, root);
  if (!left) {
    left = std::vector<bool>(topSizes.size(), false);
    place.sink = 0;
  }
  place.tops = placedTops(topSizes, *left, place.sink);
  return place;
}

std::int32_t TreeRule::machineOf(std::int64_t rank,
                                 const ReductionPlacement &place) const {
  if (rank == place.sink)
    return 0;
  if (!ordered)
    return static_cast<std::int32_t>(
        rank >= place.root ? rank - place.root : rank - place.root + ranks());
  const auto after =
      std::upper_bound(place.tops.begin(), place.tops.end(), rank,
                       [](std::int64_t value, const auto &top) {
                         return value < top.firstRank;
                       });
  const ReductionPlacement::Top &top = *std::prev(after);
  const std::int32_t machine = children.of(0)[indexOf(top.child)];
  return machineAt[indexOf(position[indexOf(machine)] + rank - top.firstRank)];
}

/// The inverse of machineOf().
std::int64_t TreeRule::rankOf(std::int32_t machine,
                              const ReductionPlacement &place) const {
  if (machine == 0)
    return place.sink;
  if (!ordered)
    return machine < ranks() - place.root ? place.root + machine
                                          : place.root + machine - ranks();
  const std::span<const std::int32_t> tops = children.of(0);
  const auto after =
      std::upper_bound(tops.begin(), tops.end(), position[indexOf(machine)],
                       [&](std::int32_t value, std::int32_t top) {
                         return value < position[indexOf(top)];
                       });
  const auto child = static_cast<std::int32_t>(after - tops.begin() - 1);
  const auto found =
      std::find_if(place.tops.begin(), place.tops.end(),
                   [&](const auto &top) { return top.child == child; });
  return found->firstRank + position[indexOf(machine)] -
         position[indexOf(tops[indexOf(child)])];
}

ReductionRole TreeRule::orderedRole(std::int64_t rank,
                                    const ReductionPlacement &place) const {
  ReductionRole role;
  if (rank == place.sink) {
    role.start = tree.length;
    role.children.resize(topSizes.size());
    for (const ReductionPlacement::Top &top : place.tops)
      role.children[indexOf(top.child)] = {
          top.firstRank, top.firstRank < place.sink,
          tree.start[indexOf(children.of(0)[indexOf(top.child)])]};
    return role;
  }
  // Below the sink, ranks and positions differ by what is the same all over a
  // subtree.
  const std::int32_t machine = machineOf(rank, place);
  const std::int64_t shift = rank - position[indexOf(machine)];
  const std::int32_t above = tree.parent[indexOf(machine)];
  role.parent = above == 0 ? place.sink : position[indexOf(above)] + shift;
  role.start = tree.start[indexOf(machine)];
  for (const std::int32_t child : children.of(indexOf(machine)))
    role.children.push_back(
        {position[indexOf(child)] + shift, false, tree.start[indexOf(child)]});
  return role;
}

ReductionRole TreeRule::role(std::int64_t rank,
                             const ReductionPlacement &place) const {
  if (ordered)
    return orderedRole(rank, place);
  const std::size_t machine = indexOf(machineOf(rank, place));
  ReductionRole role;
  if (machine > 0)
    role.parent = rankOf(tree.parent[machine], place);
  role.start = tree.start[machine];
  for (const std::int32_t child : children.of(machine))
    role.children.push_back(
        {rankOf(child, place), false, tree.start[indexOf(child)]});
  return role;
}

std::optional<ReductionTurns> TreeRule::turns(std::int64_t rank,
                                              const ReductionPlacement &place,
                                              std::int64_t limit) const {
  const std::int32_t machine = machineOf(rank, place);
  const std::span<const std::int32_t> own = children.of(indexOf(machine));
  ReductionTurns turns = {-1, std::vector<std::int64_t>(own.size(), -1)};
  if (leaves <= limit)
    return turns;
  const auto receives = [&](std::int32_t above, std::int32_t below) {
    while (below > above)
      below = tree.parent[indexOf(below)];
    return below == above;
  };
  if (machine > 0 && transferOf(machine) >= limit) {
    const std::int32_t before = senderOf(transferOf(machine) - limit);
    if (!receives(machine, before))
      turns.awaited = rankOf(tree.parent[indexOf(before)], place);
  }
  for (std::size_t i = 0; i < own.size(); ++i) {
    const std::int64_t next = transferOf(own[i]) + limit;
    if (next >= ranks() - 1)
      continue;
    const std::int32_t after = senderOf(next);
    if (!receives(after, own[i]))
      turns.passed[i] = rankOf(after, place);
  }
  return turns;
}

ReductionRulePointer
redist::schedule::makeTreeRule(const ReductionProblem &problem,
                               ReductionTree tree) {
  return std::make_shared<TreeRule>(problem, std::move(tree));
}
