//===- ReductionEmbedding.cpp - Encoding of a tree as words ---------------===//
//
// Version 1, 32-bit words, 64-bit values low word first:
//
//    0      'R' 'D' 'R' and the version
//    1      number of words
//    2      checksum of the words from 3 on
//    3      strategy, ordered, bits an entry (0: closed form), 0: 8 bits each,
//           low first
//    4-5    ranks
//    6-11   transfer, combine, latency in ticks
//   12-15   limits on transfers and reducers
//   16-17   length
//   then    trees only: the parents of machines 1, 2, ..., packed from the low
//           bits up; unused bits are 0. Each is lower than its machine; the
//           times follow from the problem.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Role/ReductionRule.h"
#include "Support/Words.h"

#include <algorithm>

using namespace redist::schedule;

static constexpr std::uint32_t signature = 0x52445201;
static constexpr std::size_t headerWords = 18;

/// The last machine's parent is below it. Precondition: a tree.
static std::size_t parentBits(std::int64_t ranks) {
  return entryBits(ranks - 2);
}

std::vector<std::uint32_t>
redist::schedule::encode(const ReductionSchedule &schedule) {
  const ReductionProblem &problem = schedule.problem();
  const std::span<const std::int32_t> parents = schedule.rule().parents();
  const std::size_t bits = parents.empty() ? 0 : parentBits(problem.ranks);
  std::vector<std::uint32_t> words = openFrame(signature);
  words.reserve(headerWords + packedWords(parents.size(), bits));
  words.push_back(static_cast<std::uint32_t>(problem.strategy) |
                  std::uint32_t{problem.ordered} << 8 |
                  static_cast<std::uint32_t>(bits) << 16);
  for (const std::int64_t value :
       {problem.ranks, problem.cost.transfer, problem.cost.combine,
        problem.cost.latency, problem.maxTransfers, problem.maxReducers,
        schedule.length()})
    appendValue(words, value);
  if (!parents.empty())
    pack(parents.subspan(1), bits, words);
  sealFrame(words);
  return words;
}

struct ReductionHeader {
  ReductionProblem problem;
  std::size_t bits = 0;
  std::int64_t length = 0;
};

static Result<ReductionHeader> readHeader(Words words) {
  if (const std::optional<Error> wrong =
          checkFrame(words, signature, headerWords))
    return *wrong;
  const std::uint32_t strategy = words[3] & 0xff;
  const std::uint32_t ordered = words[3] >> 8 & 0xff;
  if (strategy >= reductionStrategyNames().size() || ordered > 1 ||
      words[3] >> 24 != 0)
    return badEncoding("its header is out of range");
  ReductionHeader header;
  header.problem.strategy = static_cast<ReductionStrategy>(strategy);
  header.problem.ordered = ordered == 1;
  header.problem.ranks = valueAt(words, 4);
  header.problem.cost = {valueAt(words, 6), valueAt(words, 8),
                         valueAt(words, 10)};
  header.problem.maxTransfers = valueAt(words, 12);
  header.problem.maxReducers = valueAt(words, 14);
  header.bits = words[3] >> 16 & 0xff;
  header.length = valueAt(words, 16);
  return header;
}

Result<ReductionProblem>
redist::schedule::reductionKeyOf(std::span<const std::uint32_t> words) {
  const Result<ReductionHeader> header = readHeader(words);
  if (!header)
    return header.error();
  return header->problem;
}

/// Nothing where the words are not a tree that the problem allows.
static std::optional<ReductionTree> readTree(const ReductionProblem &problem,
                                             std::size_t bits, Words words) {
  const auto entries = static_cast<std::size_t>(problem.ranks - 1);
  if (bits != parentBits(problem.ranks) || entries > words.size() * wordBits ||
      packedWords(entries, bits) != words.size())
    return std::nullopt;
  if (hasSpareBits(words, entries, bits))
    return std::nullopt;
  const std::vector<std::int32_t> above = unpack(words, entries, bits);
  std::vector<std::int32_t> parents = {-1};
  parents.reserve(entries + 1);
  for (std::size_t i = 0; i < entries; ++i) {
    if (above[i] < 0 || static_cast<std::size_t>(above[i]) > i)
      return std::nullopt;
    parents.push_back(above[i]);
  }
  ReductionTree tree = timesOf(problem, std::move(parents));
  if (!verify(tree, problem).isValid)
    return std::nullopt;
  return tree;
}

Result<ReductionSchedule>
redist::schedule::decodeReduction(std::span<const std::uint32_t> words) {
  const Result<ReductionHeader> header = readHeader(words);
  if (!header)
    return header.error();
  if (const std::optional<Error> wrong = checkContents(words))
    return *wrong;
  const ReductionProblem &problem = header->problem;
  if (checkProblem(problem))
    return badEncoding("its parameters are out of range");
  const Words table = words.subspan(headerWords);
  if (needsTree(problem)) {
    std::optional<ReductionTree> tree = readTree(problem, header->bits, table);
    if (!tree || tree->length != header->length)
      return badEncoding("it is not a tree of its parameters");
    return ReductionSchedule(problem, makeTreeRule(problem, *std::move(tree)),
                             header->length);
  }
  Result<ReductionSchedule> schedule = makeClosedForm(problem);
  if (!schedule || schedule->length() != header->length || header->bits != 0 ||
      !table.empty())
    return badEncoding("it is not a tree of its parameters");
  return schedule;
}

std::int64_t redist::schedule::tableEntries(const ReductionSchedule &schedule) {
  return std::max<std::int64_t>(
      static_cast<std::int64_t>(schedule.rule().parents().size()) - 1, 0);
}

std::uint64_t ReductionSchedule::hash() const {
  std::uint64_t value = 0xcbf29ce484222325; // FNV-1a over the words
  for (const std::uint32_t word : encode(*this)) {
    value ^= word;
    value *= 0x100000001b3;
  }
  return value;
}
