//===- FusedScatter.h - Scattering a source to all its targets -*- C++ -*-===//
//
// Where a rank may write to the storage of all who are to have its elements,
// and its own part of the source lies in one piece, period by period: run by
// run from the begin of the source to its end, instead of a copy to each. So
// the source comes from memory once, and in its order, which processors
// foresee. The counterpart of FusedGather.h for runs of many lines. Comes in: a
// plan, and whose storage the rank sees. What follows the last whole period is
// not part of it.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_COPY_FUSEDSCATTER_H
#define REDIST_RUNTIME_COPY_FUSEDSCATTER_H

#include "Copy/RankPeriods.h"

#include <span>

namespace redist::runtime {

/// The periods of this rank's source. Nothing where there are none, or where
/// `isSeen` (by rank) and the rank itself do not have all of the target.
std::optional<RankPeriods> scatterPeriods(const RedistributionPlan &plan,
                                          const std::vector<bool> &isSeen);

class FusedScatter {
public:
  FusedScatter(RankPeriods scattered,
               const std::vector<std::int64_t> &elementSizes);

  /// Ranks whose storage is written, by target.
  const std::vector<int> &ranks() const { return scatter.ranks; }
  std::int64_t periods() const { return scatter.periods; }
  void setTarget(std::size_t target, std::size_t object, std::byte *storage) {
    to[object * scatter.ranks.size() + target] = storage;
  }
  /// Periods [begin, end). Precondition: all targets set.
  void copy(std::span<const std::byte *const> sources, std::int64_t begin,
            std::int64_t end, StoreKind stores) const;

private:
  RankPeriods scatter;             ///< peers are targets
  std::vector<std::int64_t> sizes; ///< of an element, by object
  std::vector<std::byte *> to;     ///< by object and target
};

} // namespace redist::runtime

#endif
