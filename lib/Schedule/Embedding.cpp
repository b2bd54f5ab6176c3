//===- Embedding.cpp - A schedule as words in generated code --------------===//
//
// Version 1, 32-bit words, 64-bit values low word first:
//
//    0      'R' 'D' 'S' and the version
//    1      number of words
//    2      checksum of the words from 3 on
//    3      strategy, form, bits an entry, proved: 8 bits each, low first
//    4-11   P, Q, r, s
//   12-13   parameter of the form
//   14-15   lower bound of the cost
//   16-17   form Extent only: the extent
//   then    tables only: the steps in the order of StepRule.h, packed from the
//           low bits up; unused bits are 0
//
//===----------------------------------------------------------------------===//
#include "redist/Schedule/Embedding.h"

#include "Arithmetic.h"
#include "ExtentRule.h"
#include "Quotient.h"
#include "StepRule.h"

#include <algorithm>
#include <array>
#include <bit>

using namespace redist::schedule;

using Words = std::span<const std::uint32_t>;

static constexpr std::uint32_t signature = 0x52445301;
static constexpr std::size_t headerWords = 16;
static constexpr std::size_t extentWords = 2;
static constexpr std::size_t wordBits = 32;

static std::uint32_t checksum(Words words) {
  std::uint32_t value = 0x811c9dc5; // FNV-1a, whole words
  for (const std::uint32_t word : words) {
    value ^= word;
    value *= 0x01000193;
    value ^= value >> 15;
  }
  return value;
}

static void appendValue(std::vector<std::uint32_t> &words, std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  words.push_back(static_cast<std::uint32_t>(bits));
  words.push_back(static_cast<std::uint32_t>(bits >> wordBits));
}

static std::int64_t valueAt(Words words, std::size_t index) {
  return static_cast<std::int64_t>(std::uint64_t{words[index]} |
                                   std::uint64_t{words[index + 1]} << wordBits);
}

static std::size_t packedWords(std::size_t entries, std::size_t bits) {
  return (entries * bits + wordBits - 1) / wordBits;
}

static void pack(std::span<const std::int32_t> entries, std::size_t bits,
                 std::vector<std::uint32_t> &words) {
  std::uint64_t buffer = 0;
  std::size_t filled = 0;
  for (const std::int32_t entry : entries) {
    buffer |= std::uint64_t{static_cast<std::uint32_t>(entry)} << filled;
    for (filled += bits; filled >= wordBits; filled -= wordBits) {
      words.push_back(static_cast<std::uint32_t>(buffer));
      buffer >>= wordBits;
    }
  }
  if (filled > 0)
    words.push_back(static_cast<std::uint32_t>(buffer));
}

static std::vector<std::int32_t> unpack(Words words, std::size_t entries,
                                        std::size_t bits) {
  std::vector<std::int32_t> result(entries);
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t bit = i * bits, word = bit / wordBits;
    std::uint64_t window = words[word];
    if (word + 1 < words.size())
      window |= std::uint64_t{words[word + 1]} << wordBits;
    result[i] = static_cast<std::int32_t>(window >> (bit % wordBits) & mask);
  }
  return result;
}

std::vector<std::uint32_t> redist::schedule::encode(const Schedule &schedule) {
  const StepRule &rule = schedule.rule();
  const std::span<const std::int32_t> table = rule.table();
  const auto lastStep = static_cast<std::uint64_t>(rule.stepCount() - 1);
  const std::size_t bits =
      table.empty() ? 0 : std::max<std::size_t>(std::bit_width(lastStep), 1);
  const auto &[source, target] = schedule.grid().redistribution();

  std::vector<std::uint32_t> words = {signature, 0, 0};
  words.reserve(headerWords + extentWords + packedWords(table.size(), bits));
  words.push_back(static_cast<std::uint32_t>(schedule.strategy()) |
                  static_cast<std::uint32_t>(rule.form()) << 8 |
                  static_cast<std::uint32_t>(bits) << 16 |
                  std::uint32_t{schedule.provedOptimal()} << 24);
  for (const std::int64_t value :
       {source.ranks, target.ranks, source.block, target.block,
        rule.parameter(), schedule.costLowerBound()})
    appendValue(words, value);
  if (schedule.extent())
    appendValue(words, *schedule.extent());
  pack(table, bits, words);
  words[1] = static_cast<std::uint32_t>(words.size());
  words[2] = checksum(Words(words).subspan(3));
  return words;
}

