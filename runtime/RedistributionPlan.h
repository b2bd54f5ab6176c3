//===- RedistributionPlan.h - What one rank does, step by step -*- C++ -*-===//
//
// Comes in: a schedule, an extent, where the two grids lie in the communicator,
// and which rank asks. Goes out: the rank's sends and receives in the order of
// the steps, each with the pattern that packs or unpacks it, and the pattern of
// what stays on the rank. Holds run groups, never an index an element. Knows
// no buffers and no MPI; the Executor runs it.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDISTRIBUTIONPLAN_H
#define REDIST_RUNTIME_REDISTRIBUTIONPLAN_H

#include "CopyPattern.h"

#include "redist/Schedule/Schedule.h"

namespace redist::runtime {

/// How the messages of a plan travel.
enum class ExecutionKind {
  Stepwise, ///< by steps, a window of chunks in flight
  AllToAll, ///< one collective exchange
  Direct,   ///< everything posted at once
};

struct PlanParameters {
  schedule::Redistribution redistribution;
  std::int64_t extent;
  std::int64_t sourceFirstRank; ///< communicator rank of coordinate 0
  std::int64_t targetFirstRank;
  std::int64_t elementSize; ///< bytes
  int rank;                 ///< of this process in the communicator
  int rankCount;            ///< size of the communicator
};

/// One message of this rank. Packing copies "from" local storage, unpacking
/// "to" it; the other side of the pattern is the message.
struct PlannedMessage {
  int peer; ///< communicator rank
  std::int64_t step;
  std::int64_t elements;
  std::int64_t perPeriod; ///< elements from one superblock
  CopyPattern pattern;
};

class RedistributionPlan {
public:
  RedistributionPlan(const PlanParameters &parameters,
                     const schedule::Schedule &schedule);

  const PlanParameters &parameters() const { return planParameters; }
  ExecutionKind kind() const { return executionKind; }
  /// Ascending steps; no message is empty.
  const std::vector<PlannedMessage> &sends() const { return sendList; }
  const std::vector<PlannedMessage> &receives() const { return receiveList; }
  /// Source storage to target storage of this rank.
  const CopyPattern &local() const { return localPattern; }
  std::int64_t localPerPeriod() const { return perPeriodOf(localPattern); }
  /// Whole superblocks in the extent; the same on all ranks, as are the
  /// following two.
  std::int64_t periodCount() const { return periods; }
  /// Elements of the longest message of the grid, p -> p included: from one
  /// superblock, and (at most) in all.
  std::int64_t longestInPeriod() const { return mostInPeriod; }
  std::int64_t longestMessage() const { return mostInMessage; }
  std::int64_t stepCount() const { return steps; }
  /// Bytes of the longest message of each step, summed over the steps: TC of
  /// the schedule for the extent, or for one superblock, scaled to the extent.
  double costBytes() const { return cost; }
  /// Equal on all ranks iff schedule and parameters are.
  std::uint64_t hash() const { return planHash; }

private:
  std::int64_t perPeriodOf(const CopyPattern &pattern) const;
  std::vector<PlannedMessage>
  messagesInOrder(const std::vector<schedule::Message> &row,
                  std::vector<CopyPattern> patterns,
                  std::int64_t firstRank) const;
  void planSends(const schedule::Schedule &schedule, std::int64_t coordinate);
  void planReceives(const schedule::Schedule &schedule,
                    std::int64_t coordinate);

  PlanParameters planParameters;
  ExecutionKind executionKind;
  std::vector<PlannedMessage> sendList, receiveList;
  CopyPattern localPattern;
  std::int64_t periods;
  std::int64_t mostInPeriod, mostInMessage;
  std::int64_t steps;
  double cost; ///< bytes
  std::uint64_t planHash;
};

/// Mixes values into a hash, the same on every machine.
class HashBuilder {
public:
  HashBuilder &add(std::int64_t value);
  std::uint64_t value() const { return state; }

private:
  std::uint64_t state = 0x9e3779b97f4a7c15U;
};

} // namespace redist::runtime

#endif
