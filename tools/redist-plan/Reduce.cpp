//===- Reduce.cpp - redist-plan reduce ------------------------------------===//
//
// The problem of the command line (ReductionInput.h) to a tree, the tree to
// text, JSON or SVG. The mathematics is in lib/Schedule, the shape of the
// output in lib/View.
//
//===----------------------------------------------------------------------===//
#include "Reduce.h"

#include "Failure.h"
#include "Format.h"
#include "OutputFile.h"
#include "ReductionInput.h"
#include "WriteView.h"

#include "redistc/Support/Spelling.h"
#include "redistc/View/ReductionView.h"

#include <algorithm>
#include <array>
#include <iostream>

using namespace redistplan;
using namespace redistc::view;
using namespace redist::schedule;
using redistc::support::inQuotes;

static constexpr std::string_view helpText =
    R"(usage: redist-plan reduce --ranks n --transfer d --combine c [options]

Shows the tree along which n ranks reduce an element each: who sends to whom
and when, in the one-port model.

Ranks and costs:
  --ranks n       number of ranks, up to 10^18
  --transfer d    time that an element takes to travel
  --combine c     time of one combine
  --latency l     until an element is there, from when its transfer has left the
                  ports of both ranks free (default: 0)
  --arrivals a,.. the elements of ranks 0, 1, ... are there from then on; the
                  rank that has the result is chosen

Nodes:
  --ranks-per-node h
                  ranks 0 to h-1 share a node, the next h the next: also the
                  length where nodes combine inside first

Limits:
  --transfers K   at most K transfers at once
  --reducers K    at most K ranks combine
  --ordered       the operator does not commute: operands in rank order
  --root k        rank that has the result (default: 0)

Tree:
  --strategy S    auto greedy binomial fibonacci (default: auto)
  --allreduce     also the lengths where every rank is to have the result
  --rank i        the role of this rank alone: to whom it sends, from whom it
                  receives

Output:
  --format F      text, json, svg or html (default: text)
  --full          text: list the transfers however many they are
                  any format: write more than 256 MB
  -o FILE         write to FILE instead of standard output

Checks:
  --verify        replay the tree and print the report; exit status 1 if it is
                  invalid

Information:
  --help          print this text

Times are integers, decimals (2.0e-3) or fractions (3/2), computed with exactly
and printed with 12 significant digits in the unit in which they are given.
Above 1000000 ranks the tree is left out; --rank works for any number, with
limits, too. But for --rank with limits and --ordered, limits and --ordered with
a root other than the first and the last rank, and limits with another strategy,
the tree is made in memory, of up to 2^26 ranks.

  redist-plan reduce --ranks 7 --transfer 3 --combine 7
  redist-plan reduce --ranks 1000000000000000000 --transfer 1 --combine 3/2
                     --rank 500022
)";

static constexpr std::array<OptionSpec, 18> options = {
    {{"--ranks", true},
     {"--transfer", true},
     {"--combine", true},
     {"--latency", true},
     {"--transfers", true},
     {"--reducers", true},
     {"--ranks-per-node", true},
     {"--ordered", false},
     {"--root", true},
     {"--strategy", true},
     {"--arrivals", true},
     {"--allreduce", false},
     {"--rank", true},
     {"--format", true},
     {"--full", false},
     {"--verify", false},
     {"-o", true},
     {"--help", false}}};

static Format checkedFormatOf(const CommandLine &line) {
  const Format format = formatOf(line);
  if (isDrawn(format) && line.has("--rank"))
    throw UsageError("--format: " + inQuotes(*line.value("--format")) +
                     " draws all ranks; it does not go with "
                     "'--rank'");
  if (format == Format::Svg && line.has("--ranks-per-node"))
    throw UsageError("--format: 'svg' does not draw nodes; it does not go with "
                     "'--ranks-per-node'");
  return format;
}

static void requireAtMost(std::int64_t ranks, std::int64_t most,
                          std::string_view option, std::string_view what) {
  if (ranks > most)
    throw InputError(std::string(option) + ": " + std::to_string(ranks) +
                     " ranks are too many to be " + std::string(what) +
                     " (at most " + std::to_string(most) + ")");
}

/// What is asked for and takes memory or time by the rank.
static void checkSize(const CommandLine &line, const ReductionProblem &problem,
                      Format format) {
  if (line.has("--verify"))
    requireAtMost(problem.ranks, maxListedRanks, "--verify", "replayed");
  if (isDrawn(format))
    requireAtMost(problem.ranks, maxDrawnRanks, "--format", "drawn");
  if (line.has("--allreduce") && problem.cost.latency > 0)
    requireAtMost(problem.ranks, maxListedRanks, "--allreduce",
                  "compared with a latency");
}

