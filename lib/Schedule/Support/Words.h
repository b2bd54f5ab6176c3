//===- Words.h - Schedules as 32-bit words ---------------------*- C++ -*-===//
//
// Private to lib/Schedule. What the embeddings of schedules, trees and mappings
// have in common: a frame around the words, 64-bit values low word first, and
// small numbers packed into as many bits as they need, from the low bits up.
//
//   word 0   three letters and the version
//   word 1   number of words
//   word 2   checksum of the words from 3 on
//   steps 0 2 1 1 in 2 bits each: the word 0b01011000
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_SUPPORT_WORDS_H
#define REDIST_LIB_SCHEDULE_SUPPORT_WORDS_H

#include "redistSchedule/Support/Result.h"

#include <optional>
#include <span>
#include <vector>

namespace redist::schedule {

using Words = std::span<const std::uint32_t>;

inline constexpr std::size_t wordBits = 32;

/// What an encoding begins with; the rest is appended, then sealed.
std::vector<std::uint32_t> openFrame(std::uint32_t signature);
/// States the number of the words and their checksum.
void sealFrame(std::vector<std::uint32_t> &words);
/// Says what is wrong with words that should be at least so many and are framed
/// with the signature; leaves the checksum out, which takes longer.
std::optional<Error> checkFrame(Words, std::uint32_t signature,
                                std::size_t minWords);
/// Says whether the checksum is wrong. Precondition: the frame is right.
std::optional<Error> checkContents(Words);

void appendValue(std::vector<std::uint32_t> &words, std::int64_t value);
/// Precondition: words index and index + 1 exist.
std::int64_t valueAt(Words, std::size_t index);

/// Bits that an entry takes where none is above the largest; at least one.
/// Precondition: largest >= 0.
std::size_t entryBits(std::int64_t largest);
/// Words that so many entries take.
std::size_t packedWords(std::size_t entries, std::size_t bits);
/// Appends the entries. Precondition: each fits into bits < 32.
void pack(std::span<const std::int32_t> entries, std::size_t bits,
          std::vector<std::uint32_t> &words);
/// Precondition: 0 < bits < 32; the words are as many as they must be.
std::vector<std::int32_t> unpack(Words, std::size_t entries, std::size_t bits);

/// Whether bits behind the last entry are not 0. Precondition: as of unpack.
bool hasSpareBits(Words, std::size_t entries, std::size_t bits);
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
  /// A word each; nothing where there are not as many.
  std::vector<std::int32_t> numbers(std::size_t count) {
    const Words taken = take(count);
    return {taken.begin(), taken.end()};
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
