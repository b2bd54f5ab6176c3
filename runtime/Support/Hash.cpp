//===- Hash.cpp - Hashes that are the same on every machine ---------------===//
#include "Support/Hash.h"

namespace redist::runtime {

HashBuilder &HashBuilder::add(std::int64_t value) {
  // The finaliser of splitmix64 over a running sum.
  std::uint64_t z =
      state + static_cast<std::uint64_t>(value) + 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  state = z ^ (z >> 31);
  return *this;
}

HashBuilder &HashBuilder::add(const std::vector<std::int64_t> &values) {
  add(static_cast<std::int64_t>(values.size()));
  for (const std::int64_t value : values)
    add(value);
  return *this;
}

std::uint64_t hashOf(std::span<const std::int64_t> words) {
  HashBuilder hash;
  for (const std::int64_t word : words)
    hash.add(word);
  return hash.value();
}

} // namespace redist::runtime
