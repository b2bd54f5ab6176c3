//===- AxisSide.h - Positions of a section on one side ----------*- C++ -*-===//
//
// One side of an axis (Assignment.h): position t lies at index
// lower + t * stride of a dimension that is dealt in blocks. Which positions
// lie on a coordinate is a list of intervals that repeats (block-cyclic), one
// interval (gen_block) or everything (one rank).
//
//   CYCLIC(3) on 2, lower 1, stride 2:  t      0 1 2 3 4 5 6 ...
//   indices 1 3 5 7 9 11 13 ...         owner  0 1 1 0 1 1 0 ...
//   period 6 / gcd(6, 2) = 3; coordinate 1 has the interval [1, 3) in it
//
// A block that a short stride passes through gives one interval, found without
// looking at its elements; where the stride is longer than a block, each
// position has a block of its own, and those of a coordinate are found by a
// modular inverse.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_INTERSECTION_AXISSIDE_H
#define REDISTSCHEDULE_INTERSECTION_AXISSIDE_H

#include "redistSchedule/Layout/Assignment.h"

#include <array>

namespace redist::schedule {

/// Positions [begin, end).
struct Interval {
  std::int64_t begin, end;
};

/// Ascending disjoint intervals of one coordinate within [0, period), repeated
/// forever; a few of them need no memory.
class IntervalList {
public:
  /// Positions to the next repetition; 0: there is none.
  std::int64_t period = 0;

  std::size_t size() const { return count; }
  const Interval *begin() const {
    return count <= few.size() ? few.data() : many.data();
  }
  const Interval *end() const { return begin() + count; }
  void add(Interval);
  void sort();
  /// Positions in all intervals of one period.
  std::int64_t total() const;
  /// Positions below t, repetitions included.
  std::int64_t countBelow(std::int64_t t) const;
  /// Intervals that begin below `limit`, repetitions included, at most.
  std::int64_t sizeBelow(std::int64_t limit) const;
  /// Calls visit(Interval) for the parts of [begin, end) that are inside,
  /// ascending, repetitions included.
  template <typename Visit>
  void within(std::int64_t begin, std::int64_t end, Visit visit) const;

private:
  std::size_t count = 0;
  std::array<Interval, 4> few;
  std::vector<Interval> many;

  std::size_t firstEndingAfter(std::int64_t rest) const;
};

class AxisSide {
public:
  /// Precondition: check() found nothing wrong with the axis; length >= 0.
  /// `isStoredWhole`: each coordinate stores the whole dimension
  /// (Axis::sourceIsWhole): local indices are those of the dimension.
  AxisSide(const DimensionLayout &, std::int64_t lower, std::int64_t stride,
           std::int64_t length, bool isStoredWhole = false);

  std::int64_t ranks() const { return blocks.ranks; }
  /// Local indices from a position to the next in the same block.
  std::int64_t step() const { return stride; }
  /// One rank: every position is on it, and no border is between two.
  bool isWhole() const { return blocks.ranks == 1; }
  /// Owners and local indices relative to the first repeat after so many
  /// positions; 1 if isWhole(); 0: never (gen_block).
  std::int64_t period() const { return ownPeriod; }

  /// Local indices that `positions`, a multiple of period(), add.
  std::int64_t localAdvance(std::int64_t positions) const;
  /// Most positions in a row on one coordinate.
  std::int64_t longestPiece() const;
  /// No coordinate has more positions; exact where the axis is whole.
  std::int64_t maxOnCoordinate() const;

  /// Positions [t, end) lie in one block, on `coordinate`, from index `local`
  /// of it on.
  struct Piece {
    std::int64_t coordinate, local, end;
  };
  Piece pieceAt(std::int64_t t) const;
  /// Whether positions may lie on several coordinates (a halo). Then there is
  /// no pieceAt(); local indices of the halo before a part are negative, those
  /// behind it go on.
  bool overlaps() const { return before > 0 || after > 0; }
  /// The same of a coordinate. Precondition: t = next(coordinate, t) < length.
  Piece pieceOf(std::int64_t coordinate, std::int64_t t) const;
  /// First position on `coordinate` from t on; the length where there is none.
  /// Takes O(1), or O(log) of the layout's cycle for strides beyond a block.
  std::int64_t next(std::int64_t coordinate, std::int64_t t) const;
  /// About how many pieces `positions` neighbours are.
  std::int64_t piecesOf(std::int64_t positions) const;

  /// The positions of a coordinate below `limit` <= length, or below the end
  /// of the first period.
  IntervalList positionsOf(std::int64_t coordinate, std::int64_t limit) const;

private:
  /// Places of a coordinate before its first element.
  std::int64_t placesBefore(std::int64_t coordinate) const;
  Piece dealtPieceAt(std::int64_t t) const;
  std::int64_t indexAt(std::int64_t t) const { return lower + t * stride; }
  std::int64_t width() const { return stride < 0 ? -stride : stride; }
  std::int64_t cycle() const { return blocks.ranks * blocks.block; }
  bool isCyclic() const { return offsets.empty(); }
  std::int64_t largestSize() const;
  Interval windowOf(std::int64_t coordinate, std::int64_t limit) const;
  Interval positionsIn(std::int64_t firstIndex, std::int64_t endIndex,
                       std::int64_t limit) const;
  std::int64_t nextBlock(std::int64_t coordinate, std::int64_t t) const;
  std::int64_t nextSinglePosition(std::int64_t coordinate,
                                  std::int64_t t) const;
  void addBlocks(std::int64_t coordinate, std::int64_t limit,
                 IntervalList &) const;
  void addSinglePositions(std::int64_t coordinate, std::int64_t limit,
                          IntervalList &) const;

  BlockCyclic blocks;                 ///< of cyclic layouts
  std::int64_t lower, stride, length; ///< in the unshifted layout
  std::int64_t shift = 0;
  std::int64_t ownPeriod = 0;
  /// gen_block: first index of each coordinate, and the end; otherwise empty.
  std::vector<std::int64_t> offsets;
  std::int64_t before = 0, after = 0; ///< widths of the halo
  std::int64_t common = 1;            ///< cyclic: gcd of stride and cycle
  bool isStoredWhole = false;
};

template <typename Visit>
void IntervalList::within(std::int64_t from, std::int64_t to,
                          Visit visit) const {
  if (count == 0 || from >= to)
    return;
  std::int64_t base = period == 0 ? 0 : from / period * period;
  std::size_t i = firstEndingAfter(from - base);
  for (;; i = 0, base += period) {
    for (; i < count; ++i) {
      const Interval &one = begin()[i];
      if (one.begin >= to - base)
        return;
      visit(Interval{one.begin + base < from ? from : one.begin + base,
                     one.end > to - base ? to : one.end + base});
    }
    if (period == 0 || period >= to - base)
      return;
  }
}

} // namespace redist::schedule

#endif
