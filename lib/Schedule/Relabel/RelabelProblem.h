//===- RelabelProblem.h - Relabelling as transportation ---------*- C++ -*-===//
//
// Private to lib/Schedule. Shared by the methods of choosing positions
// (Relabel.cpp): the processes of both grids, and edges that are products of
// one edge of each axis.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_RELABEL_RELABELPROBLEM_H
#define REDIST_LIB_SCHEDULE_RELABEL_RELABELPROBLEM_H

#include "EdgeColouring/Transportation.h"
#include "Support/Arithmetic.h"
#include "redistSchedule/Intersection/CommunicationGrid.h"
#include "redistSchedule/Layout/Assignment.h"

#include <algorithm>

namespace redist::schedule {

/// Elements are counted up to here, so that sums of two fit; more is as much.
inline constexpr std::int64_t maxElements = sizeLimit - 1;
/// Transportation problems of more edges are not made.
inline constexpr std::int64_t maxEdges = std::int64_t{1} << 22;

inline std::int64_t boundedProduct(std::int64_t a, std::int64_t b) {
  const Int128 product = Int128{a} * b;
  return product < maxElements ? static_cast<std::int64_t>(product)
                               : maxElements;
}

/// A process that is in both grids.
struct SharedProcess {
  std::int64_t target; ///< its position without relabelling
  std::int64_t source;
};

struct RelabelProblem {
  const Assignment &assignment;
  std::int64_t sourceRanks, targetRanks;
  std::vector<std::int64_t> sourceStrides, targetStrides;
  std::vector<SharedProcess> shared;
  /// By axis: whether it counts as superblocks, by the classes of its grid.
  std::vector<char> byClass;

  explicit RelabelProblem(const Assignment &);

  std::size_t dimensions() const { return assignment.dimensions(); }
  const Axis &axis(std::size_t k) const { return assignment.axes[k]; }
  std::int64_t sourceCoordinate(std::size_t k, std::int64_t rank) const {
    return rank / sourceStrides[k] % axis(k).source.ranks;
  }
  std::int64_t targetCoordinate(std::size_t k, std::int64_t rank) const {
    return rank / targetStrides[k] % axis(k).target.ranks;
  }
};

/// The grid of a regular axis.
inline CommunicationGrid gridOf(const Axis &axis) {
  return *CommunicationGrid::make({axis.source.cyclic(), axis.target.cyclic()});
}

/// A column that a row of one axis can have.
struct AxisEdge {
  std::int64_t column;
  std::int64_t value;
  std::int64_t classResidue; ///< where rows and columns are types
};

/// Edges of the rows of one axis.
struct AxisEdges {
  std::vector<std::vector<AxisEdge>> rows;
  std::int64_t columns = 1;
};

/// Edges of the product; columns are numbered row-major over the axes.
struct ProductEdges {
  std::vector<TransportationEdge> edges;
  /// For each edge and axis: its index in the row of the axis.
  std::vector<std::int32_t> parts;

  /// Appends those of one row, made of `coordinates` of the axes.
  void appendRow(const std::vector<AxisEdges> &axes,
                 const std::vector<std::int64_t> &coordinates,
                 std::int32_t row);
};

/// New position of each target process; -1: it is of no use anywhere.
using Positions = std::vector<std::int64_t>;

/// Where all axes count by class and all source ranks are shared: on types.
/// Nothing where there are more than maxEdges.
std::optional<Positions> positionsByTypes(const RelabelProblem &);
/// On the ranks that are shared; likewise.
std::optional<Positions> positionsByRanks(const RelabelProblem &);

} // namespace redist::schedule

#endif
