//===- MappingEmbedding.cpp - Encoding of a mapping as words --------------===//
//
// Version 1, 32-bit words, 64-bit values low word first:
//
//    0     'R' 'D' 'P' and the version
//    1     number of words
//    2     checksum of the words from 3 on
//    3     bits: 0 overlapped, 1 shared ends, 2 pins, 3 replicas, 4 a limit on
//          the latency
//    4-7   numbers of stages, processors, bandwidths, intervals
//   then   work, data, speeds, bandwidths, the limit: numerator, denominator;
//          pins and replicas: a word each;
//          every interval: its stages, its processors and which
//
//===----------------------------------------------------------------------===//
#include "Support/Words.h"
#include "redistSchedule/Pipeline/Mapping.h"

using namespace redist::schedule;

static constexpr std::uint32_t signature = 0x52445001;
static constexpr std::size_t headerWords = 8;

enum : std::uint32_t {
  IsOverlapped = 1,
  SharesEnds = 2,
  HasPins = 4,
  HasReplicas = 8,
  HasLimit = 16,
  AllFlags = 31
};

static std::uint32_t flagsOf(const PipelineProblem &problem) {
  const auto bit = [](bool isSet, std::uint32_t flag) {
    return isSet ? flag : 0;
  };
  return bit(problem.model == TransferModel::Overlapped, IsOverlapped) |
         bit(problem.sharesEnds, SharesEnds) |
         bit(!problem.pins.empty(), HasPins) |
         bit(!problem.replicas.empty(), HasReplicas) |
         bit(problem.latencyLimit.has_value(), HasLimit);
}

static void append(std::vector<std::uint32_t> &words, const Fraction &value) {
  appendValue(words, value.numerator);
  appendValue(words, value.denominator);
}

static void appendCount(std::vector<std::uint32_t> &words, std::size_t count) {
  words.push_back(static_cast<std::uint32_t>(count));
}

std::vector<std::uint32_t>
redist::schedule::encode(const PipelineProblem &problem,
                         const Mapping &mapping) {
  std::vector<std::uint32_t> words = openFrame(signature);
  words.push_back(flagsOf(problem));
  appendCount(words, problem.work.size());
  appendCount(words, problem.speeds.size());
  appendCount(words, problem.bandwidth.size());
  appendCount(words, mapping.intervals.size());
  for (const auto *values :
       {&problem.work, &problem.data, &problem.speeds, &problem.bandwidth})
    for (const Fraction &value : *values)
      append(words, value);
  if (problem.latencyLimit)
    append(words, *problem.latencyLimit);
  for (const auto *values : {&problem.pins, &problem.replicas})
    for (const std::int32_t value : *values)
      words.push_back(static_cast<std::uint32_t>(value));
  for (const MappedInterval &interval : mapping.intervals) {
    appendCount(words,
                static_cast<std::size_t>(interval.last - interval.first + 1));
    appendCount(words, interval.processors.size());
    for (const std::int32_t u : interval.processors)
      words.push_back(static_cast<std::uint32_t>(u));
  }
  sealFrame(words);
  return words;
}

/// Reads what encode wrote; takes no longer lists than there are words.
class MappingReader {
public:
  explicit MappingReader(Words words) : reader(words) {}

  bool read(EncodedMapping &result) {
    PipelineProblem &problem = result.problem;
    const std::uint32_t flags = reader.word();
    const std::uint32_t stages = reader.word(), processors = reader.word();
    const std::uint32_t bandwidths = reader.word();
    const std::uint32_t intervals = reader.word();
    if (flags > AllFlags || stages == 0)
      return false;
    problem.model = flags & IsOverlapped ? TransferModel::Overlapped
                                         : TransferModel::Serial;
    problem.sharesEnds = flags & SharesEnds;
    problem.work = fractions(stages);
    problem.data = fractions(std::int64_t{stages} + 1);
    problem.speeds = fractions(processors);
    problem.bandwidth = fractions(bandwidths);
    if (flags & HasLimit) {
      const std::int64_t numerator = reader.value();
      problem.latencyLimit = Fraction{numerator, reader.value()};
    }
    if (flags & HasPins)
      problem.pins = reader.numbers(stages);
    if (flags & HasReplicas)
      problem.replicas = reader.numbers(stages);
    readIntervals(result.mapping, intervals);
    return !reader.failed() && reader.atEnd();
  }

private:
  WordReader reader;

  std::vector<Fraction> fractions(std::int64_t count) {
    const std::vector<std::int64_t> values = reader.values(2 * count);
    std::vector<Fraction> result;
    for (std::size_t i = 0; i < values.size(); i += 2)
      result.push_back({values[i], values[i + 1]});
    return result;
  }
  void readIntervals(Mapping &mapping, std::size_t count) {
    std::int64_t next = 0;
    for (std::size_t i = 0; i < count && !reader.failed(); ++i) {
      const std::int64_t length = reader.word();
      mapping.intervals.push_back(
          {next, next + length - 1, reader.numbers(reader.word())});
      next += length;
    }
  }
};

Result<EncodedMapping>
redist::schedule::decodeMapping(const std::uint32_t *begin, std::size_t count) {
  const Words words(begin, count);
  if (const std::optional<Error> wrong =
          checkFrame(words, signature, headerWords))
    return *wrong;
  if (const std::optional<Error> wrong = checkContents(words))
    return *wrong;
  EncodedMapping result;
  if (!MappingReader(words.subspan(3)).read(result))
    return badEncoding("it is not a pipeline and its mapping");
  const Result<PipelineInstance> instance = makeInstance(result.problem);
  if (!instance || !costOf(*instance, result.mapping))
    return badEncoding("it is not a mapping of its pipeline");
  return result;
}
