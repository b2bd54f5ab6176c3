//===- AxisOverlap.h - What two coordinates share of an axis ---*- C++ -*-===//
//
// For one axis of an assignment (Assignment.h): which elements lie on source
// coordinate p and target coordinate q, as runs with their local indices on
// both sides, and how many. Handles block-cyclic and irregular blocks, sections
// with lower bounds and strides. Closed form where the axis is regular;
// elsewhere by walking blocks, never elements.
//
//   CYCLIC(3) on 2 -> CYCLIC(2) on 2, elements 1, 3, 5, ... of the source to
//   0, 1, 2, ... of the target: t = 0 (source 1) lies on p = 0, q = 0; ...
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_INTERSECTION_AXISOVERLAP_H
#define REDISTSCHEDULE_INTERSECTION_AXISOVERLAP_H

#include "redistSchedule/Layout/Assignment.h"

#include <memory>

namespace redist::schedule {

/// `length` consecutive elements t, t + 1, ... of an axis on one pair of
/// coordinates; local indices advance by the strides of the sections.
struct AxisRun {
  std::int64_t position;     ///< t of the first element
  std::int64_t sourceOffset; ///< local index of the first on the source
  std::int64_t targetOffset;
  std::int64_t length;

  bool operator==(const AxisRun &) const = default;
};

/// The elements of (p, q): `runs` for one period, `periods` repetitions that
/// advance positions and offsets by the strides, then `tail` with final
/// numbers. Ascending positions.
struct AxisOverlap {
  std::vector<AxisRun> runs;
  std::int64_t periods = 0;
  std::int64_t positionStride = 0;
  std::int64_t sourceStride =
      0; ///< local indices; negative for negative strides
  std::int64_t targetStride = 0;
  std::vector<AxisRun> tail;

  std::int64_t length() const;
};

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

  /// Into `result`, whose storage is reused. Cost: the runs of a period and of
  /// the tail, sorted. Preconditions: coordinates of the grids; the length or
  /// the superblock is below 2^62.
  void find(std::int64_t p, std::int64_t q, AxisOverlap &result) const;
  /// Elements of (p, q), without a list of runs.
  std::int64_t length(std::int64_t p, std::int64_t q) const;
  /// Partners with a length, ascending coordinates. Reuses the vector.
  void partnersOfSource(std::int64_t p, std::vector<AxisPartner> &) const;
  void partnersOfTarget(std::int64_t q, std::vector<AxisPartner> &) const;
  /// Elements of one period of find(), and how many periods are complete: the
  /// same for all pairs. The period is positive; it is the length (or 1) where
  /// nothing repeats, and then none counts as complete.
  std::int64_t period() const;
  std::int64_t periods() const;

private:
  class State; ///< private to lib/Schedule
  std::shared_ptr<const State> state;
};

} // namespace redist::schedule

#endif
