//===- PinnedRuns.h - Runs of stages pinned to a processor -----*- C++ -*-===//
//
// Private to lib/Schedule. A constraint on intervals: between two stages that
// are pinned to one processor, all stages are on that processor.
//
//   pins -, 2, -, 2, 1   runs: stages 2 to 4 on 2, stage 5 on 1
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PIPELINE_MAPPING_PINNEDRUNS_H
#define REDIST_LIB_SCHEDULE_PIPELINE_MAPPING_PINNEDRUNS_H

#include "redistSchedule/Pipeline/PipelineProblem.h"

namespace redist::schedule {

struct PinnedRun {
  std::int64_t first = 0; ///< stage
  std::int64_t last = 0;
  std::int32_t processor = 0;
};

/// In the order of stages; processors differ. Errors: NoMapping, where a stage
/// between is pinned elsewhere.
Result<std::vector<PinnedRun>> pinnedRuns(const PipelineInstance &);

} // namespace redist::schedule

#endif
