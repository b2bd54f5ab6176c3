//===- SharedRuns.h - Shared elements of an axis as runs -------*- C++ -*-===//
//
// Enumerates the positions of an axis (Assignment.h) that a coordinate of one
// side shares with each coordinate of the other, as strided groups of runs.
// Comes in: the two sides, a range of positions, whose coordinates. Goes out:
// one call a group; for a pair of coordinates the calls come in the same order
// whoever asks. How many elements they are: AxisFinder.h.
//
// Where the blocks of one side hold whole periods of the other, a block gives
// each coordinate of the other at most three groups a block of that period: a
// cut block, the complete ones at a constant spacing, another cut block. So
// block -> cyclic takes a few groups, not one a block. Otherwise each meeting
// of two blocks is a run of its own.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_INTERSECTION_SHAREDRUNS_H
#define REDISTSCHEDULE_INTERSECTION_SHAREDRUNS_H

#include "redistSchedule/Intersection/AxisSide.h"

#include <functional>

namespace redist::schedule {

/// `count` runs of `length` positions on a pair of coordinates; local indices
/// advance by the sides' steps within a run, by the strides from run to run.
struct SharedRuns {
  std::int64_t sourceCoordinate;
  std::int64_t targetCoordinate;
  std::int64_t source; ///< local indices of the first position
  std::int64_t target;
  std::int64_t length;
  std::int64_t count;
  std::int64_t sourceStride;
  std::int64_t targetStride;
};

inline constexpr std::int64_t anyCoordinate = -1;

/// Calls `visit` for all runs in `range` of the given coordinates; one of them
/// at least is given.
void forEachSharedRuns(const AxisSide &source, std::int64_t sourceCoordinate,
                       const AxisSide &target, std::int64_t targetCoordinate,
                       Interval range,
                       const std::function<void(const SharedRuns &)> &visit);

/// Positions after which the pairs of coordinates repeat; 0: they do not, or
/// not below 2^62.
std::int64_t sharedPeriod(const AxisSide &source, const AxisSide &target);

} // namespace redist::schedule

#endif
