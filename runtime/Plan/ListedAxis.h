//===- ListedAxis.h - A rank's runs on an axis of any owners ---*- C++ -*-===//
//
// What a rank gives and gets along an axis on which elements lie on any
// coordinates (AxisShares.h): by the coordinate of the other side, runs of
// elements that follow one another in both storages, in the order of the
// target's, on both ranks alike. Memory: proportional to the rank's elements.
//
//   source stores 4 7 5, target wants 7 0 5 4: runs {1 -> 0}, {2 -> 2}, {0 ->
//   3}
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PLAN_LISTEDAXIS_H
#define REDIST_RUNTIME_PLAN_LISTEDAXIS_H

#include "Support/TripleLists.h"

#include "redistSchedule/Layout/AxisShares.h"

#include <memory>

namespace redist::runtime {

/// The runs of one coordinate with each coordinate of the other side: [source,
/// target, length], `length` elements from local index `source` on go to those
/// from `target` on.
using ListedRuns = TripleLists;

struct ListedAxis {
  std::shared_ptr<const schedule::AxisShares> shares;
  /// This rank's coordinates; -1: outside the grid.
  std::int64_t source = -1, target = -1;
  ListedRuns sends, receives; ///< none outside the grids
  double meanRun = 1;         ///< elements; the same on all ranks
};

} // namespace redist::runtime

#endif
