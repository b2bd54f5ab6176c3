//===- Words.cpp - Schedules as 32-bit words ------------------------------===//
//
// Frames, packing and unpacking.
//
//===----------------------------------------------------------------------===//
#include "Support/Words.h"

#include <algorithm>
#include <bit>

using namespace redist::schedule;

static constexpr std::size_t frameWords = 3;

/// Of all behind the frame.
static std::uint32_t checksum(Words words) {
  std::uint32_t value = 0x811c9dc5; // FNV-1a, whole words
  for (const std::uint32_t word : words.subspan(frameWords)) {
    value ^= word;
    value *= 0x01000193;
    value ^= value >> 15;
  }
  return value;
}

std::vector<std::uint32_t>
redist::schedule::openFrame(std::uint32_t signature) {
  return {signature, 0, 0};
}

void redist::schedule::sealFrame(std::vector<std::uint32_t> &words) {
  words[1] = static_cast<std::uint32_t>(words.size());
  words[2] = checksum(words);
}

std::optional<Error> redist::schedule::checkFrame(Words words,
                                                  std::uint32_t signature,
                                                  std::size_t minWords) {
  if (words.size() < std::max(minWords, frameWords))
    return badEncoding("it is too short");
  if (words[0] != signature)
    return badEncoding("it has another format or version");
  if (words[1] != words.size())
    return badEncoding("its length is not the one it states");
  return std::nullopt;
}

std::optional<Error> redist::schedule::checkContents(Words words) {
  if (checksum(words) != words[2])
    return badEncoding("its checksum is wrong");
  return std::nullopt;
}

void redist::schedule::appendValue(std::vector<std::uint32_t> &words,
                                   std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  words.push_back(static_cast<std::uint32_t>(bits));
  words.push_back(static_cast<std::uint32_t>(bits >> wordBits));
}

std::int64_t redist::schedule::valueAt(Words words, std::size_t index) {
  return static_cast<std::int64_t>(std::uint64_t{words[index]} |
                                   std::uint64_t{words[index + 1]} << wordBits);
}

std::size_t redist::schedule::entryBits(std::int64_t largest) {
  return std::max<std::size_t>(
      std::bit_width(static_cast<std::uint64_t>(largest)), 1);
}

std::size_t redist::schedule::packedWords(std::size_t entries,
                                          std::size_t bits) {
  return (entries * bits + wordBits - 1) / wordBits;
}

void redist::schedule::pack(std::span<const std::int32_t> entries,
                            std::size_t bits,
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

std::vector<std::int32_t>
redist::schedule::unpack(Words words, std::size_t entries, std::size_t bits) {
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

bool redist::schedule::hasSpareBits(Words words, std::size_t entries,
                                    std::size_t bits) {
  const std::size_t used = entries * bits % wordBits;
  return used > 0 && words.back() >> used != 0;
}

Error redist::schedule::badEncoding(const char *reason) {
  return {ErrorKind::BadEncoding,
          std::string("the embedded schedule cannot be read: ") + reason};
}
