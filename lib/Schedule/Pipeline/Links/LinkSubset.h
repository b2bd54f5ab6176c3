//===- LinkSubset.h - Subset of links for a search -------------*- C++ -*-===//
//
// Private to lib/Schedule; links that differ. Where there are too many stages
// or processors to look at every link for every stage, a mapping is looked for
// in a part of them: at some cuts, among the pinned and the fastest processors.
//
//   data 5, 3, 9, 2, 7, 5 and three cuts: before stages 1, 4 and at the end
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PIPELINE_LINKS_LINKSUBSET_H
#define REDIST_LIB_SCHEDULE_PIPELINE_LINKS_LINKSUBSET_H

#include "redistSchedule/Pipeline/Mapping.h"

namespace redist::schedule {

/// Whether LinkSearch.h can look at all of them.
bool hasManageableLinks(const PipelineInstance &);

/// No mapping is below `bound`. Replicas are not looked at.
std::optional<Mapping> mappingOverSomeLinks(const PipelineInstance &,
                                            std::int64_t bound,
                                            std::int64_t work);

} // namespace redist::schedule

#endif
