//===- PipelineInput.cpp - What the command line asks for -----------------===//
//
// See PipelineInput.h. Lists are checked against each other here, so that what
// is wrong is said in the words of the options.
//
//===----------------------------------------------------------------------===//
#include "PipelineInput.h"

#include "Failure.h"
#include "NodeInput.h"
#include "NumberInput.h"

#include "redistc/Support/Spelling.h"

#include <array>
#include <limits>
#include <string>

using namespace redistplan;
using namespace redist::schedule;
using redistc::support::didYouMean;
using redistc::support::inQuotes;

/// In the order of MappingKind; general mappings are a kind for people only.
static constexpr std::array<std::string_view, 14> mappingNames = {
    "auto", "one_to_one", "interval", "exact", "h1a", "h1b", "h2",
    "h3",   "h4",         "h5",       "h6",    "h7a", "h7b", "general"};

static void readKind(const CommandLine &line, PipelineInput &input) {
  const bool isGiven = line.has("--alloc");
  const std::string_view text =
      line.value("--mapping").value_or(isGiven ? "general" : "auto");
  input.isGeneral = text == "general";
  if (const auto kind = mappingNamed(text))
    input.kind = *kind;
  else if (!input.isGeneral)
    throw UsageError("--mapping: unknown mapping " + inQuotes(text) +
                     didYouMean(text, mappingNames));
  if (isGiven && !input.isGeneral)
    throw UsageError("option '--alloc' does not go with '--mapping " +
                     std::string(text) + "'");
  const auto equations = line.value("--equations");
  if (!equations)
    return;
  if (!input.isGeneral)
    throw UsageError("option '--equations' needs '--mapping general' or "
                     "'--alloc'");
  if (*equations == "3")
    input.equations = GeneralModel::Optimistic;
  else if (*equations != "45")
    throw UsageError("--equations: expected 3 or 45, found " +
                     inQuotes(*equations));
}

static void checkCombinations(const CommandLine &line,
                              const PipelineInput &input) {
  for (const std::string_view option : {"--work", "--data", "--speeds"})
    line.required(option);
  if (line.has("--bandwidth") && line.has("--bandwidth-matrix"))
    throw UsageError(
        "option '--bandwidth' does not go with '--bandwidth-matrix'");
  if (!line.has("--bandwidth") && !line.has("--bandwidth-matrix"))
    throw UsageError("missing option '--bandwidth' or '--bandwidth-matrix'");
  if (line.has("--ranks-per-node") != line.has("--node-bandwidth"))
    throw UsageError(line.has("--ranks-per-node")
                         ? "missing option '--node-bandwidth': it is that of "
                           "links between nodes"
                         : "missing option '--ranks-per-node': "
                           "'--node-bandwidth' is that of links between nodes");
  if (line.has("--node-bandwidth") && line.has("--bandwidth-matrix"))
    throw UsageError(
        "option '--node-bandwidth' does not go with '--bandwidth-matrix'");
  if (!input.isGeneral)
    return;
  for (const std::string_view other : {"--replicas", "--latency"})
    if (line.has(other))
      throw UsageError("option " + inQuotes(other) +
                       " does not go with general mappings");
}

/// Numbers that are not negative; positive where `positive`.
static std::vector<Fraction> numbersOf(const CommandLine &line,
                                       std::string_view option, bool positive) {
  std::vector<Fraction> numbers;
  for (const std::string &word : wordsOf(option, line.required(option))) {
    numbers.push_back(amountOf(option, word));
    if (positive && numbers.back().numerator == 0)
      throw InputError(std::string(option) + ": " + inQuotes(word) +
                       " is not positive");
  }
  if (numbers.empty())
    throw InputError(std::string(option) + ": the file has no numbers");
  return numbers;
}

static std::string quantity(std::size_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what) +
         (count == 1 ? "" : "s");
}

static std::vector<Fraction> dataOf(const CommandLine &line,
                                    std::size_t stages) {
  std::vector<Fraction> data = numbersOf(line, "--data", false);
  if (data.size() != stages + 1)
    throw InputError("--data: expected " + quantity(stages + 1, "number") +
                     " for " + quantity(stages, "stage") +
                     ", one before each and one after the last, found " +
                     std::to_string(data.size()));
  return data;
}

/// One row of the matrix, with 0 where there is no link.
static void readRow(std::string_view text, std::size_t row, std::size_t side,
                    std::string_view file, std::vector<Fraction> &bandwidth) {
  static constexpr std::string_view option = "--bandwidth-matrix";
  const std::vector<std::string> words = wordsOfLine(text);
  if (words.size() != side)
    throw InputError(std::string(option) + ": row " + std::to_string(row + 1) +
                     " of " + inQuotes(file) + " has " +
                     quantity(words.size(), "number") + ", expected " +
                     std::to_string(side));
  for (std::size_t v = 0; v < side; ++v) {
    if (words[v] == "-") {
      bandwidth.emplace_back();
      continue;
    }
    const Fraction value = amountOf(option, words[v]);
    if (value.numerator == 0 && v != row)
      throw InputError(std::string(option) + ": '" + words[v] + "' in row " +
                       std::to_string(row + 1) + " of " + inQuotes(file) +
                       " is not positive; '-' says that there is no link");
    // Nothing travels from a processor to itself.
    bandwidth.push_back(v == row ? Fraction{} : value);
  }
}

