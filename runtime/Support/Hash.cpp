//===- Hash.cpp - Portable hashes -----------------------------------------===//
#include "Support/Hash.h"

#include <array>

namespace redist::runtime {

static constexpr std::uint64_t increment = 0x9e3779b97f4a7c15U;

/// The finaliser of splitmix64.
static constexpr std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

HashBuilder &HashBuilder::add(std::int64_t value) {
  state = mixed(state + static_cast<std::uint64_t>(value) + increment);
  return *this;
}

HashBuilder &HashBuilder::add(const std::vector<std::int64_t> &values) {
  add(static_cast<std::int64_t>(values.size()));
  for (const std::int64_t value : values)
    add(value);
  return *this;
}

std::uint64_t hashOf(std::span<const std::int64_t> words) {
  // Every call of a directive is hashed: each word is mixed with its place, so
  // that none waits for the one before it.
  std::uint64_t all = 0, next = 0;
  for (const std::int64_t word : words) {
    next += increment;
    all += mixed(static_cast<std::uint64_t>(word) + next);
  }
  return mixed(all + mixed(next));
}

using Keys = std::array<std::uint64_t, ListHash::block>;

static constexpr Keys makeKeys() {
  Keys keys{};
  for (std::size_t i = 0; i < keys.size(); ++i)
    keys[i] = mixed((i + 1) * increment);
  return keys;
}

/// NH of Black et al., UMAC (CRYPTO '99): products of two words, each with the
/// key of its place in the block. With random keys, two given blocks have one
/// hash with probability 2^-64; these keys are fixed.
void ListHash::add(std::span<const std::int64_t> words) {
  __extension__ using Wide = unsigned __int128;
  static constexpr Keys keys = makeKeys();
  Wide sum = 0;
  std::size_t i = 0;
  for (; i + 1 < words.size(); i += 2)
    sum += Wide{static_cast<std::uint64_t>(words[i]) + keys[i]} *
           (static_cast<std::uint64_t>(words[i + 1]) + keys[i + 1]);
  if (i < words.size())
    sum += Wide{static_cast<std::uint64_t>(words[i]) + keys[i]} * keys[i + 1];
  hash.add(static_cast<std::int64_t>(words.size()))
      .add(static_cast<std::int64_t>(sum))
      .add(static_cast<std::int64_t>(sum >> 64));
}

} // namespace redist::runtime