static Error badEncoding(const char *reason) {
  return {ErrorKind::BadEncoding,
          std::string("the embedded schedule cannot be read: ") + reason};
}

/// The header as it stands, in range but not yet checked against the grid.
struct Header {
  EmbeddingKey key;
  RuleForm form;
  std::size_t bits;
  bool proved;
  std::int64_t parameter, bound;
};

static Result<Header> readHeader(Words words) {
  if (words.size() < headerWords)
    return badEncoding("it is too short");
  if (words[0] != signature)
    return badEncoding("it has another format or version");
  if (words[1] != words.size())
    return badEncoding("its length is not the one it states");
  const std::uint32_t strategy = words[3] & 0xff;
  const std::uint32_t form = words[3] >> 8 & 0xff;
  const std::uint32_t proved = words[3] >> 24;
  if (strategy >= strategyNames().size() ||
      form > static_cast<std::uint32_t>(RuleForm::Extent) || proved > 1)
    return badEncoding("its header is out of range");
  const bool isExtent = form == static_cast<std::uint32_t>(RuleForm::Extent);
  if (isExtent && words.size() < headerWords + extentWords)
    return badEncoding("it is too short");
  std::optional<std::int64_t> extent;
  if (isExtent)
    extent = valueAt(words, headerWords);
  const Redistribution parameters = {{valueAt(words, 4), valueAt(words, 8)},
                                     {valueAt(words, 6), valueAt(words, 10)}};
  return Header{{parameters, static_cast<StrategyKind>(strategy), extent},
                static_cast<RuleForm>(form),
                words[3] >> 16 & 0xff,
                proved == 1,
                valueAt(words, 12),
                valueAt(words, 14)};
}

Result<EmbeddingKey>
redist::schedule::keyOf(std::span<const std::uint32_t> words) {
  const Result<Header> header = readHeader(words);
  if (!header)
    return header.error();
  return header->key;
}

/// Pairs (vertex, step) that are taken.
class TakenSteps {
public:
  TakenSteps(std::size_t vertexCount, std::size_t stepCount)
      : steps(stepCount), taken(vertexCount * stepCount, false) {}
  /// False where the vertex already had the step.
  bool take(std::int32_t vertex, std::int32_t step) {
    const std::size_t index = static_cast<std::size_t>(vertex) * steps +
                              static_cast<std::size_t>(step);
    const bool fresh = !taken[index];
    taken[index] = true;
    return fresh;
  }

private:
  std::size_t steps;
  std::vector<bool> taken;
};

/// Whether no sender and no receiver has two messages in a step, and no step
/// below the last is empty.
static bool isSchedule(const BipartiteGraph &graph,
                       const std::vector<std::int32_t> &table) {
  if (table.empty())
    return true;
  const auto steps = static_cast<std::size_t>(
      *std::max_element(table.begin(), table.end()) + std::int64_t{1});
  if (steps > table.size())
    return false;
  TakenSteps rows(static_cast<std::size_t>(graph.rows), steps);
  TakenSteps columns(static_cast<std::size_t>(graph.columns), steps);
  std::vector<bool> used(steps, false);
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!rows.take(graph.edges[i].row, table[i]) ||
        !columns.take(graph.edges[i].column, table[i]))
      return false;
    used[static_cast<std::size_t>(table[i])] = true;
  }
  return std::find(used.begin(), used.end(), false) == used.end();
}

/// The rule of a table; null where the words are not a schedule.
static RulePointer readTable(const CommunicationGrid &grid,
                             const Header &header, Words words) {
  const auto entries = static_cast<std::size_t>(quotientSize(grid));
  if (header.bits == 0 || header.bits >= wordBits || header.parameter < 0 ||
      header.parameter >= tableOriginCount ||
      entries > words.size() * wordBits ||
      packedWords(entries, header.bits) != words.size())
    return nullptr;
  std::vector<std::int32_t> table = unpack(words, entries, header.bits);
  if (!isSchedule(quotientGraph(grid), table))
    return nullptr;
  return makeTableRule(grid, static_cast<TableOrigin>(header.parameter),
                       std::move(table));
}

