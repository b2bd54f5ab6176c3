//===- Pipelines.h - #pragma pipeline in one instance ----------*- C++ -*-===//
//
// Private to the Sema room: loop, stages, clauses and data flow of a pipeline.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_CHECK_PIPELINES_H
#define REDISTC_LIB_SEMA_PIPELINE_CHECK_PIPELINES_H

#include "Common/FindDirectives.h"
#include "Common/InstanceContext.h"
#include "Pipeline/Check/Sharing.h"

#include "redistc/Plan/CheckedDirective.h"

namespace redistc::sema {

/// A name of the mapping clause; Auto after an error.
redist::schedule::MappingKind checkMapping(InstanceContext &,
                                           const directive::ParsedWord &);

/// Adds the instance to what is known of the pipeline. `needsFirst`: another
/// instance's header is evaluated by the rank of stage 1, so this one's is,
/// too. Loops whose stages are to be looked at are added.
void checkPipeline(InstanceContext &, const Occurrence &,
                   const directive::DirectiveRecorder &,
                   plan::CheckedPipeline &, bool needsFirst, StagedPipelines &);

} // namespace redistc::sema

#endif
