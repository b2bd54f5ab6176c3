//===- LimitedRole.cpp - Role of a rank under limits ----------------------===//
//
// Room Schedule. In: a problem with limits, a rank and a root. Out: the rank's
// role, as the tree in memory would have it, from one machine of the algorithm
// in reversed time (LimitedRole.h).
//
//===----------------------------------------------------------------------===//
#include "Reduction/Role/LimitedRole.h"
#include "Reduction/Role/ReductionRule.h"

#include <algorithm>

using namespace redist::schedule;

bool redist::schedule::hasLimitedRoles(const ReductionProblem &problem) {
  if (!needsTree(problem) || problem.ordered || problem.cost.cadence() == 0 ||
      (problem.strategy != ReductionStrategy::Auto &&
       problem.strategy != ReductionStrategy::Greedy))
    return false;
  if (limitsReducers(problem))
    return problem.maxReducers <= maxRanksInMemory;
  const std::int64_t listed = machinesInTable(problem);
  return listed <= maxRanksInMemory && listed < problem.ranks;
}

static Result<MachineRole> machineRole(const ReductionProblem &problem,
                                       std::int64_t machine,
                                       std::int64_t length) {
  if (limitsBoth(problem))
    return roleUnderBoth(problem, machine);
  if (!limitsReducers(problem))
    return roleUnderTransfers(problem, machine);
  return roleUnderReducers(problem, machine, length);
}

/// Of a rank with that number. The machine that the algorithm calls i is rank
/// (root + i) mod n.
static ReductionRole ranked(const MachineRole &machine, std::int64_t length,
                            std::int64_t ranks, std::int64_t root) {
  const std::int64_t behind = ranks - root; // where ranks wrap
  const auto rankOf = [&](std::int64_t number) {
    return number < behind ? root + number : number - behind;
  };
  ReductionRole role;
  role.start = length - machine.ready;
  if (machine.parent >= 0)
    role.parent = rankOf(machine.parent);
  for (const ReadyMachine &child : machine.children)
    role.children.push_back(
        {rankOf(child.machine), false, length - child.time});
  std::reverse(role.children.begin(), role.children.end());
  return role;
}

Result<ReductionRole>
redist::schedule::limitedRole(const ReductionProblem &problem,
                              std::int64_t rank, std::int64_t root) {
  if (!hasLimitedRoles(problem)) {
    const Result<ReductionSchedule> schedule = makeReduction(problem);
    if (!schedule)
      return schedule.error();
    return schedule->role(rank, root);
  }
  const Result<ReductionLength> length = reductionLength(problem);
  if (!length)
    return length.error();
  const std::int64_t machine =
      rank >= root ? rank - root : rank - root + problem.ranks;
  const Result<MachineRole> role =
      machineRole(problem, machine, length->length);
  if (!role)
    return Error{role.error().kind,
                 "rank " + std::to_string(rank) + " " + role.error().message};
  return ranked(*role, length->length, problem.ranks, root);
}
