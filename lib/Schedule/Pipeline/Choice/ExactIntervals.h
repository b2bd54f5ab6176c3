//===- ExactIntervals.h - Interval mappings of minimum period --*- C++ -*-===//
//
// Private to lib/Schedule. What makeMapping calls for `auto`, `interval` and
// `exact`, and for one-to-one mappings where links differ. Comes in: an
// instance; goes out: a mapping, and a bound that proves it or tells how far
// it can be from the best. Work is counted, never timed.
//
// Equal links: label setting over speed classes (LabelSearch.h). Different
// links: labels with sets of processors (LinkSearch.h). Equal speeds, one
// processor a stage, no pins and no limit on the latency are a case of their
// own with a polynomial method, which makeMapping tries first.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PIPELINE_CHOICE_EXACTINTERVALS_H
#define REDIST_LIB_SCHEDULE_PIPELINE_CHOICE_EXACTINTERVALS_H

#include "redistSchedule/Pipeline/MakeMapping.h"

namespace redist::schedule {

/// Interval mappings, dealt stages where `replicas` says so. `kind` is Auto,
/// Interval or Exact. Errors: NoMapping, where none meets pins, links,
/// replicas and the limit on the latency.
Result<MadeMapping> bestIntervals(const PipelineInstance &, MappingKind kind,
                                  const MappingOptions &);

/// Every stage alone on a processor, links that differ; also keeps a limit on
/// the latency. isOptimal where proved. Errors: NoMapping. Precondition:
/// p >= n and !hasUniformLinks().
Result<MadeMapping> oneToOneOnLinks(const PipelineInstance &,
                                    const MappingOptions &);

} // namespace redist::schedule

#endif
