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

} // namespace redist::schedule

#endif
