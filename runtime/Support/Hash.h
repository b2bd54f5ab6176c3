//===- Hash.h - Portable hashes --------------------------------*- C++ -*-===//
//
// Comes in: the parameters of a call as words. Goes out: a number that ranks
// compare in place of them.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_HASH_H
#define REDIST_RUNTIME_SUPPORT_HASH_H

#include <cstdint>
#include <span>
#include <vector>

namespace redist::runtime {

/// Mixes values into a hash, the same on every machine.
class HashBuilder {
public:
  HashBuilder &add(std::int64_t value);
  HashBuilder &add(const std::vector<std::int64_t> &values);
  std::uint64_t value() const { return state; }

private:
  std::uint64_t state = 0x9e3779b97f4a7c15U;
};

/// Equal for equal words.
std::uint64_t hashOf(std::span<const std::int64_t> words);

/// The same of words that come in parts.
class SequenceHash {
public:
  void add(std::span<const std::int64_t> words);
  std::uint64_t value() const;

private:
  std::uint64_t sum = 0, place = 0;
};

} // namespace redist::runtime

#endif
