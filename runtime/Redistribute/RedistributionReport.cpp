//===- RedistributionReport.cpp - Statistics of a redistribution ---------===//
#include "Redistribute/RedistributionReport.h"

namespace redist::runtime {

/// What this rank sends by itself, but for what goes by nodes.
static void addMessages(Work &work, const RedistributionPlan &plan,
                        const NodePairs *pairs, const Recorder *recorder) {
  for (const PlannedMessage &message : plan.sends()) {
    if (pairs && pairs->elsewhere()[static_cast<std::size_t>(message.peer)])
      continue;
    ++work.messages;
    if (!recorder || !recorder->crossesNodes(message.peer))
      continue;
    work.nodeBytes += message.elements * plan.elementBytes();
    ++work.nodeMessages;
  }
}

/// What it carries for its node.
static void addCarried(Work &work, const NodePairs &pairs,
                       std::int64_t elementBytes) {
  const std::int64_t messages = pairs.sent().carried(pairs.ownNumber());
  work.messages += messages;
  work.nodeMessages += messages;
  work.nodeBytes +=
      pairs.sent().carriedElements(pairs.ownNumber()) * elementBytes;
  work.method = schedule::TransferMethod::TwoLevels;
}

static Work workOfOne(const ReadyPlan &ready, const Recorder *recorder) {
  const RedistributionPlan &plan = ready.plan();
  Work work;
  work.method = plan.method();
  work.bytes = plan.sentElements() * plan.elementBytes();
  work.localBytes = plan.keptElements() * plan.elementBytes();
  addMessages(work, plan, ready.pairs(), recorder);
  if (ready.pairs())
    addCarried(work, *ready.pairs(), plan.elementBytes());
  work.steps = plan.stepCount();
  work.costBytes = plan.costBytes();
  return work;
}

Work workOf(const ReadyPlan &plan, const Recorder *recorder) {
  if (!plan.hasStripes())
    return workOfOne(plan, recorder);
  Work work = workOfOne(plan.combining(), recorder);
  const Work second = workOfOne(plan.spreading(), recorder);
  work.bytes += second.bytes;
  work.localBytes += second.localBytes;
  work.messages += second.messages;
  work.nodeBytes += second.nodeBytes;
  work.nodeMessages += second.nodeMessages;
  work.steps += second.steps;
  work.costBytes += second.costBytes;
  return work;
}

Work workOf(const ReadyPlan &plan, bool isSeen, const Recorder &recorder) {
  Work work = workOf(plan, &recorder);
  if (plan.pairs())
    return work;
  if (isSeen || plan.usesRings() ||
      (plan.hasStripes() && plan.combining().usesRings())) {
    work.method = schedule::TransferMethod::SharedMemory;
  } else {
    work.method = plan.method();
    work.forecast = plan.forecast();
  }
  return work;
}

} // namespace redist::runtime