[[noreturn]] static void fail(const Error &error,
                              const ReductionProblem &problem) {
  if (error.kind == ErrorKind::StrategyNotForCase)
    throw InputError("--strategy: " + error.message +
                     ": there is none to be shown");
  const bool isLimited = problem.maxTransfers > 0 || problem.maxReducers > 0;
  throw InputError((error.kind == ErrorKind::TooLarge && isLimited
                        ? "--transfers, --reducers: "
                        : "--ranks, --transfer, --combine: ") +
                   error.message);
}

template <typename T>
static T orFail(Result<T> result, const ReductionProblem &problem) {
  if (!result)
    fail(result.error(), problem);
  return *std::move(result);
}

/// Of more ranks than are listed, where nothing is asked for that takes the
/// tree; in rank order it says where the tree ends.
static bool isHeaderAlone(const CommandLine &line,
                          const ReductionProblem &problem) {
  return problem.ranks > maxListedRanks && !problem.ordered &&
         !line.has("--rank") && !line.has("--allreduce");
}

/// What of this takes a tree in memory although a limit's length does not; or
/// nothing. In rank order a tree ends at the first or last rank if any does:
/// all its subtrees lie on one side.
static std::string whatNeedsTree(const ReductionInput &input, bool hasRoles) {
  const ReductionProblem &problem = input.problem;
  const bool isAtEnd = input.root == 0 || input.root == problem.ranks - 1;
  std::string leaveOut;
  if (input.rank && !hasRoles)
    leaveOut = "leave out '--rank'";
  if (problem.ordered && !isAtEnd)
    leaveOut += (leaveOut.empty() ? "" : ", and ") + std::string("take ") +
                "'--root 0'";
  return leaveOut;
}

/// Of limits that bind more ranks than a tree in memory has, for which there is
/// no schedule for this reason.
static ReductionView viewWithoutTree(const ReductionInput &input,
                                     const ReductionViewRequest &request,
                                     const Error &tooLarge) {
  const ReductionProblem &problem = input.problem;
  const ReductionLength length = orFail(reductionLength(problem), problem);
  const std::string leaveOut = whatNeedsTree(input, length.hasRoles);
  if (!leaveOut.empty())
    fail({tooLarge.kind, tooLarge.message + ": " + leaveOut}, problem);
  ReductionRole role;
  if (input.rank)
    role = orFail(limitedRole(problem, *input.rank, input.root), problem);
  return makeView(problem, length, input.tick, request, std::move(role));
}

static ReductionView viewOf(const CommandLine &line,
                            const ReductionInput &input, Format format) {
  const ReductionProblem &problem = input.problem;
  if (!input.arrivals.empty())
    return makeView(
        orFail(reduceArrivals(input.arrivals, problem.cost), problem),
        input.arrivals, problem.cost, input.tick, line.has("--verify"));
  if (isHeaderAlone(line, problem))
    return makeView(problem, orFail(reductionLength(problem), problem),
                    input.tick, {.root = input.root});
  const bool listsTree = format != Format::Text || line.has("--full") ||
                         problem.ranks <= maxListedTransfers;
  const ReductionViewRequest request = {.root = input.root,
                                        .rank = input.rank,
                                        .listTree = listsTree,
                                        .compare = format != Format::Svg,
                                        .verify = line.has("--verify"),
                                        .allreduce = line.has("--allreduce")};
  const Result<ReductionSchedule> schedule = makeReduction(problem);
  if (!schedule && schedule.error().kind == ErrorKind::TooLarge)
    return viewWithoutTree(input, request, schedule.error());
  return makeView(orFail(schedule, problem), input.tick, request);
}

static NodeReductionView nodesOf(const CommandLine &line,
                                 const ReductionInput &input, Format format) {
  const NodeReduction reduction = orFail(
      makeNodeReduction(input.problem, *input.ranksPerNode), input.problem);
  const std::int64_t nodes = reduction.between.problem().ranks;
  return makeNodeView(
      reduction, input.tick,
      {.root = input.root / reduction.ranksPerNode,
       .listTree = format != Format::Text || line.has("--full") ||
                   nodes <= maxTimelineRows,
       .verify = line.has("--verify") && nodes <= maxListedRanks});
}

int redistplan::reduce(std::span<const char *const> arguments) {
  if (std::ranges::find(arguments, std::string_view("--help")) !=
      arguments.end()) {
    std::cout << helpText;
    return 0;
  }
  const CommandLine line(arguments, options);
  const Format format = checkedFormatOf(line);
  const ReductionInput input = reductionInputOf(line);
  checkSize(line, input.problem, format);
  ReductionView view = viewOf(line, input, format);
  if (input.ranksPerNode)
    view.nodes = nodesOf(line, input, format);

  OutputFile output(line.value("-o"), line.has("--full"));
  writeView(view, format, line.has("--full"), "redist-plan reduce",
            output.stream());
  output.commit();
  const auto isInvalid = [](const ReductionView &one) {
    return one.report && !one.report->isValid;
  };
  return isInvalid(view) || (view.nodes && isInvalid(*view.nodes->between)) ? 1
                                                                            : 0;
}
