//===- PipelineRecords.cpp - Pipelines of a communicator ------------------===//
#include "Pipeline/Engine/PipelineRecords.h"

#include "Agreement/Agreement.h"
#include "SharedMemory/NodeNumbers.h"
#include "Support/MpiCalls.h"
#include "Support/SourceLocation.h"

#include <algorithm>
#include <utility>

namespace redist::runtime {

std::unique_ptr<PipelineRecords>
PipelineRecords::make(MPI_Comm parent, bool comparesMappings, Report *report,
                      bool sharesMemory, const directive &where) {
  std::unique_ptr<PipelineRecords> made;
  try {
    made = std::make_unique<PipelineRecords>(comparesMappings, report,
                                             sharesMemory);
  } catch (const std::bad_alloc &) {
  }
  const Vote own{pipelineKind, made != nullptr, {}, {}};
  if (meet(parent, own, where).failing >= 0)
    throw error(positionOf(where) +
                "a rank has no memory for what is kept of pipelines");
  made->settle(parent);
  return made;
}

void PipelineRecords::settle(MPI_Comm parent) {
  ownParent = parent;
  checkMpi(MPI_Comm_dup(parent, &handle), "MPI_Comm_dup");
  nameCommunicator(handle, "redist pipelines");
  checkMpi(MPI_Comm_set_errhandler(handle, MPI_ERRORS_RETURN),
           "MPI_Comm_set_errhandler");
  rankCount = sizeOf(handle);
  defaults = machineDefaults(handle);
  nodeOfRank = nodeNumbers(handle);
}

PipelineRecords::~PipelineRecords() {
  if (handle != MPI_COMM_NULL)
    MPI_Comm_free(&handle);
}

NodeLinks *PipelineRecords::links() {
  if (std::exchange(mayShare, false))
    nodeLinks = NodeLinks::make(handle);
  return nodeLinks.get();
}

const ChosenMapping *
PipelineRecords::find(const std::vector<std::int64_t> &key) {
  const auto found =
      std::find_if(entries.begin(), entries.end(),
                   [&](const Entry &entry) { return entry.key == key; });
  if (found == entries.end())
    return nullptr;
  entries.splice(entries.begin(), entries, found);
  return &found->mapping;
}

const ChosenMapping &PipelineRecords::keep(const std::vector<std::int64_t> &key,
                                           ChosenMapping mapping) {
  constexpr std::size_t most = 64; // clauses may change with every execution
  entries.push_front({key, std::move(mapping)});
  if (entries.size() > most)
    entries.pop_back();
  return entries.front().mapping;
}

} // namespace redist::runtime
