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

#include "redistSchedule/Layout/AxisShares.h"

#include <memory>
#include <span>
#include <vector>

namespace redist::runtime {

/// `length` elements from local index `source` on go to those from `target` on.
struct ListedRun {
  std::int64_t source, target, length;
};

/// The runs of one coordinate with each coordinate of the other side.
class ListedRuns {
public:
  ListedRuns() = default;
  /// `runs`: one partner's after another's; `counts`: how many each has.
  ListedRuns(std::vector<ListedRun> runs,
             const std::vector<std::int64_t> &counts);

  std::span<const ListedRun> of(std::int64_t partner) const;
  const std::vector<ListedRun> &all() const { return runs; }
  /// Runs of each partner.
  std::vector<std::int64_t> counts() const;

private:
  std::vector<ListedRun> runs;
  std::vector<std::size_t> begins; ///< by partner, and the end
};

struct ListedAxis {
  std::shared_ptr<const schedule::AxisShares> shares;
  /// This rank's coordinates; -1: outside the grid.
  std::int64_t source = -1, target = -1;
  ListedRuns sends, receives; ///< none outside the grids
  double meanRun = 1;         ///< elements; the same on all ranks
};

} // namespace redist::runtime

#endif
