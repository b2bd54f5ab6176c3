//===- PipelineRecords.h - Pipelines of a communicator ----------*- C++ -*-===//
//
// Room Runtime. The duplicate on which items travel, and the mappings that were
// made: the next execution of a directive with the same clauses finds its own.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_ENGINE_PIPELINERECORDS_H
#define REDIST_RUNTIME_PIPELINE_ENGINE_PIPELINERECORDS_H

#include "Communicator/KeptState.h"
#include "Pipeline/Link/NodeLinks.h"
#include "Pipeline/Mapping/ChooseMapping.h"

#include <list>

namespace redist::runtime {

class Report;

class PipelineRecords final : public KeptState {
public:
  /// `comparesMappings`: REDIST_VERIFY. `report`: null where neither statistics
  /// nor a timeline was asked for. `sharesMemory`: where ranks can. Throws
  /// redist::error on every rank where one has no memory. Collective.
  static std::unique_ptr<PipelineRecords>
  make(MPI_Comm parent, bool comparesMappings, Report *report,
       bool sharesMemory, const directive &where);

  /// Of nothing yet, see make().
  PipelineRecords(bool comparesMappings, Report *report, bool sharesMemory)
      : compares(comparesMappings), usedReport(report), mayShare(sharesMemory) {
  }
  ~PipelineRecords() override;

  MPI_Comm communicator() const { return handle; }
  /// Where ranks meet that may be at other calls.
  MPI_Comm parent() const { return ownParent; }
  int size() const { return rankCount; }
  bool comparesMappings() const { return compares; }
  Report *report() const { return usedReport; }
  /// Memory of this node for links; made at the first call, which is
  /// collective. Null: there is none.
  NodeLinks *links();
  /// By rank.
  const std::vector<int> &nodes() const { return nodeOfRank; }
  /// What clauses that are not there default to.
  const MachineDefaults &machine() const { return defaults; }
  /// Null: there is none.
  const ChosenMapping *find(const std::vector<std::int64_t> &key);
  const ChosenMapping &keep(const std::vector<std::int64_t> &key,
                            ChosenMapping mapping);

private:
  /// Collective.
  void settle(MPI_Comm parent);

  struct Entry {
    std::vector<std::int64_t> key;
    ChosenMapping mapping;
  };
  MPI_Comm ownParent = MPI_COMM_NULL, handle = MPI_COMM_NULL;
  int rankCount = 1;
  bool compares;
  Report *usedReport;
  bool mayShare; ///< and it was not tried yet
  std::unique_ptr<NodeLinks> nodeLinks;
  MachineDefaults defaults;
  std::vector<int> nodeOfRank;
  std::list<Entry> entries; ///< the newest first
};

/// Those of the user's communicator; as CommunicatorState::of(), whose they
/// are. Collective at its first pipeline.
PipelineRecords &recordsOf(MPI_Comm user, const directive &where);

} // namespace redist::runtime

#endif
