//===- ReductionText.cpp - A reduction as tree and timeline ---------------===//
//
// The header states the problem, the length and what it is compared with; below
// it come the role of one rank, or the tree with its timeline, or a list of the
// transfers in the order of their starts.
//
//===----------------------------------------------------------------------===//
#include "ReductionTimeline.h"
#include "TextTable.h"

#include "redistSchedule/Support/Index.h"
#include "redistc/View/Numeral.h"

#include <algorithm>
#include <array>
#include <numeric>

using namespace redistc::view;
using namespace redist::schedule;

static void writeCosts(const ReductionView &view, std::ostream &stream) {
  const ReductionProblem &problem = view.problem;
  stream << "costs       transfer d = " << view.time(problem.cost.transfer)
         << ", combine c = " << view.time(problem.cost.combine);
  if (problem.cost.latency > 0)
    stream << ", latency l = " << view.time(problem.cost.latency);
  stream << "\n";
  if (problem.maxTransfers > 0)
    stream << "transfers   at most " << problem.maxTransfers << " at once\n";
  if (problem.maxReducers > 0)
    stream << "reducers    at most " << problem.maxReducers
           << " ranks combine\n";
  if (problem.ordered)
    stream << "ordered     operands are combined in rank order\n";
  if (!view.hasArrivals || view.rows.empty())
    return;
  const auto [first, last] = std::minmax_element(
      view.rows.begin(), view.rows.end(),
      [](const auto &a, const auto &b) { return a.available < b.available; });
  stream << "arrivals    from " << view.time(first->available) << " to "
         << view.time(last->available) << "\n";
}

/// " (+ 25 %)", of a length that is longer than the view's.
static std::string excess(std::int64_t length, std::int64_t than) {
  if (length <= than || than == 0)
    return "";
  const double part =
      static_cast<double>(length - than) / static_cast<double>(than);
  const auto tenths = static_cast<std::int64_t>(part * 1000 + 0.5);
  return " (+" + decimalText(tenths, {1, 10}) + " %)";
}

static void writeAlternatives(const ReductionView &view, std::ostream &stream) {
  static constexpr std::array<std::string_view, 3> names = {
      "greedy ", ", binomial ", ", fibonacci "};
  stream << "compare     ";
  const auto &lengths = *view.alternatives;
  for (std::size_t i = 0; i < names.size(); ++i)
    stream << names[i] << view.time(lengths[i])
           << excess(lengths[i], lengths[0]);
  stream << "\n";
}

static void writeAllreduce(const ReductionView &view, std::ostream &stream) {
  static constexpr std::array<ReductionForm, 3> forms = {
      ReductionForm::ThenBroadcast, ReductionForm::ThenReversed,
      ReductionForm::Butterfly};
  const AllreduceView &all = *view.allreduce;
  stream << "allreduce   " << view.time(all.best.length) << ", best by "
         << nameOf(all.best.form) << ":";
  bool isFirst = true;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    if (!all.lengths[i])
      continue;
    stream << (isFirst ? " " : ", ") << nameOf(forms[i]) << " "
           << view.time(*all.lengths[i]);
    isFirst = false;
  }
  stream << "\n";
}

static void writeHeader(const ReductionView &view, std::ostream &stream) {
  stream << "ranks       " << view.problem.ranks << ", root " << view.root
         << "\n";
  writeCosts(view, stream);
  stream << "strategy    " << nameOf(view.problem.strategy) << ", made by "
         << view.method << "\n"
         << "length      " << view.time(view.length) << ": " << proofText(view)
         << "\n"
         << "bounds      lower " << view.time(view.lowerBound);
  if (view.upperBound)
    stream << ", upper " << view.time(*view.upperBound);
  stream << "\n";
  if (view.sentOnFrom)
    stream << "sent on     the tree ends on rank " << *view.sentOnFrom
           << ", which sends the result to rank " << view.root << " at "
           << view.time(view.sentOnStart) << "\n";
  if (view.alternatives)
    writeAlternatives(view, stream);
  if (view.allreduce)
    writeAllreduce(view, stream);
}

static std::string span(const ReductionView &view, std::int64_t begin,
                        std::int64_t duration) {
  return view.time(begin) + " - " + view.time(begin + duration);
}

/// The ranks whose elements a rank has in the end.
static std::string operandsText(const ReductionView &view,
                                const ReductionRow &row) {
  if (row.operands == 1 || !view.problem.ordered)
    return std::to_string(row.operands);
  return std::to_string(row.operands) + ": " +
         std::to_string(row.firstOperand) + " to " +
         std::to_string(row.firstOperand + row.operands - 1);
}

static std::vector<std::string> transferWords(const ReductionView &view,
                                              const ReductionRow &row) {
  const ReductionCost &cost = view.problem.cost;
  if (row.parent < 0)
    return {"-", "-", operandsText(view, row)};
  return {span(view, row.start, cost.transfer),
          span(view, row.combine, cost.combine) + (row.isLeft ? ", left" : ""),
          operandsText(view, row)};
}

