//===- Rounds.h - Where the messages of a plan are cut ---------*- C++ -*-===//
//
// Messages that travel together are cut at the same places of the global index
// space, so that their chunks touch the same part of the user's storage: into
// rounds of as many superblocks as keep the longest message of the grid within
// a given size. Where a superblock is longer than that, every message is cut
// into the same number of equal parts. What follows the last whole superblock
// counts as one more. Sender and receiver find the same places: all that goes
// in is known to both.
//
//   CYCLIC(64) -> CYCLIC(96) on 4 ranks, doubles: 768 elements a superblock,
//   64 or 32 of them a message. Rounds of 16 KB: 32 superblocks; a round of the
//   messages has 2048 or 1024 elements, all from the same 24576.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_ROUNDS_H
#define REDIST_RUNTIME_ROUNDS_H

#include "RedistributionPlan.h"

namespace redist::runtime {

class Rounds {
public:
  Rounds(const RedistributionPlan &plan, std::int64_t roundBytes);

  /// The same on all ranks.
  std::int64_t count() const { return roundCount; }
  /// First element of round `round` of a message of `length` elements, of
  /// which `perPeriod` come from a superblock; `length` from count() on.
  std::int64_t begin(std::int64_t length, std::int64_t perPeriod,
                     std::int64_t round) const;

private:
  std::int64_t periods;
  std::int64_t periodsPerRound; ///< 0: equal parts
  std::int64_t roundCount;
};

} // namespace redist::runtime

#endif
