//===- PlanParameters.h - Inputs of a rank's plan --------------*- C++ -*-===//
//
// One call of a redistribution, checked and completed: the assignment with its
// true lengths, where both grids lie in the communicator, and how a rank stores
// its local blocks. The border between the calls that users make
// (Redistribute.cpp) and the plan of one rank (RedistributionPlan.h).
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PLAN_PLANPARAMETERS_H
#define REDIST_RUNTIME_PLAN_PLANPARAMETERS_H

#include "Plan/ListedAxis.h"

#include "redistSchedule/Layout/Assignment.h"

#include <vector>

namespace redist::runtime {

/// Communicator ranks of the positions of a grid.
struct GridPlacement {
  std::int64_t firstRank = 0;
  std::vector<int> rankOf; ///< by position; empty: firstRank + position

  bool operator==(const GridPlacement &) const = default;
  int rank(std::int64_t position) const {
    return rankOf.empty() ? static_cast<int>(firstRank + position)
                          : rankOf[static_cast<std::size_t>(position)];
  }
};

/// Elements of room beside a rank's part of one dimension.
struct Margin {
  std::int64_t before = 0, after = 0;

  bool operator==(const Margin &) const = default;
  /// Of so many elements with the room; there is none around nothing.
  std::int64_t around(std::int64_t elements) const {
    return elements == 0 ? 0 : before + elements + after;
  }
};

struct PlanParameters {
  /// All axes have their lengths; its sharing agrees with the placements.
  schedule::Assignment assignment;
  GridPlacement source, target;
  /// Whole extents of both arrays by their own dimensions: local shapes follow
  /// from them (the outermost one of a side may be unknown, -1). Copies are
  /// dimensions of one element and stride 0.
  std::vector<std::int64_t> sourceExtents, targetExtents;
  /// Room in the storage of all ranks, by its own dimensions; empty: none.
  std::vector<Margin> sourceRoom, targetRoom;
  /// In place, all ranks keep their parts: nothing but halos travels.
  bool movesHaloAlone = false;
  /// And this rank's storage has the same lead: what it keeps is in its place.
  /// A rank's own affair.
  bool staysInPlace = false;
  /// Elements between neighbours along each dimension in this rank's storage,
  /// where it is not dense (a leading dimension); empty: dense. A rank's own
  /// affair: other ranks may have others.
  std::vector<std::int64_t> sourceStrides, targetStrides;
  /// First dimension contiguous instead of the last.
  bool columnMajor = false;
  /// Bytes of an element of each object; messages of all objects to the same
  /// rank travel as one.
  std::vector<std::int64_t> elementSizes;
  /// By axis, of those with shares this rank's part; empty: there are none.
  std::vector<std::shared_ptr<const ListedAxis>> listed;
  bool combines = false; ///< what arrives, with what is there (accumulate)
  int rank = 0;          ///< of this process in the communicator
  int rankCount = 0;     ///< size of the communicator

  bool operator==(const PlanParameters &) const = default;
};

} // namespace redist::runtime

#endif
