//===- MessageExecution.h - By steps, or by derived types ------*- C++ -*-===//
//
// A schedule can be gone through step by step, packed messages under way in a
// window (MessageFlow.h), or left to one MPI_Alltoallw that gathers and
// scatters by derived types. Comes in: what there is to move and what messages
// cost on the machine. Goes out: what either is expected to take, and so which
// one it is to be. The same on all ranks, from numbers that all of them know.
//
// Let a rank have B bytes, in m messages and in runs of r bytes, chunks have c,
// a call take o seconds, a byte b in the port and u to be packed or unpacked.
//
//   by steps  2 o (m + B / c) + max(b, 2 u) B
//   by types  4 o m           + (max(b, 2 u) + t + w / r) B
//
// t and w are what types take more for a byte and for a run, as redist-tune
// measures them; t is below 0 where MPI then has fewer copies to make. A type
// must be known to the library at either end: a call more. Without a
// measurement t is 0, and messages go by steps: on two ranks of a node types
// took 0.9 to 1.3 times as long where the processors share caches and runs have
// 512 bytes, and up to 4 times as long where they do not, or runs are short.
//
// Neither MPI_Alltoallv around packing nor all messages at once is ever less:
// nothing that they pack is unpacked while the rest travels, and their buffers
// hold all that a rank has.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_SCHEDULE_MESSAGEEXECUTION_H
#define REDIST_SCHEDULE_MESSAGEEXECUTION_H

#include "redist/Schedule/MessageFlow.h"

namespace redist::schedule {

/// Seconds of the rank that has most.
struct ExecutionForecast {
  double bySteps = 0;
  double byTypes = 0;

  /// Whether types are expected to be faster, by more than forecasts err
  /// without knowing.
  bool prefersTypes() const;
};

ExecutionForecast forecastOf(const MessageTraffic &, const NetworkCosts &);

/// What is usual between ranks of one node that share no memory: there the
/// processors are the network, and the caches its wires.
NetworkCosts nodeCosts();

} // namespace redist::schedule

#endif
