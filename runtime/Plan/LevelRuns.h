//===- LevelRuns.h - Runs of one axis level, by partner --------*- C++ -*-===//
//
// From what coordinates share of an axis (SharedRuns.h) to what a rank copies
// of a level (AxisRuns.h). Comes in: the level, the rank's coordinates and the
// strides of its storage. Goes out: runs in elements, for every coordinate of
// the other side. Where storage has gaps inside a merged level, runs are split
// there.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PLAN_LEVELRUNS_H
#define REDIST_RUNTIME_PLAN_LEVELRUNS_H

#include "Plan/PlanShape.h"
#include "redistSchedule/Intersection/SharedRuns.h"

namespace redist::runtime {

/// A rank on one side of the plan, axis by axis.
struct RankPlace {
  std::vector<std::int64_t> coordinates;
  std::vector<std::int64_t> strides; ///< elements between neighbours
  /// From where the storage begins to where the part does.
  std::vector<std::int64_t> origins;
};

class LevelRuns {
public:
  /// `source`, `target`: this rank; one is null where the other side of the
  /// pattern is the message. Refers to everything.
  LevelRuns(const schedule::Assignment &ofAssignment, const PlanLevel &ofLevel,
            const RankPlace *sourcePlace, const RankPlace *targetPlace)
      : assignment(ofAssignment), level(ofLevel), source(sourcePlace),
        target(targetPlace) {}

  /// By the coordinate of the side that is not here; of both places, one.
  std::vector<AxisRuns> collect() const;

private:
  /// `count` times, with the offsets between.
  struct Loop {
    std::int64_t count;
    std::int64_t sourceStride, targetStride;
  };
  std::vector<AxisRuns> collectListed() const;
  AxisRuns runsOfListed(const ListedRuns::Range &runs) const;
  template <typename Visit>
  void forEachListed(const ListedRuns::Range &runs, Visit visit) const;
  std::vector<RunList> runsWithin(schedule::Interval range,
                                  const std::vector<std::int64_t> &done) const;
  void add(RunList &list, std::int64_t index,
           const schedule::SharedRuns &runs) const;
  Loop innerLoop(std::size_t axis, std::int64_t count, std::int64_t sourceStep,
                 std::int64_t targetStep) const;
  RunSteps steps() const;
  std::int64_t originOf(const RankPlace *place) const;
  std::size_t partners() const;
  std::int64_t coordinateOf(const RankPlace *place) const;

  const schedule::Assignment &assignment;
  const PlanLevel &level;
  const RankPlace *source;
  const RankPlace *target;
};

} // namespace redist::runtime

#endif
