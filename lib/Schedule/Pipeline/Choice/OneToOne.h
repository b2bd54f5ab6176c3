//===- OneToOne.h - One-to-one mappings ------------------------*- C++ -*-===//
//
// Private to lib/Schedule. One-to-one mappings of least period on platforms
// with equal links; a stage that must be dealt to k processors has k of its
// own. Exact (Theorem 1 of Benoit and Robert), with pins, with a limit on the
// latency, and with one port for both ends; only where dealt stages meet one of
// the last two is the optimum not proved.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PIPELINE_CHOICE_ONETOONE_H
#define REDIST_LIB_SCHEDULE_PIPELINE_CHOICE_ONETOONE_H

#include "redistSchedule/Pipeline/MakeMapping.h"

namespace redist::schedule {

/// Errors: StrategyNotForCase (fewer processors than stages), NoMapping.
Result<MadeMapping> oneToOne(const PipelineInstance &, const MappingOptions &);

} // namespace redist::schedule

#endif
