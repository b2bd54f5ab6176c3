//===- LevelRuns.h - Runs of one axis level, by partner --------*- C++ -*-===//
//
// From what coordinates share of an axis (SharedRuns.h) to what a rank copies
// of a level (AxisRuns.h). Comes in: the level, the rank's coordinates and the
// strides of its storage. Goes out: runs in elements, for each coordinate of
// the other side that shares any. Where storage has gaps inside a merged level,
// runs are split there.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PLAN_LEVELRUNS_H
#define REDIST_RUNTIME_PLAN_LEVELRUNS_H

#include "Plan/PlanShape.h"
#include "redistSchedule/Intersection/SharedRuns.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace redist::runtime {

/// A rank on one side of the plan, axis by axis.
struct RankPlace {
  std::vector<std::int64_t> coordinates;
  std::vector<std::int64_t> strides; ///< elements between neighbours
  /// From where the storage begins to where the part does.
  std::vector<std::int64_t> origins;
};

/// The runs of a level, by the coordinate of the side that is not here: of
/// those alone that have runs, since ranks may be very many.
class PartnerRuns {
public:
  /// `steps`: of all the runs.
  explicit PartnerRuns(RunSteps steps)
      : nothing(RunList(steps), 0, 0, 0, RunList(steps)) {}

  /// Partners are added in ascending order.
  void add(std::int64_t partner, AxisRuns ofPartner) {
    partners.push_back(partner);
    runs.push_back(std::move(ofPartner));
  }
  /// Empty where the partner has none.
  const AxisRuns &of(std::int64_t partner) const {
    const auto at = std::ranges::lower_bound(partners, partner);
    return at != partners.end() && *at == partner
               ? runs[static_cast<std::size_t>(at - partners.begin())]
               : nothing;
  }

private:
  std::vector<std::int64_t> partners;
  std::vector<AxisRuns> runs;
  AxisRuns nothing;
};

class LevelRuns {
public:
  /// `source`, `target`: this rank; one is null where the other side of the
  /// pattern is the message. Refers to everything.
  LevelRuns(const schedule::Assignment &ofAssignment, const PlanLevel &ofLevel,
            const RankPlace *sourcePlace, const RankPlace *targetPlace)
      : assignment(ofAssignment), level(ofLevel), source(sourcePlace),
        target(targetPlace) {}

  /// Where both places are here, partner 0 alone.
  PartnerRuns collect() const;

private:
  /// `count` times, with the offsets between.
  struct Loop {
    std::int64_t count;
    std::int64_t sourceStride, targetStride;
  };
  /// What is shared with one partner.
  struct Shared {
    std::int64_t partner;
    schedule::SharedRuns runs;
  };
  PartnerRuns collectListed() const;
  AxisRuns runsOfListed(const ListedRuns::Range &runs) const;
  template <typename Visit>
  void forEachListed(const ListedRuns::Range &runs, Visit visit) const;
  std::vector<Shared> sharedWithin(schedule::Interval range) const;
  void add(RunList &list, std::int64_t index,
           const schedule::SharedRuns &runs) const;
  Loop innerLoop(std::size_t axis, std::int64_t count, std::int64_t sourceStep,
                 std::int64_t targetStep) const;
  RunSteps steps() const;
  std::int64_t originOf(const RankPlace *place) const;
  std::int64_t partners() const; ///< of one place
  std::int64_t coordinateOf(const RankPlace *place) const;

  const schedule::Assignment &assignment;
  const PlanLevel &level;
  const RankPlace *source;
  const RankPlace *target;
};

} // namespace redist::runtime

#endif
