//===- Reduce.cpp - redist-plan reduce ------------------------------------===//
//
// The problem of the command line (ReductionInput.h) to a tree, the tree to
// text, JSON or SVG. The mathematics is in lib/Schedule, the shape of the
// output in lib/View.
//
//===----------------------------------------------------------------------===//
#include "Reduce.h"

#include "CommandLine.h"
#include "Failure.h"
#include "OutputFile.h"
#include "ReductionInput.h"
#include "WriteView.h"

#include "redistc/View/ReductionView.h"
#include "redistc/View/Suggest.h"

#include <algorithm>
#include <array>
#include <iostream>

using namespace redistplan;
using namespace redistc::view;
using namespace redist::schedule;

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
Above 1000000 ranks the tree is left out; --rank works for any number. With a
limit the length is found for any number, too, but the tree is made in memory:
--rank, --ordered, --allreduce, both limits together and limits with another
strategy go up to 2^26 ranks.

  redist-plan reduce --ranks 7 --transfer 3 --combine 7
  redist-plan reduce --ranks 1000000000000000000 --transfer 1 --combine 3/2
                     --rank 500022
)";

static constexpr std::array<OptionSpec, 17> options = {{{"--ranks", true},
                                                        {"--transfer", true},
                                                        {"--combine", true},
                                                        {"--latency", true},
                                                        {"--transfers", true},
                                                        {"--reducers", true},
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
    requireAtMost(problem.ranks, mostListedRanks, "--verify", "replayed");
  if (isDrawn(format))
    requireAtMost(problem.ranks, mostDrawnRanks, "--format", "drawn");
  if (line.has("--allreduce") && problem.cost.latency > 0)
    requireAtMost(problem.ranks, mostListedRanks, "--allreduce",
                  "compared with a latency");
}

template <typename T>
static T orFail(Result<T> result, const ReductionProblem &problem) {
  if (result)
    return *std::move(result);
  const Error &error = result.error();
  if (error.kind == ErrorKind::StrategyNotForCase)
    throw InputError("--strategy: " + error.message +
                     ": there is none to be shown");
  const bool isLimited = problem.maxTransfers > 0 || problem.maxReducers > 0;
  throw InputError((error.kind == ErrorKind::TooLarge && isLimited
                        ? "--transfers, --reducers: "
                        : "--ranks, --transfer, --combine: ") +
                   error.message);
}

/// Of more ranks than are listed, where nothing is asked for that takes the
/// tree; in rank order it says where the tree ends.
static bool isHeaderAlone(const CommandLine &line,
                          const ReductionProblem &problem) {
  return problem.ranks > mostListedRanks && !problem.ordered &&
         !line.has("--rank") && !line.has("--allreduce");
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
                    input.tick, input.root);
  const bool listsTree = format != Format::Text || line.has("--full") ||
                         problem.ranks <= mostListedTransfers;
  return makeView(orFail(makeReduction(problem), problem), input.tick,
                  {.root = input.root,
                   .rank = input.rank,
                   .listTree = listsTree,
                   .compare = format != Format::Svg,
                   .verify = line.has("--verify"),
                   .allreduce = line.has("--allreduce")});
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
  const ReductionView view = viewOf(line, input, format);

  OutputFile output(line.value("-o"), line.has("--full"));
  writeView(view, format, line.has("--full"), "redist-plan reduce",
            output.stream());
  output.commit();
  return view.report && !view.report->isValid ? 1 : 0;
}
