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
#include <numeric>

using namespace redistplan;
using namespace redistc::view;
using namespace redist::schedule;

static constexpr std::string_view helpText =
    R"(usage: redist-plan redistribute --from LAYOUT --to LAYOUT [options]

Shows the schedule that redistributes an array of any number of dimensions.

  LAYOUT          DIST {, DIST} onto(n {, n}) [at(n)]
  DIST            *   block   block(k)   cyclic   cyclic(k)   gen_block(n,...)
                  onto() has a number of ranks for each that is not *
  --from LAYOUT   layout of the source
  --to LAYOUT     layout of the target
  --extent N,...  number of elements of each dimension of the source: the
                  lengths are the true ones, and where the array is short so is
                  the pattern; without it they are those of one superblock,
                  L = lcm(P r, Q s)
  --permute I,... dimension k of the target is dimension I_k of the source
  --shared        ranks are those of one communicator, numbered from at() on:
                  what stays on one is no message
  --relabel       the same, with the target ranks permuted so that most stays
  --strategy S    auto exact circulant classes stepwise greedy caterpillar
                  alltoall direct (default: auto)
  --format F      text or json (default: text)
  --full          text: show the tables however large they are
  --verify        check the schedule and print the report; exit status 1 if it
                  is invalid
  -o FILE         write to FILE instead of standard output
  --help          print this text

Ranks of source and target are numbered from 0 each, row-major over their grids,
whatever at() says. Numbers are integers, or decimals and fractions that are
(6/2).

  redist-plan redistribute --from 'cyclic(3) onto(16)' --to 'cyclic(5) onto(16)'
  redist-plan redistribute --from 'block, * onto(4)' --to '*, block onto(4)'
                           --extent 1000,500 --shared
)";

