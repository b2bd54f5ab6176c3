//===- GridEmbedding.cpp - A grid schedule as words in generated code -----===//
//
// Version 2, 32-bit words, 64-bit values low word first:
//
//    0      'R' 'D' 'S' and the version
//    1      number of words
//    2      checksum of the words from 3 on
//    3      strategy, number of axes, kind of sharing: 8 bits each, low first;
//           bit 24: source dimensions are permuted
//    4-5    lower bound of the cost
//   then    each axis: a word of flags (AxisFlags), P, Q, r, s, and what the
//           flags say; the source dimensions; the shift, or the map
//   then    the rule: form and bits an entry (8 bits each), parameter, and
//             product   the words of each axis's schedule (Embedding.h)
//             table, list   the steps, packed
//             dropped   the rule it is made from
//
//===----------------------------------------------------------------------===//
#include "redist/Schedule/Embedding.h"
#include "redist/Schedule/GridSchedule.h"

#include "Arithmetic.h"
#include "GridRule.h"
#include "Words.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

using namespace redist::schedule;

static constexpr std::uint32_t signature = 0x52445302;
static constexpr std::size_t headerWords = 6;
/// Far beyond any array; keeps what outside words can ask for small.
static constexpr std::size_t mostAxes = 64;

/// What the words of an axis hold besides P, Q, r and s.
enum AxisFlags : std::uint32_t {
  HasLength = 1,
  HasSection = 2,
  HasSourceSizes = 4,
  HasTargetSizes = 8,
};

static std::uint32_t flagsOf(const Axis &axis) {
  const bool isSection = axis.sourceLower != 0 || axis.sourceStride != 1 ||
                         axis.targetLower != 0 || axis.targetStride != 1;
  return (axis.length ? HasLength : 0U) | (isSection ? HasSection : 0U) |
         (axis.source.sizes.empty() ? 0U : HasSourceSizes) |
         (axis.target.sizes.empty() ? 0U : HasTargetSizes);
}

static void appendValues(std::vector<std::uint32_t> &words,
                         std::span<const std::int64_t> values) {
  for (const std::int64_t value : values)
    appendValue(words, value);
}

static void appendAxis(std::vector<std::uint32_t> &words, const Axis &axis) {
  words.push_back(flagsOf(axis));
  const std::array values = {axis.source.ranks, axis.target.ranks,
                             axis.source.block, axis.target.block};
  appendValues(words, values);
  if (axis.length)
    appendValue(words, *axis.length);
  const std::array section = {axis.sourceLower, axis.sourceStride,
                              axis.targetLower, axis.targetStride};
  if (flagsOf(axis) & HasSection)
    appendValues(words, section);
  appendValues(words, axis.source.sizes);
  appendValues(words, axis.target.sizes);
}

static void appendRule(std::vector<std::uint32_t> &words,
                       const GridRule &rule) {
  const std::span<const std::int32_t> table = rule.table();
  const auto lastStep = static_cast<std::uint64_t>(rule.stepCount() - 1);
  const std::size_t bits =
      table.empty() ? 0 : std::max<std::size_t>(std::bit_width(lastStep), 1);
  words.push_back(static_cast<std::uint32_t>(rule.form()) |
                  static_cast<std::uint32_t>(bits) << 8);
  appendValue(words, rule.parameter());
  for (const Schedule &axis : rule.axes()) {
    const std::vector<std::uint32_t> own = encode(axis);
    words.insert(words.end(), own.begin(), own.end());
  }
  pack(table, bits, words);
  if (rule.base())
    appendRule(words, *rule.base());
}

std::vector<std::uint32_t>
redist::schedule::encode(const GridSchedule &schedule) {
  const Assignment &assignment = schedule.assignment();
  const RankSharing &sharing = assignment.sharing;
  std::vector<std::uint32_t> words = {signature, 0, 0};
  words.push_back(static_cast<std::uint32_t>(schedule.strategy()) |
                  static_cast<std::uint32_t>(assignment.dimensions()) << 8 |
                  static_cast<std::uint32_t>(sharing.kind) << 16 |
                  std::uint32_t{!assignment.sourceDimension.empty()} << 24);
  appendValue(words, schedule.costLowerBound());
  for (const Axis &axis : assignment.axes)
    appendAxis(words, axis);
  for (const std::int32_t dimension : assignment.sourceDimension)
    words.push_back(static_cast<std::uint32_t>(dimension));
  if (sharing.kind == RankSharing::Kind::Shift)
    appendValue(words, sharing.shift);
  appendValues(words, sharing.map);
  appendRule(words, schedule.rule());
  words[1] = static_cast<std::uint32_t>(words.size());
  words[2] = checksum(Words(words).subspan(3));
  return words;
}

