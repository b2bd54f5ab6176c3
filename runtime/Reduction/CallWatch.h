//===- CallWatch.h - Ranks that are at different kinds of calls -*- C++ -*-===//
//
// Room Runtime. Ranks find each other on four roads, which never meet: a
// collective of MPI or shared memory, verdicts in pairs, values in pairs, and
// values on their way to a root. Ranks on different ones would wait for ever.
// So who has waited for a while looks what has come on the other roads, for
// the same call by number:
//
//   a value in pairs      who waits sends refusals there instead of values; who
//                         gets one goes on to the verdicts
//   a verdict             who waits sends verdicts that say "elsewhere"; who
//                         hears of one goes on to where all meet, and all throw
//   a value for a root    its sender may be gone: the job ends, with a message
//
// A rank that waits for a message without having sent one to that rank asks it
// (a poke), for there is nothing else to be seen. Where nobody waits that long,
// only numbers are counted.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_CALLWATCH_H
#define REDIST_RUNTIME_REDUCTION_CALLWATCH_H

#include "redist/Redistribute.h"

#include <mpi.h>

#include <chrono>
#include <cstdint>

namespace redist::runtime {

enum class Road { Values, Verdicts, ToRoot, Meeting };

inline constexpr char reductionKind[] = "#pragma reduce";

/// Of one wait. Reads no clock in the first turns.
class Lateness {
public:
  using Clock = std::chrono::steady_clock;

  explicit Lateness(Clock::duration longest)
      : patience(longest), untilPoke(longest) {}
  /// Whether the patience is over, counted from the first call on.
  bool isLate();
  /// The same, looked at once in a few turns.
  bool isLateAt(int turn) { return late || (turn % 64 == 63 && isLate()); }
  /// Whether it is time to poke; the next time is twice as far.
  bool isPokeDue();

private:
  Clock::duration patience, untilPoke;
  bool hasBegun = false, late = false;
  Clock::time_point begin;
};

/// Of a communicator of the runtime's; used by one thread at a time.
class CallWatch {
public:
  /// An attribute of the communicator, which outlives it.
  explicit CallWatch(MPI_Comm duplicate);
  CallWatch(const CallWatch &) = delete;
  CallWatch &operator=(const CallWatch &) = delete;
  /// Null: the communicator has none (simulations).
  static CallWatch *of(MPI_Comm duplicate);

  MPI_Comm communicator() const { return comm; }
  int rank() const { return ownRank; }
  int size() const { return rankCount; }
  /// REDIST_PATIENCE, else a second.
  Lateness::Clock::duration patience() const { return ownPatience; }

  /// Before a call on which all ranks agree, by whatever road. `kind`, and the
  /// file of `where`, stay.
  void begin(const char *kind, const directive &where);
  /// The next begin() is of the same call.
  void stayAtCall() { staysAtCall = true; }
  /// Before a reduction in which no rank waits but for those below it in the
  /// tree. `shape`: root and order.
  void beginToRoot(const directive &where, std::int64_t shape);
  /// Of messages of the call.
  int tagOf(Road road) const;

  /// Lets all that is under way go on until the request is completed.
  /// `awaited`: the rank that is to send, if this one has sent it nothing.
  void waitFor(MPI_Request &request, MPI_Status *status, Road own,
               int awaited = -1);
  /// Of a rank that has waited for long.
  void look(Road own);

private:
  struct Poke;

  void poke(int peer, Road own) const;
  void receivePokes(Road own);
  void judge(const Poke &found, int from, Road own);
  void join(Road road);
  bool hasMessage(int tag, MPI_Status *status) const;
  [[noreturn]] void endJob(int other, const char *otherCall) const;

  MPI_Comm comm;
  Lateness::Clock::duration ownPatience;
  int ownRank = 0, rankCount = 1;
  std::uint64_t agreements = 0; ///< calls on which all ranks agree, so far
  std::uint64_t rootCalls = 0;  ///< reductions to a root, so far
  std::int64_t rootShape = 0;   ///< of the last one
  bool staysAtCall = false;
  bool hasJoined[2] = {}; ///< values, verdicts of this call
  // Of the call:
  const char *ownKind = "", *file = nullptr;
  int line = 0;
};

} // namespace redist::runtime

#endif
