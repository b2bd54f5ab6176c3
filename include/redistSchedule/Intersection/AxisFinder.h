//===- AxisFinder.h - Number of shared elements of an axis -----*- C++ -*-===//
//
// For one axis of an assignment (Assignment.h): how many elements lie on source
// coordinate p and target coordinate q, and the partners of each coordinate.
// Handles block-cyclic and irregular blocks, sections with lower bounds and
// strides. Closed form where the axis is regular; elsewhere by walking blocks,
// never elements. Which elements they are: SharedRuns.h.
//
//   CYCLIC(3) on 2 -> CYCLIC(2) on 2, elements 1, 3, ..., 17 of the source to
//   0, 1, ..., 8 of the target: (0, 0) share 1, (0, 1) share 2, (1, 0) share 4
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_INTERSECTION_AXISFINDER_H
#define REDISTSCHEDULE_INTERSECTION_AXISFINDER_H

#include "redistSchedule/Layout/Assignment.h"

#include <memory>

namespace redist::schedule {

/// One partner of a coordinate and how much they share.
struct AxisPartner {
  std::int64_t coordinate;
  std::int64_t length; ///< > 0

  bool operator==(const AxisPartner &) const = default;
};

/// Answers for one axis; what does not depend on the coordinates is computed
/// once. An axis without a length stands for one superblock (it is regular);
/// where that leaves 62 bits, lengths are in CommunicationGrid::lengthUnit()s.
/// Copies share what they know; all functions may run at the same time.
class AxisFinder {
public:
  /// Precondition: check() of the assignment found nothing wrong.
  explicit AxisFinder(const Axis &);

  /// Elements of (p, q). Preconditions: coordinates of the grids.
  std::int64_t length(std::int64_t p, std::int64_t q) const;
  /// Partners with a length, ascending coordinates. Reuses the vector.
  void partnersOfSource(std::int64_t p, std::vector<AxisPartner> &) const;
  void partnersOfTarget(std::int64_t q, std::vector<AxisPartner> &) const;

private:
  class State; ///< private to lib/Schedule
  std::shared_ptr<const State> state;
};

} // namespace redist::schedule

#endif
