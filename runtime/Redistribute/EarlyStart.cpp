//===- EarlyStart.cpp - An execution that begins before the ranks agree ---===//
#include "Redistribute/EarlyStart.h"

namespace redist::runtime {

EarlyStart::EarlyStart(Executor &usedExecutor, MpiTransport &usedTransport)
    : executor(usedExecutor), transport(usedTransport) {}

bool EarlyStart::fits(const RedistributionPlan &plan) {
  return plan.method() == schedule::TransferMethod::Stepwise &&
         plan.stepCount() > 0 && !plan.hasParts() &&
         plan.shape().maxOnRank() <= maxBytes / plan.elementBytes();
}

void EarlyStart::start(const CallBuffers &buffers, Recorder *recorder) {
  executor.startEarly(buffers.sources().data(), buffers.targets().data(),
                      recorder, buffers.combiners());
}

EarlyStart::Message EarlyStart::messageOf(const Executor::Underway &one) {
  if (one.slot < 0)
    return {};
  return {one.bytes, &transport.requestOf(one.slot)};
}

} // namespace redist::runtime
