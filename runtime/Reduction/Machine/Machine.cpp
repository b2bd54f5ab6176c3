//===- Machine.cpp - Executes the actions of one reduction ----------------===//
#include "Reduction/Machine/Machine.h"

#include "Support/ExceptionMessage.h"

#include <algorithm>

namespace redist::runtime {

/// A combine that does not end soon is waited for in the kernel.
static constexpr std::chrono::microseconds longWait{10'000};
/// As long as messages are under way MPI is called this often.
static constexpr std::chrono::microseconds shortWait{50};

Machine::Machine(Channel &usedChannel)
    : channel(usedChannel), outgoing(usedChannel) {}

void Machine::start(std::span<const Action> actionsOfRank, int ownRank,
                    detail::operand &ownOperand, CombineRunner &usedCombiner,
                    Recorder *usedRecorder) {
  actions = actionsOfRank;
  rank = ownRank;
  operand = &ownOperand;
  combiner = &usedCombiner;
  recorder = usedRecorder;
  next = posted = current = passed = 0;
  phase = 0;
  isCombining = false;
  whole = {};
  isWholeFinal = false;
  result = nullptr;
  isResultAssigned = true;
  hasBegun = hasAssigned = hasFailed = false;
  sums = {};
  postTurn(0);
}

bool Machine::advance() {
  while (next < actions.size()) {
    if (perform(actions[next]) == Progress::Waits)
      return false;
    ++next;
    phase = 0;
  }
  if (!settleCombine() || !areSendsDone() || !isResultSettled())
    return false;
  awaitedSlot = Channel::passedTurns;
  return channel.test(awaitedSlot);
}

void Machine::wait() {
  const PhaseSpan span(recorder, Phase::Wait);
  if (awaitedSlot >= 0) {
    channel.wait(awaitedSlot);
    return;
  }
  bool isUnderWay = !channel.test(Channel::passedTurns);
  for (int slot = 0; slot < Channel::slots; ++slot)
    isUnderWay |= !channel.test(slot);
  combiner->wait(task, isUnderWay ? shortWait : longWait);
}

void Machine::abandon() noexcept {
  while (isCombining && !task.isDone())
    combiner->wait(task, longWait);
  isCombining = false;
}

Machine::Progress Machine::perform(const Action &action) {
  switch (action.kind) {
  case ActionKind::Combine:
    return combine(action);
  case ActionKind::Send:
    return send(action);
  case ActionKind::Exchange:
    return exchange(action);
  case ActionKind::ReceiveResult:
    return receiveResult(action);
  case ActionKind::SendResult:
    return sendResult(action);
  case ActionKind::GatherNotice:
  case ActionKind::ReceiveNotice:
    return receiveNotice(action);
  case ActionKind::AwaitTurn:
    return awaitToken();
  case ActionKind::PassTurn:
    return passToken();
  case ActionKind::SendNotice:
    break;
  }
  return sendNotice(action);
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

/// The first one counts.
void Machine::fail(const std::string &message) {
  if (hasFailed)
    return;
  hasFailed = true;
  ownFailure.rank = rank;
  ownFailure.text = shortened(message, longestText);
}

void Machine::adopt(const Incoming &from, bool overrides) {
  if (!from.isFailure() || (hasFailed && !overrides))
    return;
  hasFailed = true;
  ownFailure = from.failure();
}

//===----------------------------------------------------------------------===//
// Receiving and combining
//===----------------------------------------------------------------------===//

void Machine::post(const Action &action, Incoming &into) {
  into.post(channel, action.peer, action.bytes);
}

/// Posts the receive of the next action of this kind, where no other receive
/// comes before it.
void Machine::postNext(ActionKind kind) {
  for (std::size_t i = next + 1; i < actions.size(); ++i) {
    const ActionKind other = actions[i].kind;
    if (other == kind) {
      post(actions[i], incoming());
      posted = i + 1;
      return;
    }
    const bool receivesNothing =
        other == ActionKind::Send || other == ActionKind::SendResult ||
        other == ActionKind::AwaitTurn || other == ActionKind::PassTurn;
    if (!receivesNothing)
      return;
  }
}

bool Machine::hasArrived(Incoming &from) {
  if (!from.hasArrived(channel)) {
    awaitedSlot = from.slot();
    return false;
  }
  if (recorder)
    from.recordOnce(*recorder);
  return true;
}

void Machine::begin() {
  if (hasBegun || hasFailed)
    return;
  hasBegun = true;
  attempt([&] { operand->begin(); });
}

/// Whether the first combine, of what is received there, needs no copy of this
/// rank's items.
bool Machine::beginsIn(const Action &action, const Incoming &from) const {
  constexpr std::int64_t worthIt = 32 << 10; ///< bytes
  return !hasBegun && action.kind == ActionKind::Combine &&
         action.bytes >= worthIt && action.bytes == operand->fixed_bytes() &&
         operand->may_begin_in(from.data(), action.peerIsLeft);
}

void Machine::startCombine(const Action &action, Incoming &from) {
  adopt(from, false);
  if (hasFailed)
    return;
  const auto bytes = static_cast<std::size_t>(from.bytes());
  if (beginsIn(action, from)) {
    hasBegun = true;
    task.prepareFirst(*operand, from.data(), bytes);
    from.exchangeMemory(first);
  } else {
    begin();
    if (hasFailed)
      return;
    task.prepare(*operand, from.data(), bytes, action.peerIsLeft,
                 static_cast<std::size_t>(action.offset));
  }
  isCombining = true;
  combiner->start(task);
}

/// Whether none is under way any more.
bool Machine::settleCombine() {
  if (!isCombining)
    return true;
  if (!task.isDone()) {
    awaitedSlot = -1;
    return false;
  }
  isCombining = false;
  ++sums.combines;
  sums.combineSeconds +=
      std::chrono::duration<double>(task.end() - task.begin()).count();
  if (recorder)
    recorder->add(Phase::Combine, task.begin(), task.end(), -1,
                  static_cast<std::int64_t>(task.bytes()));
  if (task.hasFailed())
    fail(task.message());
  return true;
}

Machine::Progress Machine::combine(const Action &action) {
  if (phase == 0) {
    if (posted <= next)
      post(action, incoming());
    posted = std::max(posted, next + 1);
    if (beginsIn(action, incoming()))
      attempt([&] { first.reserve(action.bytes); }); // for the one after it
    else
      begin();
    phase = 1;
  }
  if (!hasArrived(incoming()))
    return Progress::Waits;
  passTurnBehind();
  if (!settleCombine())
    return Progress::Waits;
  Incoming &own = incoming();
  current = 1 - current;
  // A message that has come already may be copied, whole, while its receive is
  // posted (Open MPI inside a node): a helper must be at work by then.
  const bool startsFirst = combiner->isAside();
  if (startsFirst)
    startCombine(action, own);
  postNext(ActionKind::Combine);
  if (!startsFirst)
    startCombine(action, own);
  return Progress::Went;
}

Machine::Progress Machine::exchange(const Action &action) {
  if (phase == 0) {
    if (!settleCombine() || !areSendsDone() || !hasFreeLine())
      return Progress::Waits;
    begin();
    post(action, incoming());
    sendOwn(action, false);
    phase = 1;
  }
  // What is sent may be the accumulator itself.
  if (!hasArrived(incoming()) || !areSendsDone())
    return Progress::Waits;
  Incoming &own = incoming();
  current = 1 - current;
  startCombine(action, own);
  return Progress::Went;
}

//===----------------------------------------------------------------------===//
// Sending
//===----------------------------------------------------------------------===//

bool Machine::hasFreeLine() {
  const bool isFree = outgoing.hasFreeLine();
  if (!isFree)
    awaitedSlot = outgoing.busySlot();
  return isFree;
}

bool Machine::areSendsDone() {
  const bool areDone = outgoing.areDone();
  if (!areDone)
    awaitedSlot = outgoing.busySlot();
  return areDone;
}

void Machine::sendFailure(int peer, std::int64_t fixedBytes) {
  outgoing.sendFailure(peer, fixedBytes, ownFailure);
}

/// `value`: the whole value, or, not fixed, that of a result.
void Machine::sendValue(const Action &action, detail::byte_view value) {
  const std::int64_t bytes =
      outgoing.sendValue(action.peer, action.bytes, value);
  ++sums.messages;
  sums.bytes += bytes;
  if (recorder && recorder->crossesNodes(action.peer)) {
    ++sums.nodeMessages;
    sums.nodeBytes += bytes;
  }
}

/// The operand's value as it is now; where `isFinal`, as it will be for good.
/// A rank that never combines packs once, whatever it sends.
void Machine::sendOwn(const Action &action, bool isFinal) {
  if (!isWholeFinal)
    attempt([&] {
      const PhaseSpan span(copyRecorder(operand->fixed_bytes()), Phase::Pack);
      whole = operand->pack(packed);
      isWholeFinal = isFinal || !hasBegun;
    });
  if (hasFailed) {
    sendFailure(action.peer, action.bytes);
    return;
  }
  detail::byte_view piece = whole;
  if (action.bytes >= 0)
    piece = {whole.data + action.offset,
             static_cast<std::size_t>(action.bytes)};
  sendValue(action, piece);
}

Machine::Progress Machine::send(const Action &action) {
  if (!settleCombine() || !hasFreeLine())
    return Progress::Waits;
  sendOwn(action, false);
  return Progress::Went;
}

//===----------------------------------------------------------------------===//
// Turns
//===----------------------------------------------------------------------===//

/// Starts to receive the next turn of the actions from this one on.
void Machine::postTurn(std::size_t from) {
  for (std::size_t i = from; i < actions.size(); ++i)
    if (actions[i].kind == ActionKind::AwaitTurn) {
      channel.awaitToken(actions[i].peer);
      return;
    }
}

Machine::Progress Machine::awaitToken() {
  if (!channel.test(Channel::awaitedTurn)) {
    awaitedSlot = Channel::awaitedTurn;
    return Progress::Waits;
  }
  postTurn(next + 1);
  return Progress::Went;
}

Machine::Progress Machine::passToken() {
  if (passed <= next)
    channel.passToken(actions[next].peer);
  passed = std::max(passed, next + 1);
  return Progress::Went;
}

/// What this action receives is here.
void Machine::passTurnBehind() {
  const std::size_t turn = next + 1;
  if (turn >= actions.size() || actions[turn].kind != ActionKind::PassTurn ||
      passed > turn)
    return;
  channel.passToken(actions[turn].peer);
  passed = turn + 1;
}

} // namespace redist::runtime
