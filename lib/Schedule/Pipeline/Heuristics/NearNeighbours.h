//===- NearNeighbours.h - Processors that are near each other --*- C++ -*-===//
//
// Private to lib/Schedule. Many mappings have the least period where links
// differ, as on nodes. Of these, one whose neighbours have fast links between
// them: intervals change processors as long as the latency becomes less and the
// period does not grow.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PIPELINE_HEURISTICS_NEARNEIGHBOURS_H
#define REDIST_LIB_SCHEDULE_PIPELINE_HEURISTICS_NEARNEIGHBOURS_H

#include "redistSchedule/Pipeline/MakeMapping.h"

namespace redist::schedule {

/// Precondition: the mapping has a cost. Where all links are the same, nothing
/// changes. Keeps pins and replicas.
void bringNeighboursNear(const PipelineInstance &, MadeMapping &);

} // namespace redist::schedule

#endif
