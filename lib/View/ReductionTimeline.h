//===- ReductionTimeline.h - What each rank does when -----------*- C++ -*-===//
//
// Private to lib/View: the intervals of a reduction, for text and drawing, and
// the timeline in characters.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_VIEW_REDUCTIONTIMELINE_H
#define REDIST_LIB_VIEW_REDUCTIONTIMELINE_H

#include "redistc/View/ReductionView.h"

namespace redistc::view {

enum class ActivityKind { Receive, Send, Combine };

/// Of one rank, from `begin` until `end`.
struct Activity {
  ActivityKind kind;
  std::int64_t begin, end;
  std::int64_t peer; ///< Combine: whose elements; itself: its own
};

/// By rank. Precondition: the view has rows.
std::vector<std::vector<Activity>> activitiesOf(const ReductionView &);

/// A line a rank. Precondition: the view has rows.
void writeTimeline(const ReductionView &, std::ostream &);

} // namespace redistc::view

#endif
