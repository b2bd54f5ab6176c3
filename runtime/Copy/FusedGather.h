//===- FusedGather.h - Gathering a target line by line ---------*- C++ -*-===//
//
// Used where a rank sees all elements that it receives, in the storage of
// others or in chunks of messages, and its own part of the target is
// contiguous, period by period: one program (GatherRow.h) replaces a copy from
// each source. Comes in: the pieces of a plan, and their visible addresses.
// Elements after the last whole period of a vector are not included.
//
// Of matrices, and of more dimensions, a row of the target (CopyPattern.h) is
// put together from those who have a part of it. They are a group: all rows
// that one of them has a part of are theirs.
//
//   A[n][m], CYCLIC(3) -> CYCLIC(5) in both dimensions on 2 x 2 ranks: rows of
//   even blocks come from ranks 0 and 1, of odd ones from 2 and 3; these are
//   two groups, and elements 0 1 2 of each row are of the first of a group.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_COPY_FUSEDGATHER_H
#define REDIST_RUNTIME_COPY_FUSEDGATHER_H

#include "Copy/GatherRow.h"
#include "Plan/RedistributionPlan.h"

namespace redist::runtime {

class FusedGather {
public:
  /// Pieces are `others`, which are plan.receives() where the rank gets
  /// messages as they are packed, or copies from storage; then plan.local().
  /// Nothing where no period lies in one piece. Refers to both.
  static std::optional<FusedGather>
  make(const RedistributionPlan &plan,
       const std::vector<PlannedMessage> &others);

  std::size_t groups() const { return groupList.size(); }
  /// Periods of a vector, or rows, that are all that a group writes.
  std::int64_t units(std::size_t group) const { return groupList[group].units; }
  /// Units before element `position` of the leading message of the group, whose
  /// first one is there. All pieces of a group have a part of each of them.
  std::int64_t unitsBefore(std::size_t group, std::int64_t position) const;
  /// A message that leads a group, or what stays where it has no other.
  const PlannedMessage &leader(std::size_t group) const {
    return *pieceList[groupList[group].pieces.front()].message;
  }
  /// Whether units are rows.
  bool hasRows() const { return areRows; }
  /// Elements of a piece, from its first one on, that units of a group hold.
  std::int64_t elementsIn(std::size_t group, std::size_t piece) const;
  /// The same of all groups; a piece is of one at most.
  std::int64_t elementsOf(std::size_t piece) const;

  /// Where a piece lies: all of its rank's storage, or a part of a message that
  /// begins a unit, at element `position` of it.
  void setSource(std::size_t piece, std::size_t object,
                 const std::byte *address, std::int64_t position = 0) {
    pieceList[piece].from[object] = {address, position};
  }
  /// Whether there are programs for these targets, an address an object.
  /// `combiners`: by object, of the next copies; empty: they replace what is
  /// there. Precondition: there are some iff the plan combines.
  bool prepare(std::span<std::byte *const> targets,
               std::span<const Combiner> combiners);
  /// Units [begin, end) of a group.
  /// Precondition: prepared, and the sources have them. `ahead`: as copyRuns().
  void copy(std::size_t group, std::span<std::byte *const> targets,
            std::int64_t begin, std::int64_t end, StoreKind stores,
            Prefetcher *prefetcher = nullptr);

private:
  struct Piece {
    const PlannedMessage *message = nullptr;
    std::int64_t perUnit = 0;            ///< elements; 0: it is of no group
    std::vector<RowSource> from;         ///< by object
    std::vector<std::int64_t> rowBegins; ///< of some rows, in storage
  };
  struct Group {
    std::int64_t firstRow = 0;       ///< where it begins, in the target
    std::vector<std::size_t> pieces; ///< by source
    std::size_t row = 0;             ///< its program
    std::int64_t units = 0;
  };

  FusedGather(const RedistributionPlan &plan,
              const std::vector<PlannedMessage> &others);
  void findGroups();
  bool addRow(Group &group);
  bool isWorth(const Group &group) const;
  void makeRoomAside();
  void findRows(const Group &group, std::int64_t begin, std::int64_t count);
  void copyRow(const Group &group, std::size_t object, std::byte *target,
               std::int64_t row, std::size_t index, StoreKind stores,
               Prefetcher *prefetcher);
  void copyPeriods(GatherRow &row, std::size_t object, std::byte *target,
                   std::span<const RowSource> from, std::int64_t begin,
                   std::int64_t end, StoreKind stores, Prefetcher *prefetcher);
  void copyRows(const Group &group, std::span<std::byte *const> targets,
                std::int64_t begin, std::int64_t count, StoreKind stores,
                Prefetcher *prefetcher);

  bool areRows;
  std::vector<std::int64_t> sizes; ///< of an element, by object
  std::vector<Piece> pieceList;
  std::vector<Group> groupList;
  std::vector<GatherRow> rows;
  std::vector<std::int64_t> targetRows; ///< where some rows begin
  std::vector<RowSource> sources;       ///< of a row
  std::span<const Combiner> combiners;  ///< of the execution
  std::vector<std::byte> aside;         ///< where what combines is put together
  std::size_t asideBegin = 0;           ///< at a line
};

} // namespace redist::runtime

#endif
