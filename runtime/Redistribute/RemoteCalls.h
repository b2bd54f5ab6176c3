//===- RemoteCalls.h - What the two sides have told each other -*- C++ -*-===//
//
// Calls between two groups, kept so that sides which say again what they have
// said before need not tell each other. Comes in: this rank's view of its side.
// Goes out: both sides, the same on all ranks.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDISTRIBUTE_REMOTECALLS_H
#define REDIST_RUNTIME_REDISTRIBUTE_REMOTECALLS_H

#include "Call/RemoteSide.h"
#include "Communicator/CommunicatorState.h"
#include "Redistribute/RedistributionAgreement.h"
#include "Support/RecentEntries.h"

#include <memory>

namespace redist::runtime {

/// Both sides of a call.
struct CoupledSides {
  std::unique_ptr<RemoteSide> source, target;
  /// First what tells it from all others, then what a plan depends on.
  std::vector<std::int64_t> words;
};

class RemoteCalls {
public:
  /// What the other side said when this one last said `words` at the directive;
  /// null: nothing yet. Not collective.
  const CoupledSides *find(std::span<const std::int64_t> words,
                           const directive &where);
  /// The sides tell each other. `own`: words and problem of this rank alone.
  /// `words`: of its side (wordsOf()). Throws the same redist::error on every
  /// rank of both groups where any has a problem, the ranks of a group differ,
  /// or the sides do not fit. Collective.
  const CoupledSides &exchange(const CommunicatorState &state,
                               const CallSignature &own,
                               std::span<const std::int64_t> words,
                               const directive &where);

private:
  struct Entry {
    std::vector<std::int64_t> words;
    std::string file; ///< where the directive stands
    int line;
    CoupledSides sides;
  };
  Entry *findEntry(std::span<const std::int64_t> words, const directive &where);

  RecentEntries<Entry> entries;
};

} // namespace redist::runtime

#endif
