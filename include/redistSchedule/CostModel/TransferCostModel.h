//===- TransferCostModel.h - Choice of the transfer method -----*- C++ -*-===//
//
// Four methods move the messages of a schedule: step by step, with a window of
// packed messages in flight (FlowControl.h); all of them at once; one
// MPI_Alltoallv; one MPI_Alltoallw, which gathers and scatters by derived
// types. Comes in: the data to move, the costs of messages, and the times of
// some redistributions with each method, if redist-tune has measured them. Goes
// out: the predicted time of each method, and so the choice. The same on all
// ranks, from numbers that all of them have.
//
// Of m messages in chunks of c bytes, where a rank has B bytes, a call takes o
// seconds, a byte b in the port and u to be packed or unpacked, steps take
//
//   2 o (m + B / c) + max(b, 2 u) B
//
// and every other method its share of that: the mean of the measured ones.
// Those that are like this redistribution, in the length of runs, pieces and
// messages and in how many ranks send to how many, count for most. What types
// cost a byte and a run differs from library to library, with the caches that
// two processors share and with the length of runs; no formula of a few numbers
// has held within a factor of two. Where nothing has been measured, programs
// try the methods that may be fast (usualTimes()).
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_COSTMODEL_TRANSFERCOSTMODEL_H
#define REDISTSCHEDULE_COSTMODEL_TRANSFERCOSTMODEL_H

#include "redistSchedule/CostModel/FlowControl.h"
#include "redistSchedule/Layout/Assignment.h"

#include <array>
#include <span>

namespace redist::schedule {

/// How the messages of a redistribution travel.
enum class TransferMethod {
  Stepwise,     ///< by steps, a window of chunks in flight
  Eager,        ///< all at once
  Alltoallv,    ///< by MPI_Alltoallv, around packing
  Alltoallw,    ///< by MPI_Alltoallw, with derived types
  SharedMemory, ///< through memory that ranks of a node share
  TwoLevels,    ///< one message a pair of nodes (Nodes/TwoLevel.h)
};
constexpr std::size_t indexOf(TransferMethod method) {
  return static_cast<std::size_t>(method);
}
/// The methods up to Alltoallw, which are chosen among by what they take.
inline constexpr std::size_t messageMethods = 4;
inline constexpr std::size_t transferMethods = 6;

/// Seconds, by method.
using MethodTimes = std::array<double, messageMethods>;

/// What a redistribution took on the machine.
struct MethodSample {
  double sources = 1, targets = 1; ///< ranks
  double run = 1;                  ///< bytes in a row, in the mean
  double piece = 1;                ///< bytes, as of MessageTraffic
  double message = 1;              ///< bytes
  MethodTimes seconds{};           ///< above 0 by steps; 0: not measured

  bool operator==(const MethodSample &) const = default;
};

/// Whether every message lies in one piece in the source's storage, or in the
/// target's: of a vector, which one side deals to each rank in one block at
/// most. Arrays of more dimensions are not looked at.
bool areInOnePiece(const Assignment &);

/// MessageTraffic::piece of messages of `message` bytes in runs of `run`.
double pieceOf(const Assignment &, double run, double message);

/// Seconds of the rank that has most.
struct PredictedTimes {
  MethodTimes seconds{}; ///< infinite where a method must not be used

  /// Stepwise, unless another method is expected to take clearly less.
  TransferMethod best() const;
};

/// Eager and Alltoallv are possible only for messages that need no more memory
/// than some under way by steps, so that memory stays bounded.
PredictedTimes predictTimes(const MessageTraffic &, const NetworkCosts &,
                            std::span<const MethodSample>);

/// What is to be expected before anything has been measured: enough to tell
/// what is worth a try. Derived types save copies, and cost for every run on
/// either side; packed methods take as long as steps. `isOneNode`: else the
/// network evens out some of that.
PredictedTimes usualTimes(const MessageTraffic &, const NetworkCosts &,
                          bool isOneNode);

/// Whether two redistributions one after the other, `first` and `second`, are
/// expected to take less than the `one` in whose place they are.
bool areFasterInTwo(const MessageTraffic &one, const MessageTraffic &first,
                    const MessageTraffic &second, const NetworkCosts &);

/// What is usual between ranks of one node that share no memory: there the
/// processors are the network, and the caches its wires.
NetworkCosts nodeCosts();

} // namespace redist::schedule

#endif
