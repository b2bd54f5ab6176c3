//===- Compare.cpp - redist-plan compare ----------------------------------===//
//
// One problem of the command line, as the subcommand of its kind reads it, and
// what every strategy makes of it. A strategy that has no answer has its reason
// in the table.
//
//===----------------------------------------------------------------------===//
#include "Compare.h"

#include "AssignmentInput.h"
#include "Failure.h"
#include "Format.h"
#include "NumberInput.h"
#include "OutputFile.h"
#include "PipelineInput.h"
#include "ReductionInput.h"
#include "WriteView.h"

#include "redist/Error.h"
#include "redist/Profile.h"
#include "redistc/Exact/ClassSolver.h"
#include "redistc/Exact/MappingSolver.h"
#include "redistc/Support/Spelling.h"
#include "redistc/View/Comparison.h"

#include <algorithm>
#include <array>
#include <iostream>

using namespace redistplan;
using namespace redistc::view;
using namespace redist::schedule;
using redistc::support::didYouMean;
using redistc::support::inQuotes;

static constexpr std::string_view helpText =
    R"(usage: redist-plan compare redistribute --from LAYOUT --to LAYOUT [options]
       redist-plan compare reduce --ranks n --transfer d --combine c [options]
       redist-plan compare pipeline --work W --data D --speeds S --bandwidth B
                            [options]

Shows what every strategy makes of one problem: a table, or timelines one above
the other on one scale.

Problem, as behind redist-plan redistribute, reduce or pipeline:
  --from LAYOUT     redistribute: layout of the source
  --to LAYOUT       layout of the target
  --permute I,...   order of the target's dimensions
  --extent N,...    number of elements of each dimension
  --shared          ranks are those of one communicator
  --relabel         the same, with the target ranks permuted
  --ranks n         reduce: number of ranks
  --transfer d      time that an element takes to travel
  --combine c       time of one combine
  --latency l       reduce: until an element is there; pipeline: no item may
                    take longer
  --transfers K     at most K transfers at once
  --reducers K      at most K ranks combine
  --ordered         the operator does not commute
  --root k          rank that has the result
  --work w1,..,wn   pipeline: work of each stage
  --data d0,..,dn   data before each stage, and after the last one
  --speeds s1,..,sp work that each processor does in a unit of time
  --bandwidth b     data that any link carries in a unit of time
  --bandwidth-matrix FILE
                    the same of each link
  --ranks-per-node H
                    processors of each node
  --node-bandwidth b
                    data that a link between nodes carries in a unit of time
  --placement P     slot (the next processors on the next node) or node (in turn)
                    (default: slot)
  --pins u1,..,un   processors of stages
  --replicas r1,..,rn
                    to how many processors a stage may be dealt
  --overlap         a processor receives, computes and sends at once
  --shared-ends     P_in and P_out are one, with one port

Strategies:
  --strategies S,.. these alone, in this order (default: all); of layouts with
                    copies or parts also stripes and naive: each copy takes
                    from one source, which combines all parts before
  --costs a,b       redistribute: also the predicted time, where a step begins
                    with a and each element of its longest message takes b
  --profile FILE    the same with what redist-tune has measured, in seconds
  --exact-seconds S redistribute: that exact may search (default: 10)
  --bytes N         of an element, with --profile (default: 8)

Output:
  --format F        text, json, svg or html (default: text)
  -o FILE           write to FILE instead of standard output

Information:
  --help            print this text

  redist-plan compare redistribute --from 'cyclic(3) onto(15)'
                      --to 'cyclic(5) onto(15)' --format svg -o steps.svg
)";

/// What all three have.
static constexpr std::array<OptionSpec, 4> common = {{{"--strategies", true},
                                                      {"--format", true},
                                                      {"-o", true},
                                                      {"--help", false}}};

static std::vector<OptionSpec> with(std::initializer_list<OptionSpec> own) {
  std::vector<OptionSpec> all(own);
  all.insert(all.end(), common.begin(), common.end());
  return all;
}

