//===- AgreedCalls.h - Cache of calls already agreed on --------*- C++ -*-===//
//
// What all processes of a p?tran are called with is theirs alike: its arguments
// are global but for the leading dimensions, the addresses and the values. So
// what they have agreed on once for a context they need not agree on again: all
// of them find a call here, or none does. It goes with the communicator of the
// context; another context on the same processes may have another grid.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_SCALAPACK_AGREEDCALLS_H
#define REDIST_SCALAPACK_AGREEDCALLS_H

#include "Assembly.h"

namespace redist::scalapack {

class AgreedCalls {
public:
  /// The global arguments, as on a ballot.
  using Arguments = std::array<std::int64_t, ArgumentVote::fieldCount>;

  /// Those of a context's communicator. Not collective. Throws redist::error
  /// where MPI is not running.
  static AgreedCalls &of(MPI_Comm);

  /// The ranks of the context's grid; null where these arguments are new. To be
  /// called by all processes of the context, in the same order, as add() is:
  /// then it has the same answer on all.
  const RankMap *find(const Arguments &);
  /// Calls with these arguments, all of which lie on this grid, are known from
  /// now on, until many others have been.
  void add(const Arguments &, const RankMap &ofContext);

private:
  std::list<Arguments> known; ///< most recently used first
  RankMap grid;
};

} // namespace redist::scalapack

#endif
