//===- RecordsOf.cpp - Lookup of a communicator's pipelines ---------------===//
//
// A simulation of the runtime has its own (test/benchmark).
//
//===----------------------------------------------------------------------===//
#include "Communicator/CommunicatorState.h"
#include "Pipeline/Engine/PipelineRecords.h"
#include "Support/Guard.h"

namespace redist::runtime {

PipelineRecords &recordsOf(MPI_Comm user, const directive &where) {
  CommunicatorState *state = nullptr;
  try {
    state = &CommunicatorState::of(user);
  } catch (const error &) {
    throwAtPosition(where);
  }
  state->requireOneGroup(pipelineKind, where);
  state->enterCall(pipelineKind, where);
  if (auto *const known = state->kept().find<PipelineRecords>())
    return *known;
  return state->kept().keep(
      PipelineRecords::make(state->communicator(), state->comparesPlans(),
                            state->report(), true, where));
}

} // namespace redist::runtime
