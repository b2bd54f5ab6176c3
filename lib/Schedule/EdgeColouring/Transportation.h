//===- Transportation.h - Maximum-weight flows ------------------*- C++ -*-===//
//
// Private to lib/Schedule. Rows with supplies, columns with capacities, edges
// with values: how much of each supply should go along which edge so that the
// sum of values is greatest. Supplies need not be used up. Integral, exact.
//
//   supplies 2, 1; capacities 1, 2; values (0,0) 5, (0,1) 4, (1,0) 3:
//   flows 1, 1, 0, value 9
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_EDGECOLOURING_TRANSPORTATION_H
#define REDIST_LIB_SCHEDULE_EDGECOLOURING_TRANSPORTATION_H

#include <cstdint>
#include <vector>

namespace redist::schedule {

struct TransportationEdge {
  std::int32_t row, column;
  std::int64_t value; ///< > 0, < 2^62
};

struct TransportationProblem {
  std::vector<std::int64_t> supplies;    ///< of rows, >= 0
  std::vector<std::int64_t> capacities;  ///< of columns, >= 0
  std::vector<TransportationEdge> edges; ///< ascending rows; fewer than 2^31
};

/// Flow of each edge. Deterministic. Successive shortest paths with prices
/// (Dijkstra from one row at a time, ended at the first column that has room).
std::vector<std::int64_t> transport(const TransportationProblem &);

} // namespace redist::schedule

#endif
