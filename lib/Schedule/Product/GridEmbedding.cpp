//===- GridEmbedding.cpp - Encoding of a grid schedule as words -----------===//
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
#include "redistSchedule/OneDimension/Embedding.h"
#include "redistSchedule/Product/GridSchedule.h"

#include "Product/GridRuleReader.h"
#include "Support/Arithmetic.h"

#include <algorithm>
#include <array>

using namespace redist::schedule;

static constexpr std::uint32_t signature = 0x52445302;
static constexpr std::size_t headerWords = 6;
/// Far beyond any array; keeps what outside words can ask for small.
static constexpr std::size_t maxAxes = 64;

/// What the words of an axis hold besides P, Q, r and s.
enum AxisFlags : std::uint32_t {
  HasLength = 1,
  HasSection = 2,
  HasSourceSizes = 4,
  HasTargetSizes = 8,
  HasHalo = 16,
};

static std::uint32_t flagsOf(const Axis &axis) {
  const bool isSection = axis.sourceLower != 0 || axis.sourceStride != 1 ||
                         axis.targetLower != 0 || axis.targetStride != 1;
  return (axis.length ? HasLength : 0U) | (isSection ? HasSection : 0U) |
         (axis.source.sizes.empty() ? 0U : HasSourceSizes) |
         (axis.target.sizes.empty() ? 0U : HasTargetSizes) |
         (axis.target.hasHalo() ? HasHalo : 0U);
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
  const std::array halo = {axis.target.before, axis.target.after};
  if (axis.target.hasHalo())
    appendValues(words, halo);
}

static void appendRule(std::vector<std::uint32_t> &words,
                       const GridRule &rule) {
  const std::span<const std::int32_t> table = rule.table();
  const std::size_t bits = table.empty() ? 0 : entryBits(rule.stepCount() - 1);
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
  std::vector<std::uint32_t> words = openFrame(signature);
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
  sealFrame(words);
  return words;
}

/// Nothing where ranks are negative, or flags are not those of what they say.
static std::optional<Axis> readAxis(WordReader &reader) {
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
  if (flags & HasHalo) {
    axis.target.before = reader.value();
    axis.target.after = reader.value();
  }
  if (axis.source.ranks < 0 || axis.target.ranks < 0 || flagsOf(axis) != flags)
    return std::nullopt;
  return axis;
}

/// The header, and what is behind it.
struct GridHeader {
  GridEmbeddingKey key;
  std::int64_t bound;
  WordReader rest;
};

static Result<GridHeader> readHeader(Words words) {
  if (const std::optional<Error> wrong =
          checkFrame(words, signature, headerWords))
    return *wrong;
  const std::uint32_t strategy = words[3] & 0xff;
  const std::size_t axes = words[3] >> 8 & 0xff;
  const std::uint32_t sharing = words[3] >> 16 & 0xff;
  if (strategy >= strategyNames().size() || axes == 0 || axes > maxAxes ||
      sharing > static_cast<std::uint32_t>(RankSharing::Kind::Map) ||
      words[3] >> 24 > 1)
    return badEncoding("its header is out of range");
  GridHeader header = {{{}, static_cast<StrategyKind>(strategy)},
                       valueAt(words, 4),
                       WordReader(words.subspan(headerWords))};
  Assignment &assignment = header.key.assignment;
  Int128 targetRanks = 1;
  for (std::size_t k = 0; k < axes; ++k) {
    std::optional<Axis> axis = readAxis(header.rest);
    if (!axis)
      return badEncoding("its header is out of range");
    assignment.axes.push_back(*std::move(axis));
    targetRanks = std::min<Int128>(
        targetRanks * assignment.axes.back().target.ranks, sizeLimit);
  }
  if (words[3] >> 24 == 1)
    assignment.sourceDimension = header.rest.numbers(axes);
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

Result<GridSchedule>
redist::schedule::decodeGrid(std::span<const std::uint32_t> words) {
  Result<GridHeader> header = readHeader(words);
  if (!header)
    return header.error();
  if (const std::optional<Error> wrong = checkContents(words))
    return *wrong;
  const Assignment &assignment = header->key.assignment;
  if (check(assignment) || canonical(assignment) != assignment)
    return badEncoding("its parameters are out of range");
  const GridRulePointer rule = readGridRule(header->key, header->rest);
  if (!rule || !header->rest.atEnd() || header->rest.failed())
    return badEncoding("it is not a schedule of its parameters");
  const std::int64_t least = minSteps(assignment);
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
