//===- PipelineRecords.h - What a communicator keeps of pipelines -*- C++ -*-=//
//
// Room Runtime. The duplicate on which items travel, and the mappings that were
// made: the next execution of a directive with the same clauses finds its own.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_PIPELINERECORDS_H
#define REDIST_RUNTIME_PIPELINE_PIPELINERECORDS_H

#include "Pipeline/ChooseMapping.h"

#include <list>

namespace redist::runtime {

class PipelineRecords {
public:
  /// Collective.
  explicit PipelineRecords(MPI_Comm parent);
  PipelineRecords(const PipelineRecords &) = delete;
  PipelineRecords &operator=(const PipelineRecords &) = delete;
  ~PipelineRecords();

  MPI_Comm communicator() const { return handle; }
  /// What clauses that are not there default to.
  const MachineDefaults &machine() const { return defaults; }
  /// Null: there is none.
  const ChosenMapping *find(const std::vector<std::int64_t> &key);
  const ChosenMapping &keep(const std::vector<std::int64_t> &key,
                            ChosenMapping mapping);

private:
  struct Entry {
    std::vector<std::int64_t> key;
    ChosenMapping mapping;
  };
  MPI_Comm handle = MPI_COMM_NULL;
  MachineDefaults defaults;
  std::list<Entry> entries; ///< the newest first
};

} // namespace redist::runtime

#endif