/// The names that --strategies lists, or all. `known`: as the tool names them.
static std::vector<std::string>
strategiesOf(const CommandLine &line, std::span<const std::string_view> known) {
  const std::optional<std::string_view> text = line.value("--strategies");
  if (!text)
    return {known.begin(), known.end()};
  std::vector<std::string> names = wordsOf("--strategies", *text);
  for (const std::string &name : names)
    if (std::ranges::find(known, name) == known.end())
      throw UsageError("--strategies: unknown strategy " + inQuotes(name) +
                       didYouMean(name, known));
  if (names.empty())
    throw UsageError("--strategies: expected a strategy");
  return names;
}

/// What redist-tune has measured, of elements of so many bytes.
static MessageCosts costsOfProfile(std::string_view path, std::int64_t bytes) {
  try {
    const redist::machine_profile profile = redist::parse_profile(
        contentOf("--profile", path), /*messages_alone=*/true);
    if (!profile.tells_messages())
      throw redist::error("it tells no costs of messages");
    return {profile.alpha, profile.beta * static_cast<double>(bytes)};
  } catch (const redist::error &wrong) {
    throw InputError("--profile: " + inQuotes(path) +
                     " is not a profile of redist-tune: " + wrong.what());
  }
}

static std::optional<MessageCosts> costsOf(const CommandLine &line) {
  if (line.has("--costs") && line.has("--profile"))
    throw UsageError("option '--costs' does not go with '--profile'");
  if (line.has("--bytes") && !line.has("--profile"))
    throw UsageError("option '--bytes' goes with '--profile' alone");
  if (const auto path = line.value("--profile"))
    return costsOfProfile(
        *path, positiveSizeOf("--bytes", line.value("--bytes").value_or("8")));
  const std::optional<std::string_view> text = line.value("--costs");
  if (!text)
    return std::nullopt;
  const std::vector<Fraction> costs = amountsOf("--costs", *text);
  if (costs.size() != 2)
    throw InputError("--costs: expected two numbers, of a message and of an "
                     "element, found " +
                     std::to_string(costs.size()) + " in " + inQuotes(*text));
  const auto valueOf = [](Fraction cost) {
    return static_cast<double>(cost.numerator) /
           static_cast<double>(cost.denominator);
  };
  return MessageCosts{valueOf(costs[0]), valueOf(costs[1])};
}

static void show(const CommandLine &line, Format format,
                 const Comparison &comparison) {
  std::size_t rows = 0;
  for (const Contender &one : comparison.contenders)
    rows += one.rows.size();
  if (isDrawn(format) && rows > maxComparedRows)
    throw InputError("--format: timelines of " + std::to_string(rows) +
                     " rows are too many to be drawn (at most " +
                     std::to_string(maxComparedRows) +
                     "); --strategies chooses some");
  // The rows that are drawn are few, and so are those of the tables.
  OutputFile output(line.value("-o"), /*isFull=*/true);
  writeView(comparison, format, false, "redist-plan compare", output.stream());
  output.commit();
}

/// Ways that are no strategy of one step, which layouts with several holders of
/// an element have.
static constexpr std::string_view byStripes = "stripes", naively = "naive";

/// The naive way, by the schedules of `auto`: its messages are what is naive.
static std::vector<RedistributionView>
naiveViews(const std::vector<Assignment> &phases, const ExactSolver &solver) {
  std::vector<RedistributionView> views;
  for (const Assignment &one : phases) {
    checkListed(one);
    const auto schedule = makeGridSchedule(one, StrategyKind::Auto, {&solver});
    if (!schedule)
      throw InputError("--from, --to: " + schedule.error().message);
    views.push_back(
        makeView(one, *schedule, StrategyKind::Auto, {.solver = &solver}));
  }
  return views;
}

