//===- AxisMatch.h - Who sends what along an axis of any owners *- C++ -*-===//
//
// Comes in: both sides of one axis, one of them indirect or listed. Goes out:
// the runs that this rank sends and receives along it, and what each pair of
// coordinates shares. Of the ranks with the same coordinate the first one asks
// for all, and tells the others.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_OWNERS_AXISMATCH_H
#define REDIST_RUNTIME_OWNERS_AXISMATCH_H

#include "Owners/Homes.h"

namespace redist::runtime {

class AxisMatch {
public:
  /// A dimension of a side.
  struct Dimension {
    const ResolvedSide &side;
    std::size_t number;
  };
  /// `maySum`: what several owners of an index have is combined.
  AxisMatch(const Call &call, Dimension source, Dimension target, bool maySum,
            MPI_Comm comm, int rank, int size);

  /// Null, on every rank, where they are to be combined for some index. Throws
  /// the same redist::error (no position) on every rank where an index of the
  /// source has no owner, or two that it must not have. Collective.
  std::shared_ptr<const ListedAxis> find();

private:
  /// The ranks of a side along the axis.
  struct Places {
    std::int64_t own = -1;                  ///< this rank's coordinate
    std::vector<int> firstRank;             ///< by coordinate
    std::vector<std::int64_t> coordinateOf; ///< by rank, of first ranks; or -1
    std::vector<int> others; ///< of this rank's coordinate, if it is the first

    Places(const Dimension &dimension, int rank, int size);
    bool isFirst(int rank) const {
      return own >= 0 && firstRank[static_cast<std::size_t>(own)] == rank;
    }
  };

  /// Absent: some have several owners.
  std::optional<ListedRuns> findReceives(const PositionRuns &wanted) const;
  ListedRuns findByFormula(const PositionRuns &wanted) const;
  void requireMany(const PositionRuns &owned) const;
  bool requireOwners(const Homes &homes) const;
  std::string textOf(const WrongPosition &wrong) const;
  ListedRuns tellSources(const ListedRuns &receives) const;
  ListedRuns shareAlong(const Places &places, ListedRuns known) const;
  void gatherShares(const ListedRuns &receives, ListedAxis &axis) const;

  const Call &call;
  Dimension source, target;
  bool maySum;
  MPI_Comm comm;
  int rank, size;
  std::int64_t length;
  Places sources, targets;
};

} // namespace redist::runtime

#endif