static Error badEncoding(const char *reason) {
  return {ErrorKind::BadEncoding,
          std::string("the embedded schedule cannot be read: ") + reason};
}

/// Takes words from the front; remembers whether there were enough.
class WordReader {
public:
  explicit WordReader(Words given) : words(given) {}

  bool failed() const { return ranOut; }
  bool atEnd() const { return words.empty(); }
  Words take(std::size_t count) {
    ranOut = ranOut || count > words.size();
    const Words taken = ranOut ? Words() : words.first(count);
    words = ranOut ? Words() : words.subspan(count);
    return taken;
  }
  std::uint32_t word() {
    const Words taken = take(1);
    return ranOut ? 0 : taken[0];
  }
  std::int64_t value() {
    const Words taken = take(2);
    return ranOut ? 0 : valueAt(taken, 0);
  }
  /// Nothing where there are not as many.
  std::vector<std::int64_t> values(std::int64_t count) {
    std::vector<std::int64_t> result;
    if (count < 0 || count > static_cast<std::int64_t>(words.size())) {
      ranOut = true;
      return result;
    }
    for (std::int64_t i = 0; i < count; ++i)
      result.push_back(value());
    return result;
  }
  /// The words of a schedule along one dimension, which state their number.
  Words nested() {
    if (words.size() < 2) {
      ranOut = true;
      return {};
    }
    return take(words[1]);
  }

private:
  Words words;
  bool ranOut = false;
};

static Axis readAxis(WordReader &reader) {
  Axis axis;
  const std::uint32_t flags = reader.word();
  axis.source.ranks = reader.value();
  axis.target.ranks = reader.value();
  axis.source.block = reader.value();
  axis.target.block = reader.value();
  if (flags & HasLength)
    axis.length = reader.value();
  if (flags & HasSection) {
    axis.sourceLower = reader.value();
    axis.sourceStride = reader.value();
    axis.targetLower = reader.value();
    axis.targetStride = reader.value();
  }
  if (flags & HasSourceSizes)
    axis.source.sizes = reader.values(axis.source.ranks);
  if (flags & HasTargetSizes)
    axis.target.sizes = reader.values(axis.target.ranks);
  return axis;
}

/// The header, and what is behind it.
struct GridHeader {
  GridEmbeddingKey key;
  std::int64_t bound;
  WordReader rest;
};

static Result<GridHeader> readHeader(Words words) {
  if (words.size() < headerWords)
    return badEncoding("it is too short");
  if (words[0] != signature)
    return badEncoding("it has another format or version");
  if (words[1] != words.size())
    return badEncoding("its length is not the one it states");
  const std::uint32_t strategy = words[3] & 0xff;
  const std::size_t axes = words[3] >> 8 & 0xff;
  const std::uint32_t sharing = words[3] >> 16 & 0xff;
  if (strategy >= strategyNames().size() || axes == 0 || axes > mostAxes ||
      sharing > static_cast<std::uint32_t>(RankSharing::Kind::Map) ||
      words[3] >> 24 > 1)
    return badEncoding("its header is out of range");
  GridHeader header = {{{}, static_cast<StrategyKind>(strategy)},
                       valueAt(words, 4),
                       WordReader(words.subspan(headerWords))};
  Assignment &assignment = header.key.assignment;
  Int128 targetRanks = 1;
  for (std::size_t k = 0; k < axes; ++k) {
    assignment.axes.push_back(readAxis(header.rest));
    targetRanks = std::min<Int128>(
        targetRanks * assignment.axes.back().target.ranks, sizeLimit);
  }
  if (words[3] >> 24 == 1)
    for (std::size_t k = 0; k < axes; ++k)
      assignment.sourceDimension.push_back(
          static_cast<std::int32_t>(header.rest.word()));
  assignment.sharing.kind = static_cast<RankSharing::Kind>(sharing);
  if (assignment.sharing.kind == RankSharing::Kind::Shift)
    assignment.sharing.shift = header.rest.value();
  if (assignment.sharing.kind == RankSharing::Kind::Map)
    assignment.sharing.map =
        header.rest.values(static_cast<std::int64_t>(targetRanks));
  if (header.rest.failed())
    return badEncoding("it is too short");
  return header;
}

Result<GridEmbeddingKey>
redist::schedule::gridKeyOf(std::span<const std::uint32_t> words) {
  Result<GridHeader> header = readHeader(words);
  if (!header)
    return header.error();
  return std::move(header->key);
}

