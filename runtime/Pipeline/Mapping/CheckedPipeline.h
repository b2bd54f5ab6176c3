//===- CheckedPipeline.h - Validated clauses of a pipeline -----*- C++ -*-===//
//
// Room Runtime. Comes in: what the directives of a pipeline say. Goes out: the
// clauses, checked against the communicator, and all that must be the same on
// every rank as a row of numbers with names; the verdict of all ranks on them.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_MAPPING_CHECKEDPIPELINE_H
#define REDIST_RUNTIME_PIPELINE_MAPPING_CHECKEDPIPELINE_H

#include "Pipeline/Mapping/MachineDefaults.h"

#include "redist/PipelineClauses.h"
#include "redist/Redistribute.h"
#include "redistSchedule/Pipeline/MakeMapping.h"

#include <mpi.h>

#include <vector>

namespace redist::runtime {

struct CheckedPipeline {
  pipeline clauses;
  std::vector<pipeline_stage> stages;
  std::vector<bool> keepsState; ///< by stage
  schedule::MappingKind mapping = schedule::MappingKind::Auto;
  std::int64_t ranks = 0;     ///< that take part
  std::vector<double> speeds; ///< of each of them
  /// As in the clause, but of the machine: bytes per second, where a profile
  /// tells it and the clause is not there. Empty: nobody knows.
  std::vector<double> machineBandwidth;

  std::int64_t stageCount() const {
    return static_cast<std::int64_t>(stages.size());
  }
  /// Items in flight on a link.
  std::int64_t depth() const {
    return clauses.has_depth ? clauses.items_in_flight : 2;
  }
};

/// Throws redist::error (no position) where the clauses make no sense.
CheckedPipeline check(const directive &where, const pipeline &what,
                      const std::vector<pipeline_stage> &stages,
                      const std::vector<int> &keptStages, int size,
                      const MachineDefaults &machine);

/// Where the stages need more ranks than there are, fewer replicas, largest
/// numbers first.
void fitReplicas(CheckedPipeline &call);

/// All that must be the same on every rank.
std::vector<std::int64_t> wordsOf(const CheckedPipeline &call);

inline constexpr char pipelineKind[] = "#pragma pipeline";

/// Returns where all ranks have the same words and no problem; throws the same
/// redist::error on every rank otherwise. Collective.
void agreeOnPipeline(MPI_Comm communicator,
                     const std::vector<std::int64_t> &words,
                     const std::string &problem, const directive &where);

/// REDIST_VERIFY: throws redist::error (no position) on every rank unless all
/// mappings are the same. Collective.
void agreeOnMapping(MPI_Comm communicator, const schedule::Mapping &mapping);

} // namespace redist::runtime

#endif
