//===- ProductGrid.h - Communication grids of several axes -----*- C++ -*-===//
//
// Private to lib/Schedule. The product of the communication grids of regular
// axes (CommunicationGrid.h), for one superblock of each: p owes q something
// iff it does on every axis. So everything multiplies: a class is a tuple of
// classes, and likewise row types, column types, block coordinates x and y,
// copies; its weight is the product of weights. A tuple class is a complete
// K(alpha, beta), alpha = prod alpha_k, between the row blocks and the column
// blocks of its types (docs/SchedulingMath.md, section 7).
//
// Tuples are numbered row-major over the axes. Entry (C * alpha + X) * beta + Y
// of a table is the message (C, X, Y) of the quotient.
//
//   cyclic(1) on 2 -> cyclic(2) on 2, twice: 4 * 4 tuples of weight 1,
//   alpha = beta = 4 ... and ranks 4 -> 4: all-to-all, NS = 4
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PRODUCT_PRODUCTGRID_H
#define REDIST_LIB_SCHEDULE_PRODUCT_PRODUCTGRID_H

#include "redistSchedule/EdgeColouring/Colouring.h"
#include "redistSchedule/Layout/Assignment.h"
#include "redistSchedule/OneDimension/Bounds.h"

namespace redist::schedule {

/// Coordinates of the ranks of one side, by axis.
class RankNumbering {
public:
  static RankNumbering ofSource(const Assignment &);
  static RankNumbering ofTarget(const Assignment &);

  std::int64_t ranks() const { return rankCount; }
  std::int64_t extent(std::size_t axis) const { return extents[axis]; }
  std::int64_t stride(std::size_t axis) const { return strides[axis]; }
  std::int64_t coordinate(std::int64_t rank, std::size_t axis) const {
    return rank / strides[axis] % extents[axis];
  }

private:
  std::int64_t rankCount = 1;
  std::vector<std::int64_t> extents, strides;
};

/// One message of a rank.
struct ProductMessage {
  std::int64_t partner;
  std::int64_t length;
  std::int64_t entry; ///< of a table over the quotient
};

class ProductGrid {
public:
  /// Lengths and sharing of the assignment are not looked at. TooLarge; errors
  /// as CommunicationGrid::make. Precondition: all axes are regular.
  static Result<ProductGrid> make(const Assignment &);

  std::size_t dimensions() const { return grids.size(); }
  const CommunicationGrid &grid(std::size_t axis) const { return grids[axis]; }
  const RankNumbering &sources() const { return sourceRanks; }
  const RankNumbering &targets() const { return targetRanks; }
  std::int64_t alpha() const { return alphaValue; }
  std::int64_t beta() const { return betaValue; }
  std::int64_t rowTypes() const { return rowTypeCount; }
  std::int64_t columnTypes() const { return columnTypeCount; }
  std::int64_t classCount() const { return n; }
  std::int64_t minimumSteps() const;
  std::int64_t messageCount() const { return quotientSize() * copies; }
  std::int64_t quotientSize() const { return n * alphaValue * betaValue; }
  bool isAllToAll() const;

  /// Elements that one unit of a length stands for: 1 where the product of the
  /// superblocks stays below 2^62.
  double lengthUnit() const { return unit; }
  /// Whether the lengths of an axis enter the product as they are.
  bool isExact(std::size_t axis) const { return axisUnits[axis] == 1; }
  /// Length that class number c of an axis contributes.
  std::int64_t weight(std::size_t axis, std::int64_t classNumber) const;
  /// Length of p -> q; 0: no message.
  std::int64_t length(std::int64_t p, std::int64_t q) const;
  /// Entry of a message in a table; -1 where there is none.
  std::int64_t entryOf(std::int64_t p, std::int64_t q) const;

  /// Messages of a rank, in the order of tuples; replaces `result`.
  void row(std::int64_t p, std::vector<ProductMessage> &result) const;
  void column(std::int64_t q, std::vector<ProductMessage> &result) const;
  /// Number of messages of a rank.
  std::int64_t rowDegree(std::int64_t p) const;
  std::int64_t columnDegree(std::int64_t q) const;

  /// The quotient, as solvers and colourings take it; edges in the order of
  /// table entries. Precondition: fewer than 2^31 entries.
  ClassProblem classProblem(std::int64_t stepCount) const;
  BipartiteGraph quotientGraph() const;
  /// Type of a rank's row block or column block: a tuple, as a number.
  std::int64_t rowType(std::int64_t p) const;
  std::int64_t columnType(std::int64_t q) const;
  /// NS_opt of all messages, and the sorted bound of those that travel: where
  /// the ranks are shared, a rank keeps one message at most, so that the i-th
  /// longest of the others is no shorter than the (i+1)-th of all. Types that
  /// have a rank that keeps none count all their messages.
  LowerBounds bounds(const RankSharing & = {}) const;

private:
  explicit ProductGrid(std::vector<CommunicationGrid>, const Assignment &);
  void chooseUnits();
  void appendAxis(std::size_t axis, std::int64_t coordinate, bool isRow,
                  std::vector<ProductMessage> &factor) const;
  void product(std::int64_t rank, bool isRow,
               std::vector<ProductMessage> &result) const;

  std::vector<CommunicationGrid> grids;
  RankNumbering sourceRanks, targetRanks;
  std::int64_t alphaValue = 1, betaValue = 1, rowTypeCount = 1,
               columnTypeCount = 1, n = 1, copies = 1;
  /// What one more in the class number, x or y of an axis adds to an entry.
  std::vector<std::int64_t> classStride, xStride, yStride;
  std::vector<std::int64_t> axisUnits;
  double unit = 1;
};

} // namespace redist::schedule

#endif
