//===- ReductionView.cpp - A reduction, for people ------------------------===//
//
// Collects rows from roles or from a tree of late elements. When a combine
// starts follows from the starts of the transfers and the order of combines.
//
//===----------------------------------------------------------------------===//
#include "redistc/View/ReductionView.h"

#include "redistSchedule/Support/Index.h"
#include "redistc/View/Numeral.h"

#include <algorithm>

using namespace redistc::view;
using namespace redist::schedule;

std::string ReductionView::time(std::int64_t ticks) const {
  return decimalText(ticks, tick);
}

std::string redistc::view::proofText(const ReductionView &view) {
  if (!view.isOptimal)
    return "not proved least";
  return "proved least" + (isTheorem(view.proof)
                               ? " by " + std::string(nameOf(view.proof))
                               : std::string());
}

/// Ranks from the sink on, each after the one it sends to.
static std::vector<std::int32_t>
parentsFirst(const std::vector<ReductionRow> &rows, std::int64_t sink) {
  std::vector<std::int32_t> ranks = {static_cast<std::int32_t>(sink)};
  for (std::size_t i = 0; i < ranks.size(); ++i)
    for (const std::int32_t child : rows[indexOf(ranks[i])].order)
      if (child != ranks[i])
        ranks.push_back(child);
  return ranks;
}

static void countOperands(std::vector<ReductionRow> &rows, std::int64_t sink) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i].firstOperand = static_cast<std::int64_t>(i);
  const std::vector<std::int32_t> order = parentsFirst(rows, sink);
  for (std::size_t i = order.size(); i-- > 1;) {
    const ReductionRow &row = rows[indexOf(order[i])];
    ReductionRow &above = rows[indexOf(row.parent)];
    above.operands += row.operands;
    above.firstOperand = std::min(above.firstOperand, row.firstOperand);
  }
}

/// Of each element but the first, the combine that joins it to those before.
static void timeCombines(std::vector<ReductionRow> &rows, std::size_t rank,
                         const ReductionCost &cost) {
  const std::vector<std::int32_t> &order = rows[rank].order;
  const auto isOwn = [&](std::int32_t member) {
    return indexOf(member) == rank;
  };
  const auto arrived = [&](std::int32_t member) {
    const ReductionRow &row = rows[indexOf(member)];
    return isOwn(member) ? row.available
                         : row.start + cost.transfer + cost.latency;
  };
  std::int64_t combined = order.empty() ? 0 : arrived(order[0]);
  for (std::size_t i = 1; i < order.size(); ++i) {
    const std::int64_t begin = std::max(combined, arrived(order[i]));
    combined = begin + cost.combine;
    if (isOwn(order[i]))
      rows[rank].ownCombine = begin;
    else
      rows[indexOf(order[i])].combine = begin;
    if (i == 1 && !isOwn(order[0]))
      rows[indexOf(order[0])].combine = begin;
  }
}

/// The rank that keeps what it has combined: the root, unless the result is
/// sent on to it; then the first above it that sends to it.
template <typename ParentOf>
static std::int64_t sinkOf(std::int64_t root, ParentOf parentOf) {
  std::int64_t sink = root;
  for (std::int64_t above = parentOf(root); above != -1 && above != root;
       above = parentOf(sink))
    sink = above;
  return sink;
}

/// By O(height) roles.
static std::int64_t sinkOf(const ReductionSchedule &schedule,
                           std::int64_t root) {
  if (schedule.isClosedForm())
    return root;
  return sinkOf(root, [&](std::int64_t rank) {
    return schedule.role(rank, root).parent;
  });
}

/// What the result takes to be sent on to another rank.
static std::int64_t timeToSendOn(const ReductionCost &cost) {
  return cost.transfer + cost.latency;
}

