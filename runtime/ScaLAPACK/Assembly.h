//===- Assembly.h - Processes of a context and their state -----*- C++ -*-===//
//
// A routine of ScaLAPACK is called by all processes of a context, some of which
// may know nothing of a matrix. An assembly is what these processes share: the
// state of their communicator (plans, messages), one small reduction by which
// everybody learns what some know and whether anybody sees an error, and the
// communicator ranks of the grids that have been met.
//
// It is kept with the context's communicator and freed with it, so a context
// that takes the number of an older one never finds the older one's. Contexts
// of all processes share the assembly of MPI_COMM_WORLD: programs make and free
// such contexts around every call, and the plans should outlive them.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_SCALAPACK_ASSEMBLY_H
#define REDIST_SCALAPACK_ASSEMBLY_H

#include "Blacs.h"

#include "../Communicator/CommunicatorState.h"
#include "../Support/BufferArena.h"

#include <array>
#include <cstdint>
#include <limits>
#include <list>
#include <optional>
#include <vector>

namespace redist::scalapack {

/// What one process says of a call, and after the reduction what all say.
struct ArgumentVote {
  static constexpr std::size_t fieldCount = 22;
  static constexpr std::size_t gridCount = 2;

  /// Least and greatest of what the processes that know a field say. Where
  /// nobody does, the least is greater than the greatest.
  std::array<std::int64_t, fieldCount> least, greatest;
  /// For each grid: how many processes are in it, and a sum that tells whether
  /// it lies on the same ranks as a grid met before.
  std::array<std::int64_t, gridCount> members{}, fingerprint{};
  /// The first wrong argument, by its place in the argument list, and the
  /// least rank that sees it: place * 2^32 + rank.
  std::int64_t problem = nothing;
  static constexpr auto nothing = std::numeric_limits<std::int64_t>::max();

  ArgumentVote();
  void say(std::size_t field, std::int64_t value) {
    least[field] = greatest[field] = value;
  }
  bool isKnown(std::size_t field) const {
    return least[field] <= greatest[field];
  }
  bool isAgreed(std::size_t field) const {
    return least[field] == greatest[field];
  }
};

/// Communicator ranks by position of a grid, row by row.
struct RankMap {
  std::int64_t rows = 0, columns = 0;
  std::int64_t fingerprint = 0;
  std::vector<int> rankOf;
};

class Assembly {
public:
  /// The assembly of a communicator. Its first call is collective. Throws
  /// redist::error where MPI is not running.
  static Assembly &of(MPI_Comm);

  explicit Assembly(runtime::CommunicatorState &);
  Assembly(const Assembly &) = delete;
  Assembly &operator=(const Assembly &) = delete;
  ~Assembly();

  runtime::CommunicatorState &state() const { return communicatorState; }
  int rank() const { return communicatorState.rank(); }
  int size() const { return communicatorState.size(); }

  /// This process is at `position` of grid `which` of the ballot.
  void enter(ArgumentVote &, std::size_t which, std::int64_t position) const;
  /// What all processes say. Collective.
  ArgumentVote vote(const ArgumentVote &) const;
  /// The same for calls that some processes may not need to vote on. One that
  /// votes that something is wrong does not wait for ever: nothing where the
  /// others have not come by then. Votes of both kinds do not meet.
  std::optional<ArgumentVote> voteWithPatience(const ArgumentVote &) const;
  /// The ranks of grid `which` of a ballot that all have cast, which has
  /// rows * columns members. `position`: of this process, -1 where it is not in
  /// it. Collective; only a grid not met before is exchanged. The reference
  /// stays good until the second call after this one.
  const RankMap &ranksOf(const ArgumentVote &, std::size_t which,
                         std::int64_t rows, std::int64_t columns,
                         std::int64_t position);

  /// Room for `bytes` bytes, kept for the next call.
  std::byte *buffer(std::int64_t bytes) {
    arena.reserve(bytes);
    return arena.data();
  }

private:
  static Assembly &make(MPI_Comm);

  runtime::CommunicatorState &communicatorState;
  MPI_Datatype ballotType = MPI_DATATYPE_NULL;
  MPI_Op ballotSum = MPI_OP_NULL;
  runtime::BufferArena arena;
  std::list<RankMap> maps; ///< most recently used first
};

} // namespace redist::scalapack

#endif
