//===- RoleUnderReducers.cpp - Role of a rank in Algorithm 3 --------------===//
//
// Room Schedule. In: a problem with a limit K on ranks that combine, and a
// machine. Out: its role, as the tree in memory would have it, from the first K
// machines alone (docs/SchedulingMath.md, section 13, "Roles without trees").
//
// In reversed time machine m < K, ready at r, gives at r + A, r + A + B, ...;
// all that is given is numbered by time, what is given at once by the giver. So
// machine i is given at the least T with more than i elements, by the giver of
// number i - (elements before T) among those that give at T; and the number of
// an element is that of the elements before its time, and of the givers before
// its own.
//
//   A = 2, B = 1, K = 2: ready at 0 and 2; machine 0 gives 1, 2, 3, 5, ... at
//   2, 3, 4, 5, machine 1 gives 4, 6, ... at 4, 5
//
//===----------------------------------------------------------------------===//
#include "Reduction/Cost/GivenElements.h"
#include "Reduction/Role/LimitedRole.h"
#include "Reduction/Role/ReductionRule.h"
#include "Support/Arithmetic.h"

#include "redistSchedule/Support/Index.h"

#include <algorithm>

using namespace redist::schedule;

/// Algorithm 3 in reversed time.
class GiverTable {
public:
  /// Precondition: the length is that of Algorithm 3.
  GiverTable(const ReductionProblem &problem, std::int64_t reversedLength)
      : ranks(problem.ranks), length(reversedLength),
        capacity(problem.cost.turn(), problem.cost.cadence()),
        given(capacity, problem.maxReducers) {
    ReductionTree tree = limitedReducersTree(problem.maxReducers,
                                             problem.maxReducers, problem.cost);
    for (std::int64_t &start : tree.start)
      start = tree.length - start;
    ready = std::move(tree.start);
    parents = std::move(tree.parent);
  }

  bool isGiver(std::int64_t machine) const {
    return machine < static_cast<std::int64_t>(ready.size());
  }
  /// When a machine is ready.
  std::int64_t readyAt(std::int64_t machine) const {
    return isGiver(machine) ? ready[indexOf(machine)]
                            : given.timeFor(machine + 1, length);
  }
  std::int64_t parentOf(std::int64_t machine) const;
  /// Elements that it gives, perhaps one more. Precondition: a giver.
  std::int64_t maxChildrenOf(std::int64_t machine) const {
    const std::int64_t rest = length - readyAt(machine) - capacity.turn();
    return rest < 0 ? 0 : rest / capacity.cadence() + 1;
  }
  /// Calls visit(machine, time) for what it gives, in the order of the times.
  /// Precondition: a giver.
  template <typename Visit>
  void eachChildOf(std::int64_t machine, Visit visit) const;

private:
  /// Whether a machine that is ready at `from` gives at `time`.
  bool gives(std::int64_t from, std::int64_t time) const {
    const std::int64_t rest = time - from - capacity.turn();
    return rest >= 0 && rest % capacity.cadence() == 0;
  }

  std::int64_t ranks, length;
  Capacity capacity;
  GivenElements given;
  std::vector<std::int64_t> ready;   ///< of the givers; ascending
  std::vector<std::int32_t> parents; ///< of the givers
};

std::int64_t GiverTable::parentOf(std::int64_t machine) const {
  if (isGiver(machine))
    return parents[indexOf(machine)];
  const std::int64_t time = readyAt(machine);
  std::int64_t before = machine - given(time - 1);
  for (std::int64_t giver = 0;; ++giver)
    if (gives(ready[indexOf(giver)], time) && before-- == 0)
      return giver;
}

template <typename Visit>
void GiverTable::eachChildOf(std::int64_t machine, Visit visit) const {
  std::int64_t time = readyAt(machine) + capacity.turn();
  for (std::int64_t i = machine + 1; isGiver(i) && time < given.readyOfLast();
       ++i)
    if (parents[indexOf(i)] == machine) {
      visit(i, time);
      time += capacity.cadence();
    }
  // A giver before this machine was ready no later, so that it gives at
  // all of these times or at none.
  const auto before =
      std::count_if(ready.begin(), ready.begin() + machine,
                    [&](std::int64_t other) { return gives(other, time); });
  for (; time <= length; time += capacity.cadence())
    if (const std::int64_t number = given(time - 1) + before; number < ranks)
      visit(number, time);
}

Result<MachineRole>
redist::schedule::roleUnderReducers(const ReductionProblem &problem,
                                    std::int64_t machine, std::int64_t length) {
  const GiverTable table(problem, length);
  MachineRole role;
  role.ready = table.readyAt(machine);
  if (machine > 0)
    role.parent = table.parentOf(machine);
  if (!table.isGiver(machine))
    return role;
  if (table.maxChildrenOf(machine) > maxRanksInMemory)
    return tooManyChildren();
  table.eachChildOf(machine, [&](std::int64_t child, std::int64_t time) {
    role.children.push_back({child, time});
  });
  return role;
}
