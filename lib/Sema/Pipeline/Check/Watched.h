//===- Watched.h - What REDIST_VERIFY=1 compares ---------------*- C++ -*-===//
//
// Private to the Sema room: the plan in words that a run can be held against.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_CHECK_WATCHED_H
#define REDISTC_LIB_SEMA_PIPELINE_CHECK_WATCHED_H

#include "Pipeline/Flow/Flow.h"

namespace redistc::sema {

/// Which variables there are, outside the loop and of the item, and which
/// stages read and write each.
std::vector<plan::WatchedVariable> findWatched(LoopContext &,
                                               const PipelineFlow &);

/// Of several instances, what is known in all of them; what one reads or
/// writes, all may.
void uniteWatched(std::vector<plan::WatchedVariable> found,
                  plan::CheckedPipeline &);

} // namespace redistc::sema

#endif
