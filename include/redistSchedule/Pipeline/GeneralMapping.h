//===- GeneralMapping.h - General mappings ---------------------*- C++ -*-===//
//
// Room Schedule. The paper's third kind of mapping: a processor may have stages
// that do not follow each other. Its period, by either of the paper's models,
// is generalPeriod of Mapping.h; here is the least of all. For comparison and
// for redist-plan: no program is run this way.
//
//   work 1, 10, 1   data 10, 1, 1, 10   equation (6): stages 1 and 3 on the
//   slow processor with the fast ends, stage 2 on the fast one: 7, where the
//   best interval mapping needs 121/10
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_PIPELINE_GENERALMAPPING_H
#define REDISTSCHEDULE_PIPELINE_GENERALMAPPING_H

#include "redistSchedule/Pipeline/Mapping.h"

namespace redist::schedule {

struct GeneralMapping {
  std::vector<std::int32_t> processorOf; ///< of every stage
  std::int64_t period = 0;               ///< ticks
};

/// The first one of least period, by trying all p^n of them (pinned stages
/// stay). A limit on the latency is not looked at. Errors: StrategyNotForCase
/// where there are more than four million; NoMapping.
Result<GeneralMapping> bestGeneralMapping(const PipelineInstance &,
                                          GeneralModel);

} // namespace redist::schedule

#endif
