//===- Segments.h - Arrays cut into segments --------------------*- C++ -*-===//
//
// Room Schedule. An array whose elements are combined one by one may travel in
// segments: while one is combined the next arrives, all along the tree. Comes
// in: a start-up cost per message and the costs of the whole array. Goes out:
// the number of segments, and the tree they pass along, with the length that
// the one-port model gives. The tree of every segment is the same, so cutting
// changes no bits of the result.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_REDUCTION_SEGMENTS_H
#define REDISTSCHEDULE_REDUCTION_SEGMENTS_H

#include "redistSchedule/Reduction/ReductionProgram.h"

namespace redist::schedule {

struct SegmentedCost {
  std::int64_t startup = 0;  ///< of each message, in ticks
  std::int64_t transfer = 1; ///< of the whole array
  std::int64_t combine = 1;
};

/// Length of `schedule`'s tree for an array in `segments` > 0 pieces, each of
/// whole ticks; each rank handles a segment of all its children, then sends it,
/// before the next segment, of which it may only receive a first operand while
/// it combines the last one of this. Exact for up to 4096 ranks, in
/// O(ranks * segments); beyond them the time of one segment, stretched from the
/// tree's length, and that of a busiest rank for each further one.
/// Precondition: the costs are not negative, lengths stay below 2^62.
std::int64_t segmentedLength(const ReductionSchedule &, const SegmentedCost &,
                             std::int64_t segments);

/// The least number of segments, at most `most`, of least length on this tree:
/// of all numbers where ranks * most^2 is at most 2^23, and else of 1, 2, 3, 4,
/// 6, 8, 12, 16, ... A function of its arguments alone.
std::int64_t bestSegments(const ReductionSchedule &, const SegmentedCost &,
                          std::int64_t most);

} // namespace redist::schedule

#endif
