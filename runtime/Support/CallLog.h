//===- CallLog.h - Log of a rank's calls -----------------------*- C++ -*-===//
//
// Room Runtime. All ranks of a communicator make the same calls in the same
// order. Where a program breaks this rule, ranks wait for each other for ever:
// some at a reduction, others at a redistribution.
//
// Each rank numbers its calls and remembers the last ones. A rank that has
// waited for longer than its patience sends them to its two neighbours and to
// the rank that it waits for, and compares what others have sent. Two calls
// with the same number and different kinds prove that the program is wrong,
// however early or late a rank is. Then one message names both calls, and the
// job ends. A rank that does not wait sends nothing.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_CALLLOG_H
#define REDIST_RUNTIME_SUPPORT_CALLLOG_H

#include "redist/Redistribute.h"

#include <mpi.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>

namespace redist::runtime {

class CallLog {
public:
  /// In place of a root: ranks agree on it elsewhere; every rank is one.
  static constexpr std::int64_t unknownRoot = -1, everyRank = -2;

  /// Of the runtime's duplicate of a communicator, which must outlive it.
  /// Throws redist::error where MPI fails. Not collective.
  explicit CallLog(MPI_Comm duplicate);
  CallLog(const CallLog &) = delete;
  CallLog &operator=(const CallLog &) = delete;
  ~CallLog();
  /// The one of a duplicate; null: there is none.
  static CallLog *of(MPI_Comm duplicate);

  /// A call begins. `kind`: a literal, such as "#pragma reduce".
  void enter(const char *kind, const directive &where,
             std::int64_t root = unknownRoot) noexcept;
  /// So many calls have begun.
  std::uint64_t begun() const { return count; }
  /// The same call is about to enter again, on another way.
  void expectSameCall() noexcept { entersAgain = true; }
  /// All ranks know that they are at different calls.
  void forgetLast() noexcept { calls[(count - 1) % kept] = {}; }
  /// How long a rank waits before it suspects that others are at other calls:
  /// a second, or REDIST_PATIENCE, in seconds.
  std::chrono::steady_clock::duration patience() const { return ownPatience; }

  /// Sends the last calls to the neighbours and to rank `awaited`; -1: to the
  /// neighbours alone. Does not wait.
  void tell(int awaited);
  /// Compares what has come. Ends the job where a call differs.
  void compare();

private:
  static constexpr std::size_t kept = 8;
  struct Call {
    const char *kind = "", *file = nullptr;
    int line = 0;
    std::int64_t root = unknownRoot;
  };
  struct Message;

  void send(int peer);
  const Call &call(std::uint64_t number) const { return calls[number % kept]; }
  void compareWith(const Message &other, int rank) const;
  [[noreturn]] void endJob(std::uint64_t number, const Message &other,
                           int rank) const;

  MPI_Comm communicator;
  int ownRank = 0, rankCount = 1;
  std::chrono::steady_clock::duration ownPatience;
  std::array<Call, kept> calls; ///< by their numbers
  std::uint64_t count = 0;      ///< of calls that have begun
  bool entersAgain = false;
  /// What is on its way; MPI reads it until the requests are complete.
  std::unique_ptr<Message> sent;
  std::array<MPI_Request, 3> requests;
};

/// One wait for other ranks.
class Patience {
public:
  /// `duplicate`: whose call log is asked; without one nothing is done.
  /// `awaited`: the rank whose message is to come, or -1.
  explicit Patience(MPI_Comm duplicate, int awaited = -1)
      : communicator(duplicate), peer(awaited) {}
  /// The caller has looked for what it waits for, and it has not come yet.
  /// Throws redist::error where MPI fails.
  void look() {
    if (++looks % looksBetween == 0)
      lookAtClock();
  }

private:
  using Clock = std::chrono::steady_clock;
  /// Of a wait that is short, nothing is to be noticed.
  static constexpr unsigned looksBetween = 16;

  void lookAtClock();

  MPI_Comm communicator;
  int peer;
  unsigned looks = 0;
  bool hasBegun = false;
  CallLog *log = nullptr;
  Clock::time_point begin;
  Clock::duration untilNext{};
};

} // namespace redist::runtime

#endif
