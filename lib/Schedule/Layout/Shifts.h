//===- Shifts.h - Shifts as lower bounds -----------------------*- C++ -*-===//
//
// Who has which elements does not tell a shift from a section that begins
// later: only local indices do. Private to lib/Schedule.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_LAYOUT_SHIFTS_H
#define REDIST_LIB_SCHEDULE_LAYOUT_SHIFTS_H

#include "redistSchedule/Layout/Assignment.h"

namespace redist::schedule {

/// The axis with the same messages and without shifts.
inline Axis withoutShifts(Axis axis) {
  axis.sourceLower += axis.source.shift;
  axis.targetLower += axis.target.shift;
  axis.source.shift = axis.target.shift = 0;
  return axis;
}

} // namespace redist::schedule

#endif
