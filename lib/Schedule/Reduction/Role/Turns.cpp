//===- Turns.cpp - Order of transfers under a limit -----------------------===//
#include "Reduction/Role/Turns.h"

#include "Reduction/Role/ReductionRule.h"

#include "redistSchedule/Support/Index.h"

#include <algorithm>

using namespace redist::schedule;

static std::vector<ReductionRole> allRoles(std::int64_t ranks,
                                           const ReductionRule &rule,
                                           const ReductionPlacement &place) {
  std::vector<ReductionRole> roles;
  roles.reserve(indexOf(ranks));
  for (std::int64_t rank = 0; rank < ranks; ++rank)
    roles.push_back(rule.role(rank, place));
  return roles;
}

/// Whether at most `limit` ranks receive nothing, as far as that is worth
/// finding out.
static bool hasFewLeaves(std::int64_t ranks, const ReductionRule &rule,
                         const ReductionPlacement &place, std::int64_t limit) {
  constexpr std::int64_t maxRanksCounted = 4096;
  if (ranks > maxRanksCounted)
    return false;
  std::int64_t leaves = 0;
  for (std::int64_t rank = 0; rank < ranks && leaves <= limit; ++rank)
    leaves += rule.role(rank, place).children.empty();
  return leaves <= limit;
}

/// Children take turns.
static ReductionTurns localTurns(const ReductionRule &rule,
                                 const ReductionPlacement &place,
                                 std::int64_t rank, const ReductionRole &role) {
  ReductionTurns turns;
  for (std::size_t i = 1; i < role.children.size(); ++i)
    turns.passed.push_back(role.children[i].rank);
  if (!role.children.empty())
    turns.passed.push_back(-1);
  if (rank != place.sink &&
      rule.role(role.parent, place).children.front().rank != rank)
    turns.awaited = role.parent;
  return turns;
}

/// Senders in the order of their transfers.
static std::vector<std::int64_t>
transferOrder(const std::vector<ReductionRole> &roles, std::int64_t sink) {
  // Parents first, and children from the last one on: the reverse is an order
  // that nothing contradicts.
  std::vector<std::int64_t> order, open = {sink};
  while (!open.empty()) {
    const std::int64_t rank = open.back();
    open.pop_back();
    if (rank != sink)
      order.push_back(rank);
    for (const ReductionChild &child : roles[indexOf(rank)].children)
      open.push_back(child.rank);
  }
  std::reverse(order.begin(), order.end());
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int64_t x, std::int64_t y) {
                     return roles[indexOf(x)].start < roles[indexOf(y)].start;
                   });
  return order;
}

/// Whether `rank` combines the element of `other`, perhaps through others.
static bool receives(const std::vector<ReductionRole> &roles, std::int64_t rank,
                     std::int64_t other) {
  while (other >= 0 && other != rank)
    other = roles[indexOf(other)].parent;
  return other == rank;
}

static ReductionTurns globalTurns(std::int64_t ranks, const ReductionRule &rule,
                                  const ReductionPlacement &place,
                                  std::int64_t rank, std::int64_t limit) {
  const std::vector<ReductionRole> roles = allRoles(ranks, rule, place);
  const std::vector<std::int64_t> order = transferOrder(roles, place.sink);
  std::vector<std::int64_t> at(roles.size(), -1);
  for (std::size_t i = 0; i < order.size(); ++i)
    at[indexOf(order[i])] = static_cast<std::int64_t>(i);
  ReductionTurns turns;
  if (rank != place.sink && at[indexOf(rank)] >= limit) {
    const std::int64_t before = order[indexOf(at[indexOf(rank)] - limit)];
    if (!receives(roles, rank, before))
      turns.awaited = roles[indexOf(before)].parent;
  }
  for (const ReductionChild &child : roles[indexOf(rank)].children) {
    const std::int64_t i = at[indexOf(child.rank)] + limit;
    const bool isLast = i >= static_cast<std::int64_t>(order.size());
    const std::int64_t after = isLast ? -1 : order[indexOf(i)];
    const bool isImplied = !isLast && receives(roles, after, child.rank);
    turns.passed.push_back(isImplied ? -1 : after);
  }
  return turns;
}

ReductionTurns redist::schedule::turnsOf(const ReductionProblem &problem,
                                         const ReductionRule &rule,
                                         const ReductionPlacement &place,
                                         std::int64_t rank,
                                         const ReductionRole &role) {
  const std::int64_t limit = problem.maxTransfers;
  const ReductionTurns none = {
      -1, std::vector<std::int64_t>(role.children.size(), -1)};
  if (limit == 0 || limit >= problem.ranks - 1)
    return none;
  if (limit >= problem.ranks / 2)
    return hasFewLeaves(problem.ranks, rule, place, limit)
               ? none
               : localTurns(rule, place, rank, role);
  if (const std::optional<ReductionTurns> turns =
          rule.turns(rank, place, limit))
    return *turns;
  return globalTurns(problem.ranks, rule, place, rank, limit);
}