static std::vector<Fraction> matrixOf(std::string_view file,
                                      std::size_t processors) {
  static constexpr std::string_view option = "--bandwidth-matrix";
  const std::string content = contentOf(option, file);
  const std::size_t side = processors + 2;
  std::vector<Fraction> bandwidth;
  std::size_t rows = 0;
  for (std::size_t begin = 0; begin < content.size();) {
    const std::size_t end = std::min(content.find('\n', begin), content.size());
    const std::string_view text =
        std::string_view(content).substr(begin, end - begin);
    begin = end + 1;
    if (wordsOfLine(text).empty())
      continue;
    if (rows < side)
      readRow(text, rows, side, file, bandwidth);
    ++rows;
  }
  if (rows != side)
    throw InputError(std::string(option) + ": expected " +
                     quantity(side, "row") + " (P_in, " +
                     quantity(processors, "processor") + ", P_out), found " +
                     std::to_string(rows) + " in " + inQuotes(file));
  return bandwidth;
}

static Fraction positiveAmountOf(const CommandLine &line,
                                 std::string_view option) {
  const std::string_view text = line.required(option);
  const Fraction amount = amountOf(option, text);
  if (amount.numerator == 0)
    throw InputError(std::string(option) + ": " + inQuotes(text) +
                     " is not positive");
  return amount;
}

/// Processors of one node have links of --bandwidth, as have P_in and P_out.
static std::vector<Fraction> bandwidthOf(const CommandLine &line,
                                         std::size_t processors) {
  const auto placement =
      nodePlacementOf(line, static_cast<std::int64_t>(processors));
  if (const auto file = line.value("--bandwidth-matrix"))
    return matrixOf(*file, processors);
  const Fraction inside = positiveAmountOf(line, "--bandwidth");
  if (!placement)
    return {inside};
  const Fraction between = positiveAmountOf(line, "--node-bandwidth");
  const std::size_t side = processors + 2;
  std::vector<Fraction> links(side * side, inside);
  const auto nodeOf = [&](std::size_t row) {
    return placement->nodeOf(static_cast<std::int64_t>(row) - 1);
  };
  for (std::size_t from = 0; from < side; ++from)
    links[from * side + from] = {};
  for (std::size_t from = 1; from <= processors; ++from)
    for (std::size_t to = 1; to <= processors; ++to)
      if (nodeOf(from) != nodeOf(to))
        links[from * side + to] = between;
  return links;
}

/// A word for each stage; one word alone is for all of them where it may be.
static std::vector<std::string> wordsOfStages(const CommandLine &line,
                                              std::string_view option,
                                              std::size_t stages,
                                              bool mayBeOne) {
  std::vector<std::string> words = wordsOf(option, line.required(option));
  if (words.size() == 1 && mayBeOne)
    words.resize(stages, words.front());
  if (words.size() != stages)
    throw InputError(std::string(option) + ": expected a value for each of " +
                     quantity(stages, "stage") + ", found " +
                     std::to_string(words.size()));
  return words;
}

/// A processor, from 0.
static std::int32_t processorOf(std::string_view option,
                                const std::string &word,
                                std::size_t processors) {
  const std::int64_t number = positiveSizeOf(option, word);
  if (number > static_cast<std::int64_t>(processors))
    throw InputError(std::string(option) + ": " + inQuotes(word) +
                     " is above the number of processors, " +
                     std::to_string(processors));
  return static_cast<std::int32_t>(number - 1);
}

static std::int32_t replicasOf(const std::string &word) {
  if (word == "auto")
    return anyNumber;
  const std::int64_t number = positiveSizeOf("--replicas", word);
  if (number > std::numeric_limits<std::int32_t>::max())
    throw InputError("--replicas: " + inQuotes(word) + " is too large");
  return static_cast<std::int32_t>(number);
}

std::span<const MappingKind> redistplan::comparedMappings() {
  static constexpr std::array<MappingKind, 12> kinds = {
      MappingKind::Auto, MappingKind::Interval, MappingKind::OneToOne,
      MappingKind::H1a,  MappingKind::H1b,      MappingKind::H2,
      MappingKind::H3,   MappingKind::H4,       MappingKind::H5,
      MappingKind::H6,   MappingKind::H7a,      MappingKind::H7b};
  return kinds;
}

PipelineInput redistplan::mappingAskedFor(const CommandLine &line) {
  PipelineInput input;
  readKind(line, input);
  checkCombinations(line, input);
  return input;
}

void redistplan::readProblem(const CommandLine &line, PipelineInput &input) {
  PipelineProblem &problem = input.problem;
  problem.work = numbersOf(line, "--work", false);
  const std::size_t stages = problem.work.size();
  problem.data = dataOf(line, stages);
  problem.speeds = numbersOf(line, "--speeds", true);
  const std::size_t processors = problem.speeds.size();
  problem.bandwidth = bandwidthOf(line, processors);
  if (line.has("--overlap"))
    problem.model = TransferModel::Overlapped;
  problem.sharesEnds = line.has("--shared-ends");
  if (line.has("--pins"))
    for (const std::string &word : wordsOfStages(line, "--pins", stages, false))
      problem.pins.push_back(
          word == "-" ? -1 : processorOf("--pins", word, processors));
  if (line.has("--replicas"))
    for (const std::string &word :
         wordsOfStages(line, "--replicas", stages, true))
      problem.replicas.push_back(replicasOf(word));
  if (const auto text = line.value("--latency"))
    problem.latencyLimit = amountOf("--latency", *text);
  if (line.has("--alloc"))
    for (const std::string &word :
         wordsOfStages(line, "--alloc", stages, false))
      input.processorOf.push_back(processorOf("--alloc", word, processors));
}
