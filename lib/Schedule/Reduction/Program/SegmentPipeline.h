//===- SegmentPipeline.h - Segments along a tree ---------------*- C++ -*-===//
//
// Private to lib/Schedule/Reduction. The times of an array that travels along a
// reduction tree in segments. A rank receives and combines a segment of each
// child in turn, then sends it on, then comes the next segment. One thing may
// go before its turn: while the last combine of a segment runs, the first
// child's next segment is received if it can begin before that combine ends.
// A receive is posted when the combine before it begins.
//
//   2 ranks, d = c = 4, 4 segments: transfers end at 1 2 3 4, combines at 2 3 4
//   5; length 5, not 8
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_REDUCTION_PROGRAM_SEGMENTPIPELINE_H
#define REDIST_LIB_SCHEDULE_REDUCTION_PROGRAM_SEGMENTPIPELINE_H

#include "redistSchedule/Reduction/Segments.h"

namespace redist::schedule {

class SegmentPipeline {
public:
  /// The tree of root 0. O(ranks) roles.
  explicit SegmentPipeline(const ReductionSchedule &);

  /// Ticks for so many segments, each with these costs. O(ranks * segments).
  std::int64_t length(std::int64_t transfer, std::int64_t combine,
                      std::int64_t segments);

private:
  /// A rank of the tree, in the order of a search from the root.
  struct Place {
    std::size_t firstChild = 0, childCount = 0; ///< in the order of combines
    // What has happened so far.
    std::int64_t segment = -1; ///< the last one combined
    std::int64_t ready = 0;    ///< from when on it could be sent
    std::int64_t portFree = 0;
    std::int64_t combineStart = 0, combineEnd = 0;
    bool hasNext = false; ///< the first child's next segment is here
  };

  std::int64_t readyTime(std::size_t place, std::int64_t segment);
  void combineSegment(Place &, std::int64_t segment);
  std::int64_t earliestStart(const Place &, std::size_t child,
                             std::int64_t segment);
  void receive(Place &, std::size_t child, std::int64_t segment);

  std::vector<Place> places;
  std::int64_t transferCost = 0, combineCost = 0, segmentCount = 0;
};

} // namespace redist::schedule

#endif
