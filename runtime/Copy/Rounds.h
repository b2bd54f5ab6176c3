//===- Rounds.h - Cutting messages into rounds -----------------*- C++ -*-===//
//
// Messages that travel together are cut at the same places of the index space,
// so that their chunks touch the same part of the user's storage: where the
// outermost level has periods, into rounds of as many as keep the longest
// message within a given size. Where a period is longer than that, every
// message is cut into the same number of equal parts, of whole rows as far as
// these fit. What follows the last whole period counts as one more. Sender and
// receiver find the same places: all that goes in is known to both.
//
//   CYCLIC(64) -> CYCLIC(96) on 4 ranks, doubles: 768 elements a period, 64 or
//   32 of them a message. Rounds of 64 KB: 128 periods; a round of the messages
//   has 8192 or 4096 elements, all from the same 98304.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_COPY_ROUNDS_H
#define REDIST_RUNTIME_COPY_ROUNDS_H

#include "Plan/RedistributionPlan.h"

namespace redist::runtime {

class Rounds {
public:
  Rounds(const RedistributionPlan &plan, std::int64_t roundBytes);

  /// The same on all ranks.
  std::int64_t count() const { return roundCount; }
  /// Whole periods in each round but the last; 0: rounds are equal parts.
  std::int64_t periodsInRound() const { return periodsPerRound; }
  /// Whether each begins with a whole row of every message (CopyPattern.h).
  bool keepRows() const { return periodsPerRound > 0 || unitDepth > 0; }
  /// First element of round `round` of a message (or of what stays); all its
  /// elements from count() on.
  std::int64_t begin(const PlannedMessage &message, std::int64_t round) const;
  /// The last round that begins no later. Precondition: there is that element.
  std::int64_t roundOf(const PlannedMessage &message,
                       std::int64_t element) const;
  /// So many neighbouring rounds of a message never have more elements.
  std::int64_t maxElements(const PlannedMessage &message,
                           std::int64_t rounds) const;

private:
  std::int64_t periodsPerRound = 0; ///< 0: equal parts
  int unitDepth = 0; ///< levels in what is not cut (CopyPattern::unitElements)
  std::int64_t roundCount = 1;
};

} // namespace redist::runtime

#endif
