//===- Hash.h - Portable hashes --------------------------------*- C++ -*-===//
//
// Comes in: the parameters of a call as words. Goes out: a number that ranks
// compare in place of them.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_HASH_H
#define REDIST_RUNTIME_SUPPORT_HASH_H

#include <cstddef>
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

/// Of a long list of words, which comes in blocks: equal for equal lists. Half
/// as many multiplications as the above have words.
class ListHash {
public:
  static constexpr std::size_t block = 512;

  /// Precondition: `block` words, or fewer at the end of the list.
  void add(std::span<const std::int64_t> words);
  std::uint64_t value() const { return hash.value(); }

private:
  HashBuilder hash;
};

} // namespace redist::runtime

#endif