/// Below each rank those that send to it, in the order of their combines.
static void writeTree(const ReductionView &view, std::ostream &stream) {
  struct Visit {
    std::int64_t rank;
    std::size_t depth;
  };
  TextTable table({"rank", "transfer", "combine", "operands"});
  std::vector<Visit> open = {{view.sentOnFrom.value_or(view.root), 0}};
  while (!open.empty()) {
    const auto [rank, depth] = open.back();
    open.pop_back();
    const ReductionRow &row = view.rows[indexOf(rank)];
    std::vector<std::string> words = transferWords(view, row);
    words.insert(words.begin(),
                 std::string(2 * depth, ' ') + std::to_string(rank));
    table.add(std::move(words));
    for (std::size_t i = row.order.size(); i-- > 0;)
      if (row.order[i] != rank)
        open.push_back({row.order[i], depth + 1});
  }
  stream << "\nTree: below each rank those that send to it, in the order of "
            "combines\n\n";
  table.write(stream);
}

static void writeTransfers(const ReductionView &view, std::ostream &stream) {
  std::vector<std::size_t> senders(view.rows.size());
  std::iota(senders.begin(), senders.end(), std::size_t{0});
  std::erase_if(senders,
                [&](std::size_t rank) { return view.rows[rank].parent < 0; });
  std::stable_sort(senders.begin(), senders.end(),
                   [&](std::size_t a, std::size_t b) {
                     return view.rows[a].start < view.rows[b].start;
                   });
  TextTable table({"from", "to", "transfer", "combine", "operands"});
  for (const std::size_t rank : senders) {
    const ReductionRow &row = view.rows[rank];
    std::vector<std::string> words = transferWords(view, row);
    words.insert(words.begin(),
                 {std::to_string(rank), std::to_string(row.parent)});
    table.add(std::move(words));
  }
  stream << "\nTransfers\n\n";
  table.write(stream);
}

static void writeRole(const ReductionView &view, std::ostream &stream) {
  const ReductionCost &cost = view.problem.cost;
  const bool isSink = view.sentOnFrom == view.rank ||
                      (!view.sentOnFrom && view.rank == view.root);
  stream << "\nRank " << *view.rank << "\n";
  std::int64_t combined = 0;
  for (const ReductionChild &child : view.role.children) {
    combined = std::max(combined, child.start + cost.transfer + cost.latency);
    stream << "  receives from rank " << child.rank << " "
           << span(view, child.start, cost.transfer) << ", combines "
           << span(view, combined, cost.combine)
           << (child.isLeft ? ", as the left operand" : "") << "\n";
    combined += cost.combine;
  }
  if (view.role.parent >= 0)
    stream << "  sends to rank " << view.role.parent << " "
           << span(view, view.role.start, cost.transfer)
           << (isSink ? " the result" : "") << "\n";
  if (view.rank == view.root)
    stream << "  has the result at " << view.time(view.length) << "\n";
}

static void writeReport(const ReductionView &view, std::ostream &stream) {
  const ReductionReport &report = *view.report;
  stream << "\nVerification: " << (report.isValid ? "valid" : "INVALID")
         << "\n";
  if (!report.isValid) {
    stream << "  " << report.problem << "\n";
    return;
  }
  stream << "  length " << view.time(report.length) << " by replay\n"
         << "  at most " << report.peakTransfers << " transfers at once, "
         << report.reducers << " ranks combine\n";
}

static void writeBody(const ReductionView &view, bool isFull,
                      std::ostream &stream) {
  const std::int64_t ranks = view.problem.ranks;
  if (view.rank) {
    writeRole(view, stream);
  } else if (ranks <= maxTimelineRows && !view.rows.empty()) {
    writeTree(view, stream);
    writeTimeline(view, stream);
  } else if (!view.rows.empty() && (isFull || ranks <= maxListedTransfers)) {
    writeTransfers(view, stream);
  } else {
    stream << "\nThe transfers are left out: more than "
           << (ranks > maxListedRanks ? maxListedRanks : maxListedTransfers)
           << " ranks."
           << (!view.hasRoles           ? ""
               : ranks > maxListedRanks ? " --rank shows what one rank does."
                                        : " --full lists them, --rank shows "
                                          "what one rank does.")
           << "\n";
  }
}

/// The nodes' tree from when each has combined what its ranks have.
static void writeNodes(const ReductionView &view, bool isFull,
                       std::ostream &stream) {
  const NodeReductionView &nodes = *view.nodes;
  const ReductionView &between = *nodes.between;
  const bool isLeast = nodes.length == nodes.lowerBound;
  stream << "\nNodes: " << nodes.ranksPerNode << " ranks a node\n\n"
         << "nodes       " << between.problem.ranks << ", root on node "
         << between.root << "\n"
         << "length      " << view.time(nodes.length) << ": inside "
         << view.time(nodes.insideLength) << ", between nodes "
         << view.time(between.length) << "\n"
         << "bounds      lower " << view.time(nodes.lowerBound)
         << (isLeast ? ": proved least" : ": not proved least") << "\n";
  if (between.rows.empty() ||
      (between.problem.ranks > maxTimelineRows && !isFull))
    return;
  stream << "\nTransfers between nodes\n";
  for (std::size_t node = 0; node < between.rows.size(); ++node) {
    const ReductionRow &row = between.rows[node];
    if (row.parent >= 0)
      stream << "  " << node << " > " << row.parent << " "
             << span(view, nodes.insideLength + row.start,
                     view.problem.cost.transfer)
             << "\n";
  }
}

void redistc::view::writeText(const ReductionView &view, bool isFull,
                              std::ostream &stream) {
  writeHeader(view, stream);
  writeBody(view, isFull, stream);
  if (view.report)
    writeReport(view, stream);
  if (view.nodes)
    writeNodes(view, isFull, stream);
}