static void redistributions(std::span<const char *const> arguments) {
  static const std::vector<OptionSpec> options =
      with({{"--from", true},
            {"--to", true},
            {"--extent", true},
            {"--permute", true},
            {"--shared", false},
            {"--relabel", false},
            {"--costs", true},
            {"--profile", true},
            {"--bytes", true},
            {"--exact-seconds", true}});
  const CommandLine line(arguments, options);
  line.required("--from");
  line.required("--to");
  const Format format = formatOf(line);
  const std::optional<MessageCosts> costs = costsOf(line);
  Assignment assignment = assignmentOf(line);
  checkListed(assignment);
  const std::optional<Stripes> stripes = stripesOf(line);
  const std::vector<Assignment> naive = naivePhasesOf(line);
  std::vector<std::string_view> known(strategyNames().begin(),
                                      strategyNames().end());
  if (stripes)
    known.push_back(byStripes);
  if (!naive.empty())
    known.push_back(naively);
  const std::vector<std::string> names = strategiesOf(line, known);
  std::optional<Relabelling> relabelling;
  if (line.has("--relabel")) {
    relabelling = relabel(assignment);
    assignment = relabelled(assignment, *relabelling);
  }
  const redistc::exact::ClassSolver solver(solverLimitsOf(line));
  const auto viewOf = [&](StrategyKind kind) -> Result<RedistributionView> {
    const auto schedule = makeGridSchedule(assignment, kind, {&solver});
    if (!schedule)
      return schedule.error();
    return makeView(assignment, *schedule, kind, {.solver = &solver});
  };
  std::optional<Comparison> comparison;
  std::vector<Contender> all;
  for (const std::string &name : names) {
    if (name == naively) {
      all.push_back(contenderOf(name, naiveViews(naive, solver), costs));
      continue;
    }
    const bool isStriped = name == byStripes;
    Result<RedistributionView> made =
        viewOf(isStriped ? StrategyKind::Auto : *strategyFromName(name));
    if (!made) {
      all.push_back(missingContender(name, made.error().message));
      continue;
    }
    RedistributionView &view = *made;
    if (!comparison)
      comparison = comparisonOf(view, costs.has_value());
    if (isStriped) {
      const auto phases = phasesOf(view, *stripes, {.solver = &solver});
      all.push_back(phases ? contenderOf(name, *phases, costs)
                           : missingContender(name, phases.error().message));
      continue;
    }
    if (relabelling)
      numberTargetsByRank(view, *relabelling);
    const auto messages =
        view.messageCount * static_cast<std::int64_t>(names.size());
    all.push_back(contenderOf(view, messages > maxComparedMessages, costs));
  }
  if (!comparison) {
    const Result<RedistributionView> made = viewOf(StrategyKind::Auto);
    if (!made || all.front().name != naively)
      throw InputError("--strategies: " + all.front().note);
    comparison = comparisonOf(*made, costs.has_value());
  }
  // Other ways have other messages.
  if (stripes || !naive.empty())
    for (auto &bound : comparison->bounds)
      bound.first += " of one phase";
  comparison->contenders = std::move(all);
  show(line, format, *comparison);
}

static void reductions(std::span<const char *const> arguments) {
  static const std::vector<OptionSpec> options = with({{"--ranks", true},
                                                       {"--transfer", true},
                                                       {"--combine", true},
                                                       {"--latency", true},
                                                       {"--transfers", true},
                                                       {"--reducers", true},
                                                       {"--ordered", false},
                                                       {"--root", true}});
  const CommandLine line(arguments, options);
  const Format format = formatOf(line);
  const std::vector<std::string> names =
      strategiesOf(line, reductionStrategyNames());
  ReductionInput input = reductionInputOf(line);
  const bool hasTree =
      isDrawn(format) &&
      input.problem.ranks <= static_cast<std::int64_t>(maxComparedRows);
  if (isDrawn(format) && !hasTree)
    throw InputError("--format: " + std::to_string(input.problem.ranks) +
                     " ranks are too many to be drawn");
  std::optional<Comparison> comparison;
  std::vector<Contender> all;
  for (const std::string &name : names) {
    input.problem.strategy = *reductionStrategyNamed(name);
    const auto schedule = makeReduction(input.problem);
    if (!schedule) {
      all.push_back(missingContender(name, schedule.error().message));
      continue;
    }
    const ReductionView view =
        makeView(*schedule, input.tick,
                 {.root = input.root, .listTree = hasTree, .compare = false});
    if (!comparison)
      comparison = comparisonOf(view);
    all.push_back(contenderOf(view));
  }
  if (!comparison)
    throw InputError("--strategies: " + all.front().note);
  comparison->contenders = std::move(all);
  show(line, format, *comparison);
}

