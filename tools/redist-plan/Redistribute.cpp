//===- Redistribute.cpp - redist-plan redistribute -------------*- C++ -*-===//
//
// The assignment of the command line (AssignmentInput.h) to a schedule, the
// schedule to text, JSON or a drawing. The mathematics is in lib/Schedule and
// lib/Exact, the shape of the output in lib/View.
//
//===----------------------------------------------------------------------===//
#include "Redistribute.h"

#include "AssignmentInput.h"
#include "Failure.h"
#include "Format.h"
#include "NodeInput.h"
#include "OutputFile.h"
#include "WriteView.h"

#include "redistc/Exact/ClassSolver.h"
#include "redistc/Support/Spelling.h"
#include "redistc/View/RedistributionView.h"

#include <algorithm>
#include <array>
#include <iostream>

using namespace redistplan;
using namespace redistc::view;
using namespace redist::schedule;
using redistc::support::didYouMean;
using redistc::support::inQuotes;

static constexpr std::string_view helpText =
    R"(usage: redist-plan redistribute --from LAYOUT --to LAYOUT [options]

Shows the schedule that redistributes an array of any number of dimensions.

Layouts:
  LAYOUT          DIST {, DIST} onto(GRID {, GRID}) [at(n) | ranks(n,...)]
                  [halo(WIDTH {, WIDTH}) | room(WIDTH {, WIDTH})]
  DIST            *   block   block(k)   cyclic   cyclic(k)   gen_block(n,...)
                  indirect(n ...), the owner of each index; each other may be
                  followed by shift(n)
  GRID            n, a number of ranks for each DIST that is not *; or, between
                  them, copies(n): so many ranks have the same elements; of
                  a source also partial(op,n): so many have parts of them
  WIDTH           n or n:n, for each DIST: so many elements before and after
                  its own that a rank gets of its neighbours in a target; in
                  a source halo means what room does, which moves nothing
  --from LAYOUT   layout of the source
  --to LAYOUT     layout of the target
  --permute I,... dimension k of the target is dimension I_k of the source

Lengths:
  --extent N,...  number of elements of each dimension of the source: the
                  lengths are the true ones, and where the array is short so is
                  the pattern; without it they are those of one superblock,
                  L = lcm(P r, Q s)

Ranks:
  --shared        ranks are those of one communicator, from at() on or as
                  ranks() names them: what stays on one is no message
  --relabel       the same, with the target ranks permuted so that most stays

Nodes:
  --ranks-per-node H[,H]
                  ranks of a node, or of source and target: also the schedule
                  between nodes, one message a pair of them
  --placement P   slot (the next ranks on the next node) or node (in turn)
                  (default: slot)

Schedule:
  --strategy S    auto exact circulant classes stepwise greedy caterpillar
                  alltoall direct (default: auto)
  --exact-seconds S
                  that exact may search for the least cost (default: 10)

Output:
  --format F      text, json, svg or html (default: text)
  --full          text: show the tables however large they are
                  any format: write more than 256 MB
  -o FILE         write to FILE instead of standard output

Checks:
  --verify        check the schedule and print the report; exit status 1 if it
                  is invalid

Information:
  --help          print this text

Ranks of source and target are numbered from 0 each, row-major over their grids,
whatever at() says. Numbers are integers, or decimals and fractions that are
(6/2).

  redist-plan redistribute --from 'cyclic(3) onto(16)' --to 'cyclic(5) onto(16)'
  redist-plan redistribute --from 'block, * onto(4)' --to '*, block onto(4)'
                           --extent 1000,500 --shared
)";

static constexpr std::array<OptionSpec, 15> options = {
    {{"--from", true},
     {"--to", true},
     {"--extent", true},
     {"--permute", true},
     {"--shared", false},
     {"--relabel", false},
     {"--ranks-per-node", true},
     {"--placement", true},
     {"--strategy", true},
     {"--exact-seconds", true},
     {"--format", true},
     {"--full", false},
     {"--verify", false},
     {"-o", true},
     {"--help", false}}};

static StrategyKind strategyOf(const CommandLine &line) {
  std::string_view text = line.value("--strategy").value_or("auto");
  if (std::optional<StrategyKind> strategy = strategyFromName(text))
    return *strategy;
  throw UsageError("--strategy: unknown strategy " + inQuotes(text) +
                   didYouMean(text, strategyNames()));
}

static void checkDrawnSize(const Assignment &assignment) {
  const std::int64_t side =
      std::max(assignment.sourceRanks(), assignment.targetRanks());
  if (side > maxDrawnSide)
    throw InputError("--format: " + std::to_string(side) +
                     " ranks are too many to be drawn (at most " +
                     std::to_string(maxDrawnSide) + " on a side)");
}

