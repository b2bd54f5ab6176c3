//===- Words.h - Schedules as 32-bit words ---------------------*- C++ -*-===//
//
// Private to lib/Schedule. What the embeddings of schedules along one dimension
// and of grids have in common: a checksum, 64-bit values low word first, steps
// packed into as many bits as they need, from the low bits up, and the check of
// steps that come from outside.
//
//   steps 0 2 1 1 in 2 bits each: the word 0b01011000
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_WORDS_H
#define REDIST_LIB_SCHEDULE_WORDS_H

#include "redist/Schedule/Colouring.h"
#include "redist/Schedule/Result.h"

#include <span>

namespace redist::schedule {

using Words = std::span<const std::uint32_t>;

inline constexpr std::size_t wordBits = 32;

std::uint32_t checksum(Words);
void appendValue(std::vector<std::uint32_t> &words, std::int64_t value);
/// Precondition: words index and index + 1 exist.
std::int64_t valueAt(Words, std::size_t index);

/// Words that so many entries take.
std::size_t packedWords(std::size_t entries, std::size_t bits);
/// Appends the entries. Precondition: each fits into bits < 32.
void pack(std::span<const std::int32_t> entries, std::size_t bits,
          std::vector<std::uint32_t> &words);
/// Precondition: 0 < bits < 32; the words are as many as they must be.
std::vector<std::int32_t> unpack(Words, std::size_t entries, std::size_t bits);

/// Whether no sender and no receiver has two messages in a step, and no step
/// below the last is empty.
bool isSchedule(const BipartiteGraph &, const std::vector<std::int32_t> &table);

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

/// What decoding says of words that are not a schedule.
Error badEncoding(const char *reason);

} // namespace redist::schedule

#endif
