//===- MachineResult.cpp - Distribution of the result ---------------------===//
//
// The result goes from where it is to those that are to have it, or a notice of
// how it went does.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Machine/Machine.h"

#include <algorithm>

namespace redist::runtime {

/// Puts what was received last into the operand, once what was sent of the
/// operand is gone; whether that has happened.
bool Machine::isResultSettled() {
  if (isResultAssigned)
    return true;
  if (!areSendsDone())
    return false;
  isResultAssigned = true;
  attempt([&] {
    const PhaseSpan span(copyRecorder(result->bytes()), Phase::Unpack, -1,
                         result->bytes());
    operand->assign(result->data(), static_cast<std::size_t>(result->bytes()),
                    static_cast<std::size_t>(resultOffset));
    hasAssigned = true;
  });
  return true;
}

Machine::Progress Machine::receiveResult(const Action &action) {
  if (phase == 0) {
    if (!settleCombine())
      return Progress::Waits;
    if (posted <= next)
      post(action, incoming());
    posted = std::max(posted, next + 1);
    phase = 1;
  }
  if (!hasArrived(incoming()))
    return Progress::Waits;
  passTurnBehind();
  // The other buffer is about to be received into.
  if (!areSendsDone() || !isResultSettled())
    return Progress::Waits;
  result = &incoming();
  resultOffset = action.offset;
  adopt(*result, true);
  isResultAssigned = result->isFailure();
  current = 1 - current;
  postNext(ActionKind::ReceiveResult);
  return Progress::Went;
}

Machine::Progress Machine::sendResult(const Action &action) {
  if (!settleCombine() || !hasFreeLine())
    return Progress::Waits;
  if (!result)
    sendOwn(action, true);
  else if (hasFailed)
    sendFailure(action.peer, action.bytes);
  else
    sendValue(action,
              {result->data(), static_cast<std::size_t>(result->bytes())});
  return Progress::Went;
}

Machine::Progress Machine::receiveNotice(const Action &action) {
  if (phase == 0) {
    if (!settleCombine() || !isResultSettled())
      return Progress::Waits;
    post(action, incoming());
    phase = 1;
  }
  if (!hasArrived(incoming()))
    return Progress::Waits;
  adopt(incoming(), action.kind == ActionKind::ReceiveNotice);
  return Progress::Went;
}

Machine::Progress Machine::sendNotice(const Action &action) {
  if (!settleCombine() || !isResultSettled() || !hasFreeLine())
    return Progress::Waits;
  if (hasFailed)
    sendFailure(action.peer, -1);
  else
    outgoing.sendNotice(action.peer);
  return Progress::Went;
}

} // namespace redist::runtime
