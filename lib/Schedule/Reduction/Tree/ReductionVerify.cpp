//===- ReductionVerify.cpp - Verification of trees by replay --------------===//
//
// The one-port model, rule by rule, from parents and starts alone; it shares
// nothing with the code that makes trees.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Role/ReductionRule.h"

#include "redistSchedule/Support/Index.h"

#include <algorithm>

using namespace redist::schedule;

static std::string text(std::int64_t number) { return std::to_string(number); }

/// Who sends to whom and when, as it is claimed to be.
struct ClaimedTree {
  std::vector<std::int64_t> parent; ///< of the sink: -1
  std::vector<std::int64_t> start;
  std::int64_t sink = 0;
  std::int64_t length = 0;
};

class TreeReplay {
public:
  TreeReplay(const ClaimedTree &tree, const ReductionProblem &given)
      : claimed(tree), problem(given) {}
  ReductionReport run() {
    if (checkShape() && checkOrder() && checkMachines())
      checkLimits();
    return std::move(report);
  }
  /// Machines, senders before receivers; after run().
  const std::vector<std::int64_t> &sendersFirst() const { return order; }

private:
  const ClaimedTree &claimed;
  const ReductionProblem &problem;
  ReductionReport report;
  std::vector<std::int64_t> order;
  std::vector<std::vector<std::int64_t>> senders;

  bool fail(std::string what) {
    report.isValid = false;
    report.problem = std::move(what);
    return false;
  }
  bool checkShape();
  bool checkOrder();
  bool checkMachines();
  bool checkMachine(std::int64_t machine);
  void checkLimits();
  void countTransfers();
};

bool TreeReplay::checkShape() {
  const auto ranks = static_cast<std::int64_t>(claimed.parent.size());
  if (ranks != problem.ranks || claimed.start.size() != claimed.parent.size())
    return fail("the tree has " + text(ranks) + " machines, not " +
                text(problem.ranks));
  senders.resize(claimed.parent.size());
  for (std::int64_t i = 0; i < ranks; ++i) {
    const std::int64_t above = claimed.parent[indexOf(i)];
    if (i == claimed.sink) {
      if (above != -1)
        return fail("the sink sends its element on");
      continue;
    }
    if (above < 0 || above >= ranks || above == i)
      return fail("machine " + text(i) + " sends to machine " + text(above));
    if (claimed.start[indexOf(i)] < 0)
      return fail("machine " + text(i) + " sends before the beginning");
    senders[indexOf(above)].push_back(i);
  }
  return true;
}

/// Every element reaches the sink iff taking away leaves takes away all.
bool TreeReplay::checkOrder() {
  std::vector<std::size_t> open;
  open.reserve(senders.size());
  for (const std::vector<std::int64_t> &list : senders)
    open.push_back(list.size());
  for (std::size_t i = 0; i < open.size(); ++i)
    if (open[i] == 0)
      order.push_back(static_cast<std::int64_t>(i));
  for (std::size_t done = 0; done < order.size(); ++done) {
    const std::int64_t above = claimed.parent[indexOf(order[done])];
    if (above >= 0 && --open[indexOf(above)] == 0)
      order.push_back(above);
  }
  for (std::size_t i = 0; i < open.size(); ++i)
    if (open[i] > 0)
      return fail("the element of machine " + text(static_cast<int64_t>(i)) +
                  " never reaches the sink");
  return true;
}

bool TreeReplay::checkMachines() {
  for (const std::int64_t machine : order)
    if (!checkMachine(machine))
      return false;
  return true;
}

/// Receives in the order of starts, combines each element when it is there and
/// the one before is combined, and sends last.
bool TreeReplay::checkMachine(std::int64_t machine) {
  std::vector<std::int64_t> &list = senders[indexOf(machine)];
  const auto startOf = [&](std::int64_t i) {
    return claimed.start[indexOf(i)];
  };
  std::sort(list.begin(), list.end(), [&](std::int64_t x, std::int64_t y) {
    return startOf(x) < startOf(y);
  });
  std::int64_t portFree = 0, combined = 0;
  for (const std::int64_t sender : list) {
    if (startOf(sender) < portFree)
      return fail("machine " + text(machine) + " receives from machine " +
                  text(sender) + " while another transfer goes on");
    portFree = startOf(sender) + problem.cost.transfer;
    const std::int64_t arrived = portFree + problem.cost.latency;
    combined = std::max(arrived, combined) + problem.cost.combine;
  }
  report.reducers += list.empty() ? 0 : 1;
  if (machine == claimed.sink) {
    report.length = combined;
    return combined == claimed.length ||
           fail("the length is " + text(combined) + ", not " +
                text(claimed.length));
  }
  if (startOf(machine) < combined)
    return fail("machine " + text(machine) + " sends at " +
                text(startOf(machine)) + " what is combined at " +
                text(combined));
  return true;
}

