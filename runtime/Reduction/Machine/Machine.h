//===- Machine.h - Executes the actions of one reduction -------*- C++ -*-===//
//
// Room Runtime. Comes in: one rank's actions, its operand, a channel and who
// combines. Goes out: the operand's accumulator has the result where the
// actions bring it, or there is a failure, the same on all ranks.
//
// Overlap. While an element is combined (on a helper thread) the receive of
// the next one is under way already; beside these two and the accumulator
// nothing waits:
//
//   caller   receive 1 | receive 2        | receive 3        |
//   helper             | combine 1        | combine 2        | combine 3
//
// A large value that is received first, and whose operator lets it be, becomes
// the accumulator where it lies: this rank's items are not copied, and stay as
// they are until all is well.
//
// Messages. Values of fixed size travel as they are, one message each, straight
// from and to where they lie. Others begin with a head of a few KB that tells
// how long they are and has the first bytes; the rest follows. A failure
// travels instead of a value: a message that tells rank and text, of another
// length than the value's.
//
// Turns. Whoever waits for this rank's receive is told as soon as the element
// is here, be an older combine under way or not. A turn that this rank waits
// for is received from the beginning on, so that passing one never takes long.
//
// A failure of this rank (an operator that throws, no memory) does not end its
// work: it still takes and gives what others wait for.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_MACHINE_MACHINE_H
#define REDIST_RUNTIME_REDUCTION_MACHINE_MACHINE_H

#include "Reduction/Channel/Channel.h"
#include "Reduction/Machine/Actions.h"
#include "Reduction/Machine/CombineRunner.h"
#include "Reduction/Machine/Incoming.h"
#include "Reduction/Machine/Outgoing.h"
#include "Support/ExceptionMessage.h"

#include <array>

namespace redist::runtime {

/// What a machine has done since start().
struct MachineTimes {
  std::int64_t combines = 0;
  double combineSeconds = 0;
  std::int64_t messages = 0;                    ///< sent; a value is one
  std::int64_t bytes = 0;                       ///< in them
  std::int64_t nodeMessages = 0, nodeBytes = 0; ///< of these, to other nodes
};

/// Reused from reduction to reduction: then it allocates nothing, where sizes
/// are fixed.
class Machine {
public:
  explicit Machine(Channel &usedChannel);
  Machine(const Machine &) = delete;
  Machine &operator=(const Machine &) = delete;

  /// Begins one; `actions`, `operand` and `combiner` are used until it is done.
  /// Throws what MPI throws.
  void start(std::span<const Action> actions, int rank,
             detail::operand &operand, CombineRunner &combiner,
             Recorder *recorder);
  /// Goes on as far as it can without waiting; whether all is done.
  bool advance();
  /// Waits until advance() can go on. Precondition: it has just returned false.
  void wait();
  void run() {
    while (!advance())
      wait();
  }
  /// After an error of the channel: nobody uses the operand any more.
  void abandon() noexcept;

  /// Null: all went well, as far as this rank has heard.
  const Failure *failure() const { return hasFailed ? &ownFailure : nullptr; }
  /// The accumulator is not this rank's items: commit() is due where the rank
  /// has the result.
  bool hasAccumulator() const { return hasBegun || hasAssigned; }
  const MachineTimes &times() const { return sums; }

private:
  enum class Progress { Went, Waits };

  Progress perform(const Action &action);
  Progress combine(const Action &action);
  Progress send(const Action &action);
  Progress exchange(const Action &action);
  Progress receiveResult(const Action &action);
  Progress sendResult(const Action &action);
  Progress receiveNotice(const Action &action);
  Progress sendNotice(const Action &action);
  Progress awaitToken();
  Progress passToken();

  Incoming &incoming() { return arrivals[current]; }
  void post(const Action &action, Incoming &into);
  void postNext(ActionKind kind);
  bool hasArrived(Incoming &from);
  void postTurn(std::size_t from);
  void passTurnBehind();
  void startCombine(const Action &action, Incoming &from);
  bool settleCombine();
  bool isResultSettled();
  void adopt(const Incoming &from, bool overrides);
  void fail(const std::string &message);
  void begin();
  bool beginsIn(const Action &action, const Incoming &from) const;
  /// What the operand throws is this rank's failure.
  template <typename Step> void attempt(Step step) {
    if (hasFailed)
      return;
    try {
      step();
    } catch (...) {
      fail(messageOfException());
    }
  }

  bool hasFreeLine();
  bool areSendsDone();
  void sendValue(const Action &action, detail::byte_view value);
  void sendOwn(const Action &action, bool isFinal);
  void sendFailure(int peer, std::int64_t fixedBytes);
  /// Of copies: to measure a few bytes takes longer than to copy them.
  /// `bytes` -1: not known.
  Recorder *copyRecorder(std::int64_t bytes) const {
    constexpr std::int64_t few = 4096;
    return bytes >= 0 && bytes < few ? nullptr : recorder;
  }

  Channel &channel;
  std::span<const Action> actions;
  int rank = 0;
  detail::operand *operand = nullptr;
  CombineRunner *combiner = nullptr;
  Recorder *recorder = nullptr;

  std::size_t next = 0;   ///< the action that is under way
  int phase = 0;          ///< of that action; 0: not begun
  std::size_t posted = 0; ///< the receives of the actions before it are posted
  std::size_t passed = 0; ///< the turns before this action are passed
  std::array<Incoming, 2> arrivals{Incoming(0), Incoming(1)};
  static_assert(Outgoing::firstSlot == 2, "behind the slots of the arrivals");
  std::size_t current = 0; ///< of arrivals: the action's own
  RawBuffer first;         ///< what came first, where it is the accumulator
  CombineTask task;
  bool isCombining = false; ///< the task's end has not been seen

  Outgoing outgoing;
  std::vector<std::byte> packed; ///< by the operand
  detail::byte_view whole;       ///< what it packed last
  bool isWholeFinal = false;     ///< nothing will change it

  const Incoming *result = nullptr; ///< received, to be passed on
  std::int64_t resultOffset = 0;
  bool isResultAssigned = true;

  bool hasBegun = false, hasAssigned = false, hasFailed = false;
  Failure ownFailure;
  int awaitedSlot = -1; ///< -1: the combine
  MachineTimes sums;
};

} // namespace redist::runtime

#endif
