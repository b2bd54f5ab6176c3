//===- Embedding.cpp - Encoding of a schedule as words --------------------===//
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
#include "redistSchedule/OneDimension/Embedding.h"

#include "EdgeColouring/StepWords.h"
#include "OneDimension/Quotient.h"
#include "OneDimension/StepRule.h"
#include "Support/Arithmetic.h"
#include "Support/Words.h"

using namespace redist::schedule;

static constexpr std::uint32_t signature = 0x52445301;
static constexpr std::size_t headerWords = 16;

std::vector<std::uint32_t> redist::schedule::encode(const Schedule &schedule) {
  const StepRule &rule = schedule.rule();
  const std::span<const std::int32_t> table = rule.table();
  const std::size_t bits = table.empty() ? 0 : entryBits(rule.stepCount() - 1);
  const auto &[source, target] = schedule.grid().redistribution();

  std::vector<std::uint32_t> words = openFrame(signature);
  words.reserve(headerWords + packedWords(table.size(), bits));
  words.push_back(static_cast<std::uint32_t>(schedule.strategy()) |
                  static_cast<std::uint32_t>(rule.form()) << 8 |
                  static_cast<std::uint32_t>(bits) << 16 |
                  std::uint32_t{schedule.provedOptimal()} << 24);
  for (const std::int64_t value :
       {source.ranks, target.ranks, source.block, target.block,
        rule.parameter(), schedule.costLowerBound()})
    appendValue(words, value);
  pack(table, bits, words);
  sealFrame(words);
  return words;
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
  if (const std::optional<Error> wrong =
          checkFrame(words, signature, headerWords))
    return *wrong;
  const std::uint32_t strategy = words[3] & 0xff;
  const std::uint32_t form = words[3] >> 8 & 0xff;
  const std::uint32_t proved = words[3] >> 24;
  if (strategy >= strategyNames().size() ||
      form > static_cast<std::uint32_t>(RuleForm::Table) || proved > 1)
    return badEncoding("its header is out of range");
  const Redistribution parameters = {{valueAt(words, 4), valueAt(words, 8)},
                                     {valueAt(words, 6), valueAt(words, 10)}};
  return Header{{parameters, static_cast<StrategyKind>(strategy)},
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

/// The rule of a table; null where the words are not a schedule.
static RulePointer readTable(const CommunicationGrid &grid,
                             const Header &header, Words words) {
  const auto entries = static_cast<std::size_t>(quotientSize(grid));
  if (header.parameter < 0 || header.parameter >= tableOriginCount ||
      entries > words.size() * wordBits)
    return nullptr;
  auto table = unpackSteps(words, quotientGraph(grid), header.bits);
  if (!table)
    return nullptr;
  return makeTableRule(grid, static_cast<TableOrigin>(header.parameter),
                       *std::move(table));
}

/// Whether the strategy can have made a rule of this form.
static bool fits(StrategyKind strategy, RuleForm form, std::int64_t parameter) {
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
  if (const std::optional<Error> wrong = checkContents(words))
    return *wrong;
  const Result<CommunicationGrid> grid =
      CommunicationGrid::make(header->key.redistribution);
  if (!grid)
    return badEncoding("its parameters are out of range");
  if (!fits(header->key.strategy, header->form, header->parameter))
    return badEncoding("its form does not belong to its strategy");
  const Words table = words.subspan(headerWords);
  RulePointer rule;
  if (header->form == RuleForm::Table)
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
