//===- VerifyMapping.h - Verification of a mapping -------------*- C++ -*-===//
//
// Room Schedule. Checks any mapping against its instance, independently of how
// it was made and of costOf: every stage once and in order, no processor twice,
// pins, replicas, links, the limit on the latency; the cost from a timetable
// that sends item after item through the pipeline. Purely a function of its
// input: the caller decides how to react.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_PIPELINE_VERIFYMAPPING_H
#define REDISTSCHEDULE_PIPELINE_VERIFYMAPPING_H

#include "redistSchedule/Pipeline/MakeMapping.h"

namespace redist::schedule {

struct MappingReport {
  /// In words ("processor 3 is used twice"); empty: valid.
  std::vector<std::string> offences;
  /// From the timetable; empty where the mapping itself is none.
  MappingCost cost;

  bool valid() const { return offences.empty(); }
};

MappingReport verify(const PipelineInstance &, const MadeMapping &);

} // namespace redist::schedule

#endif
