//===- MessageExecution.h - In which way messages are to go ----*- C++ -*-===//
//
// A schedule can be gone through step by step, packed messages under way in a
// window (MessageFlow.h); all its messages can go at once; one MPI_Alltoallv
// can move them, or one MPI_Alltoallw that gathers and scatters by derived
// types. Comes in: what there is to move, what messages cost, and what some
// redistributions took in each way where redist-tune has measured them. Goes
// out: what each way is expected to take, and so which one it is to be. The
// same on all ranks, from numbers that all of them know.
//
// Of m messages in chunks of c bytes, where a rank has B bytes, a call takes o
// seconds, a byte b in the port and u to be packed or unpacked, steps take
//
//   2 o (m + B / c) + max(b, 2 u) B
//
// and every other way its share of that: the mean of the measured ones, those
// that are like this redistribution, in the length of runs, pieces and messages
// and in how many ranks send to how many, counting for most. What types cost a
// byte and a run differs from library to library, with the caches that two
// processors share and with the length of runs; no formula of a few numbers has
// held within a factor of two. Where nothing has been measured, messages go by
// steps.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_COSTMODEL_MESSAGEEXECUTION_H
#define REDISTSCHEDULE_COSTMODEL_MESSAGEEXECUTION_H

#include "redistSchedule/CostModel/MessageFlow.h"
#include "redistSchedule/Layout/Assignment.h"

#include <array>
#include <span>

namespace redist::schedule {

enum class MessageWay {
  Steps,
  AtOnce,
  Collective, ///< MPI_Alltoallv around packing
  Types,      ///< MPI_Alltoallw
};
inline constexpr std::size_t messageWays = 4;
constexpr std::size_t indexOf(MessageWay way) {
  return static_cast<std::size_t>(way);
}

/// Seconds, by MessageWay.
using WaySeconds = std::array<double, messageWays>;

/// What a redistribution took on the machine.
struct MeasuredWays {
  double sources = 1, targets = 1; ///< ranks
  double run = 1;                  ///< bytes in a row, in the mean
  double piece = 1;                ///< bytes, as of MessageTraffic
  double message = 1;              ///< bytes
  WaySeconds seconds{};            ///< above 0

  bool operator==(const MeasuredWays &) const = default;
};

/// Whether every message lies in one piece in the source's storage, or in the
/// target's: of a vector, which one side deals to each rank in one block at
/// most. Arrays of more dimensions are not looked at.
bool areInOnePiece(const Assignment &);

/// MessageTraffic::piece of messages of `message` bytes in runs of `run`.
double pieceOf(const Assignment &, double run, double message);

/// Seconds of the rank that has most.
struct ExecutionForecast {
  WaySeconds seconds{}; ///< infinite where a way must not be gone

  /// Steps, unless another way is expected to take clearly less.
  MessageWay best() const;
};

/// At once and collectively go only messages that need no more memory than some
/// under way by steps, so that memory stays bounded.
ExecutionForecast forecastOf(const MessageTraffic &, const NetworkCosts &,
                             std::span<const MeasuredWays>);

/// What is usual between ranks of one node that share no memory: there the
/// processors are the network, and the caches its wires.
NetworkCosts nodeCosts();

} // namespace redist::schedule

#endif
