//===- PipelineTimetable.h - What each processor does when -----*- C++ -*-===//
//
// Private to lib/View: some periods of the steady state of an interval mapping,
// for text and drawing, and the chart in characters.
//
// Item i starts i periods after item 0 and never waits, except where one port
// serves P_in and P_out: there processors hold items back until the port is
// free (docs/SchedulingMath.md, section 19).
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_VIEW_PIPELINETIMETABLE_H
#define REDIST_LIB_VIEW_PIPELINETIMETABLE_H

#include "redistc/View/PipelineView.h"

namespace redistc::view {

enum class PipelineActivityKind { Receive, Compute, Send };

/// Of one processor and one item. Times are in periods, from the beginning of
/// what is shown, and cut there.
struct PipelineActivity {
  PipelineActivityKind kind;
  double begin, end;
  std::int64_t item; ///< from 0
  std::int64_t peer; ///< processor; -1: P_in; their number: P_out
};

struct PipelineProcessor {
  std::size_t row; ///< of the view
  std::int32_t processor;
  std::vector<PipelineActivity> activities;
};

struct PipelineTimetable {
  std::int64_t periods = 0; ///< that are shown; 0: the period is 0
  /// In the order of the stages.
  std::vector<PipelineProcessor> processors;
};

/// Precondition: an interval mapping.
PipelineTimetable timetableOf(const PipelineView &);

/// A line a processor.
void writeChart(const PipelineView &, std::ostream &);

} // namespace redistc::view

#endif
