//===- RedistributionReport.cpp - What a report tells of a call ----------===//
#include "Redistribute/RedistributionReport.h"

namespace redist::runtime {

Work workOf(const RedistributionPlan &plan, const Recorder *recorder) {
  Work work;
  work.method = plan.method();
  work.bytes = plan.sentElements() * plan.elementBytes();
  work.localBytes = plan.keptElements() * plan.elementBytes();
  work.messages = static_cast<std::int64_t>(plan.sends().size());
  for (const PlannedMessage &message : plan.sends())
    if (recorder && recorder->crossesNodes(message.peer)) {
      work.nodeBytes += message.elements * plan.elementBytes();
      ++work.nodeMessages;
    }
  work.steps = plan.stepCount();
  work.costBytes = plan.costBytes();
  return work;
}

Work workOf(const ReadyPlan &plan, bool isSeen, const Recorder &recorder) {
  Work work = workOf(plan.plan(), &recorder);
  if (isSeen || plan.usesRings()) {
    work.method = schedule::TransferMethod::SharedMemory;
  } else {
    work.method = plan.method();
    work.forecast = plan.forecast();
  }
  return work;
}

} // namespace redist::runtime