/// Transfers that started are over after the same time, so in their order.
void TreeReplay::countTransfers() {
  std::vector<std::int64_t> starts;
  for (std::size_t i = 0; i < claimed.start.size(); ++i)
    if (static_cast<std::int64_t>(i) != claimed.sink)
      starts.push_back(claimed.start[i]);
  std::sort(starts.begin(), starts.end());
  std::size_t over = 0;
  for (std::size_t begun = 0; begun < starts.size(); ++begun) {
    while (over <= begun &&
           starts[over] + problem.cost.transfer <= starts[begun])
      ++over;
    report.peakTransfers = std::max(
        report.peakTransfers, static_cast<std::int64_t>(begun + 1 - over));
  }
}

void TreeReplay::checkLimits() {
  countTransfers();
  if (problem.maxTransfers > 0 && report.peakTransfers > problem.maxTransfers)
    fail(text(report.peakTransfers) + " transfers at once, " +
         text(problem.maxTransfers) + " are allowed");
  else if (problem.maxReducers > 0 && report.reducers > problem.maxReducers)
    fail(text(report.reducers) + " machines combine, " +
         text(problem.maxReducers) + " are allowed");
}

ReductionReport redist::schedule::verify(const ReductionTree &tree,
                                         const ReductionProblem &problem) {
  ClaimedTree claimed;
  claimed.parent.assign(tree.parent.begin(), tree.parent.end());
  claimed.start = tree.start;
  claimed.length = tree.length;
  return TreeReplay(claimed, problem).run();
}

/// What the roles of both ends say of a transfer, compared.
static std::string compareRoles(const std::vector<ReductionRole> &roles) {
  std::vector<std::int64_t> named(roles.size(), 0);
  for (std::size_t rank = 0; rank < roles.size(); ++rank) {
    std::int64_t before = 0;
    for (const ReductionChild &child : roles[rank].children) {
      if (child.rank < 0 || indexOf(child.rank) >= roles.size())
        return "rank " + text(static_cast<std::int64_t>(rank)) +
               " receives from rank " + text(child.rank);
      const ReductionRole &other = roles[indexOf(child.rank)];
      if (other.parent != static_cast<std::int64_t>(rank) ||
          other.start != child.start || child.start < before)
        return "ranks " + text(static_cast<std::int64_t>(rank)) + " and " +
               text(child.rank) + " disagree about their transfer";
      before = child.start;
      ++named[indexOf(child.rank)];
    }
  }
  for (std::size_t rank = 0; rank < roles.size(); ++rank)
    if (named[rank] != (roles[rank].parent >= 0 ? 1 : 0))
      return "the element of rank " + text(static_cast<std::int64_t>(rank)) +
             " is received " + text(named[rank]) + " times";
  return {};
}

/// Whether each combine joins neighbouring ranges of ranks, the left one as the
/// left operand.
static std::string
compareRanges(const std::vector<ReductionRole> &roles,
              const std::vector<std::int64_t> &sendersFirst) {
  struct Ranks {
    std::int64_t low, high;
  };
  std::vector<Ranks> ranges(roles.size(), Ranks{0, 0});
  for (const std::int64_t rank : sendersFirst) {
    Ranks own = {rank, rank};
    for (const ReductionChild &child : roles[indexOf(rank)].children) {
      const Ranks &other = ranges[indexOf(child.rank)];
      if (child.isLeft ? other.high + 1 != own.low : own.high + 1 != other.low)
        return "rank " + text(rank) + " combines what rank " +
               text(child.rank) + " sends out of order";
      (child.isLeft ? own.low : own.high) =
          child.isLeft ? other.low : other.high;
    }
    ranges[indexOf(rank)] = own;
  }
  return {};
}

ReductionReport redist::schedule::verify(const ReductionSchedule &schedule,
                                         std::int64_t root) {
  const ReductionProblem &problem = schedule.problem();
  const ReductionPlacement place = schedule.rule().place(root);
  std::vector<ReductionRole> roles;
  ClaimedTree claimed;
  for (std::int64_t rank = 0; rank < problem.ranks; ++rank) {
    roles.push_back(schedule.rule().role(rank, place));
    claimed.parent.push_back(roles.back().parent);
    claimed.start.push_back(roles.back().start);
  }
  claimed.sink = place.sink;
  claimed.length = schedule.length();
  ReductionReport report;
  report.problem = compareRoles(roles);
  if (report.problem.empty()) {
    TreeReplay replay(claimed, problem);
    report = replay.run();
    if (report.isValid && problem.ordered)
      report.problem = compareRanges(roles, replay.sendersFirst());
  }
  report.isValid = report.problem.empty();
  if (report.isValid && place.sink != root) {
    report.length += problem.cost.transfer + problem.cost.latency;
    report.peakTransfers =
        std::max<std::int64_t>(report.peakTransfers, problem.cost.transfer > 0);
  }
  return report;
}
