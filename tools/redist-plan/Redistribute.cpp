//===- Redistribute.cpp - redist-plan redistribute -------------*- C++ -*-===//
//
// Options to parameters, parameters to a schedule, the schedule to text or
// JSON. The mathematics is in lib/Schedule and lib/Exact, the shape of the
// output in lib/View.
//
//===----------------------------------------------------------------------===//
#include "Redistribute.h"

#include "CommandLine.h"
#include "Failure.h"
#include "OutputFile.h"

#include "redistc/Exact/ClassSolver.h"
#include "redistc/View/LayoutText.h"
#include "redistc/View/Numeral.h"
#include "redistc/View/RedistributionView.h"
#include "redistc/View/Suggest.h"

#include <algorithm>
#include <array>
#include <iostream>

using namespace redistplan;
using namespace redistc::view;
using namespace redist::schedule;

static constexpr std::string_view helpText =
    R"(usage: redist-plan redistribute --from LAYOUT --to LAYOUT [options]

Shows the schedule that redistributes a one-dimensional array.

  LAYOUT          cyclic onto(n)      cyclic(k) onto(n)
                  block onto(n)       block(k) onto(n)      [at(n)]
  --from LAYOUT   layout of the source
  --to LAYOUT     layout of the target
  --extent N      number of elements: the lengths are the true ones, and where
                  N < L so is the pattern; without it they are those of one
                  superblock, L = lcm(P r, Q s)
  --strategy S    auto exact circulant classes stepwise greedy caterpillar
                  alltoall direct (default: auto)
  --format F      text or json (default: text)
  --full          text: show the tables however large they are
  --verify        check the schedule and print the report; exit status 1 if it
                  is invalid
  -o FILE         write to FILE instead of standard output
  --help          print this text

Ranks of source and target are numbered from 0 each, whatever at() says.
Numbers are integers, or decimals and fractions that are (6/2).

  redist-plan redistribute --from 'cyclic(3) onto(16)' --to 'cyclic(5) onto(16)'
)";

static constexpr std::array<OptionSpec, 9> options = {{{"--from", true},
                                                       {"--to", true},
                                                       {"--extent", true},
                                                       {"--strategy", true},
                                                       {"--format", true},
                                                       {"--full", false},
                                                       {"--verify", false},
                                                       {"-o", true},
                                                       {"--help", false}}};

/// What the schedule library takes, exclusive.
static constexpr std::int64_t largestExtent = std::int64_t{1} << 62;

enum class Format { Text, Json };

static StrategyKind strategyOf(const CommandLine &line) {
  std::string_view text = line.value("--strategy").value_or("auto");
  if (std::optional<StrategyKind> strategy = strategyFromName(text))
    return *strategy;
  throw UsageError("--strategy: unknown strategy " + inQuotes(text) +
                   didYouMean(text, strategyNames()));
}

static Format formatOf(const CommandLine &line) {
  static constexpr std::array<std::string_view, 2> names = {"text", "json"};
  std::string_view text = line.value("--format").value_or("text");
  if (text == "text")
    return Format::Text;
  if (text == "json")
    return Format::Json;
  if (text == "svg")
    throw UsageError("--format: 'svg' is not in this version; use text or "
                     "json");
  throw UsageError("--format: unknown format " + inQuotes(text) +
                   didYouMean(text, names));
}

static LayoutText layoutOf(const CommandLine &line, std::string_view option) {
  auto parsed = parseLayout(line.required(option));
  if (auto *error = std::get_if<TextError>(&parsed))
    throw InputError(std::string(option) + ": " + error->message);
  return std::get<LayoutText>(parsed);
}

static std::optional<std::int64_t> extentOf(const CommandLine &line) {
  std::optional<std::string_view> text = line.value("--extent");
  if (!text)
    return std::nullopt;
  if (std::size_t comma = text->find(','); comma != std::string_view::npos)
    throw InputError("--extent: several dimensions (',' at column " +
                     std::to_string(comma + 1) + " of " + inQuotes(*text) +
                     ") are not in this version");
  Numeral numeral = readInteger(*text);
  if (numeral.kind != NumeralKind::Integer)
    throw InputError("--extent: " + inQuotes(*text) + " " +
                     std::string(whyNotInteger(numeral.kind)));
  if (numeral.value < 0)
    throw InputError("--extent: " + inQuotes(*text) + " is negative");
  if (numeral.value >= largestExtent)
    throw InputError("--extent: " + inQuotes(*text) + " is too large");
  return numeral.value;
}

static BlockCyclic parametersOf(std::string_view option,
                                const LayoutText &layout,
                                std::optional<std::int64_t> extent) {
  Result<BlockCyclic> parameters = blockCyclic(layout, extent);
  if (!parameters)
    throw InputError(std::string(option) + ": " + inQuotes(toText(layout)) +
                     ": " + parameters.error().message);
  return *parameters;
}

static Redistribution redistributionOf(const CommandLine &line,
                                       std::optional<std::int64_t> extent) {
  LayoutText from = layoutOf(line, "--from"), to = layoutOf(line, "--to");
  for (auto [option, layout] : {std::pair("--from", &from), {"--to", &to}})
    if (layout->needsExtent() && !extent)
      throw UsageError(
          "missing option '--extent': " + inQuotes(toText(*layout)) + " of " +
          option + " needs it");
  return {parametersOf("--from", from, extent),
          parametersOf("--to", to, extent)};
}

/// More messages than this are not listed: past it the list no longer fits into
/// the memory of an ordinary machine.
static constexpr std::int64_t mostMessages = 50'000'000;

static void checkSize(const Redistribution &redistribution,
                      std::optional<std::int64_t> extent) {
  Result<CommunicationGrid> grid = CommunicationGrid::make(redistribution);
  if (!grid)
    throw InputError("--from, --to: " + grid.error().message);
  const std::int64_t messages =
      extent ? grid->messageBound(*extent) : grid->messageCount();
  if (messages > mostMessages)
    throw InputError("--from, --to: a schedule of " + std::to_string(messages) +
                     " messages is too large to be shown (at most " +
                     std::to_string(mostMessages) + ")");
}

static Schedule plan(const Redistribution &redistribution,
                     std::optional<std::int64_t> extent, StrategyKind strategy,
                     const ExactSolver &solver) {
  checkSize(redistribution, extent);
  const ScheduleOptions settings = {&solver, extent};
  Result<Schedule> schedule = makeSchedule(redistribution, strategy, settings);
  if (schedule)
    return *schedule;
  if (schedule.error().kind == ErrorKind::StrategyNotForCase)
    throw InputError("--strategy: " + schedule.error().message);
  throw InputError("--from, --to: " + schedule.error().message);
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

  std::optional<std::int64_t> extent = extentOf(line);
  redistc::exact::ClassSolver solver;
  Schedule schedule =
      plan(redistributionOf(line, extent), extent, strategy, solver);
  bool tables = line.has("--full") || tablesFit(schedule.grid());
  RedistributionView view =
      makeView(schedule, strategy,
               {.extent = extent,
                .listSteps = format == Format::Json || tables,
                .verify = line.has("--verify"),
                .solver = &solver});

  OutputFile output(line.value("-o"));
  if (format == Format::Json)
    writeJson(view, output.stream());
  else
    writeText(view, tables, output.stream());
  output.commit();
  return view.report && !view.report->valid() ? 1 : 0;
}
