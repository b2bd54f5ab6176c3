//===- RedistributionOperation.cpp - Redistribution in flight -------------===//
#include "Redistribute/RedistributionOperation.h"

#include "Redistribute/RedistributionReport.h"
#include "Redistribute/RedistributionState.h"

namespace redist::runtime {

void RedistributionOperation::launch(int tag, Recorder *used) {
  execution->start(buffers.sources(), buffers.targets(), buffers.combiners(),
                   used, tag);
}

bool RedistributionOperation::conflictsWith(
    std::span<const detail::object_entry> entries, std::int64_t sourceElements,
    std::int64_t targetElements) const {
  return buffers.conflictsWith(entries, sourceElements, targetElements);
}

void RedistributionOperation::complete() {
  std::unique_ptr<RedistributionOperation> own(this);
  buffers.finish();
  if (Report *const report = state.report())
    report->collectLater(workOf(*plan, &recorder), recorder, {begin, end},
                         index);
  plan->giveExecution(std::move(execution));
  state.kept().find<RedistributionState>()->giveOperation(std::move(own));
}

} // namespace redist::runtime
