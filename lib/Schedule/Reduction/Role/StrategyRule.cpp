//===- StrategyRule.cpp - Roles in binomial and Fibonacci trees -----------===//
//
// Walks down from the sink over the table of StrategyTree.h: where the order
// does not count along the weights of the machine asked for, where it does by
// the sizes of the subtrees, which are then ranges of ranks, each continued to
// its right by what arrives.
//
// Any rank can be the sink there. Children of higher places have no more
// machines, and a child of place q one more at most than all higher ones and
// their subtrees together: less that weight, its machines are the sink itself
// or begin with a higher weight. So the largest that fit are a subset of any
// sum (RootPlacement.h).
//
//===----------------------------------------------------------------------===//
#include "Reduction/Cost/StrategyTree.h"
#include "Reduction/Role/ReductionRule.h"
#include "Reduction/Role/RootPlacement.h"

#include <algorithm>
#include <cassert>

using namespace redist::schedule;

class StrategyRule final : public ReductionRule {
public:
  explicit StrategyRule(const ReductionProblem &problem);

  ReductionPlacement place(std::int64_t root) const override;
  ReductionRole role(std::int64_t rank,
                     const ReductionPlacement &) const override;
  std::span<const std::int32_t> parents() const override { return {}; }
  std::string_view method() const override { return nameOf(strategy); }
  std::int64_t length() const { return tree.root().ready; }

private:
  std::int64_t ranks;
  ReductionStrategy strategy;
  bool ordered;
  StrategyTree tree;
  std::vector<std::int64_t> topSizes; ///< in the order of combines
  std::vector<std::int32_t> topsBySize;

  ReductionRole machineRole(std::int64_t machine) const;
  ReductionRole sinkRole(const ReductionPlacement &) const;
  ReductionRole orderedRole(std::int64_t rank,
                            const ReductionPlacement &) const;
};

StrategyRule::StrategyRule(const ReductionProblem &problem)
    : ranks(problem.ranks), strategy(problem.strategy),
      ordered(problem.ordered),
      tree(ranks, strategy == ReductionStrategy::Binomial ? 1 : 2,
           problem.cost) {
  for (const StrategySubtree::Child &child : tree.root().children)
    topSizes.push_back(child.size);
  topsBySize = largestFirst(topSizes);
}

ReductionPlacement StrategyRule::place(std::int64_t root) const {
  if (!ordered)
    return {root, root, {}};
  const auto left = subsetOfSum(topSizes, topsBySize, root);
  assert(left && "any rank can be the sink");
  return {root, root, placedTops(topSizes, *left, root)};
}

/// Of a machine, with machines in place of ranks.
ReductionRole StrategyRule::machineRole(std::int64_t machine) const {
  ReductionRole role;
  role.start = length();
  const StrategySubtree *own = &tree.root();
  std::int64_t index = 0;
  std::size_t lowest = 0; // place that a child of `index` has at least
  for (const std::size_t place : tree.placesOf(machine)) {
    const auto child = std::find_if(
        own->children.begin(), own->children.end(),
        [&](const auto &each) { return each.place == place - lowest; });
    assert(child != own->children.end() && "the machine is in the tree");
    role.parent = index;
    role.start = child->start;
    own = &tree.ofSize(child->size);
    index += tree.weight(place);
    lowest = place + tree.turn();
  }
  for (const StrategySubtree::Child &child : own->children)
    role.children.push_back(
        {index + tree.weight(lowest + child.place), false, child.start});
  return role;
}

ReductionRole StrategyRule::sinkRole(const ReductionPlacement &place) const {
  ReductionRole role;
  role.start = length();
  role.children.resize(topSizes.size());
  for (const ReductionPlacement::Top &top : place.tops) {
    const auto child = static_cast<std::size_t>(top.child);
    role.children[child] = {top.firstRank, top.firstRank < place.sink,
                            tree.root().children[child].start};
  }
  return role;
}

ReductionRole StrategyRule::orderedRole(std::int64_t rank,
                                        const ReductionPlacement &place) const {
  const auto after =
      std::upper_bound(place.tops.begin(), place.tops.end(), rank,
                       [](std::int64_t value, const auto &top) {
                         return value < top.firstRank;
                       });
  const ReductionPlacement::Top &top = *std::prev(after);
  const StrategySubtree::Child *own =
      &tree.root().children[static_cast<std::size_t>(top.child)];
  ReductionRole role;
  role.parent = place.sink;
  std::int64_t first = top.firstRank;
  while (first != rank) {
    std::int64_t next = first + 1;
    const StrategySubtree &subtree = tree.ofSize(own->size);
    for (const StrategySubtree::Child &child : subtree.children) {
      own = &child;
      if (rank < next + child.size)
        break;
      next += child.size;
    }
    role.parent = first;
    first = next;
  }
  role.start = own->start;
  std::int64_t next = rank + 1;
  for (const StrategySubtree::Child &child : tree.ofSize(own->size).children) {
    role.children.push_back({next, false, child.start});
    next += child.size;
  }
  return role;
}

ReductionRole StrategyRule::role(std::int64_t rank,
                                 const ReductionPlacement &place) const {
  if (ordered)
    return rank == place.sink ? sinkRole(place) : orderedRole(rank, place);
  const std::int64_t root = place.root;
  const auto rankAt = [&](std::int64_t machine) {
    return machine < ranks - root ? root + machine : machine - (ranks - root);
  };
  ReductionRole role =
      machineRole(rank >= root ? rank - root : rank - root + ranks);
  if (rank != root)
    role.parent = rankAt(role.parent);
  for (ReductionChild &child : role.children)
    child.rank = rankAt(child.rank);
  return role;
}

ReductionSchedule
redist::schedule::makeStrategySchedule(const ReductionProblem &problem) {
  auto rule = std::make_shared<StrategyRule>(problem);
  const std::int64_t length = rule->length();
  return {problem, std::move(rule), length};
}
