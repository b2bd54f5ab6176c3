//===- PipelineInput.h - What the command line asks for ---------*- C++ -*-===//
//
// What `redist-plan pipeline` is asked: the options that say which stages run
// where, as a problem of the schedule library.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PLAN_PIPELINEINPUT_H
#define REDIST_PLAN_PIPELINEINPUT_H

#include "Format.h"

#include "redistSchedule/Pipeline/GeneralMapping.h"
#include "redistSchedule/Pipeline/MakeMapping.h"

#include <span>
#include <vector>

namespace redistplan {

struct PipelineInput {
  redist::schedule::PipelineProblem problem;
  redist::schedule::MappingKind kind = redist::schedule::MappingKind::Auto;
  /// --mapping general or --alloc.
  bool isGeneral = false;
  redist::schedule::GeneralModel equations =
      redist::schedule::GeneralModel::Path;
  /// Of --alloc: the processor of each stage, from 0; else empty.
  std::vector<std::int32_t> processorOf = {};
};

/// All kinds of mappings but `exact`, which may take forever, and is the same
/// as `interval` where that is proved least.
std::span<const redist::schedule::MappingKind> comparedMappings();

/// Which mapping is asked for, and that all options are there that a problem
/// needs; reads no number. Throws UsageError.
PipelineInput mappingAskedFor(const CommandLine &);
/// The rest of it. Throws InputError.
void readProblem(const CommandLine &, PipelineInput &);

} // namespace redistplan

#endif
