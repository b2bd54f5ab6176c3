//===- RedistributionReport.cpp - What a report tells of a call ----------===//
#include "Redistribute/RedistributionReport.h"

namespace redist::runtime {

Work workOf(const RedistributionPlan &plan) {
  Work work;
  work.method = plan.method();
  work.bytes = plan.sentElements() * plan.elementBytes();
  work.localBytes = plan.keptElements() * plan.elementBytes();
  work.messages = static_cast<std::int64_t>(plan.sends().size());
  work.steps = plan.stepCount();
  work.costBytes = plan.costBytes();
  return work;
}

Work workOf(const ReadyPlan &plan, bool isSeen) {
  Work work = workOf(plan.plan());
  if (isSeen || plan.usesRings()) {
    work.method = schedule::TransferMethod::SharedMemory;
  } else {
    work.method = plan.method();
    work.forecast = plan.forecast();
  }
  return work;
}

} // namespace redist::runtime
