//===- ReportGroup.h - Reports of a process group ---------------*- C++ -*-===//
//
// A process group is all communicators of the same processes in the same order.
// Its first process keeps what they did until MPI is finalized.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_TRACE_REPORTGROUP_H
#define REDIST_RUNTIME_TRACE_REPORTGROUP_H

#include "Trace/Summary.h"
#include "Trace/Timeline.h"

#include <mutex>
#include <string>
#include <vector>

namespace redist::runtime {

/// Processes in their order, of which this one is the first, and what their
/// communicators did.
struct ReportGroup {
  std::mutex mutex; ///< of what follows: its communicators may be of threads
  std::vector<int> worldRanks;
  Summary summary;
  std::string traceFile; ///< empty: no timeline
  Timeline timeline;

  /// "3 ranks from world rank 0".
  std::string name() const;
};

/// The group of these processes, of which this one is the first. Groups are in
/// the order of their first use. `clocks`: of the ranks, for a new one; those
/// of a group that is known stay, or events of two communicators would overlap.
ReportGroup &groupOf(const std::vector<Timeline::RankClock> &clocks,
                     const std::string &traceFile);

/// Where this process begins to count time for timelines; hastens the clock.
const TscClock::Moment &timelineOrigin();

/// Prints and writes what this process has collected. Not collective.
void finishReports();

} // namespace redist::runtime

#endif
