//===- RoleUnderTransfers.cpp - Role of a rank in Algorithm 2 -------------===//
//
// Room Schedule. In: a problem with a limit K on transfers, and a machine. Out:
// its role, as the tree in memory would have it, from a list of the machines
// before all times repeat (docs/SchedulingMath.md, section 13, "Roles without
// trees").
//
// In reversed time machine i is given its element by the machine of event
// i - 1, where events are machines that are ready for the first time or again,
// by time. Those of one time are by machine: first those that are ready again,
// as any of them was ready before, then the others. So the parents of a range
// of machines are those of about half as many of half the number, sorted for
// each time, between ranges of machines that give for the first time.
//
//   d = c = 1, K = 1: machines are ready at 0, 2, 3, 4, ... and the parent of
//   machine i is ready again one before it is; events 0 at 0, 0 at 1, 0 and 1
//   at 2, 0 and 2 at 3, ...: the parents of machines 1, 2, ... are 0 0 0 1 0 2
//
//===----------------------------------------------------------------------===//
#include "Reduction/Cost/RepeatingTimes.h"
#include "Reduction/Role/LimitedRole.h"
#include "Reduction/Role/ReductionRule.h"
#include "Support/Arithmetic.h"

#include <limits>

using namespace redist::schedule;

/// Machines of consecutive numbers.
struct MachineSpan {
  std::int64_t first = 0, count = 0;
};

/// Machines in an order, in few ranges where that is possible.
class MachineSequence {
public:
  void append(MachineSpan range) {
    if (range.count == 0)
      return;
    if (!ranges.empty() &&
        ranges.back().first + ranges.back().count == range.first)
      ranges.back().count += range.count;
    else
      ranges.push_back(range);
  }
  /// By number. Precondition: no machine is in it twice.
  void sort() {
    std::vector<MachineSpan> old = std::move(ranges);
    ranges.clear();
    std::sort(old.begin(), old.end(),
              [](MachineSpan x, MachineSpan y) { return x.first < y.first; });
    for (const MachineSpan &range : old)
      append(range);
  }
  std::int64_t front() const { return ranges.front().first; }
  std::int64_t countBelow(std::int64_t machine) const {
    std::int64_t count = 0;
    for (const MachineSpan &range : ranges)
      count += std::clamp<std::int64_t>(machine - range.first, 0, range.count);
    return count;
  }
  /// Moves machines from here, from `next` on, to the end of another sequence,
  /// or leaves them out.
  void pass(std::int64_t count, MachineSequence *to) {
    while (count > 0) {
      MachineSpan &range = ranges[next];
      const std::int64_t passed = std::min(count, range.count);
      if (to)
        to->append({range.first, passed});
      range.first += passed;
      range.count -= passed;
      count -= passed;
      next += range.count == 0;
    }
  }

private:
  std::vector<MachineSpan> ranges;
  std::size_t next = 0;
};

/// Algorithm 2 in reversed time.
class TransferTable {
public:
  TransferTable(const ReductionProblem &problem, std::int64_t machines)
      : TransferTable(
            limitedTransfersTree(machines, problem.maxTransfers, problem.cost),
            problem) {}

  /// When a machine is ready.
  std::int64_t readyAt(std::int64_t machine) const { return ready[machine]; }
  std::int64_t parentOf(std::int64_t machine) const {
    return parentsOf({machine, 1}).front();
  }
  /// Calls visit(machine) for what it gives, below `end`, in the order of the
  /// times.
  template <typename Visit>
  void eachChildOf(std::int64_t machine, std::int64_t end, Visit visit) const;

private:
  TransferTable(ReductionTree tree, const ReductionProblem &);

  /// Of machines other than 0, in their order.
  MachineSequence parentsOf(MachineSpan) const;
  MachineSequence listedParentsOf(MachineSpan) const;
  /// When event `number` is.
  std::int64_t timeOf(std::int64_t number) const;

  RepeatingTimes again; ///< of the parent of machine i + 1
  RepeatingTimes ready; ///< of machine i, for the first time
  std::vector<std::int32_t> parents;
};

/// In reversed time.
static std::vector<std::int64_t> readyTimes(std::vector<std::int64_t> starts,
                                            std::int64_t length) {
  for (std::int64_t &time : starts)
    time = length - time;
  return starts;
}