static std::vector<ReductionRow> rowsOf(const std::vector<ReductionRole> &roles,
                                        const ReductionCost &cost,
                                        std::int64_t sink) {
  std::vector<ReductionRow> rows(roles.size());
  for (std::size_t i = 0; i < roles.size(); ++i) {
    ReductionRow &row = rows[i];
    if (static_cast<std::int64_t>(i) != sink) {
      row.parent = roles[i].parent;
      row.start = roles[i].start;
    }
    if (!roles[i].children.empty())
      row.order.push_back(static_cast<std::int32_t>(i));
    for (const ReductionChild &child : roles[i].children) {
      row.order.push_back(static_cast<std::int32_t>(child.rank));
      rows[indexOf(child.rank)].isLeft = child.isLeft;
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i)
    timeCombines(rows, i, cost);
  countOperands(rows, sink);
  return rows;
}

static std::optional<std::array<std::int64_t, 3>>
compared(const ReductionProblem &given, std::int64_t root) {
  std::array<std::int64_t, 3> lengths{};
  std::size_t next = 0;
  for (const ReductionStrategy strategy :
       {ReductionStrategy::Greedy, ReductionStrategy::Binomial,
        ReductionStrategy::Fibonacci}) {
    ReductionProblem problem = given;
    problem.strategy = strategy;
    const Result<ReductionSchedule> schedule = makeReduction(problem);
    if (!schedule)
      return std::nullopt;
    lengths[next] = schedule->length();
    if (sinkOf(*schedule, root) != root)
      lengths[next] += timeToSendOn(problem.cost);
    ++next;
  }
  return lengths;
}

static AllreduceView allreduceOf(const ReductionSchedule &schedule) {
  constexpr bool fullDuplex = true; // as the runtime chooses
  const ReductionProblem &problem = schedule.problem();
  AllreduceView view;
  view.best = chooseAllreduce(schedule, fullDuplex);
  const bool ownTree = problem.strategy != ReductionStrategy::Auto &&
                       problem.strategy != ReductionStrategy::Greedy;
  view.lengths[0] =
      lengthOf(schedule, ReductionForm::ThenBroadcast, fullDuplex);
  if (problem.maxTransfers == 0 && problem.ranks <= maxListedRanks)
    view.lengths[1] =
        lengthOf(schedule, ReductionForm::ThenReversed, fullDuplex);
  if (problem.maxTransfers == 0 && problem.maxReducers == 0 && !ownTree)
    view.lengths[2] = lengthOf(schedule, ReductionForm::Butterfly, fullDuplex);
  return view;
}

/// Where the tree ends elsewhere, one more transfer.
static void sendOn(ReductionView &view, std::int64_t sink) {
  if (sink == view.root)
    return;
  view.sentOnFrom = sink;
  view.sentOnStart = view.length;
  view.length += timeToSendOn(view.problem.cost);
  view.isOptimal = false;
  view.proof = ReductionProof::None;
}

ReductionView redistc::view::makeView(const ReductionSchedule &schedule,
                                      Fraction tick,
                                      const ReductionViewRequest &request) {
  ReductionView view;
  view.problem = schedule.problem();
  view.tick = tick;
  view.method = schedule.method();
  view.root = request.root;
  view.length = schedule.length();
  view.proof = schedule.proof();
  view.isOptimal = view.proof != ReductionProof::None;
  view.lowerBound = schedule.lowerBound();
  view.upperBound = schedule.upperBound();
  const bool isSmall = view.problem.ranks <= maxListedRanks;
  view.rank = request.rank;
  if (request.rank) {
    view.role = schedule.role(*request.rank, request.root);
    sendOn(view, sinkOf(schedule, request.root));
  } else if (request.listTree && isSmall) {
    const std::vector<ReductionRole> roles = schedule.roles(request.root);
    const std::int64_t sink = sinkOf(request.root, [&](std::int64_t rank) {
      return roles[indexOf(rank)].parent;
    });
    view.rows = rowsOf(roles, view.problem.cost, sink);
    sendOn(view, sink);
  } else {
    sendOn(view, sinkOf(schedule, request.root));
  }
  if (request.compare && isSmall && !request.rank)
    view.alternatives = compared(view.problem, view.root);
  if (request.allreduce)
    view.allreduce = allreduceOf(schedule);
  if (request.verify)
    view.report = verify(schedule, request.root);
  return view;
}

ReductionView redistc::view::makeView(const ReductionProblem &problem,
                                      const ReductionLength &length,
                                      Fraction tick,
                                      const ReductionViewRequest &request,
                                      ReductionRole role) {
  ReductionView view;
  view.problem = problem;
  view.tick = tick;
  view.method = length.method;
  view.root = request.root;
  view.length = length.length;
  view.proof = length.proof;
  view.isOptimal = view.proof != ReductionProof::None;
  view.lowerBound = length.lowerBound;
  view.upperBound = length.upperBound;
  view.hasRoles = length.hasRoles;
  view.rank = request.rank;
  view.role = std::move(role);
  if (request.allreduce) {
    const AllreduceChoice choice = limitedAllreduce(problem, length.length);
    view.allreduce = AllreduceView{choice, {choice.length}};
  }
  return view;
}

ReductionView redistc::view::makeView(const ArrivalTree &tree,
                                      std::span<const std::int64_t> arrivals,
                                      const ReductionCost &cost, Fraction tick,
                                      bool verifies) {
  ReductionView view;
  view.problem.ranks = static_cast<std::int64_t>(arrivals.size());
  view.problem.cost = cost;
  view.tick = tick;
  view.method =
      tree.isOptimal ? "late elements, exact" : "late elements, search";
  view.length = tree.length;
  view.isOptimal = tree.isOptimal;
  view.lowerBound = tree.lowerBound;
  view.hasArrivals = true;
  view.rows.resize(arrivals.size());
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    ReductionRow &row = view.rows[i];
    row.available = arrivals[i];
    row.parent = tree.parent[i];
    if (row.parent < 0)
      view.root = static_cast<std::int64_t>(i);
    else
      row.start = tree.start[i];
    if (tree.order[i].size() > 1)
      row.order = tree.order[i];
  }
  for (std::size_t i = 0; i < view.rows.size(); ++i)
    timeCombines(view.rows, i, cost);
  countOperands(view.rows, view.root);
  if (verifies)
    view.report = verify(tree, arrivals, cost);
  return view;
}

NodeReductionView redistc::view::makeNodeView(const NodeReduction &reduction,
                                              Fraction tick,
                                              ReductionViewRequest request) {
  request.compare = false;
  return {reduction.ranksPerNode, reduction.insideLength, reduction.length(),
          reduction.lowerBound,
          std::make_shared<const ReductionView>(
              makeView(reduction.between, tick, request))};
}