static GridSchedule plan(const Assignment &assignment, StrategyKind strategy,
                         const ExactSolver &solver) {
  Result<GridSchedule> schedule = makeGridSchedule(
      assignment, strategy, {&solver, nullptr, maxListedMessages});
  if (schedule)
    return *schedule;
  if (schedule.error().kind == ErrorKind::StrategyNotForCase)
    throw InputError("--strategy: " + schedule.error().message);
  if (schedule.error().kind == ErrorKind::TooLarge)
    checkListed(assignment); // says how many messages are too many
  throw InputError("--from, --to: " + schedule.error().message);
}

/// Lengths of an extent, and what stays on shared ranks, have no closed form.
static std::string hintAtClosedForms(const Assignment &assignment) {
  const bool hasLength =
      std::ranges::any_of(assignment.axes, [](const Axis &axis) {
        return axis.length && axis.isRegular();
      });
  const bool isShared = assignment.sharing.kind != RankSharing::Kind::None;
  if (!hasLength && !isShared)
    return std::string();
  return std::string("; for superblocks ") +
         (isShared ? "and ranks that are not shared " : "") +
         "steps and cost of closed forms are shown";
}

/// Whether all messages have to be listed for what is asked for; JSON lists
/// them where they are few enough. True lengths, and what stays on a rank, are
/// found message by message.
static bool needsList(const CommandLine &line, Format format,
                      const Assignment &assignment) {
  return isDrawn(format) || line.has("--verify") ||
         (format == Format::Text &&
          (line.has("--full") || tablesFit(assignment))) ||
         assignment.sharing.kind != RankSharing::Kind::None ||
         std::ranges::any_of(assignment.axes, [](const Axis &axis) {
           return axis.length || !axis.isRegular();
         });
}

/// With steps where the messages of the ranks can be listed.
static NodeView nodeView(const NodeInput &input, bool verify) {
  Result<NodeView> made =
      makeNodeView(input.placed, {.inTurn = input.inTurn,
                                  .list = isListed(input.placed.assignment),
                                  .verify = verify});
  if (!made)
    throw InputError("--ranks-per-node: " + made.error().message);
  return *std::move(made);
}

int redistplan::redistribute(std::span<const char *const> arguments) {
  if (std::ranges::find(arguments, std::string_view("--help")) !=
      arguments.end()) {
    std::cout << helpText;
    return 0;
  }
  CommandLine line(arguments, options);
  // Everything that is wrong with the usage comes before the first value.
  line.required("--from");
  line.required("--to");
  StrategyKind strategy = strategyOf(line);
  Format format = formatOf(line);

  Assignment assignment = assignmentOf(line);
  checkCounted(assignment);
  const std::string hint = hintAtClosedForms(assignment);
  if (needsList(line, format, assignment))
    checkListed(assignment, hint);
  if (isDrawn(format))
    checkDrawnSize(assignment);
  std::optional<Relabelling> relabelling;
  if (assignment.sharing.kind != RankSharing::Kind::None) {
    const bool hasShares =
        std::ranges::any_of(assignment.axes, [](const Axis &axis) {
          return axis.shares != nullptr;
        });
    // What stays is counted without halos, which are in the shares.
    relabelling = relabel(hasShares ? assignmentOfParts(line) : assignment);
  }
  const bool relabels = line.has("--relabel");
  if (relabels)
    assignment = relabelled(assignment, *relabelling);
  else if (relabelling)
    relabelling->kept = relabelling->keptIdentity;
  const std::optional<NodeInput> nodes =
      nodeInputOf(line, assignment, relabels ? &*relabelling : nullptr);
  const redistc::exact::ClassSolver solver(solverLimitsOf(line));
  GridSchedule schedule = plan(assignment, strategy, solver);
  // The numbers of another assignment's schedule are those of its messages.
  if (schedule.assignment() != assignment)
    checkListed(assignment, hint);
  bool tables = line.has("--full") || tablesFit(assignment);
  RedistributionView view = makeView(
      assignment, schedule, strategy,
      {.listSteps = format == Format::Text ? tables : isListed(assignment),
       .verify = line.has("--verify"),
       .solver = &solver});
  if (view.steps)
    if (const auto stripes = stripesOf(line)) {
      auto phases = phasesOf(
          view, *stripes, {.verify = line.has("--verify"), .solver = &solver});
      if (phases) // otherwise the runtime uses the messages of one phase
        view.phases = *std::move(phases);
    }
  if (nodes)
    view.nodes = nodeView(*nodes, line.has("--verify"));
  if (relabels)
    numberTargetsByRank(view, *std::move(relabelling));
  else
    view.relabelling = std::move(relabelling);

  OutputFile output(line.value("-o"), line.has("--full"));
  writeView(view, format, tables, "redist-plan redistribute", output.stream());
  output.commit();
  const auto isSound = [](const RedistributionView &one) {
    return !one.report || one.report->valid();
  };
  const bool isValid =
      isSound(view) && std::ranges::all_of(view.phases, isSound) &&
      (!view.nodes || !view.nodes->report || view.nodes->report->valid());
  return isValid ? 0 : 1;
}
