//===- FusedScatter.h - Scattering a source to all its targets -*- C++ -*-===//
//
// Used where a rank may write to the storage of all receivers of its elements,
// and its own part of the source is contiguous, period by period: it copies run
// by run from the start of the source to its end, instead of once for each
// receiver. So the source is read from memory once, in an order that hardware
// prefetchers detect. The counterpart of FusedGather.h for runs of many cache
// lines. Comes in: a plan, and the ranks whose storage is visible. Elements
// after the last whole period are not included.
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
