//===- Hash.cpp - Portable hashes -----------------------------------------===//
#include "Support/Hash.h"

namespace redist::runtime {

static constexpr std::uint64_t increment = 0x9e3779b97f4a7c15U;

/// The finaliser of splitmix64.
static std::uint64_t mixed(std::uint64_t z) {
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
  SequenceHash hash;
  hash.add(words);
  return hash.value();
}

void SequenceHash::add(std::span<const std::int64_t> words) {
  // Every call of a directive is hashed: each word is mixed with its place, so
  // that none waits for the one before it.
  std::uint64_t all = sum, next = place;
  for (const std::int64_t word : words) {
    next += increment;
    all += mixed(static_cast<std::uint64_t>(word) + next);
  }
  sum = all;
  place = next;
}

std::uint64_t SequenceHash::value() const { return mixed(sum + mixed(place)); }

} // namespace redist::runtime
