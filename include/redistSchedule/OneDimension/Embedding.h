//===- Embedding.h - Encoding of a schedule as words -----------*- C++ -*-===//
//
// The one definition of an embedded schedule: the compiler encodes, the runtime
// and redist-plan decode. A closed form takes a few words; a table has an entry
// a message of the quotient, bit-packed. Versioned; decoding never trusts the
// words (BadEncoding).
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_ONEDIMENSION_EMBEDDING_H
#define REDISTSCHEDULE_ONEDIMENSION_EMBEDDING_H

#include "redistSchedule/OneDimension/Schedule.h"

namespace redist::schedule {

std::vector<std::uint32_t> encode(const Schedule &);
Result<Schedule> decode(std::span<const std::uint32_t> words);
/// P, Q, r, s and strategy of an embedded schedule, without decoding it.
struct EmbeddingKey {
  Redistribution redistribution;
  StrategyKind strategy;
  bool operator==(const EmbeddingKey &) const = default;
};
Result<EmbeddingKey> keyOf(std::span<const std::uint32_t> words);
/// Number of table entries that encode() would write (0: closed form).
std::int64_t tableEntries(const Schedule &);

} // namespace redist::schedule

#endif