static constexpr std::array<OptionSpec, 12> options = {{{"--from", true},
                                                        {"--to", true},
                                                        {"--extent", true},
                                                        {"--permute", true},
                                                        {"--shared", false},
                                                        {"--relabel", false},
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

/// The integers of "3,5,2".
static std::vector<std::int64_t> numbersOf(std::string_view option,
                                           std::string_view text) {
  std::vector<std::int64_t> numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::string_view one = text.substr(begin, end - begin);
    while (one.starts_with(' '))
      one.remove_prefix(1);
    while (one.ends_with(' '))
      one.remove_suffix(1);
    const Numeral numeral = readInteger(one);
    if (numeral.kind != NumeralKind::Integer)
      throw InputError(std::string(option) + ": " + inQuotes(one) + " " +
                       std::string(whyNotInteger(numeral.kind)));
    if (numeral.value < 0)
      throw InputError(std::string(option) + ": " + inQuotes(one) +
                       " is negative");
    if (numeral.value >= largestExtent)
      throw InputError(std::string(option) + ": " + inQuotes(one) +
                       " is too large");
    numbers.push_back(numeral.value);
    begin = end + 1;
  }
  return numbers;
}

/// By the dimensions of the source.
static Extents extentsOf(const CommandLine &line, std::size_t dimensions) {
  Extents extents(dimensions);
  const std::optional<std::string_view> text = line.value("--extent");
  if (!text)
    return extents;
  const std::vector<std::int64_t> numbers = numbersOf("--extent", *text);
  if (numbers.size() != dimensions)
    throw InputError("--extent: expected as many numbers as --from has "
                     "dimensions, " +
                     std::to_string(dimensions) + ", found " +
                     std::to_string(numbers.size()) + " in " + inQuotes(*text));
  for (std::size_t i = 0; i < dimensions; ++i)
    extents[i] = numbers[i];
  return extents;
}

/// Source dimension of each target dimension.
static std::vector<std::int32_t> permutationOf(const CommandLine &line,
                                               std::size_t dimensions) {
  std::vector<std::int32_t> permutation(dimensions);
  std::iota(permutation.begin(), permutation.end(), 0);
  const std::optional<std::string_view> text = line.value("--permute");
  if (!text)
    return permutation;
  const std::vector<std::int64_t> numbers = numbersOf("--permute", *text);
  if (!std::is_permutation(numbers.begin(), numbers.end(), permutation.begin(),
                           permutation.end()))
    throw InputError("--permute: " + inQuotes(*text) +
                     " is not a permutation of the numbers from 0 to " +
                     std::to_string(dimensions - 1));
  std::transform(numbers.begin(), numbers.end(), permutation.begin(),
                 [](std::int64_t i) { return static_cast<std::int32_t>(i); });
  return permutation;
}

static std::optional<std::int64_t> sumOfSizes(const DistributionText &text) {
  if (text.kind != DistributionKind::GenBlock)
    return std::nullopt;
  std::int64_t sum = 0;
  for (const std::int64_t size : text.sizes)
    if (__builtin_add_overflow(sum, size, &sum))
      throw InputError("the sizes of gen_block are too large");
  return sum;
}

namespace {

/// Both sides of the command line, dimension by dimension.
struct Sides {
  LayoutText from, to;
  std::vector<std::int32_t> permutation;
  Extents sourceExtents, targetExtents;
};

} // namespace

/// Irregular blocks tell the extent of their dimension.
static void completeExtents(Sides &sides) {
  for (std::size_t k = 0; k < sides.permutation.size(); ++k) {
    const auto i = static_cast<std::size_t>(sides.permutation[k]);
    std::optional<std::int64_t> &extent = sides.sourceExtents[i];
    if (!extent) {
      const auto source = sumOfSizes(sides.from.dimensions[i]);
      const auto target = sumOfSizes(sides.to.dimensions[k]);
      if (source && target && *source != *target)
        throw InputError("--from, --to: the sizes of gen_block add up to " +
                         std::to_string(*source) + " and to " +
                         std::to_string(*target));
      extent = source ? source : target;
    }
    sides.targetExtents[k] = extent;
  }
}

static void requireExtents(const LayoutText &layout, const Extents &extents,
                           std::string_view option) {
  for (std::size_t i = 0; i < layout.dimensions.size(); ++i)
    if (layout.dimensions[i].needsExtent() && !extents[i])
      throw UsageError(
          "missing option '--extent': " + inQuotes(toText(layout)) + " of " +
          std::string(option) + " needs it");
}

static Sides sidesOf(const CommandLine &line) {
  Sides sides = {layoutOf(line, "--from"), layoutOf(line, "--to"), {}, {}, {}};
  const std::size_t dimensions = sides.from.dimensions.size();
  if (sides.to.dimensions.size() != dimensions)
    throw InputError(
        "--from, --to: the layouts have " + std::to_string(dimensions) +
        " and " + std::to_string(sides.to.dimensions.size()) + " dimensions");
  sides.permutation = permutationOf(line, dimensions);
  sides.sourceExtents = extentsOf(line, dimensions);
  sides.targetExtents.resize(dimensions);
  completeExtents(sides);
  requireExtents(sides.from, sides.sourceExtents, "--from");
  requireExtents(sides.to, sides.targetExtents, "--to");
  return sides;
}

static std::vector<DimensionLayout> layoutsOf(std::string_view option,
                                              const LayoutText &layout,
                                              const Extents &extents) {
  Result<std::vector<DimensionLayout>> made = dimensionLayouts(layout, extents);
  if (!made)
    throw InputError(std::string(option) + ": " + inQuotes(toText(layout)) +
                     ": " + made.error().message);
  return *std::move(made);
}

static Assignment assignmentOf(const CommandLine &line) {
  const Sides sides = sidesOf(line);
  const auto from = layoutsOf("--from", sides.from, sides.sourceExtents);
  const auto to = layoutsOf("--to", sides.to, sides.targetExtents);
  Assignment result;
  for (std::size_t k = 0; k < to.size(); ++k)
    result.axes.push_back({from[static_cast<std::size_t>(sides.permutation[k])],
                           to[k], sides.targetExtents[k]});
  if (!std::is_sorted(sides.permutation.begin(), sides.permutation.end()))
    result.sourceDimension = sides.permutation;
  if (line.has("--shared") || line.has("--relabel"))
    result.sharing = {
        RankSharing::Kind::Shift, sides.to.first - sides.from.first, {}};
  if (const std::optional<Error> error = check(result))
    throw InputError("--from, --to: " + error->message);
  return result;
}

/// More messages than this are not listed: past it the list no longer fits into
/// the memory of an ordinary machine.
static constexpr std::int64_t mostMessages = 50'000'000;

/// At least as many messages as the schedule has.
static double messageBound(const Assignment &assignment) {
  double product = 1;
  for (const Axis &axis : assignment.axes) {
    const double pairs = static_cast<double>(axis.source.ranks) *
                         static_cast<double>(axis.target.ranks);
    if (!axis.isRegular()) {
      product *= pairs;
      continue;
    }
    const auto grid =
        CommunicationGrid::make({axis.source.cyclic(), axis.target.cyclic()});
    const std::int64_t own = !grid         ? 0
                             : axis.length ? grid->messageBound(*axis.length)
                                           : grid->messageCount();
    product *= grid ? static_cast<double>(own) : pairs;
  }
  return product;
}

static void checkSize(const Assignment &assignment) {
  const double messages = messageBound(assignment);
  if (messages > static_cast<double>(mostMessages))
    throw InputError("--from, --to: a schedule of " +
                     (messages < 1e18
                          ? std::to_string(static_cast<std::int64_t>(messages))
                          : "more than 10^18") +
                     " messages is too large to be shown (at most " +
                     std::to_string(mostMessages) + ")");
}

static GridSchedule plan(const Assignment &assignment, StrategyKind strategy,
                         const ExactSolver &solver) {
  Result<GridSchedule> schedule =
      makeGridSchedule(assignment, strategy, {&solver});
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

  Assignment assignment = assignmentOf(line);
  checkSize(assignment);
  std::optional<Relabelling> relabelling;
  if (assignment.sharing.kind != RankSharing::Kind::None)
    relabelling = relabel(assignment);
  if (line.has("--relabel"))
    assignment = relabelled(assignment, *relabelling);
  else if (relabelling)
    relabelling->kept = relabelling->keptIdentity;
  redistc::exact::ClassSolver solver;
  GridSchedule schedule = plan(assignment, strategy, solver);
  bool tables = line.has("--full") || tablesFit(assignment);
  RedistributionView view =
      makeView(assignment, schedule, strategy,
               {.listSteps = format == Format::Json || tables,
                .verify = line.has("--verify"),
                .solver = &solver});
  view.relabelling = std::move(relabelling);
  view.isRelabelled = line.has("--relabel");

  OutputFile output(line.value("-o"));
  if (format == Format::Json)
    writeJson(view, output.stream());
  else
    writeText(view, tables, output.stream());
  output.commit();
  return view.report && !view.report->valid() ? 1 : 0;
}