/// When the parent of each machine but 0 is ready again.
static std::vector<std::int64_t> readyAgainTimes(const ReductionTree &tree,
                                                 const ReductionCost &cost) {
  // A machine gives after it has been given its own element.
  std::vector<std::int64_t> free = readyTimes(tree.start, tree.length), again;
  again.reserve(free.size());
  for (std::size_t i = 1; i < free.size(); ++i) {
    std::int64_t &giver = free[indexOf(tree.parent[i])];
    giver =
        std::max(giver + cost.combine, free[i] - cost.combine - cost.latency);
    again.push_back(giver);
  }
  return again;
}

TransferTable::TransferTable(ReductionTree tree,
                             const ReductionProblem &problem)
    : again(readyAgainTimes(tree, problem.cost), problem.maxTransfers,
            problem.cost.transfer),
      ready(readyTimes(std::move(tree.start), tree.length),
            problem.maxTransfers, problem.cost.transfer),
      parents(std::move(tree.parent)) {}

std::int64_t TransferTable::timeOf(std::int64_t number) const {
  // Machines 0 to `number` are as many events.
  std::int64_t low = 0, high = ready[number];
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (ready.countBefore(middle + 1) + again.countBefore(middle + 1) > number)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

MachineSequence TransferTable::listedParentsOf(MachineSpan machines) const {
  MachineSequence result;
  for (std::int64_t i = 0; i < machines.count; ++i)
    result.append({parents[indexOf(machines.first + i)], 1});
  return result;
}

MachineSequence TransferTable::parentsOf(MachineSpan machines) const {
  const std::int64_t end = machines.first + machines.count;
  if (end <= static_cast<std::int64_t>(parents.size()))
    return listedParentsOf(machines);
  // Events first - 1 to end - 2, with all that are of the same times.
  std::int64_t time = timeOf(machines.first - 1);
  std::int64_t fresh = ready.countBefore(time);
  std::int64_t given = again.countBefore(time);
  const std::int64_t lastGiven = again.countBefore(timeOf(end - 2) + 1);
  MachineSequence givers = parentsOf({given + 1, lastGiven - given});
  std::int64_t skipped = machines.first - 1 - fresh - given;
  std::int64_t left = machines.count;
  MachineSequence result;
  for (; left > 0; time = std::min(ready[fresh], again[given])) {
    const std::int64_t givenThen = again.countBefore(time + 1) - given;
    const std::int64_t freshThen = ready.countBefore(time + 1) - fresh;
    MachineSequence events;
    givers.pass(givenThen, &events);
    events.sort();
    events.append({fresh, freshThen});
    events.pass(skipped, nullptr);
    const std::int64_t used = std::min(left, givenThen + freshThen - skipped);
    events.pass(used, &result);
    left -= used;
    skipped = 0;
    given += givenThen;
    fresh += freshThen;
  }
  return result;
}

template <typename Visit>
void TransferTable::eachChildOf(std::int64_t machine, std::int64_t end,
                                Visit visit) const {
  std::int64_t child = again.countBefore(ready[machine] + 1) + machine + 1;
  while (child < end) {
    visit(child);
    const std::int64_t time = again[child - 1];
    const std::int64_t given = again.countBefore(time);
    const std::int64_t before =
        parentsOf({given + 1, again.countBefore(time + 1) - given})
            .countBelow(machine);
    child = ready.countBefore(time) + given + before + 1;
  }
}

std::int64_t
redist::schedule::machinesInTable(const ReductionProblem &problem) {
  const ReductionCost &cost = problem.cost;
  const Int128 machines = Int128{2} * problem.maxTransfers *
                          (Int128{1} + (Int128{2} * cost.combine +
                                        cost.latency + cost.transfer - 1) /
                                           cost.transfer);
  return static_cast<std::int64_t>(std::min<Int128>(machines, sizeLimit));
}

MachineRole
redist::schedule::roleUnderTransfers(const ReductionProblem &problem,
                                     std::int64_t machine) {
  const TransferTable table(problem, machinesInTable(problem));
  MachineRole role;
  role.ready = table.readyAt(machine);
  if (machine > 0)
    role.parent = table.parentOf(machine);
  table.eachChildOf(machine, problem.ranks, [&](std::int64_t child) {
    role.children.push_back({child, table.readyAt(child)});
  });
  return role;
}
