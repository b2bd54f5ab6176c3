//===- Timeline.h - What REDIST_TRACE writes --------------------*- C++ -*-===//
//
// Events of all ranks in the format of Chrome's trace viewer: a process a rank,
// a row for its directives and one for its combines. Knows no MPI; Report
// collects.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_TIMELINE_H
#define REDIST_RUNTIME_TIMELINE_H

#include "Recorder.h"

#include <span>
#include <string>

namespace redist::runtime {

struct TimelineEvent {
  PhaseEvent event;
  int worldRank;
};

/// What cannot be written is told on standard error.
void writeTimeline(const std::string &path, const std::string &title,
                   std::span<const TimelineEvent> timeline);

} // namespace redist::runtime

#endif
