//===- RecordsOf.cpp - Where a communicator's pipelines are kept ----------===//
//
// A simulation of the runtime has its own (test/benchmark).
//
//===----------------------------------------------------------------------===//
#include "CommunicatorState.h"
#include "Pipeline/PipelineRecords.h"

namespace redist::runtime {

PipelineRecords &recordsOf(MPI_Comm user) {
  return CommunicatorState::of(user).pipelines();
}

} // namespace redist::runtime
