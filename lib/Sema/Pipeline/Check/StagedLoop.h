//===- StagedLoop.h - A pipeline for the check of its code -----*- C++ -*-===//
//
// Private to the Sema room: what the Effects room is told of a loop, and of
// what the passes found out about it.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_CHECK_STAGEDLOOP_H
#define REDISTC_LIB_SEMA_PIPELINE_CHECK_STAGEDLOOP_H

#include "Pipeline/Flow/Flow.h"

namespace redistc::sema {

effects::StagedLoop stagedLoop(const LoopContext &, const PipelineFlow &);

} // namespace redistc::sema

#endif