using MappingResults = std::vector<Result<PipelineView>>;

/// Three periods of the fastest mapping, in the unit of the times.
static double spanOf(const MappingResults &results) {
  constexpr double periods = 3;
  std::optional<double> least;
  for (const auto &view : results)
    if (view) {
      const double period = contenderOf(*view, 0).length;
      least = std::min(least.value_or(period), period);
    }
  return periods * least.value_or(0);
}

static void pipelines(std::span<const char *const> arguments) {
  static const std::vector<OptionSpec> options =
      with({{"--work", true},
            {"--data", true},
            {"--speeds", true},
            {"--bandwidth", true},
            {"--bandwidth-matrix", true},
            {"--ranks-per-node", true},
            {"--node-bandwidth", true},
            {"--placement", true},
            {"--replicas", true},
            {"--pins", true},
            {"--latency", true},
            {"--overlap", false},
            {"--shared-ends", false}});
  const CommandLine line(arguments, options);
  const Format format = formatOf(line);
  std::vector<std::string_view> known;
  for (const MappingKind kind : comparedMappings())
    known.push_back(nameOf(kind));
  const std::vector<std::string> names = strategiesOf(line, known);
  PipelineInput input = mappingAskedFor(line);
  readProblem(line, input);
  const auto instance = makeInstance(input.problem);
  if (!instance)
    throw InputError("--work, --data, --speeds, --bandwidth: " +
                     instance.error().message);
  const redistc::exact::MappingSolver solver;
  MappingResults results;
  for (const std::string &name : names) {
    const auto kind = comparedMappings()[static_cast<std::size_t>(
        std::ranges::find(known, name) - known.begin())];
    auto made = makeMapping(*instance, kind, {&solver});
    if (made)
      results.emplace_back(
          makeView(input.problem, *instance, name, *std::move(made)));
    else
      results.emplace_back(made.error());
  }
  const auto first = std::ranges::find_if(
      results, [](const auto &result) { return bool(result); });
  if (first == results.end())
    throw InputError("--strategies: " + results.front().error().message);
  Comparison comparison = comparisonOf(**first);
  const double span = isDrawn(format) ? spanOf(results) : 0;
  for (std::size_t i = 0; i < names.size(); ++i)
    comparison.contenders.push_back(
        results[i] ? contenderOf(*results[i], span)
                   : missingContender(names[i], results[i].error().message));
  show(line, format, comparison);
}

int redistplan::compare(std::span<const char *const> arguments) {
  static constexpr std::array<std::string_view, 3> kinds = {
      "redistribute", "reduce", "pipeline"};
  if (std::ranges::find(arguments, std::string_view("--help")) !=
      arguments.end()) {
    std::cout << helpText;
    return 0;
  }
  const std::string_view kind = arguments.empty() ? "" : arguments.front();
  if (kind.empty() || kind.starts_with('-'))
    throw UsageError("expected 'redistribute', 'reduce' or 'pipeline' behind "
                     "'compare'");
  const auto rest = arguments.subspan(1);
  if (kind == kinds[0])
    redistributions(rest);
  else if (kind == kinds[1])
    reductions(rest);
  else if (kind == kinds[2])
    pipelines(rest);
  else
    throw UsageError("unknown kind " + inQuotes(kind) + " behind 'compare'" +
                     didYouMean(kind, kinds));
  return 0;
}
