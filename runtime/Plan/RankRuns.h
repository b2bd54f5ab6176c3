//===- RankRuns.h - All runs of one axis, grouped --------------*- C++ -*-===//
//
// Enumerates the positions of an axis (schedule/Assignment.h) that a coordinate
// of one side shares with each coordinate of the other, as strided groups of
// runs. Comes in: the two sides, a range of positions, whose coordinates.
// Goes out: one call a group; for a pair of coordinates the calls come in the
// same order whoever asks.
//
// Where the blocks of one side hold whole periods of the other, a block gives
// each coordinate of the other at most three groups a block of that period: a
// cut block, the complete ones at a constant spacing, another cut block. So
// block -> cyclic takes a few groups, not one a block. Otherwise each meeting
// of two blocks is a run of its own.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PLAN_RANKRUNS_H
#define REDIST_RUNTIME_PLAN_RANKRUNS_H

#include "redistSchedule/Layout/Assignment.h"

#include <functional>

namespace redist::runtime {

/// Half-open range of positions of an axis.
struct PositionRange {
  std::int64_t begin;
  std::int64_t end;
};

/// How the positions of an axis lie on the coordinates of one side: position t
/// is element lower + t * stride of the dimension.
class AxisSide {
public:
  AxisSide(const schedule::DimensionLayout &layout, std::int64_t lower,
           std::int64_t stride, std::int64_t length);

  std::int64_t ranks() const { return layout->ranks; }
  bool isWhole() const { return layout->ranks == 1; }
  /// Local indices from a position to the next on the same block.
  std::int64_t step() const { return stride; }
  /// Positions after which coordinates repeat; 0: they do not.
  std::int64_t period() const { return positionsPerPeriod; }
  /// Local indices that `positions`, a multiple of period(), add.
  std::int64_t localAdvance(std::int64_t positions) const;
  /// Most positions in a row on one coordinate.
  std::int64_t longestPiece() const;
  /// No coordinate has more positions; exact where the axis is whole.
  std::int64_t mostOnCoordinate() const;

  /// Positions [position, end) lie on `coordinate`, from `local` on.
  struct Piece {
    std::int64_t coordinate;
    std::int64_t local;
    std::int64_t end;
  };
  Piece pieceAt(std::int64_t position) const;
  /// First position on `coordinate` from `position` on; the axis's length
  /// where there is none.
  std::int64_t next(std::int64_t coordinate, std::int64_t position) const;

private:
  PositionRange positionsOf(std::int64_t indexBegin,
                            std::int64_t indexEnd) const;
  std::int64_t nextOfBlocks(std::int64_t coordinate,
                            std::int64_t position) const;

  const schedule::DimensionLayout *layout;
  std::int64_t lower, stride, length;
  std::int64_t positionsPerPeriod;
  std::vector<std::int64_t> starts; ///< of irregular blocks, and their end
};

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
                       PositionRange range,
                       const std::function<void(const SharedRuns &)> &visit);

/// Positions after which the pairs of coordinates repeat; 0: they do not, or
/// not within 62 bits.
std::int64_t sharedPeriod(const AxisSide &source, const AxisSide &target);

} // namespace redist::runtime

#endif