/// Reads the rule of a checked key; null where the words are none.
class RuleReader {
public:
  RuleReader(const GridEmbeddingKey &given, WordReader &givenReader)
      : key(given), reader(givenReader) {}

  GridRulePointer read() { return readRule(key.assignment, key.strategy); }

private:
  GridRulePointer readRule(const Assignment &, StrategyKind);
  GridRulePointer readProduct(const Assignment &, StrategyKind);
  GridRulePointer readTable(const Assignment &, StrategyKind,
                            TableOrigin origin, std::size_t bits);
  GridRulePointer readList(const Assignment &, StrategyKind, TableOrigin,
                           std::size_t bits);
  GridRulePointer readRotation(const Assignment &, GridForm);
  GridRulePointer readDropped(const Assignment &);

  const GridEmbeddingKey &key;
  WordReader &reader;
};

static GridPointer gridOf(const Assignment &assignment) {
  if (!isByClasses(assignment))
    return nullptr;
  Result<ProductGrid> grid = ProductGrid::make(assignment);
  const std::int64_t limit = std::numeric_limits<std::int32_t>::max();
  if (!grid || std::max({grid->sources().ranks(), grid->targets().ranks(),
                         grid->quotientSize()}) > limit)
    return nullptr;
  return std::make_shared<const ProductGrid>(*std::move(grid));
}

static bool isBest(StrategyKind strategy) {
  return strategy == StrategyKind::Auto || strategy == StrategyKind::Exact;
}

static std::int64_t parameterOf(TableOrigin origin) {
  return static_cast<std::int64_t>(origin);
}

/// Whether the strategy fills tables in this way.
static bool fits(StrategyKind strategy, TableOrigin origin) {
  switch (origin) {
  case TableOrigin::Insertion:
  case TableOrigin::MultiThreshold:
  case TableOrigin::Fast:
  case TableOrigin::Exact:
  case TableOrigin::Split:
    return isBest(strategy);
  case TableOrigin::Period:
    return isBest(strategy) || strategy == StrategyKind::Circulant ||
           strategy == StrategyKind::Classes;
  case TableOrigin::Stepwise:
    return strategy == StrategyKind::Stepwise;
  case TableOrigin::Greedy:
    return strategy == StrategyKind::Greedy;
  case TableOrigin::Reduced:
    return isBest(strategy);
  case TableOrigin::Caterpillar:
  case TableOrigin::Rotation:
    break;
  }
  return false;
}

static bool fits(StrategyKind strategy, GridForm rotation) {
  switch (strategy) {
  case StrategyKind::Caterpillar:
    return rotation == GridForm::Caterpillar;
  case StrategyKind::Auto:
  case StrategyKind::Exact:
  case StrategyKind::AllToAll:
  case StrategyKind::Direct:
    return rotation == GridForm::Rotation;
  case StrategyKind::Circulant:
  case StrategyKind::Classes:
  case StrategyKind::Stepwise:
  case StrategyKind::Greedy:
    break;
  }
  return false;
}

GridRulePointer RuleReader::readProduct(const Assignment &assignment,
                                        StrategyKind strategy) {
  const GridPointer grid = gridOf(assignment);
  const std::vector<std::size_t> carrying = carryingAxes(assignment);
  const std::size_t main = carrying.empty() ? 0 : carrying.front();
  std::vector<Schedule> schedules;
  for (std::size_t k = 0; k < assignment.dimensions(); ++k) {
    Result<Schedule> own = decode(reader.nested());
    const Axis &axis = assignment.axes[k];
    if (!own ||
        own->grid().redistribution() !=
            Redistribution{axis.source.cyclic(), axis.target.cyclic()} ||
        (own->strategy() != StrategyKind::Auto && own->strategy() != strategy))
      return nullptr;
    schedules.push_back(*std::move(own));
  }
  if (!grid || !fitsProduct(*grid) ||
      (!isBest(strategy) &&
       (carrying.size() > 1 || schedules[main].strategy() != strategy)))
    return nullptr;
  return makeProductRule(grid, std::move(schedules));
}

GridRulePointer RuleReader::readTable(const Assignment &assignment,
                                      StrategyKind strategy, TableOrigin origin,
                                      std::size_t bits) {
  const GridPointer grid = gridOf(assignment);
  if (!grid || parameterOf(origin) >= tableOriginCount ||
      !fits(strategy, origin))
    return nullptr;
  const auto entries = static_cast<std::size_t>(grid->quotientSize());
  const Words words = reader.take(packedWords(entries, bits));
  if (reader.failed() || bits == 0)
    return nullptr;
  std::vector<std::int32_t> table = unpack(words, entries, bits);
  if (!isSchedule(grid->quotientGraph(), table))
    return nullptr;
  return makeGridTable(grid, origin, std::move(table));
}