/// The rule of an extent; null where the words are not a schedule.
static RulePointer readExtent(const CommunicationGrid &grid,
                              const Header &header, Words words) {
  const std::int64_t extent = *header.key.extent;
  if (header.bits >= wordBits || header.parameter < 0 ||
      header.parameter >= extentOriginCount || extent < 0 ||
      extent >= sizeLimit || !fitsTable(grid, extent) ||
      !decidesSteps(grid, extent))
    return nullptr;
  ExtentMessages messages = messagesOfExtent(grid, extent);
  const std::size_t entries = messages.list.size();
  if ((header.bits == 0) != (entries == 0) ||
      packedWords(entries, header.bits) != words.size())
    return nullptr;
  std::vector<std::int32_t> table = unpack(words, entries, header.bits);
  if (!isSchedule(graphOf(messages), table))
    return nullptr;
  return std::make_shared<ExtentRule>(
      static_cast<TableOrigin>(header.parameter), std::move(messages),
      std::move(table));
}

/// Whether the strategy can have made a table for an extent this way.
static bool fitsExtent(StrategyKind strategy, TableOrigin origin) {
  switch (strategy) {
  case StrategyKind::Auto:
  case StrategyKind::Exact:
    return origin == TableOrigin::Insertion ||
           origin == TableOrigin::MultiThreshold ||
           origin == TableOrigin::Fast || origin == TableOrigin::Period;
  case StrategyKind::Circulant:
  case StrategyKind::Classes:
    return origin == TableOrigin::Period;
  case StrategyKind::Stepwise:
    return origin == TableOrigin::Stepwise;
  case StrategyKind::Greedy:
    return origin == TableOrigin::Greedy;
  case StrategyKind::Caterpillar:
    return origin == TableOrigin::Caterpillar;
  case StrategyKind::AllToAll:
  case StrategyKind::Direct:
    return origin == TableOrigin::Rotation;
  }
  return false;
}

/// Whether the strategy can have made a rule of this form.
static bool fits(StrategyKind strategy, RuleForm form, std::int64_t parameter) {
  if (form == RuleForm::Extent)
    return fitsExtent(strategy, static_cast<TableOrigin>(parameter));
  const auto isTable = [&](TableOrigin origin) {
    return form == RuleForm::Table &&
           parameter == static_cast<std::int64_t>(origin);
  };
  switch (strategy) {
  case StrategyKind::Auto:
  case StrategyKind::Exact:
    return form != RuleForm::Caterpillar && form != RuleForm::Rotation;
  case StrategyKind::Circulant:
    return form == RuleForm::Circulant;
  case StrategyKind::Classes:
    return form == RuleForm::Rows || form == RuleForm::Columns;
  case StrategyKind::Stepwise:
    return isTable(TableOrigin::Stepwise);
  case StrategyKind::Greedy:
    return isTable(TableOrigin::Greedy);
  case StrategyKind::Caterpillar:
    return form == RuleForm::Caterpillar;
  case StrategyKind::AllToAll:
  case StrategyKind::Direct:
    return form == RuleForm::Rotation;
  }
  return false;
}

Result<Schedule>
redist::schedule::decode(std::span<const std::uint32_t> words) {
  const Result<Header> header = readHeader(words);
  if (!header)
    return header.error();
  if (checksum(words.subspan(3)) != words[2])
    return badEncoding("its checksum is wrong");
  const Result<CommunicationGrid> grid =
      CommunicationGrid::make(header->key.redistribution);
  if (!grid)
    return badEncoding("its parameters are out of range");
  if (!fits(header->key.strategy, header->form, header->parameter))
    return badEncoding("its form does not belong to its strategy");
  const bool isExtent = header->form == RuleForm::Extent;
  const Words table = words.subspan(headerWords + (isExtent ? extentWords : 0));
  RulePointer rule;
  if (isExtent)
    rule = readExtent(*grid, *header, table);
  else if (header->form == RuleForm::Table)
    rule = readTable(*grid, *header, table);
  else if (table.empty() && header->bits == 0)
    rule = makeRule(*grid, header->form, header->parameter);
  if (!rule)
    return badEncoding("it is not a schedule of its parameters");
  const std::int64_t cost = rule->totalCost();
  if (header->bound > cost || header->proved != (header->bound == cost))
    return badEncoding("its lower bound contradicts its cost");
  return Schedule(*grid, header->key.strategy, std::move(rule), header->bound,
                  header->proved);
}

std::int64_t redist::schedule::tableEntries(const Schedule &schedule) {
  return static_cast<std::int64_t>(schedule.rule().table().size());
}
