//===- CyclicProblem.h - A matrix of blocks on a grid of ranks -*- C++ -*-===//
//
// The data of one rank for a redistribution from cyclic blocks to others, and
// what it shares with whom, as somebody who packs by hand would write it. A
// vector is a matrix of one column. Matrices lie in columns.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_REDISTRIBUTE_CYCLICPROBLEM_H
#define REDIST_BENCHMARK_REDISTRIBUTE_CYCLICPROBLEM_H

#include "Redistribute/BenchCase.h"

#include <algorithm>

namespace bench {

/// One dimension on the ranks of a row or column of the grid.
struct CyclicAxis {
  std::int64_t extent, source, target; ///< blocks
  std::int64_t ranks, coordinate;

  std::int64_t local(std::int64_t block) const {
    return redist::local_extent(extent, block, ranks, coordinate);
  }
  std::int64_t globalIndex(std::int64_t at, std::int64_t block) const {
    return (at / block * ranks + coordinate) * block + at % block;
  }
  /// visit(partner, local index, length) for the runs in local indices [0,
  /// end) of my blocks of size `mine` that lie in one block of size `other`.
  template <typename Visit>
  void forEachRun(std::int64_t mine, std::int64_t other, std::int64_t end,
                  Visit visit) const {
    for (std::int64_t at = 0; at < end;) {
      const std::int64_t global = globalIndex(at, mine);
      const std::int64_t length =
          std::min({mine - at % mine, other - global % other, end - at});
      visit(global / other % ranks, at, length);
      at += length;
    }
  }
};

struct CyclicProblem {
  CyclicProblem(const CyclicShape &shape, int side);

  std::string name() const;
  int rankOf(std::int64_t row, std::int64_t column) const {
    return static_cast<int>(row * columns.ranks + column);
  }
  std::int64_t sourceElements() const {
    return rows.local(rows.source) * columns.local(columns.source);
  }
  std::int64_t targetElements() const {
    return rows.local(rows.target) * columns.local(columns.target);
  }
  /// The number that all doubles of an element hold, element by element.
  template <typename Visit>
  void forEachElement(bool ofTarget, Visit visit) const {
    const std::int64_t rowBlock = ofTarget ? rows.target : rows.source;
    const std::int64_t columnBlock = ofTarget ? columns.target : columns.source;
    std::int64_t at = 0;
    for (std::int64_t j = 0; j < columns.local(columnBlock); ++j)
      for (std::int64_t i = 0; i < rows.local(rowBlock); ++i)
        visit(at++, static_cast<double>(columns.globalIndex(j, columnBlock) *
                                            rows.extent +
                                        rows.globalIndex(i, rowBlock)));
  }
  void fillSource(double *source) const;
  bool isResult(const double *target) const;

  CyclicShape shape;
  CyclicAxis rows, columns;
};

} // namespace bench

#endif
