//===- EarlyStart.h - An execution that begins before the ranks agree -----===//
//
// Comes in: the executor of a plan whose messages are few and small. Its
// messages travel while the ranks agree on the call; what arrives is unpacked
// after that. Goes out: which messages are under way, for a call that comes to
// nothing (EarlyMessages.h).
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDISTRIBUTE_EARLYSTART_H
#define REDIST_RUNTIME_REDISTRIBUTE_EARLYSTART_H

#include "Agreement/EarlyMessages.h"
#include "Execution/Executor.h"
#include "Redistribute/CallBuffers.h"
#include "Transport/MpiTransport.h"

namespace redist::runtime {

class EarlyStart final : public EarlyMessages {
public:
  /// Both must outlive this object; the transport is the executor's.
  EarlyStart(Executor &usedExecutor, MpiTransport &usedTransport);

  /// Whether the messages of this plan may be sent early; the same on all
  /// ranks. Small ones: each has a buffer, and none waits for its step.
  static bool fits(const RedistributionPlan &plan);

  /// Sends. No object is written.
  void start(const CallBuffers &buffers, Recorder *recorder);
  /// All messages have been taken back.
  void forget() { transport.forgetRequests(); }

  Message to(int peer) override { return messageOf(executor.messageTo(peer)); }
  Message from(int peer) override {
    return messageOf(executor.messageFrom(peer));
  }

private:
  Message messageOf(const Executor::Underway &one);

  Executor &executor;
  MpiTransport &transport;
};

} // namespace redist::runtime

#endif
