//===- MovementOperation.cpp - A redistribution under way -----------------===//
#include "Redistribute/MovementOperation.h"

#include "Redistribute/MovementReport.h"
#include "Redistribute/RedistributionState.h"

namespace redist::runtime {

void MovementOperation::launch(int tag, Recorder *used) {
  execution->start(movement.sources(), movement.targets(), used, tag);
}

bool MovementOperation::meets(std::span<const detail::object_entry> entries,
                              std::int64_t sourceElements,
                              std::int64_t targetElements) const {
  return movement.meets(entries, sourceElements, targetElements);
}

void MovementOperation::complete() {
  std::unique_ptr<MovementOperation> own(this);
  movement.finish();
  if (Report *const report = state.report())
    report->collectLater(workOf(plan->plan()), recorder, {begin, end}, index);
  plan->giveExecution(std::move(execution));
  state.kept().find<RedistributionState>()->giveOperation(std::move(own));
}

} // namespace redist::runtime