GridRulePointer RuleReader::readList(const Assignment &assignment,
                                     StrategyKind strategy, TableOrigin origin,
                                     std::size_t bits) {
  if (isByClasses(assignment) || !fitsList(assignment) ||
      !fits(strategy, origin))
    return nullptr;
  const auto messages =
      std::make_shared<const MessageList>(messagesOf(assignment));
  const std::size_t entries = messages->list.size();
  if ((bits == 0) != (entries == 0))
    return nullptr;
  const Words words = reader.take(packedWords(entries, bits));
  if (reader.failed())
    return nullptr;
  std::vector<std::int32_t> table;
  if (entries > 0)
    table = unpack(words, entries, bits);
  if (!isSchedule(graphOf(*messages), table))
    return nullptr;
  return makeListRule(origin, {assignment, messages}, std::move(table));
}

GridRulePointer RuleReader::readRotation(const Assignment &assignment,
                                         GridForm form) {
  const Assignment whole = unshared(assignment);
  if (const GridPointer grid = gridOf(whole))
    return makeGridRotation({assignment, grid}, form);
  if (isByClasses(whole) || !fitsList(assignment))
    return nullptr;
  return makeGridRotation(
      {assignment, std::make_shared<const MessageList>(messagesOf(assignment))},
      form);
}

GridRulePointer RuleReader::readDropped(const Assignment &assignment) {
  const Assignment whole = unshared(assignment);
  if (whole == assignment || !isByClasses(whole))
    return nullptr;
  const GridRulePointer base = readRule(whole, StrategyKind::Auto);
  return base ? makeDroppedRule(base, assignment) : nullptr;
}

GridRulePointer RuleReader::readRule(const Assignment &assignment,
                                     StrategyKind strategy) {
  const std::uint32_t word = reader.word();
  const std::int64_t parameter = reader.value();
  const std::size_t bits = word >> 8;
  if (reader.failed() || bits >= wordBits || parameter < 0 ||
      parameter >= gridOriginCount)
    return nullptr;
  const auto origin = static_cast<TableOrigin>(parameter);
  const bool isPlain = bits == 0 && parameter == 0;
  switch (word & 0xff) {
  case static_cast<std::uint32_t>(GridForm::Product):
    return isPlain ? readProduct(assignment, strategy) : nullptr;
  case static_cast<std::uint32_t>(GridForm::Table):
    return readTable(assignment, strategy, origin, bits);
  case static_cast<std::uint32_t>(GridForm::Caterpillar):
  case static_cast<std::uint32_t>(GridForm::Rotation): {
    const auto form = static_cast<GridForm>(word & 0xff);
    return isPlain && fits(strategy, form) ? readRotation(assignment, form)
                                           : nullptr;
  }
  case static_cast<std::uint32_t>(GridForm::Dropped):
    return isPlain && isBest(strategy) ? readDropped(assignment) : nullptr;
  case static_cast<std::uint32_t>(GridForm::List):
    return readList(assignment, strategy, origin, bits);
  }
  return nullptr;
}

Result<GridSchedule>
redist::schedule::decodeGrid(std::span<const std::uint32_t> words) {
  Result<GridHeader> header = readHeader(words);
  if (!header)
    return header.error();
  if (checksum(words.subspan(3)) != words[2])
    return badEncoding("its checksum is wrong");
  const Assignment &assignment = header->key.assignment;
  if (check(assignment) || canonical(assignment) != assignment)
    return badEncoding("its parameters are out of range");
  const GridRulePointer rule = RuleReader(header->key, header->rest).read();
  if (!rule || !header->rest.atEnd() || header->rest.failed())
    return badEncoding("it is not a schedule of its parameters");
  const std::int64_t least = leastSteps(assignment);
  if (header->bound > rule->totalCost() || rule->stepCount() < least)
    return badEncoding("its lower bound contradicts its cost");
  return GridSchedule(assignment, header->key.strategy, rule, least,
                      header->bound);
}

static std::int64_t entriesOf(const GridRule &rule) {
  auto entries = static_cast<std::int64_t>(rule.table().size());
  for (const Schedule &axis : rule.axes())
    entries += tableEntries(axis);
  return rule.base() ? entriesOf(*rule.base()) : entries;
}

std::int64_t redist::schedule::tableEntries(const GridSchedule &schedule) {
  return entriesOf(schedule.rule());
}
